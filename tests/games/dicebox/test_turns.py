"""Dice: how they are dealt, drafted, rolled and placed. What is refused is in `*.txt`."""

from collections import Counter

import pytest

from companion.errors import Refused
from companion.games.dicebox import rolls, setup
from companion.games.dicebox.setup import next_picker
from companion.games.dicebox.state import COLORS
from companion.games.dicebox.turns import example_place, must_place, say_turn
from companion.testing.plays import refused
from tests.desks import chance
from tests.games.dicebox.tables import table

FOUR = "Ana Ben Cho Dan"


# Before the first turn


@pytest.mark.rule("DB-8", "DB-10")
def test_colours_are_those_entered_last_by_seat():
    t = table(colors=None).colors("ana=red,y b=blue,w")
    assert t.state.colors == (("red", "yellow"), ("blue", "white"))
    t = table(colors=None).colors("ana=red")
    assert not t.state.knows_colors
    assert t.colors("ben=blue").colors("ben=white").state.colors == (("red",), ("white",))
    t = table(colors=None).colors("ana=red").colors("ana=red ben=blue").undo(2)
    assert t.state.colors == (("red",), ("blue",)), "both were named"


@pytest.mark.rule("DB-11", "DB-12", "DB-13", "DB-2")
def test_dice_are_dealt_by_the_number_of_players():
    for players, each, more in (("Ana Ben", 3, 0), ("Ana Ben Cho", 2, 0), (FOUR, 1, 2)):
        t = table(players)
        for dice in t.state.dice:
            counts = Counter(die.color for die in dice)
            assert [counts[color] for color in COLORS] == [each] * 4
            assert counts[None] == more
        assert sum(map(len, t.state.dice)) == 24
    assert table(FOUR).state.pool == dict.fromkeys(COLORS, 2)


@pytest.mark.rule("DB-15", "DB-16")
def test_each_picks_once_in_order_and_then_in_the_opposite_order():
    t = table(FOUR, seed=None).draft("cho red")
    order = []
    while (seat := next_picker(t.state)) is not None:
        order.append(t.state.name(seat))
        color = next(color for color, left in t.state.pool.items() if left)
        t.draft(color)
    assert order == ["Dan", "Ana", "Ben", "Ben", "Ana", "Dan", "Cho"]
    assert t.state.knows_dice_colors
    assert {len(dice) for dice in t.state.dice} == {6}
    assert Counter(die.color for dice in t.state.dice for die in dice) == dict.fromkeys(COLORS, 6)


@pytest.mark.rule("DB-14")
def test_chance_decides_who_picks_first():
    begins = set()
    for entry in range(20):
        t = table(FOUR, seed=None)
        t.act(lambda action, entry=entry: setup.begin_draft(action, chance(entry)))
        begins.add(t.state.first_picker)
    assert begins == {0, 1, 2, 3}


def test_whoever_rolled_all_dice_is_left_out_of_the_draft():
    t = table(FOUR, seed=None).roll("ana", "r1 r2 r4 y1 b1 w1").draft("ben yellow cho yellow")
    assert (t.dice("ana"), t.state.picks, next_picker(t.state)) == ("r1 r2 r4 y1 b1 w1", (1, 2), 3)
    t = table(FOUR, seed=None).roll("ana", "r1 y1 b1 w1 w2 w3")
    t.house = "three each"
    t.draft("ana white")
    assert (t.dice("ana").count("w"), t.state.pool["white"]) == (4, 0)
    t = table("Red Ben Cho Dan", seed=None).draft("red red ben blue")
    assert (t.state.name(t.state.picks[0]), t.dice("red")) == ("Red", "r? r? y? b? w? ??")


@pytest.mark.rule("DB-19", "DB-20", "A-DB-07")
def test_the_seed_is_nobody_s_and_all_roll_before_the_first_turn():
    t = table(seed=5, first="ben")
    assert (t.row(3), t.turn, t.points) == (". . S5 . .", "ben", "ana 0 ben 0")
    assert t.state.tally() == dict.fromkeys(COLORS, 0)
    t.roll_all()
    assert all(die.value for dice in t.state.dice for die in dice)
    assert (t.turn, len(t.said)) == ("ben", 2)
    t = table(seed=None).roll("ana", "r1 r1 r1").roll("ana", "r2 r2 r2")
    assert t.dice("ana").startswith("r2 r2 r2"), "before the Seed, a roll can be put right"


# Turns


@pytest.mark.rule("DB-22", "DB-30", "DB-31", "DB-32", "DB-37")
def test_a_turn_is_one_die_then_the_next_player_s_and_all_others_stay():
    t = table().roll("ana", "r4 r2 r1 y6 y5 b4 b2 w3").roll("ben", "r5 y3 y4 b3 b5 w6")
    before = t.dice("ana").split()
    t.place("ana", "r4", "d3")
    assert (t.row(3), t.turn) == (". . S3 R4 .", "ben")
    assert t.dice("ana").split() == [die for die in before if die != "r4"]
    assert t.said == ["Ana places red 4 on d3 (Ana 0 → 4)"]
    t.undo().place("ana", "b4", "d3").place("ben", "y3", "e3")
    assert t.points == "ana 0 ben 4"
    assert t.state.tally() == {"red": 0, "yellow": 3, "blue": 4, "white": 0}


def test_dice_that_were_not_entered_may_show_anything():
    t = table()
    t.place("ana", "w4", "d3")
    assert t.dice("ana").count("w?") == 2
    t.place("ben", "w5", "e3").place("ana", "w6", "e2").next().place("ana", "w5", "e1")
    t.next()
    with refused("DB-22", "Ana has no white die left"):
        t.place("ana", "w6", "d1")


@pytest.mark.rule("DB-33", "DB-34", "DB-35", "A-DB-09")
def test_who_can_place_nothing_rolls_all_dice_and_the_turn_passes():
    ones = "r1 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6"
    t = table().roll("ana", ones).roll("ana", "r4 r2 r1 y4 y4 y4 b6 b6 b6 w6 w6 w6")
    assert (t.turn, t.dice("ana")) == ("ben", "r1 r2 r4 y4 y4 y4 b6 b6 b6 w6 w6 w6")
    t = table().roll("ana", ones).roll("ana", "r4")
    assert t.dice("ana") == "r4 r? r? y? y? y? b? b? b? w? w? w?"
    t = table().roll("ana", ones).next()
    assert (t.turn, set(t.dice("ana").split())) == ("ben", {"r?", "y?", "b?", "w?"})
    t = table().roll("ana", "r1 r2 r4 y4 y4 y4 b6 b6 b6 w6 w6 w6", stuck=True)
    assert (t.turn, t.dice("ana")[:5]) == ("ben", "r1 r2")
    for first, then in (("ana", "ben"), ("ben", "cho"), ("cho", "ana")):
        t = table("Ana Ben Cho", first=first)
        t.roll(first, "r1 r1 y1 y1 b6 b6 w6 w6").roll(first, "r4 r2 y4 y4 b6 b6 w6 w6")
        assert t.turn == then


def test_the_companion_rolls_for_whose_turn_it_is_where_nothing_fits():
    t = table(seed=None).roll_all()
    before = t.dice("ben")
    t.left("ana", "r1 b6").seed(3).roll_all()
    assert (t.turn, t.dice("ben")) == ("ben", before)
    assert "nothing fitted" in t.said[0]


@pytest.mark.rule("DB-22")
def test_the_die_that_is_one_too_many_is_named():
    t = table(seed=None).left("ana", "r4 r4 b6")
    for dice, named in (("r1 r2 r3", "no third red die"), ("w1", "no white die")):
        with refused("DB-22", named, "there are 2 × red and 1 × blue to roll"):
            t.roll("ana", dice)
    t.left("ana", "r4")
    with refused("DB-22", "no second red die", "there is 1 × red to roll"):
        t.roll("ana", "r4 r4")


@pytest.mark.rule("A-DB-08")
def test_a_player_without_dice_is_skipped():
    t = table("Ana Ben Cho")
    t.left("ben", "").place("ana", "r4", "d3")
    assert t.said == ["Ana places red 4 on d3 (Ana 0 → 4); Ben has no dice left and is skipped"]
    assert t.turn == "cho"
    t.give_turn("ben")
    assert "Ben has no dice left and passes: `companion next`." in t.todo
    t.next()
    assert (t.said, t.turn) == (["Ben has no dice left and passes"], "cho")
    t.left("cho", "").give_turn("ana").next()
    assert t.said[0].endswith("; Ben and Cho have no dice left and are skipped")
    with pytest.raises(Refused, match="Ben has no dice left"):
        t.act(lambda action: rolls.roll_virtual(action, [t.seat("ben")], chance(1)))
    t.left("ana", "")
    assert t.todo == "Nobody has dice left: `companion finish`."


# What the table is asked for


def test_examples_are_of_dice_that_a_player_has():
    t = table(FOUR).draft(
        "ana red ben red cho blue dan blue dan white cho white ben yellow ana yellow"
    )
    assert t.dice("ana") == "r? r? y? y? b? w?"
    t.place("ana", "r4", "d3").place("ben", "b4", "c2").roll("ben", "r1 r1 y1 y1 w1")
    assert example_place(t.state, 1) == "`companion dicebox place ben r1 d3`"


def test_of_much_that_fits_the_first_is_shown():
    t = table().roll("ana", "r1 r2 r3 y4 y5 y6 b1 b1 b1 w1 w1 w2")
    t.place("ana", "y4", "c2").place("ben", "b5", "d2").place("ana", "r2", "b3").give_turn("ana")
    assert "6 (yellow)" not in t.todo
    assert "6 (yellow)" in say_turn(t.state, most=25)
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1")
    assert must_place(t.state, 0) is None, "half of the dice are not known"


# House rules and undo


def test_a_die_that_was_not_held_is_taken_for_another_of_its_colour():
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    t.house = "turned round"
    t.place("ana", "r4", "d3")
    assert t.dice("ana").startswith("r1 r1 y1")
    t.house = "from another box"
    for square, number in (("e3", 5), ("e2", 4), ("d2", 3)):
        t.give_turn("ana").place("ana", f"r{number}", square)
    assert t.dice("ana").startswith("y1 y1 y1")


def test_what_a_house_rule_or_an_undo_leaves():
    t = table().roll("ana", "r2 r4 r4 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    before = t.dice("ana")
    t.house = "we pass"
    assert (t.next().dice("ana"), t.turn) == (before, "ben")
    t = table().place("ana", "r4", "d3").place("ben", "r3", "e3")
    assert t.undo(3, onwards=True).turn == "ana"
    t = table().roll("ana", "r4 r2 b6").place("ana", "r4", "d3")
    t.house = "we lay it later"
    t.undo(2)
    assert "Ben rolls the Seed" not in t.todo

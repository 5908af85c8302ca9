"""Before the first turn: colours, dice, the draft of four players, the Seed."""

from collections import Counter

import pytest

from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.games.dicebox import setup
from companion.games.dicebox.setup import picker
from companion.games.dicebox.state import COLORS
from companion.testing.plays import refused
from tests.desks import chance
from tests.games.dicebox.tables import table

FOUR = "Ana Ben Cho Dan"


# Players and their colours


@pytest.mark.rule("DB-42")
@pytest.mark.parametrize("players", ["Ana", "Ana Ben Cho Dan Eve"])
def test_two_to_four_players(players):
    with refused("DB-42", "2 to 4"):
        table(players)


@pytest.mark.rule("DB-9")
def test_no_two_players_have_the_same_colour():
    t = table(colors=None)
    with refused("DB-9", "Ana and Ben cannot both be red"):
        t.colors("ana=red ben=red")
    with refused("DB-9", "Ana cannot be red twice"):
        t.colors("ana=red,red ben=blue,white")


@pytest.mark.rule("DB-8")
def test_colours_may_be_told_one_by_one():
    t = table(colors=None).colors("ana=red")
    assert not t.state.colors_told
    assert "Whose colour is which?" in t.todo
    assert t.colors("ben=blue").state.colors_told


@pytest.mark.rule("DB-10")
def test_two_colours_each_are_for_two_players_and_for_both():
    assert table(colors=None).colors("ana=red,y b=blue,w").state.colors == (
        ("red", "yellow"),
        ("blue", "white"),
    )
    with refused("DB-10", "Ana has more than one"):
        table(colors=None).colors("ana=red,yellow ben=blue")
    with refused("DB-10"):
        table("Ana Ben Cho", colors=None).colors("ana=red,yellow ben=blue cho=white")
    with refused("DB-10"):
        table(colors=None).colors("ana=red,yellow,blue ben=white")


def test_who_is_not_named_keeps_what_was_told_before():
    t = table(colors=None).colors("ana=red ben=blue").colors("ben=white")
    assert t.state.colors == (("red",), ("white",))
    with pytest.raises(Refused, match="already"):
        t.colors("ben=white")


@pytest.mark.parametrize("words", ["red", "ana=", "=red", "ana=pink", "ana=red,"])
def test_what_is_no_colour_is_not_understood(words):
    with pytest.raises(Invalid):
        table(colors=None).colors(words)


def test_a_colour_of_nobody_here_is_not_found():
    with pytest.raises(NotFound, match="zoe"):
        table(colors=None).colors("zoe=red")


# Dice


@pytest.mark.rule("DB-11", "DB-12", "DB-13", "DB-2")
@pytest.mark.parametrize(
    ("players", "each", "more"), [("Ana Ben", 3, 0), ("Ana Ben Cho", 2, 0), (FOUR, 1, 2)]
)
def test_dice_are_dealt_by_the_number_of_players(players, each, more):
    t = table(players)
    for dice in t.state.dice:
        counts = Counter(die.color for die in dice)
        assert [counts[color] for color in COLORS] == [each] * 4
        assert counts[None] == more
    assert sum(map(len, t.state.dice)) == 24


@pytest.mark.rule("DB-13")
def test_four_have_one_of_each_colour_and_two_more():
    t = table(FOUR, seed=None)
    assert [t.dice(name) for name in ("ana", "ben", "cho", "dan")] == ["r? y? b? w? ?? ??"] * 4
    t.draft("ana red ben red cho blue dan blue dan white cho white ben yellow ana yellow")
    assert t.dice("ana") == "r? r? y? y? b? w?"
    for name in ("ana", "dan"):
        with refused("DB-13", "are told: two are drafted by each player"):
            t.draft(f"{name} white")


# The draft


@pytest.mark.rule("DB-15", "DB-16")
def test_each_picks_once_in_order_and_then_in_the_opposite_order():
    t = table(FOUR, seed=None).draft("cho red")
    order = []
    while (seat := picker(t.state)) is not None:
        order.append(t.state.name(seat))
        color = next(color for color, left in t.state.pool.items() if left)
        t.draft(color)
    assert order == ["Dan", "Ana", "Ben", "Ben", "Ana", "Dan", "Cho"]
    assert t.state.drafted
    assert {len(dice) for dice in t.state.dice} == {6}
    assert Counter(die.color for dice in t.state.dice for die in dice) == dict.fromkeys(COLORS, 6)


@pytest.mark.rule("DB-15", "DB-16")
def test_who_picks_out_of_turn_is_refused():
    t = table(FOUR, seed=None).draft("ana red ben red cho blue")
    with refused("DB-15", "Dan's pick", "not Ana's"):
        t.draft("ana blue")
    t.draft("dan white")
    with refused("DB-16", "Dan's pick", "opposite"):
        t.draft("ana white")
    assert t.draft("dan white cho yellow ben yellow ana blue").state.drafted


@pytest.mark.rule("DB-14")
def test_chance_decides_who_picks_first():
    begins = set()
    for entry in range(40):
        t = table(FOUR, seed=None)
        t.act(lambda action, entry=entry: setup.begin_draft(action, chance(entry)))
        begins.add(t.state.drafting)
    assert begins == {0, 1, 2, 3}
    with pytest.raises(Refused, match="already"):
        t.act(lambda action: setup.begin_draft(action, chance(1)))


def test_colours_alone_need_somebody_to_begin():
    with pytest.raises(Refused, match="DB-14"):
        table(FOUR, seed=None).draft("red")


@pytest.mark.rule("DB-2")
def test_two_of_each_colour_are_drafted_from():
    t = table(FOUR, seed=None)
    assert t.state.pool == dict.fromkeys(COLORS, 2)
    t.draft("ana red ben red")
    with refused("DB-2", "No red die", "yellow, blue and white"):
        t.draft("cho red")


def test_a_draft_that_is_over_or_that_there_is_none_of():
    done = table(FOUR, seed=None).draft(
        "ana red ben red cho blue dan blue dan white cho white ben yellow ana yellow"
    )
    with refused("DB-13", "All of Ana's dice are told"):
        done.draft("ana red")
    for words in ("ana red", "red"):
        with refused("DB-11", "With 2 players nothing is drafted: 3 dice"):
            table(seed=None).draft(words)
        with refused("DB-12", "With 3 players nothing is drafted: 2 dice"):
            table("Ana Ben Cho", seed=None).draft(words)
    with refused("DB-11", "`companion dicebox seed 3` comes next"):
        table(seed=None).draft("red")
    with refused("DB-11", "`companion table`"):
        table().draft("red")


@pytest.mark.rule("DB-2")
def test_what_was_rolled_of_the_drafted_dice_is_told_as_well():
    t = table(FOUR, seed=None).roll("ana", "r1 r2 r4 y1 b1 w1")
    with refused("DB-13", "All of Ana's dice are told"):
        t.draft("ana blue")
    t.draft("ben yellow cho yellow dan blue")
    assert (t.state.picks, picker(t.state)) == ((1, 2, 3), 3)  # Ana is left out.
    with refused("DB-2", "No red die is left", "There are blue and white."):
        t.draft("dan red")
    with refused("DB-2", "Dan cannot have 2 red dice", "5 are told of elsewhere"):
        t.roll("dan", "r1 r2")


def test_a_draft_may_be_told_late():
    t = table(FOUR).place("ana", "r4", "d3").draft("ben white")
    assert t.dice("ben") == "r? y? b? w? w? ??"


@pytest.mark.parametrize("words", ["b red", "b r y"])
def test_a_letter_that_may_be_a_player_or_a_colour_is_asked_for_more_of(words):
    t = table(FOUR, seed=None).draft("ana red")
    with pytest.raises(Ambiguous, match="“b” could be Ben or blue"):
        t.draft(words)
    assert t.draft("b").dice("ben") == "r? y? b? b? w? ??"


def test_a_name_without_a_colour_is_asked_for_it():
    with pytest.raises(Invalid, match="Which colour does Cho pick"):
        table(FOUR, seed=None).draft("cho")


def test_a_player_called_like_a_colour_is_a_player_and_the_colour_a_colour():
    t = table("Red Ben Cho Dan", seed=None).draft("red red ben blue")
    assert (t.state.name(t.state.picks[0]), t.dice("red")) == ("Red", "r? r? y? b? w? ??")


def test_an_untold_draft_keeps_nobody_from_playing():
    """What was drafted may be any colour, until it is told."""
    t = table(FOUR, seed=3).roll("ana", "r1 r2 r4 y1 b1 w1")
    assert t.dice("ana") == "r1 r2 r4 y1 b1 w1"
    with refused("DB-22", "Ben has no fourth red die"):
        t.roll("ben", "r1 r1 r1 r1 b1 w1")


# The Seed


@pytest.mark.rule("DB-19")
def test_the_seed_fills_the_middle_and_is_nobody_s():
    t = table(seed=5)
    assert t.row(3) == ". . S5 . ."
    assert t.state.tally() == dict.fromkeys(COLORS, 0)
    assert t.points == "ana 0 ben 0"
    with refused("DB-19", "c3 is filled already: the Seed, 5 lies there"):
        t.seed(2)
    t.house = "it fell off the table"
    assert t.seed(2).row(3) == ". . S2 . ."


@pytest.mark.rule("A-DB-07")
def test_who_rolled_the_seed_has_the_first_turn():
    assert table(first="ben").turn == "ben"


@pytest.mark.rule("DB-20")
def test_all_dice_are_rolled_before_the_first_turn():
    t = table().roll_all()
    assert all(die.value for dice in t.state.dice for die in dice)
    assert (t.turn, len(t.said)) == ("ana", 2)
    with pytest.raises(Refused, match="All have rolled"):
        table(seed=None).roll_all().roll_all()


def test_a_third_pick_by_a_house_rule_is_a_die_more():
    t = table(FOUR, seed=None).roll("ana", "r1 y1 b1 w1 w2 w3")
    t.house = "three each"
    t.draft("ana white")
    assert t.dice("ana").count("w") == 4
    assert t.state.pool["white"] == 0


def test_a_draft_is_not_asked_for_once_dice_lie_there():
    t = table(FOUR, seed=None)
    assert "Draw lots for the first pick" in t.todo
    t.seed(3).place("ana", "r4", "d3")
    assert "first pick" not in t.todo


def test_of_several_picks_none_is_entered_where_one_is_wrong():
    t = table("Ana Ben Cho Dee", seed=None).draft("ben red cho red")
    with refused(
        "DB-16", "None of these is entered. What fits: `companion dicebox draft dee blue ana white`"
    ):
        t.draft("dee blue ana white ben red")
    assert t.state.picks == (1, 2)
    t.draft("dee blue ana white")
    assert t.state.picks == (1, 2, 3, 0)

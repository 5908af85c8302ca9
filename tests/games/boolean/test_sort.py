"""Sort: five turns, two areas, and what the bottoms show."""

import pytest

from companion.games.boolean.dice.the_ten import find_die
from companion.games.boolean.game import GAME
from companion.games.boolean.sort import turns
from companion.testing.plays import Playthrough


def table() -> "Table":
    """A play that has begun: ten dice rolled, none in an area."""
    return Table(GAME, ["Ana"], None, {"variant": "sort"})


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def sort(self, words: str) -> "Table":
        """`3c 2o 5`: rolled, to Black, to White; `-` for one that is not entered."""
        dice = [None if name == "-" else find_die(name).id for name in words.split()]
        named = dict(zip(("rolled", "black", "white"), dice, strict=True))
        return self.act(lambda action: turns.sort(action, **named))

    def roll(self, die: str) -> "Table":
        return self.act(lambda action: action.add("turn.opened", rolled=find_die(die).id))

    def next(self, times: int = 1) -> "Table":
        for _ in range(times):
            self.act(lambda action: self.game.advance(action))
        return self

    def bottoms(self, words: str) -> "Table":
        right = turns.read_bottoms(words.split())
        return self.act(lambda action: turns.show_bottoms(action, right))

    @property
    def areas(self) -> str:
        """The dice of both areas: `2o - | 5 4a`."""
        return " | ".join(
            " ".join(die or "-" for die in area) or "nothing" for area in self.state.areas
        )


# Turns


@pytest.mark.rule("BO-155", "BO-157")
def test_it_begins_with_a_roll_and_two_areas():
    t = table()
    assert "Roll all ten dice, and prepare two areas" in t.todo
    assert (t.areas, t.state.outside, t.turn) == ("nothing | nothing", 10, "ana")


@pytest.mark.rule("BO-160", "BO-161")
def test_a_turn_rolls_a_die_and_puts_one_into_each_area():
    t = table().sort("3c 2o 5").next().sort("- - 4a")
    assert t.areas == "2w-opposite - - | 5w - 4w-adjacent"
    assert [turn.rolled for turn in t.state.turns] == ["3w-corner", None, None]
    assert t.said == ["turn 3: a die goes into Black, the 4w-adjacent into White"]
    assert t.state.outside == 4


@pytest.mark.rule("BO-158", "A-BO-15")
def test_a_house_may_take_dice_out_again():
    t = table().sort("3c 2o 5")
    t.house = "one mistake is free"
    t.sort("5 2o 3c")
    assert t.overruled == ["A-BO-15", "BO-158"]


def test_a_die_that_can_never_be_right_is_pointed_out():
    t = table().sort("- 6 0")
    assert t.warned == [
        "The 6w cannot be right in Black: it has no black face.",
        "The 0w cannot be right in White: it has no white face.",
    ]
    assert table().sort("6 0 6").warned == []


# The end


@pytest.mark.rule("BO-154", "BO-159", "BO-162", "BO-163")
def test_all_ten_bottoms_have_to_be_right():
    for told, winner in (
        *(("5 5", "ana"), ("bbbbb wwwww", "ana"), ("BBBBB WWWWW", "ana")),
        *(("5 4", ""), ("4 5", ""), ("bbbbb wwbww", ""), ("wbbbb wwwwb", ""), ("0 0", "")),
    ):
        t = table().next(5).bottoms(told)
        assert (t.winners, t.state.status) == (winner, "finished")


def test_the_log_says_how_many_were_right():
    t = table().next(5).bottoms("wbbbb wwbbw")
    assert t.state.right == (4, 3)
    assert t.said == [
        "the dice are turned over: 4 of 5 are right in Black, 3 of 5 in White",
        "Nobody has won: 7 of 10 bottoms are right, 4 in Black and 3 in White",
    ]


def test_a_house_that_stops_early_has_won_with_what_lies_there():
    t = table().next(4)
    t.house = "four will do today"
    assert t.bottoms("4 4").winners == "ana"
    assert t.overruled == ["BO-162"]


def test_what_the_bottoms_show_is_taken_whatever_the_dice_were_called():
    """Nobody has seen more of a die than five faces: its name was a guess."""
    for words, told, warned in (
        ("- 6 1", "5 3", "5 right in Black: so the die named 6w there was another one."),
        ("- 0 6", "0 3", "0 right in Black: so the die named 0w there was another one."),
        ("- 0 6", "3 0", "0 right in White: so the die named 6w there was another one."),
        ("- 1 0", "5 5", "5 right in White: so the die named 0w there was another one."),
        ("- 6 0", "4 4", ""),
        ("- 0 6", "1 1", ""),
        ("- 1 5", "0 0", ""),
    ):
        t = table().sort(words).next(4).bottoms(told)
        assert t.state.status == "finished"
        assert t.warned == ([warned] if warned else [])


# A roll that is told before anything is placed


@pytest.mark.rule("BO-160", "BO-161")
def test_a_turn_may_be_told_in_two_steps():
    t = table().roll("3c")
    assert (t.areas, t.state.outside, t.state.round) == ("nothing | nothing", 10, 1)
    assert t.said == ["turn 1: the 3w-corner is rolled"]
    assert "The 3w-corner was rolled. Now put one die into each area" in t.todo
    t.sort("- 2o 5")
    assert t.said == ["turn 1: the 2w-opposite goes into Black, the 5w into White"]
    assert (t.areas, t.state.round) == ("2w-opposite | 5w", 2)
    assert [turn.rolled for turn in t.state.turns] == ["3w-corner"]
    assert t.roll("3c").next().said == ["turn 2: one die goes into each area"]


def test_an_open_turn_is_seen(companion):
    companion.must("start boolean Ana")
    assert companion.must("boolean sort 3c --json").json["rolling"] == "3w-corner"
    assert "10 dice outside the areas, rolled: 3w-corner" in companion.must("table").out
    assert companion.must("boolean sort 2o 5 --json").json["rolling"] is None


def test_dice_that_were_named_help_to_deduce():
    t = table().sort("3c 2o 5")
    assert " --placed 2o,5`" in t.todo
    assert "--placed" not in table().next().todo


# What is typed


def test_a_turn_may_be_told_in_full_or_in_part(companion):
    for typed, turn in (
        ("", [None, None, None]),
        ("3c 2o 5", ["3w-corner", "2w-opposite", "5w"]),
        ("--white 5", [None, None, "5w"]),
        ("white 5", [None, None, "5w"]),
        ("3c black 2o white 5", ["3w-corner", "2w-opposite", "5w"]),
        ("white=5 b=2o", [None, "2w-opposite", "5w"]),
        ("rolled 3c w 5", ["3w-corner", None, "5w"]),
        ("3c --black 2o --white 5", ["3w-corner", "2w-opposite", "5w"]),
        ("3c,2o,5", ["3w-corner", "2w-opposite", "5w"]),
        ("--rolled 3w-c --black 2o", ["3w-corner", "2w-opposite", None]),
    ):
        companion.must("start boolean Ana")
        told = companion.must(f"boolean sort {typed} --json").json
        assert [told["rolled"][0], told["areas"]["black"][0], told["areas"]["white"][0]] == turn


def test_what_is_placed_may_follow_the_roll(companion):
    for typed in ("2o 5", "black 2o --white 5", "3c 2o 5", "rolled 3c b 2o w 5"):
        companion.must("start boolean Ana")
        companion.must("boolean sort --rolled 3c")
        told = companion.must(f"boolean sort {typed} --json").json
        areas = {"black": ["2w-opposite"], "white": ["5w"]}
        assert (told["rolled"], told["areas"]) == (["3w-corner"], areas)


def test_bottoms_may_have_a_comma_between_them(companion):
    for typed in ("5,4", "5, 4", "bbbbb,wwwwb"):
        companion.must("start boolean Ana")
        told = companion.must(f"boolean bottoms {typed} --json").json
        assert told["right"] == {"black": 5, "white": 4}

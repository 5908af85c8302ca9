"""Sort: five turns, two areas, and what the bottoms show."""

import pytest

from companion.errors import CompanionError, Refused
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.game import GAME
from companion.games.boolean.sort import moves, named
from tests.games.sitting import Sitting, refused


def table() -> "Table":
    """A play that has begun: ten dice rolled, none in an area."""
    return Table(GAME, ["Ana"], None, {"variant": "sort"})


class Table(Sitting):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def sort(self, words: str) -> "Table":
        """`3c 2o 5`: rolled, to Black, to White; `-` for one that is not told."""
        told = [None if name == "-" else find_die(name).id for name in words.split()]
        return self.act(lambda action: moves.sort(action, *told))

    def next(self, times: int = 1) -> "Table":
        for _ in range(times):
            self.act(moves.advance)
        return self

    def bottoms(self, words: str) -> "Table":
        return self.act(lambda action: moves.show_bottoms(action, named.right(words.split())))

    @property
    def areas(self) -> str:
        """The dice of both areas: `2o - | 5 4a`."""
        return " | ".join(
            " ".join(die or "-" for die in area) or "nothing" for area in self.state.areas
        )


@pytest.mark.rule("BO-153")
@pytest.mark.parametrize("players", ["Ana Ben", "Ana Ben Cho"])
def test_it_is_for_one(companion, players):
    said = companion(f"start boolean {players} --game sort")
    assert "(BO-153)" in said.err
    assert companion.must("start boolean Ana --json").json["variant"] == "sort"


# Turns


@pytest.mark.rule("BO-155", "BO-157")
def test_it_begins_with_a_roll_and_two_areas():
    t = table()
    assert "Roll all ten dice, and have two areas ready" in t.todo
    assert (t.areas, t.state.outside, t.turn) == ("nothing | nothing", 10, "ana")


@pytest.mark.rule("BO-160", "BO-161")
def test_a_turn_rolls_a_die_and_puts_one_into_each_area():
    t = table().sort("3c 2o 5").next().sort("- - 4a")
    assert t.areas == "2w-opposite - - | 5w - 4w-adjacent"
    assert [turn.rolled for turn in t.state.turns] == ["3w-corner", None, None]
    assert t.said == ["turn 3: a die goes into Black, the 4w-adjacent into White"]
    assert t.state.outside == 4


@pytest.mark.rule("BO-161")
def test_one_die_does_not_go_into_both_areas():
    with pytest.raises(Refused, match="The 5w cannot lie in both areas"):
        table().sort("- 5 5")
    assert table().sort("5 5 2o").areas == "5w | 2w-opposite"


@pytest.mark.rule("BO-158")
def test_no_die_comes_out_of_an_area():
    t = table().sort("3c 2o 5")
    for words in ("3c 2o 1", "3c 1 2o", "3c 5 1", "- - 5"):
        with refused("BO-158", "lies in the", "area already, and stays there", "0w, 1w"):
            t.sort(words)


@pytest.mark.rule("A-BO-15")
def test_a_die_in_an_area_is_not_rolled_and_the_one_that_is_rolled_need_not_be_placed():
    t = table().sort("3c 2o 5")
    with refused("A-BO-15", "The 5w lies in the White area"):
        t.sort("5 3c 1")
    assert t.sort("3c 1 6").areas == "2w-opposite 1w | 5w 6w"


@pytest.mark.rule("BO-158", "A-BO-15")
def test_a_house_may_take_dice_out_again():
    t = table().sort("3c 2o 5")
    t.house = "one mistake is free"
    t.sort("5 2o 3c")
    assert t.overruled == ["A-BO-15", "BO-158"]


@pytest.mark.rule("BO-159")
def test_there_are_five_turns():
    t = table().next(5)
    assert (t.state.played, t.state.outside) == (True, 0)
    with pytest.raises(Refused, match=r"All 5 turns are taken.*BO-159"):
        t.next()


def test_a_die_that_can_never_be_right_is_pointed_out():
    t = table().sort("- 6 0")
    assert t.warned == [
        "The 6w cannot be right in Black: no face of it is black.",
        "The 0w cannot be right in White: no face of it is white.",
    ]
    assert table().sort("6 0 6").warned == []


# The end


@pytest.mark.rule("BO-154", "BO-162", "BO-163")
@pytest.mark.parametrize(
    ("told", "winner"),
    [
        *(("5 5", "ana"), ("bbbbb wwwww", "ana"), ("BBBBB WWWWW", "ana")),
        *(("5 4", ""), ("4 5", ""), ("bbbbb wwbww", ""), ("wbbbb wwwwb", ""), ("0 0", "")),
    ],
)
def test_all_ten_bottoms_have_to_be_right(told, winner):
    t = table().next(5).bottoms(told)
    assert (t.winners, t.state.status) == (winner, "finished")


def test_the_log_says_how_many_were_right():
    t = table().next(5).bottoms("wbbbb wwbbw")
    assert t.state.right == (4, 3)
    assert t.said == [
        "the dice are turned over: 4 of 5 are right in Black, 3 of 5 in White",
        "Nobody has won: 7 of 10 bottoms are right, 4 in Black and 3 in White",
    ]


@pytest.mark.rule("BO-162")
def test_the_dice_are_turned_over_when_all_turns_are_told_or_none_is():
    with refused("BO-162", "after 5 turns, and 1 turn is told", "`companion next`"):
        table().next().bottoms("5 5")
    with refused("BO-162", "4 turns are told"):
        table().next(4).bottoms("5 5")
    assert table().bottoms("5 5").winners == "ana"


def test_a_house_that_stops_early_has_won_with_what_lies_there():
    t = table().next(4)
    t.house = "four will do today"
    assert t.bottoms("4 4").winners == "ana"
    assert t.overruled == ["BO-162"]


def test_a_turn_is_not_taken_back_from_under_the_end():
    t = table().sort("3c 2o 5").next(4).bottoms("5 5")
    with pytest.raises(CompanionError, match="4 turns are told"):
        t.undo(2)


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [("- 6 1", (0, 0), (4, 5)), ("- 0 6", (1, 1), (5, 5)), ("- 1 0", (0, 0), (5, 4))],
)
def test_known_dice_say_what_can_be(words, least, most):
    t = table().sort(words).next(4)
    assert tuple(zip(*map(t.state.limits, (0, 1)), strict=True)) == (least, most)
    for area, name in enumerate(("Black", "White")):
        for count in (least[area] - 1, most[area] + 1):
            if 0 <= count <= 5:
                told = [3, 3]
                told[area] = count
                with pytest.raises(Refused, match=f"{count} cannot be right in {name}"):
                    t.bottoms(f"{told[0]} {told[1]}")


@pytest.mark.rule("BO-4")
def test_not_all_ten_bottoms_are_of_one_colour():
    with refused("BO-4", "Not all ten bottoms can be white"):
        table().next(5).bottoms("0 5")
    with refused("BO-4", "Not all ten bottoms can be black"):
        table().bottoms("bbbbb bbbbb")


def test_the_end_is_said_as_it_can_be():
    t = table().sort("- 6 0").next(4)
    assert "`companion boolean bottoms 4 4`" in t.todo
    t = table().sort("- 1 6").next(4)
    assert "`companion boolean bottoms 5 4`" in t.todo


# What is typed


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("", [None, None, None]),
        ("3c 2o 5", ["3w-corner", "2w-opposite", "5w"]),
        ("--white 5", [None, None, "5w"]),
        ("--rolled 3w-c --black 2o", ["3w-corner", "2w-opposite", None]),
    ],
)
def test_a_turn_may_be_told_in_full_or_in_part(companion, typed, turn):
    companion.must("start boolean Ana")
    told = companion.must(f"boolean sort {typed} --json").json
    assert [told["rolled"][0], told["areas"]["black"][0], told["areas"]["white"][0]] == turn


@pytest.mark.parametrize("typed", ["3c", "3c 2o", "3c 2o 5 1", "3c 2o 5 --white 1"])
def test_some_names_without_a_word_are_not_understood(companion, typed):
    companion.must("start boolean Ana")
    assert "all three" in companion(f"boolean sort {typed}").err


@pytest.mark.parametrize("typed", ["5", "5 4 3", "bbbb wwwww", "bbbbx wwwww", "5 x", "12 5"])
def test_bottoms_are_numbers_or_five_letters(companion, typed):
    companion.must("start boolean Ana")
    said = companion(f"boolean bottoms {typed}")
    assert (said.code, "`companion boolean bottoms 5 4`" in said.err) == (2, True)


def test_more_right_ones_than_dice():
    with pytest.raises(Refused, match="The Black area has 5 dice, not 7"):
        table().bottoms("7 5")

"""The Stack: dice that are placed in turn, Challenges, falls, the tenth die."""

from itertools import product

import pytest

from companion.core.offer import Line
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import find_die
from companion.games.boolean.stack.challenge import challenge
from companion.games.boolean.stack.inverse import advice_lines, advise
from tests.games.boolean.tables_stack import Table, table

# Placing


@pytest.mark.rule("BO-108", "BO-109", "BO-110", "BO-112")
def test_the_first_steps_say_how_to_begin():
    assert "Split the ten dice, take five each, and sit face to face" in table().todo
    assert "Turn an edge of it towards each of you." in table().todo


@pytest.mark.rule("BO-113", "BO-114", "BO-122", "BO-124", "BO-126", "BO-130")
def test_the_two_alternate_until_one_challenges():
    """The third die is the first that can be Challenged, the tenth one has to be."""
    for dice, verdict, winner in ((3, "bluff", "ben"), (10, "true", "ben")):
        t = table().stack("ana", "ben white").high(dice - 2)
        assert t.tower.startswith("ana, ben white, ana")
        t.challenge(t.turn, verdict)
        assert (t.winners, t.state.status) == (winner, "finished")


def test_the_stack_is_so_many_dice_high():
    t = table().high(1)
    assert t.game.where(t.state) == "1 die high · Ben's turn"
    assert t.game.where(t.high(1).state) == "2 dice high · Ana's turn"


# Challenges


@pytest.mark.rule("BO-118", "BO-119", "BO-120", "BO-128")
def test_a_true_inverse_differs_on_all_three_faces():
    t = table().high(3)
    for below, placed in product(product("wb", repeat=3), repeat=2):
        t.challenge("ben", below="".join(below), placed="".join(placed))
        inverse = all(one != other for one, other in zip(below, placed, strict=True))
        assert t.winners == ("ana" if inverse else "ben")
        assert ("a true inverse" if inverse else "a bluff") in t.said[0]
        t.undo()


def test_what_does_not_differ_is_said():
    t = table().high(3).challenge("ben", below="wbw", placed="wbb", die="2a")
    assert t.said == [
        "Ben Challenges Ana's die, the 2w-adjacent: the bottom and left side do not differ from "
        "the die below, so it is a bluff",
        "Ben has won: Ana's die was a bluff, and was Challenged",
    ]
    t = table().high(3).challenge("ben", below="wbw", placed="bwb")
    assert t.said == [
        "Ben Challenges Ana's die: all three faces differ from the die below, so it is a true "
        "inverse",
        "Ana has won: Ana's die is a true inverse, and was Challenged",
    ]


NO_DIE = (
    "By the dice that were entered, {} has none that lies like {}. `companion undo` if "
    "that was a slip."
)


def test_dice_that_were_told_warn_of_faces_that_none_of_them_has():
    """To refuse would be a way to ask for them.

    None of Ana's has white on top, below and at one side, and black at another.
    """
    t = table().high(3)
    lies_so = {"below": "bbb", "placed": "wwb", "top": "white"}
    t.holds("ana", "1", "2a", "2o", "3c", "6")
    assert t.challenge("ben", **lies_so).winners == "ben"
    assert t.warned == [NO_DIE.format("Ana", "the Challenged die")]
    t.undo().holds("ana", "0", "1", "2o", "3c", "5").challenge("ben", **lies_so)
    assert t.warned == []
    t = table().high(3).holds("ben", "3b", "4o", "4a", "5").challenge("ben", **lies_so)
    assert t.warned == [NO_DIE.format("Ana", "the Challenged die")]


def test_the_die_below_is_one_of_the_challengers():
    t = table().high(3).holds("ben", "1", "2o", "2a", "0", "3b")
    assert t.challenge("ben", below="www", placed="bbb").winners == "ana"
    assert t.warned == [NO_DIE.format("Ben", "the die below")]
    t.undo().holds("ben", "3c").challenge("ben", below="www", placed="bbb")
    assert t.warned == []


def test_a_named_die_that_cannot_be_the_opponents_is_recorded_and_warned_of():
    for secret in (("ben", "3c"), ("ana", "0", "1", "2o", "3b", "2a")):
        t = table().high(3).holds(*secret).challenge("ben", "bluff", die="3c")
        assert t.winners == "ben"
        assert t.warned == [
            "By the dice that were entered, Ana cannot have the 3w-corner. `companion undo` if "
            "that was a slip."
        ]
        assert table().high(3).holds("ana", "3c").challenge("ben", "bluff", die="3c").warned == []


# Falling


@pytest.mark.rule("BO-107", "BO-117")
def test_whoever_makes_the_stack_fall_loses():
    for dice, name, winner in product((0, 3, 10), ("ben", "ana"), ("ana", "ben")):
        if name != winner:
            t = table().high(dice).fell(name)
            assert t.winners == winner
            assert "made the stack fall" in t.said[-1]


def test_the_next_steps_name_both_who_may_have_made_it_fall():
    assert (
        "Did it fall? With the last die: `companion boolean fell ben`; with the next: `companion "
        "boolean fell ana`."
    ) in table().high(4).todo


@pytest.mark.rule("A-BO-14")
def test_a_stack_of_ten_is_made_to_fall_by_whoever_placed_the_tenth():
    t = table(first="ben").high(10)
    assert "Did the tenth die make the stack fall? `companion boolean fell`." in t.todo
    t.fell()
    assert (t.winners, t.warned) == ("ben", [])
    t = table().high(10).fell("ana")
    assert "the Challenge counts (A-BO-14)" in t.warned[0]


# What need not be told


def test_how_it_ended_is_all_that_need_be_told():
    assert table().fell("ana").winners == "ben"
    assert table().challenge("ana", "bluff").winners == "ana"
    assert table().challenge("ana", below="www", placed="bbb").winners == "ben"
    with pytest.raises(Invalid, match="Who Challenges"):
        table().act(challenge.entry(Line(("bluff",))))
    assert table().high(3).act(challenge.entry(Line(("bluff",)))).winners == "ben"


# Before a Challenge


def stood() -> Table:
    """Ben has placed the die below, Ana the one on it."""
    return table().stack("ana", "ben white", "ana black")


def test_ones_own_dice_say_whether_it_can_be_a_true_inverse():
    for dice, own, told in (
        ("", None, "Do you have that one? If so, it is a bluff; if not, Ana can have it."),
        ("1", None, "It is not the one that you entered. Is it one of your others?"),
        ("1 5", None, "It is none of the 2 that you entered. Is it one of your others?"),
        ("0 1 3c 5", None, "It is none of the 4 that you entered. Is it your other one?"),
        ("1 2a", True, "You have that die yourself, so it is a bluff."),
        ("0 1 3c 4o 5", False, "Ana has that die, so it can be a true inverse, unless"),
    ):
        mine = [find_die(name).id for name in dice.split()]
        t = stood()
        asked = advise(t.state, 1, "wbb", "bbb", mine)
        assert (asked.die.id, asked.own) == ("2w-adjacent", own)
        assert told in " ".join(advice_lines(t.state, 1, asked))


def test_dice_that_were_told_are_looked_at_for_whoever_gives_a_name(companion):
    """Otherwise anybody could ask what is in the other's hand."""
    companion.must("start boolean Ana Ben --game stack")
    companion.must("boolean holds ben 2a")
    for line in ("stack ana", "stack ben white", "stack ana black"):
        companion.must(f"boolean {line}")
    asked = "boolean inverse --below wbb --seen bbb --json"
    assert companion.must(asked).json["yours"] is None
    assert companion.must(asked.replace("inverse", "inverse ben")).json["yours"] is True

"""Faces in the stack, against a tower built of directions: nothing here knows how a net is told.

Whoever places a die sits in the south and looks north, with an edge towards them: to the left is
the south-west side, to the right the south-east one. The other one sits in the north.
"""

from itertools import product

import pytest

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.stack.inverse import (
    dice_that_fit,
    equal_faces,
    faces_below,
    faces_of_placed,
    inverse_die,
)
from companion.testing.plays import refused
from tests.games.boolean.tables_stack import table

UP, DOWN, SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST = range(6)
SPUN = {SOUTH_WEST: SOUTH_EAST, SOUTH_EAST: NORTH_EAST, NORTH_EAST: NORTH_WEST} | {
    NORTH_WEST: SOUTH_WEST,
    UP: UP,
    DOWN: DOWN,
}
TIPPED = {UP: SOUTH_EAST, SOUTH_EAST: DOWN, DOWN: NORTH_WEST, NORTH_WEST: UP} | {
    SOUTH_WEST: SOUTH_WEST,
    NORTH_EAST: NORTH_EAST,
}
ALL = list(product("wb", repeat=6))
"""Every way in which a die can stand in the stack: its colour in each direction."""


def turned(die, turn):
    return tuple(die[turn[side]] for side in range(6))


def orbit(die):
    """All the ways in which the same die can stand."""
    found, new = {die}, {die}
    while new:
        new = {turned(one, turn) for one in new for turn in (SPUN, TIPPED)} - found
        found |= new
    return frozenset(found)


def by_placer(die, first):
    return die[first] + die[SOUTH_WEST] + die[SOUTH_EAST]


def by_other(die):
    """Looking south, east is at the left."""
    return die[UP] + die[NORTH_EAST] + die[NORTH_WEST]


def inverse(told):
    return "".join("b" if sign == "w" else "w" for sign in told)


def test_ten_dice_stand_in_64_ways():
    assert len({orbit(die) for die in ALL}) == 10


@pytest.mark.rule("BO-118", "BO-119", "BO-120")
def test_of_a_true_inverse_the_other_player_can_tell_which_die_it_is():
    """Every die in every way it can stand, on one of which it is a true inverse."""
    names = {}
    for die in ALL:
        below = inverse(by_placer(die, DOWN))
        assert equal_faces(below, by_placer(die, DOWN)) == []
        found = inverse_die(below, by_other(die))
        assert found.whites == die.count("w")
        names.setdefault(orbit(die), set()).add(found.id)
    assert all(len(found) == 1 for found in names.values())
    assert sorted(name for found in names.values() for name in found) == sorted(by_id())


def test_which_dice_can_lie_so():
    for top in (None, "white", "black"):
        by_name = {inverse_die(inverse(by_placer(d, DOWN)), by_other(d)).id: orbit(d) for d in ALL}
        for placed in map("".join, product("wb", repeat=3)):
            expected = [
                name
                for name in by_id()
                if any(
                    by_placer(way, DOWN) == placed and top in (None, _word(way[UP]))
                    for way in by_name[name]
                )
            ]
            assert dice_that_fit(faces_of_placed(placed, top), list(by_id())) == expected
            assert expected


def test_which_dice_can_lie_below():
    by_name = {inverse_die(inverse(by_placer(d, DOWN)), by_other(d)).id: orbit(d) for d in ALL}
    for below in map("".join, product("wb", repeat=3)):
        expected = [n for n in by_id() if any(by_placer(way, UP) == below for way in by_name[n])]
        assert dice_that_fit(faces_below(below), list(by_id())) == expected


def _word(sign):
    return "white" if sign == "w" else "black"


# What is known of both dice decides


BEFORE = "ana,ben {},ana"


@pytest.mark.rule("BO-118", "BO-119", "BO-120", "BO-128")
def test_what_is_known_of_both_dice_says_who_is_right():
    for color, told, winner in (
        ("white", {"die": "6"}, "ben"),
        ("black", {"die": "0"}, "ben"),
        ("black", {"die": "6", "below": "?w?"}, "ben"),
        ("black", {"die": "6", "below": "?bb"}, "ana"),
        ("white", {"placed": "w??"}, "ben"),
        ("white", {"below": "w?b", "placed": "b?b"}, "ben"),
        ("black", {"die": "5", "placed": "??b", "below": "bbw"}, "ana"),
        ("black", {"die": "1", "top": "white", "placed": "b??"}, "ben"),
        # With its one black face on top, the others are white.
        ("black", {"die": "5", "top": "black", "below": "bbb"}, "ana"),
        ("white", {"die": "5", "top": "black"}, "ben"),
    ):
        t = table().stack(*BEFORE.format(color).split(","))
        assert t.challenge("ben", **told).winners == winner
        verdict = "true" if winner == "ana" else "bluff"
        t = table().stack(*BEFORE.format(color).split(","))
        assert t.challenge("ben", verdict, **told).winners == winner
        t = table().stack(*BEFORE.format(color).split(","))
        with refused("BO-118", "By what is known of both dice", "challenge ben"):
            t.challenge("ben", "bluff" if winner == "ana" else "true", **told)


def test_the_log_says_how_it_was_decided():
    for told, said in (
        ({"die": "6", "below": "bbb"}, "Ana's die, the 6w: it can only be a true inverse"),
        ({"die": "6"}, "Ana's die, the 6w: it can only be a bluff"),
        ({"placed": "?w?", "below": "?w?"}, "the left side does not differ from the die below"),
    ):
        below = "black" if "below" in told else "white"
        t = table().stack("ana", f"ben {below}", "ana").challenge("ben", **told)
        assert said in t.said[0]

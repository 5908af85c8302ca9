"""The set: ten dice, derived from the turns of a cube, found by name and by their faces."""

import tomllib
from itertools import permutations, product
from random import Random

import pytest

from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.boolean.dice.faces import guesses, parse_faces, require_faces
from companion.games.boolean.dice.the_ten import (
    AROUND,
    BOTTOM,
    TOP,
    apply_turn,
    by_id,
    dice,
    find_die,
    opposite,
    the_ten,
    turns,
)
from companion.reference.data import data_folder

SOME_FACES = Random(4).sample(list(product((True, False, None), repeat=6)), 80)
"""Faces of which some are not seen: 80 of the 729 ways."""


def test_a_cube_is_turned_in_24_ways_and_no_face_leaves_its_opposite():
    assert len(turns()) == 24
    for turn in turns():
        assert sorted(turn) == list(range(6))
        for face in range(6):
            assert turn[opposite(face)] == opposite(turn[face])


def test_turns_keep_the_faces_around_in_their_sense():
    """Of the 48 ways to keep opposites, 24 are mirrored: a turn keeps a corner's handedness."""
    keeping = [
        order
        for order in permutations(range(6))
        if all(order[opposite(face)] == opposite(order[face]) for face in range(6))
    ]
    assert len(keeping) == 48
    positions = {
        0: (0, 0, 1),
        5: (0, 0, -1),
        2: (0, -1, 0),
        4: (0, 1, 0),
        3: (1, 0, 0),
        1: (-1, 0, 0),
    }

    def determinant(order):
        (a, b, c), (d, e, f), (g, h, i) = (positions[order[face]] for face in (3, 4, 0))
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    assert {order for order in keeping if determinant(order) == 1} == set(turns())


@pytest.mark.rule("BO-1", "BO-2", "BO-4")
def test_there_are_exactly_ten_dice_and_every_colouring_is_one_of_them():
    assert len(dice()) == 10
    assert sum(len(ways) for ways in dice()) == 2**6
    for colouring in product((False, True), repeat=6):
        assert sum(colouring in ways for ways in dice()) == 1


def test_a_die_is_the_same_however_it_is_turned():
    for die in the_ten():
        for way in {apply_turn(die.net, turn) for turn in turns()}:
            assert [one.die for one in guesses(way)] == [die]


def test_the_dice_are_called_as_in_the_box():
    with (data_folder() / "boolean" / "components.toml").open("rb") as file:
        items = tomllib.load(file)["item"]
    assert [item["id"] for item in items] == list(by_id())
    for item, die in zip(items, the_ten(), strict=True):
        assert tuple(face == "white" for face in item["net"]) in die.ways
        assert item["title"].replace("No", "no") == die.title.replace(
            "no white faces", "no white face"
        )


def test_names_are_found_as_they_are_typed():
    typed = {
        "3w-corner": "3w-corner",
        "3W-C": "3w-corner",
        "3c": "3w-corner",
        "2o": "2w-opposite",
        "5": "5w",
        "5w": "5w",
        "0": "0w",
    }
    for text, die in typed.items():
        assert find_die(text).id == die
    with pytest.raises(Ambiguous):
        find_die("4w")
    with pytest.raises(NotFound):
        find_die("7w")


def test_short_names_are_all_different():
    assert len({die.short for die in the_ten()}) == 10


# From faces


def test_all_six_faces_are_one_die():
    assert [one.die.id for one in guesses(parse_faces(["white", "b", "w", "wbw"]))] == [
        "4w-adjacent"
    ]


def test_five_faces_leave_two_dice_that_differ_by_the_bottom():
    for seen in product((False, True), repeat=5):
        found = guesses((*seen, None))
        assert len(found) == 2
        assert sorted(one.die.whites for one in found) == [sum(seen), sum(seen) + 1]


def test_ways_are_counted_turn_by_turn():
    lays = {die: [apply_turn(die.net, turn) for turn in turns()] for die in the_ten()}
    for faces in SOME_FACES:
        found = {}
        for die, ways in lays.items():
            looking = [
                way
                for way in ways
                if all(seen in (None, face) for seen, face in zip(faces, way, strict=True))
            ]
            if looking:
                found[die.id] = (len(looking), sum(way[BOTTOM] for way in looking))
        assert {one.die.id: (one.ways, one.white_below) for one in guesses(faces)} == found


def test_a_top_alone_says_how_likely_its_bottom_is():
    """Of opposite faces of all dice: how often both are white."""
    faces = require_faces((True,))
    found = guesses(faces)
    pairs = [(TOP, BOTTOM), (AROUND[0], AROUND[2]), (AROUND[1], AROUND[3])]
    white = both = 0
    for die in the_ten():
        for one, other in (*pairs, *((b, a) for a, b in pairs)):
            white += die.net[one]
            both += die.net[one] and die.net[other]
    assert sum(one.white_below for one in found) * white == both * sum(one.ways for one in found)


def test_words_that_are_not_faces():
    for words, why in (
        (["w", "x"], "not the colour"),
        ([""], "not the colour"),
        (["??"], "Which faces"),
    ):
        with pytest.raises(Invalid, match=why):
            require_faces(parse_faces(words))

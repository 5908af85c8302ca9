"""The Checkerboard Cube and the Big Checkerboard: counted in two ways, and solutions looked at."""

from itertools import combinations

import pytest

from companion.games.boolean.dice.the_ten import (
    BACK,
    BOTTOM,
    FACES,
    FRONT,
    LEFT,
    RIGHT,
    TOP,
    the_ten,
)
from companion.games.boolean.puzzles.block import (
    ALL,
    BOARD,
    CUBE,
    assignments,
    build,
    colour,
    count_always_possible,
    count_with_equal_sides,
    fitting,
    left_out,
    names_of,
    places,
    set_of,
    shown,
)
from tests.games.boolean import slowly

PAIRS = list(combinations([die.id for die in the_ten()], 2))


def by_names(block):
    return {frozenset(names_of(used)): count for used, count in assignments(block).items()}


def seen(built):
    """What a block shows on each of its faces: colours by the two steps along that face."""
    faces = {face: {} for face in range(len(FACES))}
    for laid in built.steps:
        column, row, layer = laid.place[:3]
        for face in laid.place.outside:
            along = {TOP: (column, row), BOTTOM: (column, row), LEFT: (row, layer)}
            along |= {RIGHT: (row, layer), FRONT: (column, layer), BACK: (column, layer)}
            faces[face][along[face]] = laid.way[face]
    return faces


def is_checkerboard(squares):
    return all(
        squares[x, y] is not squares[other]
        for x, y in squares
        for other in ((x + 1, y), (x, y + 1))
        if other in squares
    )


# Counts


@pytest.mark.rule("BO-229", "BO-230", "BO-231")
def test_the_cube_is_counted_as_place_by_place_with_dice_turned_in_space():
    counts = by_names(CUBE)
    assert counts == slowly.CUBE.counts()
    assert len(counts) == len(PAIRS) == 45
    assert min(counts.values()) > 0


def test_so_many_cubes_are_really_built_die_by_die():
    removed, count = ("2w-adjacent", "3w-corner"), 2304
    assert sum(1 for _ in slowly.CUBE.built(slowly.without(*removed))) == count
    assert assignments(CUBE)[ALL & ~set_of(removed)] == count


@pytest.mark.rule("BO-232", "BO-233", "BO-234")
def test_the_big_one_is_counted_as_place_by_place_with_dice_turned_in_space():
    counts = by_names(BOARD)
    assert counts == slowly.BOARD.counts()
    assert list(counts.values()) == [8576]
    assert frozenset(die.id for die in the_ten()) - next(iter(counts)) == {"3w-corner"}


@pytest.mark.rule("A-BO-27")
def test_no_big_one_has_narrow_sides_of_one_colour():
    narrow = tuple(side for side in slowly.SIDES if not side[2])
    assert slowly.BOARD.counts(narrow[:2])
    assert slowly.BOARD.counts(narrow) == {}
    assert count_with_equal_sides(BOARD) == 0


def test_of_fewer_dice_the_same_is_counted():
    everything = assignments(CUBE)
    for many, choices in ((8, 1), (9, 9)):
        among = (1 << many) - 1
        some = {used: count for used, count in everything.items() if not used & ~among}
        assert assignments(CUBE, among) == some
        assert len(some) == choices


def test_patterns_that_always_work_are_those_that_work_for_every_pair():
    counts = [
        assignments(CUBE, begun=[tuple(bool(number >> face & 1) for face in range(6))])
        for number in range(64)
    ]
    assert count_always_possible(CUBE) == sum(len(found) == 45 for found in counts) == 36
    assert sum(found.total() for found in counts) == assignments(CUBE).total()


def test_what_is_left_out_is_named_in_the_order_of_the_set():
    assert [names_of(pair) for pair in left_out(CUBE)] == PAIRS
    assert [names_of(one)[0] for one in left_out(BOARD)] == [die.id for die in the_ten()]


def test_around_a_corner_only_the_number_of_white_faces_matters():
    """So the cube asks of each place no more than how many of its three faces are white."""
    for place in places(CUBE):
        by_whites = {}
        for colours, dice in fitting(place.outside).items():
            by_whites.setdefault(sum(colours), set()).add(dice)
        assert all(len(dice) == 1 for dice in by_whites.values())


# Solutions


@pytest.mark.rule("BO-229", "BO-230", "BO-231")
def test_a_cube_shows_six_checkerboards_whichever_two_dice_are_left_out():
    for removed in PAIRS:
        built = build(CUBE, ALL & ~set_of(removed))
        assert {laid.die.id for laid in built.steps} == {die.id for die in the_ten()} - set(removed)
        assert {laid.place[:3] for laid in built.steps} == {place[:3] for place in places(CUBE)}
        assert all(laid.way in laid.die.ways for laid in built.steps)
        faces = seen(built)
        assert all(len(squares) == 4 and is_checkerboard(squares) for squares in faces.values())


@pytest.mark.rule("BO-232", "BO-233", "BO-234")
def test_a_big_one_shows_two_checkerboards_and_four_sides_of_one_colour_each():
    built = build(BOARD, ALL & ~set_of(["3w-corner"]))
    assert len({laid.die.id for laid in built.steps} - {"3w-corner"}) == 9
    assert all(laid.way in laid.die.ways for laid in built.steps)
    faces = seen(built)
    for face in (TOP, BOTTOM):
        assert len(faces[face]) == 9
        assert is_checkerboard(faces[face])
    for face in (LEFT, FRONT, RIGHT, BACK):
        assert len(faces[face]) == 3
        assert len(set(faces[face].values())) == 1


def test_where_there_is_no_solution_none_is_built():
    assert build(BOARD, ALL & ~set_of(["0w"])) is None


def test_what_is_said_of_a_step_is_true_when_it_is_made():
    for block, out in ((CUBE, ("0w", "6w")), (CUBE, ("1w", "3w-band")), (BOARD, ("3w-corner",))):
        built = build(block, ALL & ~set_of(out))
        free, left = list(places(block)), ALL & ~set_of(out)
        for laid in built.steps:
            fits = {
                place: fitting(place.outside).get(shown(block, built.pattern, place), 0) & left
                for place in free
            }
            die = set_of([laid.die.id])
            others = (
                sum(1 for fit in fits.values() if fit & die)
                if laid.by_die
                else fits[laid.place].bit_count()
            )
            assert others - 1 == laid.rivals
            free.remove(laid.place)
            left &= ~die


def test_colours_of_a_checkerboard_alternate_whatever_it_begins_with():
    for begun in ((True,) * 6, (False,) * 6):
        for face in range(6):
            top = {place[:2]: colour(CUBE, begun, place, face) for place in places(CUBE)[4:]}
            assert is_checkerboard(top)

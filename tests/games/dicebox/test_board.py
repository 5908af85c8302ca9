"""The grid: neighbours, numbers that fit, squares that are dead, the end; also by brute force."""

from itertools import product
from random import Random

import pytest

from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES
from tests.games.dicebox.boards import grown, legal_slowly
from tests.games.dicebox.tables import names, numbers

AT = {name: at for at, name in enumerate(SQUARES)}


@pytest.mark.rule("DB-6", "DB-24", "DB-25")
def test_a_square_has_neighbours_at_its_sides_and_none_at_its_corners():
    for square, beside in (
        *(("c3", "c2 b3 d3 c4"), ("a1", "b1 a2"), ("e5", "e4 d5")),
        *(("e1", "d1 e2"), ("b5", "b4 a5 c5")),
    ):
        assert names(board.BESIDE[AT[square]]) == beside
    corners = [SQUARES[at] for at in (0, 4, board.CENTRE, 20, 24)]
    assert corners == ["a1", "e1", "c3", "a5", "e5"]


@pytest.mark.rule("DB-26", "DB-41")
def test_six_and_one_do_not_meet():
    assert [(a, b) for a, b in product(board.NUMBERS, repeat=2) if board.fits(a, b)] == [
        *((1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3), (4, 5), (5, 4), (5, 6), (6, 5))
    ]


RULEBOOK = numbers("""
    1 2 3 . .
    # 3 + . .
    5 4 5 . .
    . . . . .
    . . . . .
""")


@pytest.mark.rule("DB-23", "DB-26", "DB-27", "DB-28")
def test_the_example_of_the_rulebook():
    """A 4 goes where the three meet; between 1, 3 and 5 nothing ever does."""
    assert board.numbers_for(RULEBOOK, AT["c2"]) == (4,)
    assert board.numbers_for(RULEBOOK, AT["a2"]) == ()
    assert names(board.dead_squares(RULEBOOK)) == "a2"
    assert names(board.places(RULEBOOK, [4])[4]) == "d1 c2 d3 a4 c4"


def test_a_square_that_is_cut_off_by_dead_ones_is_dead_as_well():
    grid = numbers("""
        . × 1 2 3
        × 5 2 . .
        1 4 3 . .
        2 3 4 . .
        . . . . .
    """)
    assert names(board.dead_squares(grid)) == "a1 b1 a2"


def test_without_any_die_nothing_is_open_nothing_dead_and_nothing_over():
    empty = (None,) * 25
    assert board.open_squares(empty) == {}
    assert board.dead_squares(empty) == ()
    assert not board.is_over(empty)


FULL = numbers("""
    1 2 1 2 1
    2 1 2 1 2
    1 2 1 2 1
    2 1 2 1 2
    1 2 1 2 1
""")
DONE = numbers("""
    × 5 4 5 ×
    1 × 3 × 1
    2 3 2 3 2
    1 × 3 × 1
    × 5 4 5 ×
""")


@pytest.mark.rule("DB-36", "A-DB-02")
def test_the_end_is_seen_by_the_numbers_that_could_be_and_not_by_the_dice_left():
    for grid in (FULL, DONE):
        assert board.is_over(grid)
        assert set(board.dead_squares(grid)) == {at for at in range(25) if grid[at] is None}
    going_on = list(DONE)
    going_on[AT["a2"]] = 3
    assert not board.is_over(going_on)
    assert board.open_squares(going_on) == {AT["a1"]: (4,), AT["b2"]: (4,)}


# Against slow and simple readings of the rules


def test_open_squares_are_those_of_the_rule_read_word_by_word():
    """Whatever lies there: house rules may have put it there."""
    for seed in range(40):
        random = Random(seed)
        anything = [random.choice([None, None, 1, 2, 3, 4, 5, 6]) for _ in range(25)]
        for grid in (anything, grown(seed, seed % 25)):
            found = board.open_squares(grid)
            for square in range(25):
                slowly = tuple(n for n in board.NUMBERS if legal_slowly(grid, square, n))
                assert found.get(square, ()) == slowly


def test_dead_squares_are_those_that_no_continuation_ever_fills():
    """Every way to go on is tried, from boards on which few are left."""
    for seed in range(12):
        grid = grown(seed, 19)
        filled: set[int] = set()
        seen: set[tuple] = set()
        waiting = [tuple(grid)]
        while waiting:
            now = waiting.pop()
            for at, fitting in board.open_squares(now).items():
                filled.add(at)
                after = {(*now[:at], number, *now[at + 1 :]) for number in fitting} - seen
                seen |= after
                waiting += after
        empty = {at for at in range(25) if grid[at] is None}
        assert set(board.dead_squares(grid)) == empty - filled

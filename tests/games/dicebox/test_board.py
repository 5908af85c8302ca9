"""The grid: neighbours, numbers that fit, squares that are dead, the end; also by brute force."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES
from tests.games.dicebox.boards import grown, legal_slowly
from tests.games.dicebox.tables import names, numbers

AT = {name: at for at, name in enumerate(SQUARES)}


@pytest.mark.rule("DB-6", "DB-24", "DB-25")
@pytest.mark.parametrize(
    ("square", "beside"),
    [("c3", "c2 b3 d3 c4"), ("a1", "b1 a2"), ("e5", "e4 d5"), ("e1", "d1 e2"), ("b5", "b4 a5 c5")],
)
def test_a_square_has_neighbours_at_its_sides_and_none_at_its_corners(square, beside):
    assert names(board.BESIDE[AT[square]]) == beside


def test_the_seed_has_the_middle():
    assert SQUARES[board.CENTRE] == "c3"
    assert (SQUARES[0], SQUARES[4], SQUARES[20], SQUARES[24]) == ("a1", "e1", "a5", "e5")


@pytest.mark.rule("DB-26")
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
@pytest.mark.parametrize("grid", [FULL, DONE])
def test_the_end_is_seen_by_the_numbers_that_could_be_and_not_by_the_dice_left(grid):
    assert board.is_over(grid)
    assert set(board.dead_squares(grid)) == {at for at in range(25) if grid[at] is None}


@pytest.mark.rule("A-DB-02")
def test_a_square_that_some_number_fits_keeps_the_game_going():
    grid = list(DONE)
    grid[AT["a2"]] = 3
    assert not board.is_over(grid)
    assert board.open_squares(grid) == {AT["a1"]: (4,), AT["b2"]: (4,)}


# Against slow and simple readings of the rules


@given(st.lists(st.sampled_from([None, None, 1, 2, 3, 4, 5, 6]), min_size=25, max_size=25))
def test_open_squares_are_those_of_the_rule_read_word_by_word(grid):
    """Whatever lies there: house rules may have put it there."""
    found = board.open_squares(grid)
    for square in range(25):
        slowly = tuple(n for n in board.NUMBERS if legal_slowly(grid, square, n))
        assert found.get(square, ()) == slowly


@given(st.integers(0, 10**6), st.integers(0, 24))
def test_on_a_legal_board_the_colours_of_a_chessboard_are_odd_and_even(seed, dice):
    """So two dice beside one square are never 2 and 3: it dies between 1 and 5, or 2 and 6."""
    grid = grown(seed, dice)
    odd = {(at % 2, number % 2) for at, number in enumerate(grid) if number is not None}
    assert len(odd) <= 2
    assert len({parity ^ number for parity, number in odd}) == 1


@pytest.mark.parametrize("seed", range(40))
def test_dead_squares_are_those_that_no_continuation_ever_fills(seed):
    """Every way to go on is tried, from boards on which few are left."""
    grid = grown(seed, 18)
    filled: set[int] = set()
    seen: set[tuple] = set()

    def go_on(now):
        key = tuple(now)
        if key in seen or len(seen) > 60_000:
            return
        seen.add(key)
        for at, fitting in board.open_squares(now).items():
            filled.add(at)
            for number in fitting:
                go_on([*now[:at], number, *now[at + 1 :]])

    go_on(grid)
    assert len(seen) <= 60_000, "too many ways to have tried them all"
    empty = {at for at in range(25) if grid[at] is None}
    assert set(board.dead_squares(grid)) == empty - filled

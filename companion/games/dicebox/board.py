"""The grid: which squares touch, which numbers fit where, which squares are dead.

A grid is 25 places in reading order, row by row from `a1`: the number on a die, or None. Nothing
here knows colours or players.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from companion.core.names import folded, short
from companion.errors import Invalid

SIZE = 5
COLUMNS = "abcde"
SQUARES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
"""The names of all squares: columns a to e from the left, rows 1 to 5 from the top."""
CENTRE = SQUARES.index("c3")
NUMBERS = range(1, 7)

Grid = Sequence[int | None]


def _beside(square: int) -> tuple[int, ...]:
    row, column = divmod(square, SIZE)
    ways = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(y * SIZE + x for y, x in ways if 0 <= y < SIZE and 0 <= x < SIZE)


BESIDE = tuple(_beside(square) for square in range(SIZE * SIZE))
"""For each square, those that share a side with it (DB-24, DB-25)."""


def filled_beside(grid: Grid, square: int) -> list[int]:
    """The squares beside this one that hold a die."""
    return [other for other in BESIDE[square] if grid[other] is not None]


def fits(number: int, neighbour: int) -> bool:
    """Whether two numbers may be beside each other: exactly one apart, so never 6 and 1."""
    return abs(number - neighbour) == 1


def numbers_for(grid: Grid, square: int) -> tuple[int, ...]:
    """The numbers that may go on a square, lowest first: none if it is filled, or beside no die."""
    if grid[square] is not None:
        return ()
    around = [number for other in BESIDE[square] if (number := grid[other]) is not None]
    if not around:
        return ()
    return tuple(number for number in NUMBERS if all(fits(number, other) for other in around))


def open_squares(grid: Grid) -> Mapping[int, tuple[int, ...]]:
    """The squares that can be filled now, each with the numbers that fit, lowest first."""
    return _open_squares(tuple(grid))


@lru_cache(maxsize=64)  # one command looks at the same board several times
def _open_squares(grid: tuple[int | None, ...]) -> Mapping[int, tuple[int, ...]]:
    found = {}
    for square in range(SIZE * SIZE):
        numbers = numbers_for(grid, square)
        if numbers:
            found[square] = numbers
    return MappingProxyType(found)


def places(grid: Grid, numbers: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The squares where each of these numbers may go now, in reading order."""
    squares = open_squares(grid)
    return {
        number: tuple(square for square, fitting in squares.items() if number in fitting)
        for number in dict.fromkeys(numbers)
    }


def dead_squares(grid: Grid) -> tuple[int, ...]:
    """Empty squares that no die will ever fill.

    No number fits beside their neighbours (DB-28), or dead squares cut them off from all dice. More
    dice never make a dead square alive. An empty square that can be reached over squares that are
    not dead can be filled by going there on the shortest way: no other die is beside that way.
    """
    alive = set(open_squares(grid))
    waiting = list(alive)
    while waiting:
        for other in BESIDE[waiting.pop()]:
            if other not in alive and grid[other] is None and not filled_beside(grid, other):
                alive.add(other)
                waiting.append(other)
    return tuple(
        square
        for square in range(SIZE * SIZE)
        if grid[square] is None and square not in alive and any(grid)
    )


def is_over(grid: Grid) -> bool:
    """Whether no empty square can be filled by any number (DB-36, A-DB-02)."""
    return any(grid) and not open_squares(grid)


def is_square(text: str) -> bool:
    """Whether a word is the name of a square."""
    return folded(text) in SQUARES


def read_square(text: str) -> str:
    """Read the name of a square: `d3`. Raises Invalid."""
    wanted = folded(text)
    if wanted not in SQUARES:
        raise Invalid(
            f"“{short(text)}” is not a square of the board.",
            "Columns are a to e from the left, rows 1 to 5 from the top: `d3`; the Seed is on c3.",
        )
    return wanted

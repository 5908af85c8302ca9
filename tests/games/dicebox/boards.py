"""Boards of Dice Box without colours; and the rule of placing, word by word, slow and simple."""

from collections.abc import Sequence
from random import Random

from companion.games.dicebox import board

Grid = Sequence[int | None]


def grown(seed: int, dice: int) -> list[int | None]:
    """A board as legal play makes it, with so many dice beside the Seed if they fit."""
    random = Random(seed)
    grid: list[int | None] = [None] * 25
    grid[board.CENTRE] = random.randint(1, 6)
    for _ in range(dice):
        squares = board.open_squares(grid)
        if not squares:
            break
        at = random.choice(list(squares))
        grid[at] = random.choice(squares[at])
    return grid


def legal_slowly(grid: Grid, square: int, number: int) -> bool:
    """Whether a number may go on a square: every side is looked at on its own."""
    if grid[square] is not None:
        return False
    row, column = divmod(square, 5)
    around = [
        grid[y * 5 + x]
        for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if 0 <= y < 5 and 0 <= x < 5 and grid[y * 5 + x] is not None
    ]
    return bool(around) and all(one in (number - 1, number + 1) for one in around)

"""Lets blocks run down columns and pages: none is broken, and no heading stands alone at a foot."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.printing.page import Mark, moved


class Block(NamedTuple):
    """Marks that stay together, from their own upper left corner, and the height that they take.

    One that `holds` stands in the same column as the next; `space` is white above it, but for at
    the top of a column.
    """

    height: float
    marks: tuple[Mark, ...] = ()
    holds: bool = False
    space: float = 0.0


class Frame(NamedTuple):
    """What blocks may fill: from where on the first page, on later ones, and to where.

    `columns` are the left edges of its columns, from `left` on.
    """

    left: float
    first: float
    later: float
    bottom: float
    columns: tuple[float, ...] = (0.0,)


def flowed(blocks: Sequence[Block], frame: Frame) -> list[list[Mark]]:
    """The marks of each page; there is at least one page."""
    pages: list[list[Mark]] = [[]]
    column, y = 0, frame.first
    top = y
    for place, block in enumerate(blocks):
        space = block.space if y > top else 0.0
        # At the top of a column a block stands however high it is; but later pages hold more.
        while y + space + _together(blocks, place) > frame.bottom and max(y, top) > frame.later:
            column, space = column + 1, 0.0
            if column == len(frame.columns):
                pages.append([])
                column, top = 0, frame.later
            y = top
        pages[-1] += moved(block.marks, frame.left + frame.columns[column], y + space)
        y += space + block.height
    return pages


def _together(blocks: Sequence[Block], place: int) -> float:
    """The height of a block and of those that it holds on to."""
    height = blocks[place].height
    while blocks[place].holds and place + 1 < len(blocks):
        place += 1
        height += blocks[place].space + blocks[place].height
    return height

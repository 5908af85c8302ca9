"""Lets blocks run down columns and pages: none is broken, and no heading stands alone at a foot."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.printing.page import Mark, moved

_STEP = 2.0
"""Millimetres by which columns are made longer until all blocks stand in them."""


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
    """The marks of each page; there is at least one. The columns of the last are equally long."""
    pages, begins = _flowed(blocks, frame)
    if len(frame.columns) > 1:
        pages[-1] = _balanced(blocks[begins:], frame, frame.first if not begins else frame.later)
    return pages


def _flowed(blocks: Sequence[Block], frame: Frame) -> tuple[list[list[Mark]], int]:
    """The marks of each page, and the place of the block with which the last page begins."""
    pages: list[list[Mark]] = [[]]
    column, y, begins = 0, frame.first, 0
    top = y
    for place, block in enumerate(blocks):
        space = block.space if y > top else 0.0
        # At the top of a column a block stands however high it is; but later pages hold more.
        while y + space + _together(blocks, place) > frame.bottom and max(y, top) > frame.later:
            column, space = column + 1, 0.0
            if column == len(frame.columns):
                pages.append([])
                column, top, begins = 0, frame.later, place
            y = top
        pages[-1] += moved(block.marks, frame.left + frame.columns[column], y + space)
        y += space + block.height
    return pages, begins


def _balanced(blocks: Sequence[Block], frame: Frame, top: float) -> list[Mark]:
    """A page that holds all these blocks, with its columns as short as they can be."""
    bottom = top + sum(block.height for block in blocks) / len(frame.columns)
    while bottom < frame.bottom:
        pages, _ = _flowed(blocks, frame._replace(first=top, later=top, bottom=bottom))
        if len(pages) == 1:
            return pages[0]
        bottom += _STEP
    return _flowed(blocks, frame._replace(first=top, later=top))[0][0]


def _together(blocks: Sequence[Block], place: int) -> float:
    """The height of a block and of those that it holds on to."""
    height = blocks[place].height
    while blocks[place].holds and place + 1 < len(blocks):
        place += 1
        height += blocks[place].space + blocks[place].height
    return height

"""Lets blocks run down the pages: none is broken, and no heading stands alone at a page's foot."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.printing.page import Mark, moved


class Block(NamedTuple):
    """Marks that stay together, from their own upper left corner, and the height that they take.

    One that `holds` stands on the same page as the next.
    """

    height: float
    marks: tuple[Mark, ...] = ()
    holds: bool = False


class Frame(NamedTuple):
    """What blocks may fill: from where on the first page, on later ones, and to where."""

    left: float
    first: float
    later: float
    bottom: float


def flowed(blocks: Sequence[Block], frame: Frame) -> list[list[Mark]]:
    """The marks of each page; there is at least one page."""
    pages: list[list[Mark]] = [[]]
    y = frame.first
    top = y
    for place, block in enumerate(blocks):
        if y > top and y + _together(blocks, place) > frame.bottom:
            pages.append([])
            y = top = frame.later
        pages[-1] += moved(block.marks, frame.left, y)
        y += block.height
    return pages


def _together(blocks: Sequence[Block], place: int) -> float:
    """The height of a block and of those that it holds on to."""
    height = blocks[place].height
    while blocks[place].holds and place + 1 < len(blocks):
        place += 1
        height += blocks[place].height
    return height

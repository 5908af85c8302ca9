"""Flow blocks down columns and pages: none is broken, each page has its head and foot."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.inventory import Inventory
from companion.drawing.paper import PAPERS, box_facts, paper_note, revision_words
from companion.printing.page import Line, Mark, Measure, Page, Words, moved
from companion.printing.text import Style, column, height_of, shortened, wrapped

_STEP = 2.0
"""Millimetres by which columns are lengthened until all blocks fit."""


class Block(NamedTuple):
    """Marks that stay together, relative to their upper left corner, and their height.

    One that `holds` is put in the same column as the next; `space` is the white above it, except at
    the top of a column.
    """

    height: float
    marks: tuple[Mark, ...] = ()
    holds: bool = False
    space: float = 0.0


class Frame(NamedTuple):
    """The room for blocks: its top on the first page, on later ones, and its bottom.

    `columns` are the left edges of its columns, from `left` on.
    """

    left: float
    first: float
    later: float
    bottom: float
    columns: tuple[float, ...] = (0.0,)


def flowed(blocks: Sequence[Block], frame: Frame) -> list[list[Mark]]:
    """Return the marks of each page; there is at least one page. The columns of the last are
    equally long.
    """
    pages, begins = _flowed(blocks, frame)
    if len(frame.columns) > 1:
        pages[-1] = _balanced(blocks[begins:], frame, frame.first if not begins else frame.later)
    return pages


def _flowed(blocks: Sequence[Block], frame: Frame) -> tuple[list[list[Mark]], int]:
    """Return the marks of each page, and the place of the block with which the last page begins."""
    pages: list[list[Mark]] = [[]]
    column, y, begins = 0, frame.first, 0
    top = y
    for place, block in enumerate(blocks):
        space = block.space if y > top else 0.0
        # At the top of a column a block is placed however high it is; but later pages have more
        # room.
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
    """Return a page with all these blocks, with its columns as short as possible."""
    bottom = top + sum(block.height for block in blocks) / len(frame.columns)
    while bottom < frame.bottom:
        pages, _ = _flowed(blocks, frame._replace(first=top, later=top, bottom=bottom))
        if len(pages) == 1:
            return pages[0]
        bottom += _STEP
    return _flowed(blocks, frame._replace(first=top, later=top))[0][0]


def _together(blocks: Sequence[Block], place: int) -> float:
    """Return the height of a block and of those that it holds."""
    height = blocks[place].height
    while blocks[place].holds and place + 1 < len(blocks):
        place += 1
        height += blocks[place].space + blocks[place].height
    return height


SIDE = 16.0
TOP = 14.0
FOOT = 16.0
_LATER = TOP + 4.0

_NAME = Style(24, bold=True)
_MARK = Style(24, bold=True, ink="accent")
_ABOUT = Style(9, ink="grey")
_NOTE = Style(9.5)
_RUNNING = Style(8, ink="grey")
_MOST_NOTE_LINES = 12


def masthead(inventory: Inventory, notes: Sequence[str], room: float, measure: Measure) -> Block:
    """Draw the head of page one: the box's name and mark large, its facts, and the notes below."""
    mark = shortened(inventory.mark, _MARK, room / 3, measure)
    mark_width = measure(mark, _MARK.size, _MARK.bold)
    gap = 3.0 if mark else 0.0
    name = shortened(inventory.name, _NAME, room - mark_width - gap, measure)
    name_width = measure(name, _NAME.size, _NAME.bold)
    baseline = 8.0
    marks: list[Mark] = [
        Words(0, baseline, name, _NAME.size, True, room=room - mark_width - gap),
        Words(name_width + gap, baseline, mark, _MARK.size, True, "accent", room=mark_width + 1),
        Line(0, baseline + 10.5, room, 0, "accent", 0.6),
    ]
    about = wrapped(" · ".join(box_facts(inventory)), _ABOUT, room, measure, 1)
    marks += column([about], 0, baseline + 3.6, room)
    y = baseline + 13.0
    set_notes = [
        wrapped(paper_note(note), _NOTE, room, measure, _MOST_NOTE_LINES) for note in notes
    ]
    marks += column(set_notes, 0, y, room)
    return Block(y + height_of(set_notes) + (2.0 if set_notes else 0.0), tuple(marks))


def running_line(inventory: Inventory) -> str:
    """Return the head of later pages."""
    parts = (inventory.name, inventory.mark, revision_words(inventory), inventory.date)
    return " · ".join(part for part in parts if part)


def frame_of(paper: str, head: Block, columns: tuple[float, ...] = (0.0,)) -> Frame:
    """The room for blocks below the head of page one, and below the slim head of the others."""
    _, height = PAPERS[paper]
    return Frame(SIDE, TOP + head.height, _LATER, height - FOOT, columns)


def room_of(paper: str) -> float:
    """Return the width for text."""
    return PAPERS[paper][0] - 2 * SIDE


def pages_of(
    paper: str,
    head: Block,
    contents: Sequence[Sequence[Mark]],
    inventory: Inventory,
    measure: Measure,
) -> list[Page]:
    """Return pages with their heads and feet, now that their number is known."""
    width, height = PAPERS[paper]
    pages = []
    for number, marks in enumerate(contents, start=1):
        above: list[Mark] = []
        if number == 1:
            above += [mark._replace(x=mark.x + SIDE, y=mark.y + TOP) for mark in head.marks]
        else:
            above += _running(inventory, width, measure)
        foot = Words(
            width - SIDE,
            height - FOOT + 7,
            f"Page {number} of {len(contents)}",
            _RUNNING.size,
            ink="grey",
            align="right",
        )
        pages.append(Page(width, height, (*above, *marks, foot)))
    return pages


def _running(inventory: Inventory, width: float, measure: Measure) -> list[Mark]:
    room = width - 2 * SIDE
    text = shortened(running_line(inventory), _RUNNING, room, measure)
    return [Words(SIDE, TOP + 1, text, _RUNNING.size, ink="grey", room=room)]

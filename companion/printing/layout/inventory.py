"""The inventory sheet: part by part, one row an item, with its code and a box to tick off."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.inventory import Inventory
from companion.core.paper import Printed
from companion.printing import codes
from companion.printing.layout import dice, figures, header
from companion.printing.layout.flow import Block, flowed
from companion.printing.page import Box, Code, Line, Mark, Measure, Page, Words
from companion.printing.telling import code_title, count, count_of_part, small_print, titled
from companion.printing.text import Paragraph, Style, column, height_of, shortened, wrapped
from companion.printing.ticks import Ticking

MODULE = 0.5
"""Millimetres: a page scanned at 150 dots to the inch can be read, and so can a photograph."""

_MOST_MODULES = 57
"""Version 10: what needs more takes too much of the page, and a shorter text is chosen."""

_PART = Style(14, bold=True)
_COUNTED = Style(14, ink="grey")
_TITLE = Style(11, bold=True)
_SAYS = Style(10)
_SMALL = Style(8, ink="grey")
_COUNT = Style(9.5)
_MOST_TITLE_LINES, _MOST_SMALL_LINES = 4, 3

_PADDING = 2.6
_APART = 0.5
_GAP = 5.0
_TICK = 4.6
_COUNTS = 26.0


class _Columns(NamedTuple):
    """Where things stand across: codes at the left, then text, counts, and ticks at the right."""

    room: float
    text: float

    @property
    def tick(self) -> float:
        return self.room - _TICK

    @property
    def counts(self) -> float:
        return self.tick - _GAP


def inventory_pages(
    inventory: Inventory, rows: Sequence[Printed], paper: str, measure: Measure, ticking: Ticking
) -> list[Page]:
    """The pages of a box's list."""
    room = header.room_of(paper)
    head = header.masthead(inventory, inventory.notes, room, measure)
    frame = header.frame_of(paper, head)
    tallest = frame.bottom - frame.later
    texts = [chosen(row.codes) for row in rows]
    widest = max((codes.side(text) for text in texts if text is not None), default=0)
    columns = _Columns(room, widest * MODULE + _GAP)
    by_part: dict[str, list[Block]] = {}
    for row, text in zip(rows, texts, strict=True):
        block = _row(row, text, columns, tallest, measure)
        by_part.setdefault(row.item.part, []).append(block)
        if text is not None:
            ticking.done()
    blocks: list[Block] = []
    for part, drawn in by_part.items():
        items = [row.item for row in rows if row.item.part == part]
        blocks += [_heading(part, count_of_part(items), room, measure, first=not blocks), *drawn]
    return header.pages_of(paper, head, flowed(blocks, frame), inventory, measure)


def chosen(texts: Sequence[str]) -> str | None:
    """The text whose code is printed: the fullest that is not too large, or else the shortest."""
    return codes.fullest(texts, _MOST_MODULES) or (texts[-1] if texts else None)


def _heading(part: str, told: str, room: float, measure: Measure, *, first: bool) -> Block:
    above = 3.0 if first else 8.0
    behind = f" — {told}" if told else ""
    name = shortened(part, _PART, room - measure(behind, _COUNTED.size), measure)
    words = column([Paragraph((name,), _PART)], 0, above, room)
    if behind:
        after = measure(name, _PART.size, _PART.bold)
        words += column([Paragraph((behind,), _COUNTED)], after, above, room - after)
    return Block(above + _PART.leading + 1.8, tuple(words), holds=True)


def _row(
    row: Printed, text: str | None, columns: _Columns, tallest: float, measure: Measure
) -> Block:
    """One item between two hairlines, as high as what it says or its code."""
    item = row.item
    left = 0.0 if text is None else columns.text
    right = columns.counts - _GAP
    told = count(item) if text is None or item.many != 1 else ""
    if told:
        right -= _COUNTS - _GAP
    picture = right - dice.WIDTH
    if item.net:
        right = picture - _GAP
    paragraphs = _paragraphs(row, right - left, tallest - 2 * _PADDING, measure)
    up = _TITLE.above
    marks: list[Mark] = [Line(0, 0, columns.room, 0)]
    words = column(paragraphs, left, _PADDING - up, right - left, _APART)
    marks += figures.before(item.figure, words, len(paragraphs[0].lines))
    marks.append(Box(columns.tick, _PADDING - 0.6, _TICK, _TICK, line="black", thickness=0.25))
    if told:
        first = _PADDING - up + _TITLE.baseline
        marks.append(Words(columns.counts, first, told, _COUNT.size, align="right", room=_COUNTS))
    heights = [height_of(paragraphs, _APART) - up, _TICK - 0.6]
    if item.net:
        marks += dice.net(item.net, picture, _PADDING, measure)
        heights.append(dice.HEIGHT)
    if text is not None:
        code = Code(0, _PADDING, MODULE, codes.matrix(text), code_title(item))
        marks.append(code)
        heights.append(code.side)
    return Block(max(heights) + 2 * _PADDING, tuple(marks))


def _paragraphs(row: Printed, room: float, tallest: float, measure: Measure) -> list[Paragraph]:
    """Title, words and small print. Words that would fill more than a page are cut."""
    beside = room - figures.room_of(row.item.figure, _TITLE)
    title = wrapped(titled(row.item), _TITLE, beside, measure, _MOST_TITLE_LINES)
    small = wrapped(small_print(row.item), _SMALL, room, measure, _MOST_SMALL_LINES)
    left = tallest - height_of([title, small], _APART) - _APART
    says = wrapped(row.item.says, _SAYS, room, measure, int(left / _SAYS.leading))
    return [title, says, small]

"""The inventory sheet: part by part in two columns, each item with its code and a box to tick off.

Blank cards are printed in pairs: there are many, with little text.
"""

from collections.abc import Iterator, Sequence

from companion.core.inventory import Component, Figure, Inventory
from companion.core.terminal import Progress
from companion.drawing.paper import (
    Printed,
    code_title,
    item_title,
    part_quantity,
    quantity,
    small_print,
)
from companion.drawing.svg import CORNERS
from companion.printing import codes
from companion.printing.layout import flow
from companion.printing.layout.flow import Block, flowed
from companion.printing.page import (
    POINT,
    Area,
    Box,
    Code,
    Ink,
    Line,
    Mark,
    Measure,
    Page,
    Words,
    moved,
)
from companion.printing.text import Paragraph, Style, column, height_of, shortened, wrapped

SIDE = 5.0
WIDTH, HEIGHT = 4 * SIDE, 3 * SIDE

# Column and row of each face: top, left, front, right, back, bottom.
_PLACES = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
_SIGN = Style(6.5)


def net(faces: Sequence[str], x: float, y: float, measure: Measure) -> list[Mark]:
    """Draw the net from a point on. Faces neither white nor black have their colour in words."""
    marks: list[Mark] = []
    for face, (across, row) in zip(faces, _PLACES, strict=False):
        left, top = x + across * SIDE, y + row * SIDE
        fill: Ink = "black" if face == "black" else "white"
        marks.append(Box(left, top, SIDE, SIDE, fill, "black", 0.25))
        if face not in ("black", "white"):
            room = SIDE - 0.8
            sign = shortened(face, _SIGN, room, measure)
            middle = top + SIDE / 2 + _SIGN.size * POINT * 0.36
            marks.append(
                Words(left + SIDE / 2, middle, sign, _SIGN.size, align="middle", room=room)
            )
    return marks


_HEIGHT, _FIGURE_GAP, _LINE = 0.8, 0.34, 0.09
"""Fractions of the font size: the height of a shape, the white behind it, the thickness of its
line.
"""
_BELOW_FIGURE = 0.04


def room_of(figure: Figure | None, style: Style) -> float:
    """Return the width of a shape in a title, in millimetres."""
    return (_HEIGHT + _FIGURE_GAP) * style.size * POINT if figure else 0.0


def shape(figure: Figure, x: float, y: float, size: float, ink: Ink = "black") -> Area:
    """Draw a shape beside words of that size, its left side at `x`, on the line at `y`."""
    letters = size * POINT
    side = _HEIGHT * letters
    corners = tuple((across * side, down * side) for across, down in CORNERS[figure])
    return Area(x, y - side + _BELOW_FIGURE * letters, corners, "white", 1.0, ink, _LINE * letters)


def with_shape(figure: Figure | None, words: Sequence[Words], lines: int) -> list[Mark]:
    """Draw lines one below the other; the first `lines` are a title with a shape in front.

    They were wrapped to the room that `room_of` leaves.
    """
    if figure is None or not lines or not words:
        return list(words)
    title = words[0]
    taken = room_of(figure, Style(title.size))
    side = _HEIGHT * title.size * POINT
    left, aside = (title.x - side, -taken) if title.align == "right" else (title.x, taken)
    drawn = shape(figure, left, title.y, title.size, title.ink)
    moved = (line._replace(x=line.x + aside, room=line.room - taken) for line in words[:lines])
    return [drawn, *moved, *words[lines:]]


MODULE = 0.42
"""Millimetres: readable from a scan at 200 dots to the inch, and from a photograph."""

_MOST_MODULES = 17 + 4 * 12
"""Version 12: a larger code leaves no room for words, so a shorter text is chosen."""

_PART = Style(14, bold=True)
_COUNTED = Style(11, ink="grey")
_TITLE = Style(11, bold=True)
_SAYS = Style(10)
_SMALL = Style(8, ink="grey")
_COUNT = Style(9.5)
_MOST_TITLE_LINES, _MOST_SMALL_LINES = 4, 3

_COLUMNS = 8.0
"""Millimetres between two columns."""

_PADDING = 2.2
_APART = 0.5
_GAP = 3.0
_TICK = 4.6

# Cards about which nothing was entered.
_BESIDE = 2
_BETWEEN = 3.0
_TIGHT, _BELOW = 1.7, 0.8
_NUMBERS = tuple(Style(size, bold=True) for size in (9, 8.5, 8, 7.5, 7))
_NOTE = Style(7, ink="grey")
_MOST_NUMBER_LINES = 2


def inventory_pages(
    inventory: Inventory, rows: Sequence[Printed], paper: str, measure: Measure, progress: Progress
) -> list[Page]:
    """Return the pages of a box's list."""
    room = flow.room_of(paper)
    wide = (room - _COLUMNS) / 2
    head = flow.masthead(inventory, inventory.notes, room, measure)
    frame = flow.frame_of(paper, head, (0.0, wide + _COLUMNS))
    tallest = frame.bottom - frame.later
    by_part: dict[str, list[Printed]] = {}
    for row in rows:
        by_part.setdefault(row.item.part, []).append(row)
    blocks: list[Block] = []
    for part, held in by_part.items():
        amount = part_quantity([row.item for row in held])
        blocks.append(_heading(part, amount, wide, measure))
        for some in _together(held):
            if is_compact(some[0]):
                blocks.append(_compact(some, wide, measure))
            else:
                blocks.append(_row(some[0], wide, tallest, measure))
            for row in some:
                if row.codes:
                    progress.done()
    return flow.pages_of(paper, head, flowed(blocks, frame), inventory, measure)


def is_compact(row: Printed) -> bool:
    """Whether a card has nothing but its name."""
    item = row.item
    if item.kind != "card" or not row.codes:
        return False
    return item.is_unknown and item.many == 1 and not (item.name or item.out or item.net)


def code_text(texts: Sequence[str]) -> str | None:
    """Return the text whose code is printed: the fullest that is not too large, or the shortest."""
    return codes.fullest(texts, _MOST_MODULES) or (texts[-1] if texts else None)


def _together(rows: Sequence[Printed]) -> Iterator[list[Printed]]:
    """Group rows side by side: cards without text in pairs."""
    some: list[Printed] = []
    for row in rows:
        if some and (len(some) == _BESIDE or not is_compact(row)):
            yield some
            some = []
        if is_compact(row):
            some.append(row)
        else:
            yield [row]
    if some:
        yield some


def _heading(part: str, amount: str, room: float, measure: Measure) -> Block:
    above = 3.0
    behind = f" — {amount}" if amount else ""
    name = shortened(part, _PART, room - measure(behind, _COUNTED.size), measure)
    words = column([Paragraph((name,), _PART)], 0, above, room)
    if behind:
        after = measure(name, _PART.size, _PART.bold)
        level = above + _PART.baseline - _COUNTED.baseline
        words += column([Paragraph((behind,), _COUNTED)], after, level, room - after)
    return Block(above + _PART.leading + 1.8, tuple(words), holds=True, space=5.0)


def _code(row: Printed, y: float) -> Code | None:
    text = code_text(row.codes)
    if text is None:
        return None
    return Code(0, y, MODULE, codes.matrix(text), code_title(row.item))


def _row(row: Printed, room: float, tallest: float, measure: Measure) -> Block:
    """Draw one item below a hairline, as high as its text or its code."""
    item = row.item
    marks: list[Mark] = [Line(0, 0, room, 0)]
    code = _code(row, _PADDING)
    left = 0.0 if code is None else code.side + _GAP
    tick = room - _TICK
    marks.append(Box(tick, _PADDING, _TICK, _TICK, line="black", thickness=0.25))
    right = tick - _GAP
    heights = [_TICK]
    if item.net:
        right -= WIDTH
        marks += net(item.net, right, _PADDING, measure)
        heights.append(HEIGHT)
        right -= _GAP
    paragraphs = _paragraphs(row, right - left, tallest - 2 * _PADDING, measure)
    up = _TITLE.above
    words = column(paragraphs, left, _PADDING - up, right - left, _APART)
    marks += with_shape(item.figure, words, len(paragraphs[0].lines))
    heights.append(height_of(paragraphs, _APART) - up)
    if code is not None:
        marks.append(code)
        heights.append(code.side)
    return Block(max(heights) + 2 * _PADDING, tuple(marks))


def _paragraphs(row: Printed, room: float, tallest: float, measure: Measure) -> list[Paragraph]:
    """Return title, number, text and small print. Text longer than a page is cut."""
    item = row.item
    beside = room - room_of(item.figure, _TITLE)
    title = wrapped(item_title(item), _TITLE, beside, measure, _MOST_TITLE_LINES)
    small = wrapped(small_print(item), _SMALL, room, measure, _MOST_SMALL_LINES)
    amount = quantity(item) if not row.codes or item.many != 1 else ""
    number = wrapped(amount, _COUNT, room, measure, 1)
    left = tallest - height_of([title, number, small], _APART) - _APART
    says = wrapped(item.says, _SAYS, room, measure, int(left / _SAYS.leading))
    return [title, number, says, small]


def _compact(rows: Sequence[Printed], room: float, measure: Measure) -> Block:
    """Draw items side by side below a hairline, each with its code, its name and a tick box."""
    wide = (room - (_BESIDE - 1) * _BETWEEN) / _BESIDE
    marks: list[Mark] = [Line(0, 0, room, 0)]
    height = 0.0
    for place, row in enumerate(rows):
        cell, high = _cell(row, wide, measure)
        marks += moved(cell, place * (wide + _BETWEEN), _TIGHT)
        height = max(height, high)
    return Block(height + 2 * _TIGHT, tuple(marks))


def _cell(row: Printed, room: float, measure: Measure) -> tuple[list[Mark], float]:
    """Draw one of them, relative to its corner, and return its height."""
    item = row.item
    code = _code(row, 0)
    assert code is not None
    left = code.side + _GAP * 0.8
    width = room - left
    number = _number(item, width, measure)
    note = wrapped(small_print(item), _NOTE, width, measure, 1)
    up = number.style.above
    words = column([number, note], left, -up, width)
    marks: list[Mark] = with_shape(item.figure, words, len(number.lines))
    below = height_of([number, note]) - up + _BELOW
    marks.append(code)
    y = max(below, code.side - _TICK)
    marks.append(Box(left, y, _TICK, _TICK, line="black", thickness=0.25))
    return marks, y + _TICK


def _number(item: Component, room: float, measure: Measure) -> Paragraph:
    """Return the name of an item, on one line if some font size allows that."""
    for style in _NUMBERS:
        beside = room - room_of(item.figure, style)
        number = wrapped(item.title, style, beside, measure, _MOST_NUMBER_LINES)
        if len(number.lines) < 2:
            return number
    style = _NUMBERS[0]
    beside = room - room_of(item.figure, style)
    return wrapped(item.title, style, beside, measure, _MOST_NUMBER_LINES)

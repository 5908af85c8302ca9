"""The words of a label: as large as fits, cut if even the smallest type does not."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.core.inventory import Component
from companion.drawing.paper import quoted_name, short_signature, signature
from companion.printing.layout import inventory
from companion.printing.page import Line, Mark, Measure, Words
from companion.printing.text import (
    CUT,
    Paragraph,
    Style,
    column,
    fitted,
    has_room,
    height_of,
    one_line,
    shortened,
    wrapped,
)

_SIZES = (12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""Points. The smallest type on paper: anything smaller needs a magnifying glass."""
_SMALLEST = _SIZES[-1]
_OF_HEIGHT, _LEAST_LARGEST = 0.28, 8.0
"""Points for each millimetre of a label's height: labels of one sheet look alike."""
_TITLE, _FOOT, _LARGEST_FOOT = 1.25, 0.85, 8.0
_MOST_TITLE_LINES = 2
_TITLE_ABOVE_MARK = 1.6
"""Lines: from this height on, a one-line title ends above the mark in the corner."""

_NUMBERS = (18.0, 16.0, 14.0, 12.0, 10.0, 8.0, 7.0, 6.0)
_ON_ONE_LINE = 8.0
_NUMBER_PART = 0.55
_MOST_NUMBER_LINES = 4
# Lines for handwriting: their distance, and the least distance.
_TO_WRITE, _LEAST_TO_WRITE = 6.5, 4.0

_MARK, _MARK_ON_SMALL = Style(7.5, bold=True), Style(6, bold=True)
_SMALL = 14.0
_MARK_ROOM = 0.4
_APART = 0.8
_BASELINE = 0.6
"""Millimetres above a label's foot: room for the descenders of letters."""

EDGE = 1.0
"""Millimetres along a label's edge that stay white, for printers that are off."""


class Area(NamedTuple):
    """The part of a label for words."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge of the area."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge of the area."""
        return self.y + self.height


class Lettered(NamedTuple):
    """The words of a label, and their size in points; 0 if some had to be cut."""

    marks: list[Mark]
    size: float


NO_WORDS = Lettered([], 0.0)


def label_words(item: Component, mark: str, area: Area, measure: Measure) -> Lettered:
    """Return all words of a label; the box's mark is in the lower right corner."""
    style = _MARK if area.height >= _SMALL else _MARK_ON_SMALL
    sign = shortened(mark, style, area.width * _MARK_ROOM, measure)
    taken = measure(sign, style.size, style.bold) + 1 if sign else 0.0
    words = blank_label if item.is_unknown else full_label
    marks, size = words(item, area, taken, measure)
    foot = area.bottom - _BASELINE
    if item.figure:
        # If the title is larger without its shape, the shape is put beside the mark.
        beside = taken + inventory.room_of(item.figure, style)
        other = words(item._replace(figure=None), area, beside + _APART, measure)
        if other.size > size:
            drawn = inventory.shape(item.figure, area.right - beside, foot, style.size)
            marks, size = [*other.marks, drawn], other.size
    if sign:
        marks.append(Words(area.right, foot, sign, style.size, True, "black", "right", taken))
    return Lettered(marks, size)


def full_label(item: Component, area: Area, taken: float, measure: Measure) -> Lettered:
    """Return title, name and text, with the signature at the foot; `taken` is the mark's part of
    the foot.
    """
    for size, title in _sizes(area):
        small = Style(min(max(size * _FOOT, _SMALLEST), _LARGEST_FOOT), ink="grey")
        paragraphs = _paragraphs(item, size, title, area, measure)
        foot = _signed(item, small, area.width - taken, measure)
        room = area.height - (small.leading if foot or taken else 0.0)
        beside = area.width - inventory.room_of(item.figure, Style(title))
        whole = title == _SMALLEST or has_room(item.title, Style(title, True), beside, measure)
        if whole and height_of(paragraphs) <= room:
            break
    else:
        size = 0.0
        if paragraphs[0].style.leading > room:
            # There is only one line: which card it is matters more than its shape and its
            # signature.
            foot, room = "", area.height
            if room < _TITLE_ABOVE_MARK * paragraphs[0].style.leading:
                area = area._replace(width=area.width - taken)
            beside = area.width - inventory.room_of(item.figure, paragraphs[0].style)
            if not has_room(item.title, paragraphs[0].style, beside, measure):
                item = item._replace(figure=None)
            paragraphs = _paragraphs(item, _SMALLEST, _SMALLEST, area, measure)
        paragraphs = fitted(paragraphs, room, area.width, measure)
    top = max(area.y - paragraphs[0].style.above, EDGE) if paragraphs else area.y
    marks = _column(item, paragraphs, area, top)
    if foot and paragraphs:
        low, room = area.bottom - _BASELINE, area.width - taken
        marks.append(Words(area.x, low, foot, small.size, ink="grey", room=room))
    return Lettered(marks, size)


def blank_label(item: Component, area: Area, taken: float, measure: Measure) -> Lettered:
    """Return the label of a blank card: a large number, and lines for writing below."""
    style = _number_style(item, area, measure)
    room = area.width - inventory.room_of(item.figure, style)
    number = wrapped(item.title, style, room, measure, _MOST_NUMBER_LINES)
    name = wrapped(quoted_name(item), Style(_ON_ONE_LINE, bold=True), area.width, measure, 1)
    paragraphs = fitted([number, name], area.height, area.width, measure)
    is_whole = number in paragraphs and not "".join(number.lines).endswith(CUT)
    top = max(area.y - style.above, EDGE)
    marks = _column(item, paragraphs, area, top)
    left = area.height - height_of(paragraphs)
    apart = _TO_WRITE if left >= _TO_WRITE else _LEAST_TO_WRITE
    for place in range(int(left / apart)):
        width = area.width - (taken if place == 0 else 0.0)
        marks.append(Line(area.x, area.bottom - _BASELINE - place * apart, width, 0, "grey"))
    if not is_whole:
        return Lettered(marks, 0.0)
    return Lettered(marks, style.size if len(number.lines) < 2 else _SMALLEST)


def _column(item: Component, paragraphs: Sequence[Paragraph], area: Area, top: float) -> list[Mark]:
    """Return paragraphs below each other, the first of which is the title."""
    words = column(paragraphs, area.x, top, area.width)
    return inventory.with_shape(item.figure, words, len(paragraphs[0].lines) if paragraphs else 0)


def _number_style(item: Component, area: Area, measure: Measure) -> Style:
    """Return the largest type in which a number fits beside its code and leaves room for writing.

    On one line if that is readable; a long title, such as a die's, on several.
    """
    for size in _NUMBERS:
        style = Style(size, bold=True)
        wide = measure(one_line(item.title), size, True) + inventory.room_of(item.figure, style)
        if wide <= area.width and style.leading <= area.height * _NUMBER_PART:
            if size >= _ON_ONE_LINE:
                return style
            break
    for size in _NUMBERS[_NUMBERS.index(_ON_ONE_LINE) :]:
        style = Style(size, bold=True)
        room = area.width - inventory.room_of(item.figure, style)
        title = wrapped(item.title, style, room, measure, _MOST_NUMBER_LINES)
        if title.height <= area.height and not title.lines[-1].endswith(CUT):
            return style
    return style


def _signed(item: Component, style: Style, room: float, measure: Measure) -> str:
    whole = signature(item)
    if measure(one_line(whole), style.size, style.bold) <= room:
        return one_line(whole)
    return shortened(short_signature(item), style, room, measure)


def _sizes(area: Area) -> Iterator[tuple[float, float]]:
    """Return the sizes of words and title, the largest first."""
    largest = max(area.height * _OF_HEIGHT, _LEAST_LARGEST)
    yield from ((size, size * _TITLE) for size in _SIZES if size <= largest)
    yield _SMALLEST, _SMALLEST


def _paragraphs(
    item: Component, size: float, title_size: float, area: Area, measure: Measure
) -> list[Paragraph]:
    """Return all the text on a label; no more of it than shows that it does not fit."""
    room, style = area.width, Style(size)
    most = int(area.height / style.leading) + 1
    large = Style(title_size, bold=True)
    beside = room - inventory.room_of(item.figure, large)
    title = wrapped(item.title, large, beside, measure, _MOST_TITLE_LINES)
    name = wrapped(quoted_name(item), Style(size, bold=True), room, measure, most)
    return [title, name, wrapped(item.says, style, room, measure, most)]

"""A page as marks in millimetres: layouts compose it, pens draw it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, get_args

from companion.drawing.paper import ALIGNED, Alignment
from companion.printing.codes import Matrix

Hue = Literal["blue", "vermilion", "green", "violet", "brown", "crimson", "slate", "lavender"]
Ink = Literal["black", "grey", "hair", "accent", "white"] | Hue
Align = Literal["left", "middle", "right"]

COLOURS: dict[Ink, str] = {
    "black": "#000000",
    "grey": "#5c6166",
    "hair": "#bcc1c6",
    "accent": "#0b5a73",
    "white": "#ffffff",
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "green": "#009e73",
    "violet": "#7b0ceb",
    "brown": "#592d16",
    "crimson": "#eb0c56",
    "slate": "#284159",
    "lavender": "#7f6aeb",
}
HUES: tuple[Hue, ...] = get_args(Hue)
"""The colours of lines and bars, in the order of use. Any two of them can be distinguished on
white, also with any kind of colour blindness.
"""
Point = tuple[float, float]
POINT = 25.4 / 72
"""Millimetres in a point, the measure of type."""


class Words(NamedTuple):
    """One line of text: `y` is its baseline, `x` the side or the middle that `align` names.

    `room` is its greatest width, to which a pen that cannot measure exactly keeps. `right` is
    whether its paragraph runs from right to left; None for a single line.
    """

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    ink: Ink = "black"
    align: Align = "left"
    room: float = 0.0
    right: bool | None = None


class Box(NamedTuple):
    """A rectangle with its upper left corner; `fill` and `line` are optional."""

    x: float
    y: float
    width: float
    height: float
    fill: Ink | None = None
    line: Ink | None = None
    thickness: float = 0.2
    corner: float = 0.0


class Line(NamedTuple):
    """A straight line from a point, with offsets to the right and down."""

    x: float
    y: float
    across: float
    down: float
    ink: Ink = "hair"
    thickness: float = 0.15


class Trail(NamedTuple):
    """A line from point to point; the points are offsets from its place, right and down.

    `dashes` are lengths, alternately drawn and left out; without any, the line is solid.
    """

    x: float
    y: float
    points: tuple[Point, ...]
    ink: Ink
    thickness: float
    dashes: tuple[float, ...] = ()


class Area(NamedTuple):
    """A filled polygon; with a `strength` below 1 it is transparent."""

    x: float
    y: float
    points: tuple[Point, ...]
    fill: Ink
    strength: float = 1.0
    line: Ink | None = None
    thickness: float = 0.2


class Code(NamedTuple):
    """A QR code. The point is the corner of its dark modules: the quiet zone lies outside.

    `title` describes it for those who cannot see it.
    """

    x: float
    y: float
    module: float
    matrix: Matrix
    title: str = ""

    @property
    def side(self) -> float:
        """Width and height of the dark modules in millimetres."""
        return len(self.matrix) * self.module


Mark = Words | Box | Line | Trail | Area | Code


class Page(NamedTuple):
    """A page of paper with its marks, the lowest first.

    An `exact` one is printed at its true size, to the tenth of a millimetre, for labels.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    exact: bool = False


class Measure(Protocol):
    """Measures the width of a text in millimetres at a size in points."""

    def __call__(self, text: str, size: float, bold: bool = False, /) -> float:
        """Return the width of one line."""


class Pen(Protocol):
    """Draws pages as one kind of file, and measures text as drawn."""

    def measure(self, text: str, size: float, bold: bool = False, /) -> float:
        """Return the width of a text in millimetres at a size in points."""

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """Return the file with these pages."""

    def warnings(self) -> tuple[str, ...]:
        """Return sentences about what could not be drawn correctly; complete once everything is
        drawn.
        """


def moved(marks: Sequence[Mark], across: float, down: float) -> list[Mark]:
    """Return the same marks, moved."""
    return [mark._replace(x=mark.x + across, y=mark.y + down) for mark in marks]


_LENGTHS = ("width", "height", "across", "down", "module", "size", "room", "corner")


def aligned(page: Page, alignment: Alignment) -> Page:
    """A page shifted and scaled for a misaligned printer; of lines, boxes, codes and words."""
    if alignment == ALIGNED:
        return page
    scale = alignment.scale / 100
    marks = [
        mark._replace(
            **{name: getattr(mark, name) * scale for name in _LENGTHS if hasattr(mark, name)}
        )
        for mark in moved(page.marks, -page.width / 2, -page.height / 2)
    ]
    marks = [mark._replace(x=mark.x * scale, y=mark.y * scale) for mark in marks]
    across, down = page.width / 2 + alignment.right, page.height / 2 + alignment.down
    return page._replace(marks=tuple(moved(marks, across, down)))


def start(words: Words, width: float) -> float:
    """Return where a line of text with this width begins."""
    if words.align == "left":
        return words.x
    return words.x - (width if words.align == "right" else width / 2)


def is_coloured(page: Page) -> bool:
    """Whether a page has colours of charts."""
    inks = ("ink", "fill", "line")
    return any(getattr(mark, ink, None) in HUES for mark in page.marks for ink in inks)

"""A page as marks in millimetres: what every layout composes and every pen draws."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from companion.printing.codes import Matrix

Ink = Literal["black", "grey", "hair", "accent", "white"]
Align = Literal["left", "middle", "right"]

COLOURS: dict[Ink, str] = {
    "black": "#000000",
    "grey": "#5c6166",
    "hair": "#bcc1c6",
    "accent": "#0b5a73",
    "white": "#ffffff",
}
POINT = 25.4 / 72
"""Millimetres in a point, the measure of type."""


class Words(NamedTuple):
    """One line of text: `y` is its baseline, `x` the side or the middle that `align` names.

    `room` is how wide it may be at most. A pen that cannot measure exactly keeps to it.
    """

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    ink: Ink = "black"
    align: Align = "left"
    room: float = 0.0


class Box(NamedTuple):
    """A rectangle with its upper left corner; without `fill` or `line` it has none of these."""

    x: float
    y: float
    width: float
    height: float
    fill: Ink | None = None
    line: Ink | None = None
    thickness: float = 0.2
    corner: float = 0.0


class Line(NamedTuple):
    """A straight line from a point, so far to the right and down."""

    x: float
    y: float
    across: float
    down: float
    ink: Ink = "hair"
    thickness: float = 0.15


class Code(NamedTuple):
    """A QR code. The point is the corner of its dark modules: the quiet zone lies outside."""

    x: float
    y: float
    module: float
    matrix: Matrix

    @property
    def side(self) -> float:
        """Width and height of the dark modules in millimetres."""
        return len(self.matrix) * self.module


Mark = Words | Box | Line | Code


class Page(NamedTuple):
    """A page of paper with all that is drawn on it, the lowest first."""

    width: float
    height: float
    marks: tuple[Mark, ...]


class Measure(Protocol):
    """How wide a text is in millimetres at a size in points."""

    def __call__(self, text: str, size: float, bold: bool = False, /) -> float:
        """The width of one line."""
        ...


class Pen(Protocol):
    """What draws pages as one kind of file, and measures text as it will draw it."""

    def measure(self, text: str, size: float, bold: bool = False, /) -> float:
        """How wide a text is in millimetres at a size in points."""
        ...

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """The file with these pages."""
        ...

    def warnings(self) -> tuple[str, ...]:
        """What could not be drawn as it should be, in sentences; known once all is drawn."""
        ...


def moved(marks: Sequence[Mark], across: float, down: float) -> list[Mark]:
    """Marks at another place."""
    return [mark._replace(x=mark.x + across, y=mark.y + down) for mark in marks]


def start(words: Words, width: float) -> float:
    """Where a line of text begins that is so wide."""
    if words.align == "left":
        return words.x
    return words.x - (width if words.align == "right" else width / 2)

"""The parts of a view: text with roles, tables, pictures. Games make them, renderers draw them.

A role says what a piece of text *is*, never how it looks; every renderer decides that for itself. A
piece in the box may *be* red: such roles are the colours of pieces. Text is never interpreted:
brackets and backslashes are shown unchanged.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.core.value import Value

if TYPE_CHECKING:
    from companion.core.inventory import Figure

Role = Literal[
    "",
    "strong",
    "muted",
    "good",
    "bad",
    "name",
    "icon",
    "active",
    "warning",
    "red",
    "yellow",
    "blue",
    "white",
]


class Span(Value):
    """A piece of text and its role. Not a tuple, as a tuple is several of them.

    `figure` is the shape that it names: it is drawn before the text if the renderer can draw
    shapes.
    """

    text: str
    role: Role = ""
    figure: "Figure | None" = None


Text: TypeAlias = str | Span | tuple[str | Span, ...]


class Heading(Value):
    """The title of what follows, with a short note beside it."""

    text: Text
    aside: Text = ""


class Paragraph(Value):
    """A few words; wrapped if the line is too narrow."""

    text: Text


class Steps(Value):
    """What to do next, one line each."""

    items: tuple[Text, ...]


class Column(Value):
    """A table's column; numbers are aligned to the right.

    If the line is too narrow, the last column `wraps`, or is the only one that is `cut`.
    `read_aloud` is the title of a column that needs none for those who see the table.
    """

    title: str = ""
    align: Literal["left", "right"] = "left"
    wraps: bool = False
    cut: bool = False
    read_aloud: str = ""


class Table(Value):
    """Rows under columns; every row has as many cells as there are columns.

    Within a `Fit`, one that wraps fits from `least` columns of the terminal on; if that is 0, only
    if nothing wraps.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Text, ...], ...]
    title: str = ""
    least: int = 0


class Listing(Value):
    """Rows for more than a screen: plain lines, drawn as they come.

    `widths` are those of all columns except the last, which has any length.
    """

    titles: tuple[str, ...]
    widths: tuple[int, ...]
    rows: Iterable[tuple[Text, ...]]


class Picture(Value):
    """A board or a net: a grid of boxes of one size, `None` for an empty place.

    `cell` is the inner width of a box in characters.
    """

    rows: tuple[tuple[Text | None, ...], ...]
    cell: int
    caption: Text = ""


class QrCode(Value):
    """A code to be scanned from the screen: of the first of its texts that fits the width.

    `matrix` makes a text's modules, row by row, True for dark, without the quiet zone around them.
    """

    texts: tuple[str, ...]
    matrix: Callable[[str], tuple[tuple[bool, ...], ...]]


class Side(Value):
    """Blocks beside each other, continued below if the line is too narrow."""

    blocks: tuple["Block", ...]


class Stack(Value):
    """Blocks below each other that belong together, such as a picture and its legend."""

    blocks: tuple["Block", ...]


class Fit(Value):
    """The same content in several forms: the first one that fits the width is drawn."""

    choices: tuple["Block", ...]


class Page(Value):
    """The same content at several lengths: the first one that fits on one screen is drawn.

    A screen is the terminal's, but at most 24 lines, which everybody has. `at_length` makes the
    blocks for a length; `lengths` are tried in turn.
    """

    at_length: Callable[[int], "Stack"]
    lengths: tuple[int, ...]


def plain(text: Text) -> str:
    """Return the words of a text, without their roles."""
    if isinstance(text, str):
        return text
    if isinstance(text, Span):
        return text.text
    return "".join(plain(part) for part in text)


Kind = Literal["line", "step", "bar"]
Point = tuple[float, float]


class Series(Value):
    """One line of a chart, or the bars of one colour: points from left to right, `(x, y)` each.

    A `band` is the uncertainty of every point: `(lowest, highest)` for each of them, or empty.
    Unknown values are left out.
    """

    name: str
    points: tuple[Point, ...]
    band: tuple[Point, ...] = ()


class Chart(Value):
    """A chart: `across` labels the x axis, `up` the y axis.

    A `line` connects the points; a `step` stays level until the next one, as a count does. With
    `dates`, x are days as `core.dates.day_of` counts them. For a `bar`, x is a place in `labels`,
    which name the bars. `note` is a sentence below, such as a warning about small samples. Lines
    that would hide each other may be drawn `apart`, each by itself on the same axes: the one that
    ends highest first.
    """

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    note: str = ""
    kind: Kind = "line"
    dates: bool = False
    labels: tuple[str, ...] = ()
    apart: bool = False


Block: TypeAlias = (
    Heading
    | Paragraph
    | Steps
    | Table
    | Listing
    | Picture
    | QrCode
    | Side
    | Stack
    | Fit
    | Page
    | Chart
)

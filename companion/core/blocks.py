"""What a view is made of: text with roles, tables, pictures. Games make them, renderers draw them.

A role says what a piece of text *is*, never how it looks; every renderer decides that for itself.
A thing of the box may *be* red: such roles are the colours of pieces. Nothing here is interpreted:
text is shown as it stands, brackets, backslashes and all.
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
    """A piece of text and what it is. No tuple, as a tuple is several of them.

    `figure` is the shape that it names: it is drawn before the text, where shapes can be drawn.
    """

    text: str
    role: Role = ""
    figure: "Figure | None" = None


Text: TypeAlias = str | Span | tuple[str | Span, ...]


class Heading(Value):
    """The title of what follows, with something small beside it."""

    text: Text
    aside: Text = ""


class Paragraph(Value):
    """A few words; wrapped where the line is too narrow."""

    text: Text


class Steps(Value):
    """What to do next, a line each."""

    items: tuple[Text, ...]


class Column(Value):
    """A table's column; numbers stand on the right.

    Where the line is too narrow, the last column `wraps`, or is the only one that is `cut`.
    One that needs no title for those who see the table has one that is `read_aloud`.
    """

    title: str = ""
    align: Literal["left", "right"] = "left"
    wraps: bool = False
    cut: bool = False
    read_aloud: str = ""


class Table(Value):
    """Rows under columns. Every row has as many cells as there are columns.

    Within a `Fit`, one that wraps fits from `least` columns of the terminal on; if that is 0, only
    where nothing wraps.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Text, ...], ...]
    title: str = ""
    least: int = 0


class Listing(Value):
    """More rows than anybody reads at once: plain lines, drawn as they come.

    `widths` are those of all columns but the last, which is as long as it is.
    """

    titles: tuple[str, ...]
    widths: tuple[int, ...]
    rows: Iterable[tuple[Text, ...]]


class Picture(Value):
    """A board or a net: a grid of boxes of one size, `None` where there is nothing.

    `cell` is the inner width of a box in characters.
    """

    rows: tuple[tuple[Text | None, ...], ...]
    cell: int
    caption: Text = ""


class QrCode(Value):
    """A code to be scanned from the screen: of the first of its texts that the width has room for.

    `matrix` makes a text's modules, row by row, True for dark, without the quiet zone around them.
    """

    texts: tuple[str, ...]
    matrix: Callable[[str], tuple[tuple[bool, ...], ...]]


class Side(Value):
    """Blocks beside each other, on further lines where there is no room."""

    blocks: tuple["Block", ...]


class Stack(Value):
    """Blocks below each other that belong together, such as a picture and its legend."""

    blocks: tuple["Block", ...]


class Fit(Value):
    """The same thing in several forms: the first one that fits the width is drawn."""

    choices: tuple["Block", ...]


class Page(Value):
    """The same thing at several lengths: the first one is drawn that one screen has room for.

    A screen is what is there, but never more than 24 lines, which everybody has. `at_length` makes
    it for a length, of which `lengths` are to be tried in turn.
    """

    at_length: Callable[[int], "Stack"]
    lengths: tuple[int, ...]


def plain(text: Text) -> str:
    """The words of a text, without their roles."""
    if isinstance(text, str):
        return text
    if isinstance(text, Span):
        return text.text
    return "".join(plain(part) for part in text)


Kind = Literal["line", "step", "bar"]
Point = tuple[float, float]


class Series(Value):
    """One line of a chart, or the bars of one colour: points from left to right, `(x, y)` each.

    A `band` is how uncertain every point is: `(lowest, highest)` for each of them, or nothing.
    A value that nobody knows is left out.
    """

    name: str
    points: tuple[Point, ...]
    band: tuple[Point, ...] = ()


class Chart(Value):
    """What is drawn: `across` says what the x axis counts, `up` what the y axis does.

    A `line` goes straight from point to point; a `step` stays level until the next one, as a count
    does. With `dates`, x are days as `core.dates.day_of` counts them. Of `bar`s, x is a place in
    `labels`, which say what each bar is about. `note` is a sentence below, such as that few plays
    say little. Lines that would hide each other may be drawn `apart`, each by itself, all on the
    same axes: the one that ends highest first.
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

"""The words of a chart, all of it for those who do not see it; how its lines are told apart."""

from math import cos, pi, sin
from typing import NamedTuple

from companion.core.blocks import Chart, Series
from companion.drawing.charts import bar_names, date, drawable, number
from companion.printing.page import HUES, Area, Box, Hue, Ink, Mark, Measure
from companion.printing.text import Style, column, height_of, wrapped

NOTHING = "Nothing to draw yet."
TITLE, TOLD, SMALL = Style(14, bold=True), Style(9, ink="grey"), Style(8, ink="grey")
NAME = Style(9, bold=True)
MARGIN = 6.0
_MOST_TITLE_LINES, _MOST_NOTE_LINES = 2, 4


class Head(NamedTuple):
    """What stands above and below a chart, and what is left between: title, unit, note."""

    marks: list[Mark]
    top: float
    bottom: float


def head_of(chart: Chart, measure: Measure, size: tuple[float, float]) -> Head:
    """Title and note of a chart, as far as there is room for them."""
    room = size[0] - 2 * MARGIN
    title = wrapped(chart.title, TITLE, room, measure, _MOST_TITLE_LINES)
    note = wrapped(chart.note, SMALL, room, measure, _MOST_NOTE_LINES)
    below = size[1] - MARGIN - height_of([note])
    marks: list[Mark] = [*column([title], MARGIN, MARGIN - TITLE.above, room)]
    marks += column([note], MARGIN, below, room)
    top = MARGIN - TITLE.above + height_of([title]) + 1.0
    return Head(marks, top, below - (2.0 if chart.note else 0.0))


def in_words(chart: Chart) -> str:
    """What every line does from its first point to its last, or how long every bar is."""
    chart = drawable(chart)
    if not chart.series:
        return NOTHING
    if chart.kind == "bar":
        names = bar_names(chart)
        told = [
            f"{series.name}: "
            + ", ".join(f"{names[x]} {number(y)}" for x, y in series.points)
            + "."
            for series in chart.series
        ]
    else:
        told = [_line(series, dates=chart.dates) for series in chart.series]
    return " ".join([*told, chart.note]).strip()


def _line(series: Series, *, dates: bool) -> str:
    (first_x, first), (last_x, last) = series.points[0], series.points[-1]
    if len(series.points) == 1:
        return f"{series.name}: {number(first)}."
    values = [y for _, y in series.points]
    begin, end = (date(x) if dates else number(x) for x in (first_x, last_x))
    return (
        f"{series.name}: {number(first)} at {begin}, {number(last)} at {end}; "
        f"lowest {number(min(values))}, highest {number(max(values))}."
    )


_RADIUS = 1.05
_EDGE = 0.3
# Corners of the shapes: how far from the middle they are, and where, in quarter turns from above.
_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    tuple((1.2, turn + 0.5) for turn in range(4)),
    tuple((1.3, turn * 4 / 3) for turn in range(3)),
    tuple((1.3, turn) for turn in range(4)),
    tuple((1.3, turn * 4 / 3 + 2) for turn in range(3)),
    tuple((1.45 if turn % 2 == 0 else 0.65, turn * 0.4) for turn in range(10)),
)
_DASHES: tuple[tuple[float, ...], ...] = ((), (2.2, 1.1), (0.7, 0.8))


def hue_of(place: int) -> Hue:
    """The colour of a line or bar."""
    return HUES[place % len(HUES)]


def dashes_of(place: int) -> tuple[float, ...]:
    """The dashes of a line: none, until all colours are taken."""
    return _DASHES[place // len(HUES) % len(_DASHES)]


def sign(place: int) -> list[Mark]:
    """The shape of a line's points, its middle at nought; hollow, once all shapes are taken."""
    fill: Ink = hue_of(place)
    line: Ink = "white"
    if place // len(_SHAPES) % 2 == 1:
        fill, line = line, fill
    corners = _SHAPES[place % len(_SHAPES)]
    if not corners:
        side = 2 * _RADIUS
        return [Box(-_RADIUS, -_RADIUS, side, side, fill, line, _EDGE, _RADIUS)]
    points = tuple(
        (sin(turn * pi / 2) * far * _RADIUS, -cos(turn * pi / 2) * far * _RADIUS)
        for far, turn in corners
    )
    return [Area(0, 0, points, fill, 1.0, line, _EDGE)]

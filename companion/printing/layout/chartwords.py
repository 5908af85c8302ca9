"""The words of a chart: those above and below it, and all of it for those who do not see it."""

from typing import NamedTuple

from companion.core.chart import Chart, Series
from companion.drawing.charts import bar_names, drawable
from companion.drawing.scales import date, number
from companion.printing.page import Mark, Measure
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

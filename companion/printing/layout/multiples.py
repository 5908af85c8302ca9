"""Lines that are drawn apart: a small plot for each, all on the same axes."""

from collections.abc import Iterator

from companion.core.chart import Chart, Point
from companion.drawing.charts import heights
from companion.drawing.scales import Axis, along, over_days, snug
from companion.printing.layout.chartwords import MARGIN, NAME, TOLD, head_of
from companion.printing.layout.lines import Frame, Plot
from companion.printing.page import Ink, Line, Mark, Measure, Page, Words
from companion.printing.text import shortened

_HEIGHT, _LEAST_WIDTH, _MOST_BESIDE = 30.0, 32.0, 3
"""Millimetres of a plot with its name; so many stand beside each other at most."""
_BETWEEN, _BELOW_NAME, _TICK_GAP = 5.0, 1.5, 2.0
_TICKS_UP, _TICKS_ALONG = 4, 3
_THICK = 0.55


def multiples_page(chart: Chart, measure: Measure, size: tuple[float, float]) -> Page:
    """The page, as high as its plots need; `chart.series` stand in rows, from the left."""
    room = size[0] - 2 * MARGIN
    y_axis = snug(heights(chart, with_bands=True), _TICKS_UP)
    values = [x for series in chart.series for x, _ in series.points]
    x_axis = (over_days if chart.dates else along)(values, _TICKS_ALONG)
    ticks = max(measure(words, TOLD.size) for _, words in y_axis.ticks) + _TICK_GAP
    beside = min(max(int((room - ticks) // _LEAST_WIDTH), 1), _MOST_BESIDE, len(chart.series))
    down = -(-len(chart.series) // beside)
    head = head_of(chart, measure, (size[0], 1000.0))
    top = head.top + (TOLD.leading if chart.up else 0.0) + 1.5
    below = 1.2 + TOLD.leading * (2 if chart.across else 1)
    bottom = top + down * (_HEIGHT + _BETWEEN) - _BETWEEN + below
    height = bottom + 1000.0 - head.bottom + 1.0
    marks: list[Mark] = [
        mark if mark.y < 500 else mark._replace(y=mark.y - 1000.0 + height) for mark in head.marks
    ]
    if chart.up:
        words = shortened(chart.up, TOLD, room, measure)
        marks.append(Words(MARGIN, head.top + TOLD.baseline, words, TOLD.size, ink="grey"))
    width = (room - ticks - _BETWEEN * (beside - 1)) / beside
    for place in range(len(chart.series)):
        across, row = place % beside, place // beside
        left = MARGIN + ticks + across * (width + _BETWEEN)
        above = top + row * (_HEIGHT + _BETWEEN)
        frame = Frame(left, above + NAME.leading + _BELOW_NAME, left + width, above + _HEIGHT)
        plot = _Small(chart._replace(series=(chart.series[place],)), measure, frame)
        last = place + beside >= len(chart.series)
        marks += plot.drawn(y_axis, x_axis, first=across == 0, last=last)
    if chart.across:
        words = shortened(chart.across, TOLD, room, measure)
        baseline = bottom - TOLD.leading + TOLD.baseline
        marks.append(Words(size[0] / 2, baseline, words, TOLD.size, ink="grey", align="middle"))
    return Page(size[0], height, tuple(marks))


class _Small(Plot):
    """The plot of one line, in its place among the others."""

    def __init__(self, chart: Chart, measure: Measure, frame: Frame) -> None:
        self.chart, self.measure, self.frame = chart, measure, frame
        self.first, self.last = frame.left + 1.5, frame.right - 1.5
        self.thick = _THICK
        (self.name,) = (self._name(series) for series in chart.series)

    def drawn(self, y_axis: Axis, x_axis: Axis, *, first: bool, last: bool) -> Iterator[Mark]:
        """All of it; words of ticks stand at the first plot of a row, and the last of a column."""
        self.y_axis, self.x_axis = y_axis, x_axis
        (series,) = self.chart.series
        yield from self._heading()
        yield from self._lines(words=first)
        yield from self._below(words=last)
        yield from self._band(series, 0)
        points: list[Point] = [(self._x(x), self._y(y)) for x, y in series.points]
        yield self._line(points, 0)

    def _heading(self) -> Iterator[Mark]:
        frame, (name, value) = self.frame, self.name
        baseline = frame.top - _BELOW_NAME - NAME.leading + NAME.baseline
        behind = self.measure(value, NAME.size)
        name = shortened(name, NAME, frame.right - frame.left - behind - 1.5, self.measure)
        yield Words(frame.left, baseline, name, NAME.size, bold=True)
        yield Words(frame.right, baseline, value, NAME.size, ink="grey", align="right")

    def _lines(self, *, words: bool) -> Iterator[Mark]:
        frame = self.frame
        for value, said in self.y_axis.ticks:
            y = self._y(value)
            ink: Ink = "grey" if value in (0, self.y_axis.low) else "hair"
            yield Line(frame.left, y, frame.right - frame.left, 0, ink, 0.15)
            if words:
                left = frame.left - _TICK_GAP
                yield Words(left, y + 1.1, said, TOLD.size, ink="grey", align="right")

    def _below(self, *, words: bool) -> Iterator[Mark]:
        """The ticks of the lower edge, and the words of those that have room."""
        frame, free = self.frame, self.frame.left - 1.0
        for value, said in self.x_axis.ticks:
            x = self._x(value)
            yield Line(x, frame.bottom, 0, 1.0, "grey", 0.2)
            half = self.measure(said, TOLD.size) / 2
            begin = min(max(x - half, frame.left), frame.right - 2 * half)
            if words and begin >= free:
                yield Words(begin, frame.bottom + 1.2 + TOLD.baseline, said, TOLD.size, ink="grey")
                free = begin + 2 * half + _TICK_GAP

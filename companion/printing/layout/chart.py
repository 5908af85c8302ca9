"""A chart as a page: lines, small plots of one line each, or bars."""

from collections.abc import Iterator

from companion.core.blocks import Chart, Point
from companion.core.value import replace
from companion.drawing.charts import (
    Axis,
    bar_names,
    drawable,
    heights,
    level,
    number,
    snug,
)
from companion.printing.layout.plot import (
    AXIS,
    MARGIN,
    NAME,
    NOTHING,
    Frame,
    Plot,
    head_of,
    hue_of,
    names_of,
)
from companion.printing.page import Box, Ink, Line, Mark, Measure, Page, Words
from companion.printing.text import Style, shortened

_BAR, _BETWEEN, _APART = 4.6, 3.4, 0.7
_LABEL = Style(10)
_LABEL_GAP, _SHARE_OF_NAMES = 2.5, 0.36
_LEGEND_GAP = 5.0


def bars_page(chart: Chart, measure: Measure, size: tuple[float, float]) -> Page:
    """Return the page, as high as its bars need."""
    names = bar_names(chart)
    several = len(chart.series)
    group = several * (_BAR + _APART) - _APART + _BETWEEN
    legend = NAME.leading + 2.0 if several > 1 else 0.0
    head = head_of(chart, measure, (size[0], 1000.0))
    unit = AXIS.leading + 1.0 if chart.up else 0.0
    top = head.top + unit + legend + 1.5
    bottom = top + group * len(names)
    height = bottom + 1000.0 - head.bottom + 1.0
    marks: list[Mark] = [
        mark if mark.y < 500 else mark._replace(y=mark.y - 1000.0 + height) for mark in head.marks
    ]
    room = size[0] - 2 * MARGIN
    if chart.up:
        words = shortened(chart.up, AXIS, room, measure)
        marks.append(Words(MARGIN, head.top + AXIS.baseline, words, AXIS.size, ink="grey"))
    if several > 1:
        marks += _legend(chart, measure, head.top + unit + 1.0, room)
    widths = [
        measure(shortened(name, _LABEL, room, measure), _LABEL.size) for name in names.values()
    ]
    label = min(max(widths), room * _SHARE_OF_NAMES)
    left = MARGIN + label + _LABEL_GAP
    values = heights(chart, with_bands=False)
    behind = max(measure(number(value), NAME.size, True) for value in values) + 2.0
    low, high = min(0.0, *values), max(0.0, *values)
    axis = Axis(low, high if high > low else low + 1.0, ())
    way = size[0] - MARGIN - behind - left
    nought = left + axis.share(0) * way
    y = top
    for x, name in names.items():
        middle = y + (group - _BETWEEN) / 2 + 1.2
        words = shortened(name, _LABEL, label, measure)
        marks.append(Words(MARGIN + label, middle, words, _LABEL.size, align="right", room=label))
        for place, series in enumerate(chart.series):
            above = y + place * (_BAR + _APART)
            for value in (value for at, value in series.points if at == x):
                end = left + axis.share(value) * way
                first, last = min(nought, end), max(nought, end)
                if last > first:
                    marks.append(Box(first, above, last - first, _BAR, hue_of(place)))
                baseline = above + _BAR / 2 + 1.1
                amount = number(value)
                marks.append(Words(last + 1.2, baseline, amount, NAME.size, bold=True))
        y += group
    marks.append(Line(nought, top - 1.0, 0, bottom - top - _BETWEEN + 2.0, "grey", 0.3))
    return Page(size[0], height, tuple(marks))


def _legend(chart: Chart, measure: Measure, y: float, room: float) -> list[Mark]:
    """Draw the legend of the colours, side by side."""
    marks: list[Mark] = []
    x = MARGIN
    for place, series in enumerate(chart.series):
        left = MARGIN + room - x - 4.0
        name = shortened(series.name, NAME, left, measure) if left > 0 else ""
        if not name:
            break
        marks.append(Box(x, y + 0.4, 2.6, 2.6, hue_of(place)))
        marks.append(Words(x + 3.8, y + NAME.baseline, name, NAME.size, bold=True))
        x += 3.8 + measure(name, NAME.size, True) + _LEGEND_GAP
    return marks


_HEIGHT, _LEAST_WIDTH, _MOST_BESIDE = 30.0, 32.0, 3
"""Width in millimetres of a plot with its name, and the most plots side by side."""
_BETWEEN_PLOTS, _BELOW_NAME, _TICK_GAP = 5.0, 1.5, 2.0
_TICKS_UP, _TICKS_ALONG = 4, 3
_THICK = 0.55


def multiples_page(chart: Chart, measure: Measure, size: tuple[float, float]) -> Page:
    """Return the page, as high as its plots need; `chart.series` are in rows, from the left."""
    room = size[0] - 2 * MARGIN
    y_axis = snug(heights(chart, with_bands=True), _TICKS_UP)
    x_axis = level(chart, _TICKS_ALONG)
    ticks = max(measure(words, AXIS.size) for _, words in y_axis.ticks) + _TICK_GAP
    beside = min(max(int((room - ticks) // _LEAST_WIDTH), 1), _MOST_BESIDE, len(chart.series))
    down = -(-len(chart.series) // beside)
    head = head_of(chart, measure, (size[0], 1000.0))
    top = head.top + (AXIS.leading if chart.up else 0.0) + 1.5
    below = 1.2 + AXIS.leading * (2 if chart.across else 1)
    bottom = top + down * (_HEIGHT + _BETWEEN_PLOTS) - _BETWEEN_PLOTS + below
    height = bottom + 1000.0 - head.bottom + 1.0
    marks: list[Mark] = [
        mark if mark.y < 500 else mark._replace(y=mark.y - 1000.0 + height) for mark in head.marks
    ]
    if chart.up:
        words = shortened(chart.up, AXIS, room, measure)
        marks.append(Words(MARGIN, head.top + AXIS.baseline, words, AXIS.size, ink="grey"))
    width = (room - ticks - _BETWEEN_PLOTS * (beside - 1)) / beside
    for place in range(len(chart.series)):
        across, row = place % beside, place // beside
        left = MARGIN + ticks + across * (width + _BETWEEN_PLOTS)
        above = top + row * (_HEIGHT + _BETWEEN_PLOTS)
        frame = Frame(left, above + NAME.leading + _BELOW_NAME, left + width, above + _HEIGHT)
        plot = _Small(replace(chart, series=(chart.series[place],)), measure, frame)
        last = place + beside >= len(chart.series)
        marks += plot.drawn(y_axis, x_axis, first=across == 0, last=last)
    if chart.across:
        words = shortened(chart.across, AXIS, room, measure)
        baseline = bottom - AXIS.leading + AXIS.baseline
        marks.append(Words(size[0] / 2, baseline, words, AXIS.size, ink="grey", align="middle"))
    return Page(size[0], height, tuple(marks))


class _Small(Plot):
    """The plot of one line, at its place among the others."""

    def __init__(self, chart: Chart, measure: Measure, frame: Frame) -> None:
        self.chart, self.measure, self.frame = chart, measure, frame
        self.first, self.last = frame.left + 1.5, frame.right - 1.5
        self.thick = _THICK
        (self.name,) = names_of(chart)

    def drawn(self, y_axis: Axis, x_axis: Axis, *, first: bool, last: bool) -> Iterator[Mark]:
        """Draw it; tick labels are at the first plot of a row, and the last of a column."""
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
        for value, label in self.y_axis.ticks:
            y = self._y(value)
            ink: Ink = "grey" if value in (0, self.y_axis.low) else "hair"
            yield Line(frame.left, y, frame.right - frame.left, 0, ink, 0.15)
            if words:
                left = frame.left - _TICK_GAP
                yield Words(left, y + 1.1, label, AXIS.size, ink="grey", align="right")

    def _below(self, *, words: bool) -> Iterator[Mark]:
        """Draw the ticks of the lower edge, and the labels of those that have room."""
        frame, free = self.frame, self.frame.left - 1.0
        for value, label in self.x_axis.ticks:
            x = self._x(value)
            yield Line(x, frame.bottom, 0, 1.0, "grey", 0.2)
            half = self.measure(label, AXIS.size) / 2
            begin = min(max(x - half, frame.left), frame.right - 2 * half)
            if words and begin >= free:
                yield Words(begin, frame.bottom + 1.2 + AXIS.baseline, label, AXIS.size, ink="grey")
                free = begin + 2 * half + _TICK_GAP


WIDE, NARROW = (180.0, 102.0), (92.0, 84.0)
"""Width and height in millimetres: across a page, and on a phone."""

_EMPTY = 40.0


def chart_page(chart: Chart, measure: Measure, size: tuple[float, float] = WIDE) -> Page:
    """Return the page with a chart; bars, and very many names, may need more height than `size`
    has.
    """
    chart = drawable(chart)
    if not chart.series:
        size = (size[0], _EMPTY)
    if chart.series and chart.kind == "bar":
        return bars_page(chart, measure, size)
    if chart.series and chart.apart:
        return multiples_page(chart, measure, size)
    head = head_of(chart, measure, size)
    if not chart.series:
        middle = (head.top + head.bottom) / 2
        words = Words(size[0] / 2, middle, NOTHING, AXIS.size, ink="grey", align="middle")
        return Page(*size, (*head.marks, words))
    plot = Plot(chart, measure, size, head)
    if not plot.names_beside:
        size = (size[0], size[1] + plot.legend_height)
        head = head_of(chart, measure, size)
        plot = Plot(chart, measure, size, head, names_beside=False)
    return Page(*size, (*head.marks, *plot.marks()))

"""A chart of bars as a page: each with its name before it and its value behind it."""

from companion.core.chart import Chart
from companion.drawing.charts import bar_names, heights
from companion.drawing.scales import Axis, number
from companion.printing.layout.chartwords import MARGIN, NAME, TOLD, head_of
from companion.printing.layout.signs import hue_of
from companion.printing.page import Box, Line, Mark, Measure, Page, Words
from companion.printing.text import Style, shortened

_BAR, _BETWEEN, _APART = 4.6, 3.4, 0.7
_LABEL = Style(10)
_LABEL_GAP, _SHARE_OF_NAMES = 2.5, 0.36
_LEGEND_GAP = 5.0


def bars_page(chart: Chart, measure: Measure, size: tuple[float, float]) -> Page:
    """The page, as high as its bars need."""
    names = bar_names(chart)
    several = len(chart.series)
    group = several * (_BAR + _APART) - _APART + _BETWEEN
    legend = NAME.leading + 2.0 if several > 1 else 0.0
    head = head_of(chart, measure, (size[0], 1000.0))
    unit = TOLD.leading + 1.0 if chart.up else 0.0
    top = head.top + unit + legend + 1.5
    bottom = top + group * len(names)
    height = bottom + 1000.0 - head.bottom + 1.0
    marks: list[Mark] = [
        mark if mark.y < 500 else mark._replace(y=mark.y - 1000.0 + height) for mark in head.marks
    ]
    room = size[0] - 2 * MARGIN
    if chart.up:
        words = shortened(chart.up, TOLD, room, measure)
        marks.append(Words(MARGIN, head.top + TOLD.baseline, words, TOLD.size, ink="grey"))
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
                told = number(value)
                marks.append(Words(last + 1.2, baseline, told, NAME.size, bold=True))
        y += group
    marks.append(Line(nought, top - 1.0, 0, bottom - top - _BETWEEN + 2.0, "grey", 0.3))
    return Page(size[0], height, tuple(marks))


def _legend(chart: Chart, measure: Measure, y: float, room: float) -> list[Mark]:
    """What the colours are, beside each other."""
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

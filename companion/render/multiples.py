"""Lines that are drawn apart on a terminal: a strip of dots for each, all on the same axes."""

from collections.abc import Iterable
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from companion.core.chart import Chart, Series
from companion.core.names import visible
from companion.drawing.charts import heights, stepped, thinned
from companion.drawing.scales import along, date, number, over_days, upright
from companion.render.columns import cut
from companion.render.dots import Dots

_ROWS, _BETWEEN, _LEAST = 3, 3, 16
"""Rows of a strip, columns between two of them, and columns that one has at least."""
_FINE = 8
"""The axis ends on ticks of one with so many, of which only the ends are told."""
_MUTED = "dim"


def multiples(chart: Chart, width: int, *, plain: bool) -> Iterable[Text]:
    """The strips, `chart.series` in rows from the left, with what the axes go from and to."""
    return _Strips(chart, width, plain=plain).lines()


class _Strips:
    def __init__(self, chart: Chart, width: int, *, plain: bool) -> None:
        self.chart, self.width, self.plain = chart, width, plain
        self.y_axis = upright(heights(chart, with_bands=False), _FINE)
        values = [x for series in chart.series for x, _ in series.points]
        self.x_axis = (over_days if chart.dates else along)(values, 2)
        self.low, self.high = (number(end) for end in (self.y_axis.low, self.y_axis.high))
        self.left = max(len(self.low), len(self.high)) + 1
        room = width - self.left
        self.beside = 2 if room >= 2 * (_LEAST + 1) + _BETWEEN else 1
        self.columns = max((room - _BETWEEN * (self.beside - 1)) // self.beside - 1, 4)

    def lines(self) -> Iterable[Text]:
        """All of them from the top to the bottom."""
        if self.chart.up:
            yield Text(self._cut(self.chart.up, self.width), style=_MUTED)
        series = self.chart.series
        for first in range(0, len(series), self.beside):
            row = series[first : first + self.beside]
            yield self._together([self._name(one) for one in row], "")
            strips = [self._strip(one) for one in row]
            for down in range(_ROWS):
                tick = {0: self.high, _ROWS - 1: self.low}.get(down, "")
                yield self._together([strip[down] for strip in strips], tick)
        ends = [Text(self._ends(), style=_MUTED) for _ in range(min(self.beside, len(series)))]
        yield self._together(ends, "")
        if self.chart.across:
            words = self._cut(self.chart.across, self.width - self.left)
            yield Text((" " * self.left + words.center(self.columns)).rstrip(), style=_MUTED)

    def _together(self, parts: list[Text], tick: str) -> Text:
        line = Text(f"{self._said(tick):>{self.left - 1}} ", style=_MUTED)
        for place, part in enumerate(parts):
            if place:
                reached = self.left + place * (self.columns + 1 + _BETWEEN)
                line.append(" " * (reached - line.cell_len))
            line.append_text(part)
        line.rstrip()
        return line

    def _name(self, series: Series) -> Text:
        value = number(series.points[-1][1])
        if series.band:
            low, high = series.band[-1]
            value += f" {'+-' if self.plain else '±'}{number(round((high - low) / 2, 1))}"
        value = self._said(value)
        name = cut(visible(series.name), self.columns - cell_len(value), plain=self.plain)
        return Text().append(name, style="bold").append(f" {value}")

    def _strip(self, series: Series) -> list[Text]:
        dots = Dots(self.columns, _ROWS, braille=not self.plain)
        corners = stepped(series.points) if self.chart.kind == "step" else series.points
        across, down = self.columns * dots.across - 1, _ROWS * dots.down - 1
        dots.line(
            [
                (self.x_axis.share(x) * across, (1 - self.y_axis.share(y)) * down)
                for x, y in thinned(corners, self.columns * dots.across * 4)
            ],
            0,
        )
        edge = "|" if self.plain else "│"
        rows = []
        for row in range(_ROWS):
            line = Text(edge, style=_MUTED)
            cells = [dots.at(column, row) for column in range(self.columns)]
            for drawn, run in groupby(cells, key=lambda cell: cell is not None):
                signs = "".join(" " if cell is None else cell[0] for cell in run)
                line.append(signs, style="cyan" if drawn else "")
            rows.append(line)
        return rows

    def _ends(self) -> str:
        """What the lower edge of a strip goes from and to, as far as there is room for both."""
        axis, write = self.x_axis, date if self.chart.dates else number
        begin, end = (self._said(write(at)) for at in (axis.low, axis.high))
        if self.chart.dates and len(begin) + len(end) > self.columns:  # then the months will do
            begin, end = begin[:7], end[:7]
        room = self.columns + 1 - len(begin) - len(end)
        return f"{begin}{' ' * room}{end}" if room > 0 else begin

    def _cut(self, words: str, room: int) -> str:
        return cut(self._said(visible(words)), room, plain=self.plain)

    def _said(self, words: str) -> str:
        return words.replace("−", "-") if self.plain else words

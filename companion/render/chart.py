"""A chart on a terminal: lines of dots, a symbol for each, and names at the ends of the lines.

Nothing depends on colour, and without Braille in the encoding, plain ASCII is used.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import floor
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from companion.core.blocks import Chart, Point, Series
from companion.core.names import visible
from companion.drawing.charts import (
    Axis,
    drawable,
    heights,
    last_value,
    level,
    spread,
    stepped,
    thinned,
    upright,
    with_room,
)
from companion.render.plots import Dots, encodable, hue_of, truncated

WIDEST = 100
SIGNS = "●■▲◆▼★○□△◇▽☆"
PLAIN_SIGNS = "ox*+#@%&=$~^"
NOTHING = "Nothing to draw yet."
_MUTED = "dim"
_ROWS, _MOST_ROWS = 13, 16
_WORTH_FILLING, _CROWDED = 20, 4
"""How many rows of difference are acceptable to fill all of them, and to avoid crowded ticks."""
_LEAST_COLUMNS, _LEAST_NAME = 24, 6
_APART = 2
"""Columns between two dates or numbers below the chart."""
_BETWEEN_SIGNS = 8
"""Columns between two symbols on a line with too many points."""


class ChartOnScreen:
    """Draws a chart as wide as the screen, and about fifteen lines high."""

    def __init__(self, chart: Chart) -> None:
        self.chart = drawable(chart)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, WIDEST)
        plain = options.ascii_only or options.legacy_windows
        yield Text(visible(self.chart.title), style="bold")
        if not self.chart.series:
            yield Text(NOTHING, style=_MUTED)
        elif self.chart.kind == "bar":
            from companion.render.plots import bars

            yield from bars(self.chart, width, plain=plain)
        elif self.chart.apart:
            from companion.render.plots import multiples

            yield from multiples(self.chart, width, plain=plain)
        else:
            yield from _Drawing(self.chart, width, plain=plain).lines()
        if self.chart.note:
            yield Text(visible(self.chart.note), style=_MUTED)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(_LEAST_COLUMNS, WIDEST).with_maximum(options.max_width)


class _Ending(NamedTuple):
    """The end of a line: its symbol, its name, its value."""

    sign: str
    name: str
    value: str
    style: str

    def text(self, room: int, *, plain: bool) -> Text:
        name = truncated(self.name, room - cell_len(self.value) - 3, plain=plain)
        line = Text().append(f"{self.sign} ", style=self.style)
        return line.append(name, style="bold").append(f" {self.value}")

    @property
    def width(self) -> int:
        return cell_len(f"{self.sign} {self.name} {self.value}")


class _Drawing:
    """One chart of lines, laid out for a width."""

    def __init__(self, chart: Chart, width: int, *, plain: bool) -> None:
        self.chart, self.width, self.plain = chart, width, plain
        self.signs = PLAIN_SIGNS if plain else SIGNS
        self.y_axis, self.rows = _upright(heights(chart, with_bands=False), len(chart.series))
        ticks = [self._encoded(words) for _, words in self.y_axis.ticks]
        self.left = max(map(len, ticks)) + 1
        self.endings = [self._ending(place) for place in range(len(chart.series))]
        widest = max(ending.width for ending in self.endings)
        shortest = max(cell_len(ending.value) for ending in self.endings) + 3 + _LEAST_NAME
        self.room = min(widest, max(width // 3, shortest))
        self.names_beside = (
            len(self.endings) <= self.rows
            and width - self.left - 2 - self.room - 1 >= _LEAST_COLUMNS
        )
        beside = self.room + 1 if self.names_beside else 1
        self.columns = max(width - self.left - 1 - beside, 4)
        self.x_axis = with_room(lambda most: level(chart, most), self.columns // 4, self._has_room)

    def lines(self) -> Iterable[Text]:
        """Return the chart from its top to its bottom."""
        if self.chart.up:
            yield Text(self._cut(self.chart.up, self.width), style=_MUTED)
        yield from self._plot()
        rule, words = self._below()
        yield Text(rule.rstrip(), style=_MUTED)
        across = self._cut(self.chart.across, self.width - self.left - 1)
        beside = words.ljust(self.left + 1 + self.columns) + "  " + across
        if len(beside) <= self.width:
            yield Text(beside.rstrip(), style=_MUTED)
        else:
            yield Text(words, style=_MUTED)
            yield Text(" " * (self.left + 1) + across.center(self.columns).rstrip(), style=_MUTED)
        if not self.names_beside:
            yield from self._legend()

    def _plot(self) -> Iterable[Text]:
        dots = Dots(self.columns, self.rows, braille=not self.plain)
        for place in reversed(range(len(self.chart.series))):
            points = self.chart.series[place].points
            corners = stepped(points) if self.chart.kind == "step" else points
            most = self.columns * dots.across * 4
            dots.line([self._dot(point, dots) for point in thinned(corners, most)], place)
        marked = self._marked(dots)
        ticks = {self._row(value): self._encoded(words) for value, words in self.y_axis.ticks}
        names = self._names()
        for row in range(self.rows):
            edge = ("+" if self.plain else "┤") if row in ticks else ("|" if self.plain else "│")
            line = Text().append(f"{ticks.get(row, ''):>{self.left - 1}} {edge}", style=_MUTED)
            cells = [
                marked.get((column, row)) or dots.at(column, row) or (" ", None)
                for column in range(self.columns)
            ]
            for whose, run in groupby(cells, key=lambda cell: cell[1]):
                signs = "".join(sign for sign, _ in run)
                line.append(signs, style="" if whose is None else hue_of(whose))
            if row in names:
                line.append(" ").append_text(names[row])
            line.rstrip()
            yield line

    def _dot(self, point: Point, dots: Dots) -> Point:
        x = self.x_axis.share(point[0]) * (self.columns - 1) * dots.across + (dots.across - 1) / 2
        y = (1 - self.y_axis.share(point[1])) * (self.rows - 1) * dots.down + (dots.down - 1) / 2
        return x, y

    def _row(self, value: float) -> int:
        return floor((1 - self.y_axis.share(value)) * (self.rows - 1) + 0.5)

    def _marked(self, dots: Dots) -> dict[tuple[int, int], tuple[str, int]]:
        """Mark the lines with their symbols; lines in the same place take turns."""
        there: dict[tuple[int, int], list[int]] = {}
        for place, series in enumerate(self.chart.series):
            for point in self._chosen(series, place):
                x, y = self._dot(point, dots)
                cell = (round(x) // dots.across, round(y) // dots.down)
                if place not in there.setdefault(cell, []):
                    there[cell].append(place)
        shared = 0
        marked = {}
        for cell, places in sorted(there.items()):
            whose = places[shared % len(places)]
            shared += len(places) > 1
            marked[cell] = (self._sign(whose), whose)
        return marked

    def _chosen(self, series: Series, place: int) -> Sequence[Point]:
        """Return the points of a line that get a symbol: all, or some; always the last."""
        points = series.points
        if len(points) * 2 <= self.columns and self.chart.kind == "line":
            return points
        step = max(1, len(points) * _BETWEEN_SIGNS // self.columns)
        first = step * place // len(self.chart.series)
        return [*points[first::step], points[-1]]

    def _names(self) -> dict[int, Text]:
        """Return the rows for names, each as near to the end of its line as possible."""
        if not self.names_beside:
            return {}
        # Lines may end in the same row at different heights: the higher one has its name above.
        order = sorted(range(len(self.endings)), key=lambda place: -self._end(place))
        rows = spread([self._row(self._end(place)) for place in order], 1, 0, self.rows - 1)
        return {
            floor(row + 0.5 + 1e-9): self.endings[place].text(self.room, plain=self.plain)
            for row, place in zip(rows, order, strict=True)
        }

    def _end(self, place: int) -> float:
        return self.chart.series[place].points[-1][1]

    def _legend(self) -> Iterable[Text]:
        line = Text()
        for place in sorted(range(len(self.endings)), key=lambda place: -self._end(place)):
            ending = self.endings[place]
            text = ending.text(min(self.width, ending.width), plain=self.plain)
            if line.cell_len and line.cell_len + 2 + text.cell_len > self.width:
                yield line
                line = Text()
            line.append("  " if line.cell_len else "").append_text(text)
        yield line

    def _ending(self, place: int) -> _Ending:
        series = self.chart.series[place]
        value = last_value(series, "+-" if self.plain else "±")
        return _Ending(self._sign(place), visible(series.name), self._encoded(value), hue_of(place))

    def _sign(self, place: int) -> str:
        return self.signs[place % len(self.signs)]

    def _cut(self, words: str, room: int) -> str:
        return truncated(self._encoded(visible(words)), room, plain=self.plain)

    def _encoded(self, words: str) -> str:
        return encodable(words, self.plain)

    def _has_room(self, axis: Axis) -> bool:
        ends = [self._ends(axis, value, words) for value, words in axis.ticks]
        apart = all(ends[at][1] + _APART <= ends[at + 1][0] for at in range(len(ends) - 1))
        return apart and all(first >= 0 and last <= self.width for first, last in ends)

    def _ends(self, axis: Axis, value: float, words: str) -> tuple[int, int]:
        """Return where the words of a tick begin and end."""
        first = self._column(axis, value) - len(words) // 2
        return first, first + len(words)

    def _column(self, axis: Axis, value: float) -> int:
        return self.left + 1 + floor(axis.share(value) * (self.columns - 1) + 0.5)

    def _below(self) -> tuple[str, str]:
        """Return the axis below the plot, and the words below its ticks."""
        corner, flat, tick = "+-+" if self.plain else "└─┬"
        rule = [" "] * self.left + [corner] + [flat] * self.columns
        words = ""
        for value, label in self.x_axis.ticks:
            rule[self._column(self.x_axis, value)] = tick
            first = max(self._ends(self.x_axis, value, label)[0], 0)
            words = words.ljust(first) + self._encoded(label)
        return "".join(rule), words


def _upright(values: Sequence[float], names: int) -> tuple[Axis, int]:
    """Return the axis and the number of rows that put every tick in a row, at equal distances.

    Heights that the lines fill, and that have a row for every name, are preferred to the usual one.
    """
    way = max(values) - min(values)
    choices: list[tuple[float, int, Axis, int]] = []
    for most in range(3, _MOST_ROWS):
        axis = upright(values, most)
        spans = len(axis.ticks) - 1
        for rows in range(spans + 1, _MOST_ROWS + 1, spans):
            filled = way / (axis.high - axis.low)
            crowded, cramped = rows == spans + 1, rows < names <= _MOST_ROWS
            worse = abs(rows - _ROWS) + _WORTH_FILLING * (1 - filled)
            worse += _CROWDED * (crowded + 2 * cramped)
            choices.append((worse, len(choices), axis, rows))
    _, _, best, rows = min(choices)
    return best, rows

"""Bars and strips of lines on a terminal, and their parts: dots, columns, symbols."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from companion.core.blocks import Chart, Series
from companion.core.names import visible
from companion.drawing.charts import (
    Axis,
    bar_names,
    date,
    heights,
    last_value,
    level,
    number,
    stepped,
    thinned,
    upright,
)

HUES = ("cyan", "yellow", "magenta", "green", "bright_blue", "red", "bright_cyan", "bright_magenta")


def wide(text: str) -> int:
    """Return the number of columns of a text on a terminal."""
    return cell_len(text)


def truncated(text: str, room: int, *, plain: bool = False) -> str:
    """Return a text no wider than so many columns: its beginning and `…`, if necessary.

    `plain` ends it with a character that every encoding has. In one column, only that character is
    left.
    """
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, max(room - 1, 0)).rstrip() + ("~" if plain else "…")


def encodable(words: str, plain: bool) -> str:
    """Return words in the encoding's characters: a real minus sign is not in ASCII."""
    return words.replace("−", "-") if plain else words


def hue_of(place: int) -> str:
    """Return the colour of a line, on which nothing depends."""
    return HUES[place % len(HUES)]


_BRAILLE = 0x2800
# The bit of each dot in a Braille character: by column, then row.
_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


class Dots:
    """A grid of characters; lines are measured in dots from the upper left corner."""

    def __init__(self, columns: int, rows: int, *, braille: bool) -> None:
        self.across, self.down = (2, 4) if braille else (1, 1)
        self._columns, self._rows = columns, rows
        self._bits: dict[tuple[int, int], int] = {}
        self._whose: dict[tuple[int, int], int] = {}

    def line(self, points: Sequence[tuple[float, float]], whose: int) -> None:
        """Draw from point to point; where lines meet, the character belongs to the last one."""
        before = None
        for x, y in points:
            here = (round(x), round(y))
            for dot in _between(before or here, here):
                self._set(*dot, whose)
            before = here

    def at(self, column: int, row: int) -> tuple[str, int] | None:
        """Return a character and its owner; None if nothing is drawn there."""
        bits = self._bits.get((column, row))
        if bits is None:
            return None
        return chr(_BRAILLE + bits) if self.down > 1 else ".", self._whose[column, row]

    def _set(self, x: int, y: int, whose: int) -> None:
        cell = (x // self.across, y // self.down)
        if 0 <= cell[0] < self._columns and 0 <= cell[1] < self._rows:
            bit = _BITS[x % self.across][y % self.down]
            self._bits[cell] = self._bits.get(cell, 0) | bit
            self._whose[cell] = whose


def _between(first: tuple[int, int], last: tuple[int, int]) -> list[tuple[int, int]]:
    across, down = last[0] - first[0], last[1] - first[1]
    steps = max(abs(across), abs(down), 1)
    return [
        (round(first[0] + across * step / steps), round(first[1] + down * step / steps))
        for step in range(steps + 1)
    ]


_FILLS, _PLAIN_FILLS = "█▓▒░", "#=+-"
_EIGHTHS = " ▏▎▍▌▋▊▉"


def bars(chart: Chart, width: int, *, plain: bool) -> Iterable[Text]:
    """Return the lines of a chart of bars; if there are several series, a legend comes first."""
    fills = _PLAIN_FILLS if plain else _FILLS
    several = len(chart.series) > 1
    if chart.up:
        yield Text(truncated(encodable(visible(chart.up), plain), width, plain=plain), style="dim")
    if several:
        legend = Text()
        for place, series in enumerate(chart.series):
            legend.append("  " if place else "")
            legend.append(f"{fills[place % len(fills)]} ", style=hue_of(place))
            legend.append(visible(series.name), style="bold")
        yield legend
    names = bar_names(chart)
    values = heights(chart, with_bands=False)
    low, high = min(0.0, *values), max(0.0, *values)
    axis = Axis(low, high if high > low else 1.0, ())
    numbers = [encodable(number(value), plain) for value in values]
    left = min(max(cell_len(visible(name)) for name in names.values()), width // 3)
    room = max(width - left - 2 - max(map(len, numbers)) - 1, 4)
    nought = round(axis.share(0) * room)
    for x, name in names.items():
        label = truncated(visible(name), left, plain=plain)
        for place, series in enumerate(chart.series):
            for value in (y for at, y in series.points if at == x):
                line = Text(set_cell_size(label, left) + "  ")
                end = axis.share(value) * room if value else nought
                bar = _bar(end, nought, fills[place % len(fills)], plain=plain)
                line.append(bar, style=hue_of(place)).append(f" {encodable(number(value), plain)}")
                yield line
                label = ""


def _bar(end: float, nought: int, fill: str, *, plain: bool) -> str:
    """Draw a bar from zero to its end, to the eighth of a column if the encoding allows it."""
    if round(end) < nought:
        return " " * round(end) + fill * (nought - round(end))
    if end <= nought:
        return " " * nought
    whole = int(end)
    part = "" if plain or fill != _FILLS[0] else _EIGHTHS[int((end - whole) * 8)].strip()
    whole = whole if part else round(end)
    return " " * nought + fill * (whole - nought) + part


_ROWS, _BETWEEN, _LEAST = 3, 3, 16
"""Rows of a strip, columns between two of them, and the least columns of one."""
_FINE = 8
"""The most ticks for choosing the axis, of which only the ends are labelled."""
_MUTED = "dim"


def multiples(chart: Chart, width: int, *, plain: bool) -> Iterable[Text]:
    """Return the strips, `chart.series` in rows from the left, with the ranges of the axes."""
    return _Strips(chart, width, plain=plain).lines()


class _Strips:
    def __init__(self, chart: Chart, width: int, *, plain: bool) -> None:
        self.chart, self.width, self.plain = chart, width, plain
        self.y_axis = upright(heights(chart, with_bands=False), _FINE)
        self.x_axis = level(chart, 2)
        self.low, self.high = (number(end) for end in (self.y_axis.low, self.y_axis.high))
        self.left = max(len(self.low), len(self.high)) + 1
        room = width - self.left
        self.beside = 2 if room >= 2 * (_LEAST + 1) + _BETWEEN else 1
        self.columns = max((room - _BETWEEN * (self.beside - 1)) // self.beside - 1, 4)

    def lines(self) -> Iterable[Text]:
        """Return all strips from the top to the bottom."""
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
        line = Text(f"{self._encoded(tick):>{self.left - 1}} ", style=_MUTED)
        for place, part in enumerate(parts):
            if place:
                reached = self.left + place * (self.columns + 1 + _BETWEEN)
                line.append(" " * (reached - line.cell_len))
            line.append_text(part)
        line.rstrip()
        return line

    def _name(self, series: Series) -> Text:
        value = self._encoded(last_value(series, "+-" if self.plain else "±"))
        name = truncated(visible(series.name), self.columns - cell_len(value), plain=self.plain)
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
        """Return the labels of the two ends of an axis, as far as there is room."""
        axis, write = self.x_axis, date if self.chart.dates else number
        begin, end = (self._encoded(write(at)) for at in (axis.low, axis.high))
        if self.chart.dates and len(begin) + len(end) > self.columns:  # then the months are enough
            begin, end = begin[:7], end[:7]
        room = self.columns + 1 - len(begin) - len(end)
        return f"{begin}{' ' * room}{end}" if room > 0 else begin

    def _cut(self, words: str, room: int) -> str:
        return truncated(self._encoded(visible(words)), room, plain=self.plain)

    def _encoded(self, words: str) -> str:
        return encodable(words, self.plain)

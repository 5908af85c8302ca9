"""The parts of charts on paper: heads, words, symbols, and lines with names at their ends."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from companion.core.blocks import Chart, Point, Series
from companion.drawing.charts import (
    Axis,
    bar_names,
    date,
    drawable,
    heights,
    last_value,
    level,
    number,
    snug,
    spread,
    stepped,
    thinned,
    with_room,
)
from companion.printing.page import (
    HUES,
    Area,
    Box,
    Hue,
    Ink,
    Line,
    Mark,
    Measure,
    Trail,
    Words,
    moved,
)
from companion.printing.text import Style, column, height_of, shortened, wrapped

NOTHING = "Nothing to draw yet."
TITLE, AXIS, SMALL = Style(14, bold=True), Style(9, ink="grey"), Style(8, ink="grey")
NAME = Style(9, bold=True)
MARGIN = 6.0
_MOST_TITLE_LINES, _MOST_NOTE_LINES = 2, 4


class Head(NamedTuple):
    """The text above and below a chart, and the room left between: title, unit, note."""

    marks: list[Mark]
    top: float
    bottom: float


def head_of(chart: Chart, measure: Measure, size: tuple[float, float]) -> Head:
    """Return title and note of a chart, as far as there is room for them."""
    room = size[0] - 2 * MARGIN
    title = wrapped(chart.title, TITLE, room, measure, _MOST_TITLE_LINES)
    note = wrapped(chart.note, SMALL, room, measure, _MOST_NOTE_LINES)
    below = size[1] - MARGIN - height_of([note])
    marks: list[Mark] = [*column([title], MARGIN, MARGIN - TITLE.above, room)]
    marks += column([note], MARGIN, below, room)
    top = MARGIN - TITLE.above + height_of([title]) + 1.0
    return Head(marks, top, below - (2.0 if chart.note else 0.0))


def alt_text(chart: Chart) -> str:
    """Describe each line from its first point to its last, or the length of every bar."""
    chart = drawable(chart)
    if not chart.series:
        return NOTHING
    if chart.kind == "bar":
        names = bar_names(chart)
        sentences = [
            f"{series.name}: "
            + ", ".join(f"{names[x]} {number(y)}" for x, y in series.points)
            + "."
            for series in chart.series
        ]
    else:
        sentences = [_line(series, dates=chart.dates) for series in chart.series]
    return " ".join([*sentences, chart.note]).strip()


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
# Corners of the shapes: distance from the middle, and angle in quarter turns from above.
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
    """Return the colour of a line or bar."""
    return HUES[place % len(HUES)]


def dashes_of(place: int) -> tuple[float, ...]:
    """Return the dashes of a line: none, until all colours are used."""
    return _DASHES[place // len(HUES) % len(_DASHES)]


def sign(place: int) -> list[Mark]:
    """Draw the symbol of a line's points, centred at 0; hollow once all shapes are used."""
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


_ABOVE_PLOT, _BELOW_PLOT = 4.5, 1.2
_LABEL_GAP, _SIGN_ROOM, _BESIDE, _LEGEND_GAP = 2.0, 4.2, 3.5, 3.0
_SHARE_OF_NAMES, _HAIR = 0.34, 0.05
_ROW, _TICK_GAP = 8.4, 2.4
_LEAST_POINT_GAP = 3.6
"""Millimetres between points that each have a symbol; if nearer, only the last has one."""
_THICK, _THIN, _MANY = 0.65, 0.45, 6
_FAR = 0.9
"""The distance from a line's end from which on dots lead to its name."""
_MOST_NUDGE = 2.4
"""The total distance in millimetres between lines that would coincide."""
_POINTS_A_MILLIMETRE = 6
_HALF_BAND = 1.8
"""The width of the band of a single point to either side."""


class Frame(NamedTuple):
    """The place of the plot on the page, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


def names_of(chart: Chart) -> list[tuple[str, str]]:
    """Return the names of a chart's lines, each with its last value."""
    return [(series.name, last_value(series)) for series in chart.series]


class Plot:
    """One chart of lines, laid out on a page."""

    def __init__(
        self,
        chart: Chart,
        measure: Measure,
        size: tuple[float, float],
        head: Head,
        *,
        names_beside: bool = True,
    ) -> None:
        self.chart, self.measure, self.size = chart, measure, size
        count = len(chart.series)
        up = AXIS.leading if chart.up else 0.0
        below = AXIS.leading * (2 if chart.across else 1) + _BELOW_PLOT
        self.head, self.end = head.top, head.bottom
        top = head.top + up + (_ABOVE_PLOT if chart.up else 3.0)
        self.names = names_of(chart)
        room = min(max(map(self._name_width, self.names)), size[0] * _SHARE_OF_NAMES)
        fits = count * NAME.leading <= head.bottom - below - top
        self.names_beside = names_beside and fits
        bottom = head.bottom - below
        if not self.names_beside:
            room = 0.0
            bottom -= self.legend_height
        self.name_room = room
        self.y_axis = snug(heights(chart, with_bands=True), int((bottom - top) / _ROW) + 1)
        ticks = max(measure(words, AXIS.size) for _, words in self.y_axis.ticks)
        left = MARGIN + ticks + _LABEL_GAP
        right = size[0] - MARGIN - (room + _BESIDE if room else 0.0)
        self.frame = Frame(left, top, right, bottom)
        inset = 2.0
        self.first, self.last = left + inset, right - inset
        self.x_axis = with_room(lambda most: level(chart, most), 15, self._has_room)
        self.thick = _THICK if count <= _MANY else _THIN
        self.together: dict[Point, list[int]] = {}
        for place, series in enumerate(chart.series):
            for point in series.points:
                self.together.setdefault(point, []).append(place)

    @property
    def legend_height(self) -> float:
        """The height of the names if they are below the plot, in millimetres."""
        return len(self._rows()) * NAME.leading + _BELOW_PLOT

    def marks(self) -> Iterator[Mark]:
        """Draw the plot, the lowest marks first."""
        yield from self._grid()
        lines = [self._places(place) for place in range(len(self.chart.series))]
        for place, series in enumerate(self.chart.series):
            yield from self._band(series, place)
        for place in reversed(range(len(lines))):
            yield self._line(lines[place], place)
        for place in reversed(range(len(lines))):
            for x, y in self._signed(lines[place]):
                yield from moved(sign(place), x, y)
        yield from self._ends(lines) if self.names_beside else self._legend()

    def _grid(self) -> Iterator[Mark]:
        frame = self.frame
        if self.chart.up:
            up = shortened(self.chart.up, AXIS, self.size[0] - 2 * MARGIN, self.measure)
            yield Words(MARGIN, self.head + AXIS.baseline, up, AXIS.size, ink="grey")
        for value, words in self.y_axis.ticks:
            y = self._y(value)
            ink: Ink = "grey" if value in (0, self.y_axis.low) else "hair"
            thickness = 0.25 if ink == "grey" else 0.15
            yield Line(frame.left, y, frame.right - frame.left, 0, ink, thickness)
            right = frame.left - _LABEL_GAP
            yield Words(right, y + 1.1, words, AXIS.size, ink="grey", align="right")
        baseline = frame.bottom + _BELOW_PLOT + AXIS.baseline
        for value, words in self.x_axis.ticks:
            x = self._x(value)
            yield Line(x, frame.bottom, 0, 1.2, "grey", 0.25)
            yield Words(x, baseline, words, AXIS.size, ink="grey", align="middle")
        if self.chart.across:
            room = frame.right - frame.left
            across = shortened(self.chart.across, AXIS, room, self.measure)
            middle, below = (frame.left + frame.right) / 2, baseline + AXIS.leading
            yield Words(middle, below, across, AXIS.size, ink="grey", align="middle")

    def _places(self, place: int) -> list[Point]:
        """Return the points of a line; those on another line's points are moved a little."""
        return [
            (self._x(x), self._y(y) + self._nudge(place, self.together[x, y]))
            for x, y in self.chart.series[place].points
        ]

    def _nudge(self, place: int, here: Sequence[int]) -> float:
        apart = min(self.thick * 1.15, _MOST_NUDGE / len(here))
        return (here.index(place) - (len(here) - 1) / 2) * apart

    def _band(self, series: Series, place: int) -> Iterator[Mark]:
        if not series.band:
            return
        xs = [self._x(x) for x, _ in series.points]
        lower = [(x, self._y(low)) for x, (low, _) in zip(xs, series.band, strict=True)]
        upper = [(x, self._y(high)) for x, (_, high) in zip(xs, series.band, strict=True)]
        if len(xs) == 1:
            lower, upper = (
                [(x - _HALF_BAND, y), (x + _HALF_BAND, y)] for ((x, y),) in (lower, upper)
            )
        edge = (*self._thinned(upper), *reversed(self._thinned(lower)))
        yield Area(0, 0, edge, hue_of(place), 0.13)

    def _line(self, points: Sequence[Point], place: int) -> Mark:
        corners = stepped(points) if self.chart.kind == "step" else points
        drawn = self._thinned(corners)
        return Trail(0, 0, drawn, hue_of(place), self.thick, dashes_of(place))

    def _thinned(self, points: Sequence[Point]) -> tuple[Point, ...]:
        width = self.frame.right - self.frame.left
        return thinned(points, int(width * _POINTS_A_MILLIMETRE))

    def _signed(self, points: Sequence[Point]) -> Sequence[Point]:
        """Return the points with a symbol: all of a few, only the last of many."""
        room = self.frame.right - self.frame.left
        few = self.chart.kind == "line" and len(points) * _LEAST_POINT_GAP <= room
        return points if few else points[-1:]

    def _ends(self, lines: Sequence[Sequence[Point]]) -> Iterator[Mark]:
        """Place names after the lines, as near as possible without touching each other."""
        frame, apart = self.frame, NAME.leading
        wanted = [line[-1][1] for line in lines]
        places = spread(wanted, apart, frame.top, frame.bottom)
        begin = frame.right + _BESIDE
        for place, (line, y) in enumerate(zip(lines, places, strict=True)):
            x, end = line[-1]
            if abs(y - end) > _FAR or x < self.last - _FAR:
                ways = ((x, end), (frame.right, end), (begin - 0.6, y))
                yield Trail(0, 0, ways, hue_of(place), 0.2, (0.5, 0.7))
            yield from self._named(place, begin, y)

    def _named(self, place: int, x: float, y: float) -> Iterator[Mark]:
        """Draw a symbol, a name and its value side by side; `y` is their middle."""
        name, value = self.names[place]
        yield from moved(sign(place), x + 1.2, y)
        left, baseline = x + _SIGN_ROOM - 0.6, y + 1.1
        behind = self.measure(value, NAME.size)
        room = (self.name_room or self.size[0] - 2 * MARGIN) - _SIGN_ROOM - 1.2 - behind
        name = shortened(name, NAME, room, self.measure)
        yield Words(left, baseline, name, NAME.size, bold=True, room=room)
        after = left + self.measure(name, NAME.size, True) + 1.2
        yield Words(after, baseline, value, NAME.size, ink="grey")

    def _rows(self) -> list[list[int]]:
        """Arrange names in rows, if there are too many to put them after their lines."""
        rows: list[list[int]] = [[]]
        width = 0.0
        for place in range(len(self.names)):
            needs = self._in_legend(place)
            if rows[-1] and width + needs > self.size[0] - 2 * MARGIN:
                rows.append([])
                width = 0.0
            rows[-1].append(place)
            width += needs
        return rows

    def _legend(self) -> Iterator[Mark]:
        rows = self._rows()
        for above, row in enumerate(reversed(rows)):
            x, y = MARGIN, self.end - (above + 0.5) * NAME.leading
            for place in row:
                yield from self._named(place, x, y)
                x += self._in_legend(place)

    def _in_legend(self, place: int) -> float:
        return min(self._name_width(self.names[place]), self.size[0] - 2 * MARGIN) + _LEGEND_GAP

    def _name_width(self, name: tuple[str, str]) -> float:
        width = self.measure(shortened(name[0], NAME, 1000, self.measure), NAME.size, True)
        return _SIGN_ROOM + width + 1.2 + self.measure(name[1], NAME.size) + _HAIR

    def _has_room(self, axis: Axis) -> bool:
        way = self.last - self.first
        ends = [
            (self.first + axis.share(value) * way, self.measure(words, AXIS.size) / 2)
            for value, words in axis.ticks
        ]
        apart = all(
            ends[at][0] + ends[at][1] + _TICK_GAP <= ends[at + 1][0] - ends[at + 1][1]
            for at in range(len(ends) - 1)
        )
        return apart and all(x - half > 0 and x + half < self.size[0] for x, half in ends)

    def _x(self, value: float) -> float:
        return self.first + self.x_axis.share(value) * (self.last - self.first)

    def _y(self, value: float) -> float:
        frame = self.frame
        return frame.bottom - self.y_axis.share(value) * (frame.bottom - frame.top)

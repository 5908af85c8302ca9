"""Charts for any output: axes with round numbers and dates, and room between labels."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, log10, ulp
from typing import NamedTuple

from companion.core.blocks import Chart, Point, Series
from companion.core.dates import date_of, day_number
from companion.core.value import replace

_UNITS = ((1e9, " bn"), (1e6, " M"))
_LONG = 1e7
"""The least value that is shown in millions by itself."""
_SCIENTIFIC = 1e15
_MOST_DECIMALS = 2
_STEPS = (1, 2, 5, 10)
_FEWER = 0.8
_WORTH = 0.02
"""The share of an axis that has to be filled better to justify another tick."""
_DAYS, _MONTHS, _YEARS = (1, 2, 7, 14), (1, 2, 3, 6), (1, 2, 5)
_DAYS_IN_MONTH, _DAYS_IN_YEAR = 30.5, 365.25


class Axis(NamedTuple):
    """An axis from `low` to `high`, with ascending ticks between them: their values and words."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def share(self, value: float) -> float:
        """Return how far along the axis a value is: 0 at its beginning, 1 at its end."""
        return (value - self.low) / (self.high - self.low)


def upright(values: Sequence[float], most: int, *, from_zero: bool = False) -> Axis:
    """Return an axis for these values (at least one) with ticks at both ends, `most` in total.

    It includes 0 if that is near, or if bars have to begin there. Whole numbers have no ticks
    between them.
    """
    low, high = min(values), max(values)
    near = (high - low) / 2
    if from_zero or 0 < low <= near:
        low = min(low, 0.0)
    if from_zero or -near <= high < 0:
        high = max(high, 0.0)
    low, high = _apart(low, high)
    most = max(most, 3) - 1
    spans = float(most)
    while True:
        step = step_of(low, high, spans, whole=_all_whole(values))
        first, last = floor(low / step), ceil(high / step)
        first, last = first - (first * step > low), last + (last * step < high)
        # Rounding both ends outwards may need one more tick than requested.
        if last - first <= most:
            return Axis(first * step, last * step, _number_ticks(first, last, step))
        spans *= _FEWER


def snug(values: Sequence[float], most: int) -> Axis:
    """Return the upright axis, of at most so many ticks, that such values fill best; rather with
    fewer.
    """
    way = max(values) - min(values)
    axes = [upright(values, count) for count in range(min(most, 5), max(most, 3) + 1)]
    return max(axes, key=lambda axis: way / (axis.high - axis.low) - len(axis.ticks) * _WORTH)


def along(values: Sequence[float], most: int) -> Axis:
    """Return an axis from the least of these values (at least one) to the largest, with ticks
    between.
    """
    low, high = min(values), max(values)
    if low == high:
        return Axis(*_apart(low, high), ((low, number(low)),))
    step = step_of(low, high, max(most, 1), whole=_all_whole(values))
    first, last = ceil(low / step), floor(high / step)
    return Axis(low, high, _number_ticks(first, last, step))


def over_days(values: Sequence[float], most: int) -> Axis:
    """Return an axis for days (`core.dates`), at least one, with dates such as `2026-11` as its
    ticks.
    """
    low, high = min(values), max(values)
    if high - low < 2:
        middle = floor((low + high) / 2)
        return Axis(low - 1, high + 1, ((middle + 0.5, date(middle)),))
    every = _day_ticks(low, high, max(most, 1))
    if len(every) < 2 and most > 1:
        every = [(low, date(low)), (high, date(high))]
    return Axis(low, high, tuple(every) or ((low, date(low)),))


def level(chart: Chart, most: int) -> Axis:
    """Return the horizontal axis of a chart of lines, with at most `most` numbers or dates as its
    ticks.
    """
    values = [x for series in chart.series for x, _ in series.points]
    return (over_days if chart.dates else along)(values, most)


def with_room(make: Callable[[int], Axis], most: int, fits: Callable[[Axis], bool]) -> Axis:
    """Return the axis with the most ticks whose words do not touch, according to `fits`."""
    for count in range(most, 1, -1):
        axis = make(count)
        if fits(axis):
            return axis
    return make(1)


def date(day: float) -> str:
    """Format a day: `2026-11-22`."""
    year, month, of_month = date_of(day)
    return f"{year:04}-{month:02}-{of_month:02}"


def number(value: float) -> str:
    """Format a value for the label of its point: `12`, `12,345.75`, `32.5 M`.

    With more than two decimals, it was measured or calculated, and is rounded to one.
    """
    if abs(value) >= _LONG:
        return _format_value(value, 10.0 ** floor(log10(abs(value)) - 2), abs(value))
    exact = (10.0**-digits for digits in range(3) if round(value, digits) == value)
    return _format_value(value, next(exact, 0.1), abs(value))


def step_of(low: float, high: float, most: float, *, whole: bool = False) -> float:
    """Return the smallest round step (1, 2 or 5 with zeros) of which `most` cover the distance."""
    rough = max((high - low) / most, ulp(max(abs(low), abs(high))) * 4, 1e-300)
    power = 10.0 ** floor(log10(rough))
    step = next(
        (power * factor for factor in _STEPS if power * factor >= rough * (1 - 1e-9)), rough
    )
    return max(step, 1.0) if whole else step


def _apart(low: float, high: float) -> tuple[float, float]:
    """Return two different ends: a single value is put in the middle."""
    if high > low:
        return low, high
    beside = max(1.0, abs(low) * 0.1)
    return low - beside, high + beside


def _all_whole(values: Iterable[float]) -> bool:
    return all(float(value).is_integer() for value in values)


def _number_ticks(first: int, last: int, step: float) -> tuple[tuple[float, str], ...]:
    values = [place * step for place in range(first, last + 1)]
    largest = max((abs(value) for value in values), default=0.0)
    return tuple((value, _format_value(value, step, largest)) for value in values)


def _format_value(value: float, step: float, largest: float) -> str:
    """Format a value with as many decimals as its step has, in millions if all would be long."""
    if value == 0:
        return "0"
    sign = "−" if value < 0 else ""
    if largest >= _SCIENTIFIC or largest < 1e-4:
        digits = max(3, min(16, ceil(log10(largest / step)) + 1))
        return f"{sign}{abs(value):.{digits}g}".replace("e-0", "e−").replace("e+", "e")
    for unit, name in _UNITS:
        if largest >= unit and _decimals(step / unit) <= _MOST_DECIMALS:
            return f"{sign}{abs(value) / unit:,.{_decimals(step / unit)}f}{name}"
    return f"{sign}{abs(value):,.{_decimals(step)}f}"


def _decimals(step: float) -> int:
    return max(0, -floor(log10(step) + 1e-9))


def _day_ticks(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Return ticks at whole days, at firsts of months, or at firsts of years: the finest with at
    most `most` ticks.
    """
    days = high - low
    for step in _DAYS:
        if days / step <= most:
            return [(day, date(day)) for day in range(ceil(low), floor(high) + 1, step)]
    year, month, _ = date_of(low)
    first_month, months = year * 12 + month - 1, ceil(days / _DAYS_IN_MONTH) + 1
    for step in _MONTHS:
        if days / _DAYS_IN_MONTH / step <= most:
            begins = range(ceil(first_month / step) * step, first_month + months + 1, step)
            firsts = [(begin // 12, begin % 12 + 1) for begin in begins]
            ticks = [(day_number(y, m, 1), f"{y:04}-{m:02}") for y, m in firsts]
            return [tick for tick in ticks if low <= tick[0] <= high]
    needed = days / _DAYS_IN_YEAR / most
    step = next(
        factor * 10**power
        for power in range(6)
        for factor in _YEARS
        if factor * 10**power >= needed
    )
    last = date_of(high)[0]
    ticks = [
        (day_number(y, 1, 1), f"{y:04}") for y in range(ceil(year / step) * step, last + 1, step)
    ]
    return [tick for tick in ticks if low <= tick[0] <= high]


_ENDLESS = 1e100


def drawable(chart: Chart) -> Chart:
    """Return the chart with points in order, without invalid numbers and empty series.

    Everything that draws a chart begins here: an average of nothing, or an infinite score from
    another program, must not cause a traceback.
    """
    series = []
    for one in chart.series:
        whole = one.band if len(one.band) == len(one.points) else one.points
        both = sorted(
            (point, edges)
            for point, edges in zip(one.points, whole, strict=True)
            if all(abs(value) < _ENDLESS for value in (*point, *edges))
        )
        if both:
            kept = tuple(edges for _, edges in both) if whole is one.band else ()
            series.append(Series(one.name, tuple(point for point, _ in both), kept))
    if chart.apart:
        series.sort(key=lambda it: -it.points[-1][1])
    return replace(chart, series=tuple(series))


def bar_names(chart: Chart) -> dict[float, str]:
    """Return the names of a chart's bars, from the first to the last place that has one."""
    places = sorted({x for series in chart.series for x, _ in series.points})
    return {x: _label(chart, x) for x in places}


def _label(chart: Chart, x: float) -> str:
    known = x.is_integer() if isinstance(x, float) else True
    return chart.labels[int(x)] if known and 0 <= x < len(chart.labels) else f"{x:g}"


# Placing its parts


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Return places as near as possible to those wanted, in their order, `apart` from each other.

    All are from `low` to `high`. If there is no room for so many, they are spaced evenly.
    """
    count = len(wanted)
    if count > 1:
        apart = min(apart, (high - low) / (count - 1))
    order = sorted(range(count), key=lambda which: wanted[which])
    # After subtracting the distances, places only have to rise: falling ones are levelled.
    groups: list[tuple[float, int]] = []
    for rank, which in enumerate(order):
        mean, size = wanted[which] - rank * apart, 1
        while groups and groups[-1][0] > mean:
            before, members = groups.pop()
            mean, size = (before * members + mean * size) / (members + size), members + size
        groups.append((mean, size))
    top = high - (count - 1) * apart
    level = [min(max(mean, low), top) for mean, size in groups for _ in range(size)]
    places = [0.0] * count
    for rank, which in enumerate(order):
        places[which] = level[rank] + rank * apart
    return places


def thinned(points: Sequence[Point], most: int) -> tuple[Point, ...]:
    """Return about so many points with the same shape: the ends and extremes of every stretch."""
    if len(points) <= max(most, 4):
        return tuple(points)
    stretches = max(1, most // 4)
    kept: list[Point] = []
    for number in range(stretches):
        first, last = (len(points) * at // stretches for at in (number, number + 1))
        stretch = range(first, last)
        lowest = min(stretch, key=lambda place: points[place][1])
        highest = max(stretch, key=lambda place: points[place][1])
        kept += [points[place] for place in sorted({first, lowest, highest, last - 1})]
    return tuple(kept)


def stepped(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners of a line that stays level until the next point."""
    corners: list[Point] = list(points[:1])
    for x, y in points[1:]:
        corners += [(x, corners[-1][1]), (x, y)]
    return tuple(corners)


def last_value(series: Series, sign: str = "±") -> str:
    """Return the last value of a line, with its uncertainty after the sign."""
    value = number(series.points[-1][1])
    if series.band:
        low, high = series.band[-1]
        value += f" {sign}{number(round((high - low) / 2, 1))}"
    return value


def heights(chart: Chart, *, with_bands: bool) -> list[float]:
    """Return every value for which the upright axis needs room."""
    values = [y for series in chart.series for _, y in series.points]
    if with_bands:
        values += [edge for series in chart.series for edges in series.band for edge in edges]
    return values

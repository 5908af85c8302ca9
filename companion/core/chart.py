"""A chart as values: lines over rounds, plays or days, or bars with names. Renderers draw it."""

from typing import Literal, NamedTuple

Kind = Literal["line", "step", "bar"]
Point = tuple[float, float]
_ENDLESS = 1e100


class Series(NamedTuple):
    """One line of a chart, or the bars of one colour: points from left to right, `(x, y)` each.

    A `band` is how uncertain every point is: `(lowest, highest)` for each of them, or nothing.
    A value that nobody knows is left out.
    """

    name: str
    points: tuple[Point, ...]
    band: tuple[Point, ...] = ()


class Chart(NamedTuple):
    """What is drawn: `across` says what the x axis counts, `up` what the y axis does.

    A `line` goes straight from point to point; a `step` stays level until the next one, as a count
    does. With `dates`, x are days as `core.days.day_of` counts them. Of `bar`s, x is a place in
    `labels`, which say what each bar is about. `note` is a sentence below, such as that few plays
    say little. Lines that would hide each other may be drawn `apart`, each by itself, all on the
    same axes: the one that ends highest first.
    """

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    note: str = ""
    kind: Kind = "line"
    dates: bool = False
    labels: tuple[str, ...] = ()
    apart: bool = False


def drawable(chart: Chart) -> Chart:
    """The chart with points in order, without those that are no numbers, and without empty series.

    What draws a chart begins here: an average of nothing, or the score that another program told
    as infinite, is not worth a traceback.
    """
    series = []
    for name, points, band in chart.series:
        whole = band if len(band) == len(points) else points
        both = sorted(
            (point, edges)
            for point, edges in zip(points, whole, strict=True)
            if all(abs(value) < _ENDLESS for value in (*point, *edges))
        )
        if both:
            kept = tuple(edges for _, edges in both) if whole is band else ()
            series.append(Series(name, tuple(point for point, _ in both), kept))
    if chart.apart:
        series.sort(key=lambda one: -one.points[-1][1])
    return chart._replace(series=tuple(series))


def bar_names(chart: Chart) -> dict[float, str]:
    """What each place of a chart of bars is called, from the first to the last that has a bar."""
    places = sorted({x for series in chart.series for x, _ in series.points})
    return {x: _label(chart, x) for x in places}


def _label(chart: Chart, x: float) -> str:
    known = x.is_integer() if isinstance(x, float) else True
    return chart.labels[int(x)] if known and 0 <= x < len(chart.labels) else f"{x:g}"

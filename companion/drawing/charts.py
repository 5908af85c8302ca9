"""What a chart's parts need: room between labels, and no more points than can be seen."""

from collections.abc import Sequence

from companion.core.chart import Chart, Point, Series

_ENDLESS = 1e100


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


# Where its parts go


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as can be to those wanted, in their order, `apart` from each other.

    All lie from `low` to `high`. Where these have no room for so many, they stand evenly between.
    """
    count = len(wanted)
    if count > 1:
        apart = min(apart, (high - low) / (count - 1))
    order = sorted(range(count), key=lambda which: wanted[which])
    # Without the distances between them, places only have to rise: what falls is levelled.
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
    """About so many points that look like all of them: of every stretch its ends and extremes."""
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
    """The corners of a line that stays level until the next point."""
    corners: list[Point] = list(points[:1])
    for x, y in points[1:]:
        corners += [(x, corners[-1][1]), (x, y)]
    return tuple(corners)


def heights(chart: Chart, *, with_bands: bool) -> list[float]:
    """Every value that the upright axis has to have room for."""
    values = [y for series in chart.series for _, y in series.points]
    if with_bands:
        values += [edge for series in chart.series for edges in series.band for edge in edges]
    return values

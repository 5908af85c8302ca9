"""A chart in words, for those who do not see it."""

from companion.core.chart import Chart, Series, bar_names, drawable
from companion.core.scales import date, number


def in_words(chart: Chart) -> str:
    """What every line does from its first point to its last, or how long every bar is."""
    chart = drawable(chart)
    if not chart.series:
        return "Nothing to draw yet."
    if chart.kind == "bar":
        names = bar_names(chart)
        told = [
            f"{series.name}: "
            + ", ".join(f"{names[x]} {number(y)}" for x, y in series.points)
            + "."
            for series in chart.series
        ]
    else:
        told = [_line(series, dates=chart.dates) for series in chart.series]
    return " ".join([*told, chart.note]).strip()


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

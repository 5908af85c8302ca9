"""Bars on a terminal: a line each, with its name before it and its value behind it."""

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from companion.core.chart import Chart
from companion.core.names import visible
from companion.drawing.charts import bar_names, heights
from companion.drawing.scales import Axis, number
from companion.render.columns import cut, hue_of, said

_FILLS, _PLAIN_FILLS = "█▓▒░", "#=+-"
_EIGHTHS = " ▏▎▍▌▋▊▉"


def bars(chart: Chart, width: int, *, plain: bool) -> Iterable[Text]:
    """The lines of a chart of bars; where there are several series, what they are comes first."""
    fills = _PLAIN_FILLS if plain else _FILLS
    several = len(chart.series) > 1
    if chart.up:
        yield Text(cut(said(visible(chart.up), plain), width, plain=plain), style="dim")
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
    told = [said(number(value), plain) for value in values]
    left = min(max(cell_len(visible(name)) for name in names.values()), width // 3)
    room = max(width - left - 2 - max(map(len, told)) - 1, 4)
    nought = round(axis.share(0) * room)
    for x, name in names.items():
        label = cut(visible(name), left, plain=plain)
        for place, series in enumerate(chart.series):
            for value in (y for at, y in series.points if at == x):
                line = Text(set_cell_size(label, left) + "  ")
                end = axis.share(value) * room if value else nought
                bar = _bar(end, nought, fills[place % len(fills)], plain=plain)
                line.append(bar, style=hue_of(place)).append(f" {said(number(value), plain)}")
                yield line
                label = ""


def _bar(end: float, nought: int, fill: str, *, plain: bool) -> str:
    """A bar from nought to its end, which may lie before it; to the eighth where signs allow it."""
    if round(end) < nought:
        return " " * round(end) + fill * (nought - round(end))
    if end <= nought:
        return " " * nought
    whole = int(end)
    part = "" if plain or fill != _FILLS[0] else _EIGHTHS[int((end - whole) * 8)].strip()
    whole = whole if part else round(end)
    return " " * nought + fill * (whole - nought) + part

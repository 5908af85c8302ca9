"""A chart as a page: lines, small plots of one line each, or bars."""

from companion.core.chart import Chart
from companion.drawing.charts import drawable
from companion.printing.layout.chartwords import NOTHING, TOLD, head_of
from companion.printing.page import Measure, Page, Words

WIDE, NARROW = (180.0, 102.0), (92.0, 84.0)
"""Width and height in millimetres: across a page, and on a phone."""

_EMPTY = 40.0


def chart_page(chart: Chart, measure: Measure, size: tuple[float, float] = WIDE) -> Page:
    """The page with a chart; bars, and very many names, may need more height than `size` says."""
    chart = drawable(chart)
    if not chart.series:
        size = (size[0], _EMPTY)
    if chart.series and chart.kind == "bar":
        from companion.printing.layout.bars import bars_page

        return bars_page(chart, measure, size)
    if chart.series and chart.apart:
        from companion.printing.layout.multiples import multiples_page

        return multiples_page(chart, measure, size)
    head = head_of(chart, measure, size)
    if not chart.series:
        middle = (head.top + head.bottom) / 2
        words = Words(size[0] / 2, middle, NOTHING, TOLD.size, ink="grey", align="middle")
        return Page(*size, (*head.marks, words))
    from companion.printing.layout.lines import Plot

    plot = Plot(chart, measure, size, head)
    if not plot.names_beside:
        size = (size[0], size[1] + plot.legend_height)
        head = head_of(chart, measure, size)
        plot = Plot(chart, measure, size, head, names_beside=False)
    return Page(*size, (*head.marks, *plot.marks()))

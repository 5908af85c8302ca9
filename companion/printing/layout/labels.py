"""Label sheets: a code and as many of its words as fit, at the place of each label."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from companion.core.paper import PAPERS, LabelSheet, Printed
from companion.errors import Invalid
from companion.printing import codes
from companion.printing.layout.label_text import EDGE, Area, label_words
from companion.printing.page import Code, Mark, Measure, Page, moved
from companion.printing.telling import code_title
from companion.printing.ticks import Ticking

LEAST_MODULE = 0.33
"""Millimetres: smaller modules run into each other on an office printer."""

_LARGEST_MODULE = 0.8
# A code takes at most so much of a label, as long as its shortest text fits there.
_OF_WIDTH, _OF_HEIGHT = 0.5, 0.62
# From this part of a label's height on, words keep level with the code.
_LEVEL = 0.7
_LEAST_WIDTH = 4.0
"""Millimetres: a column that is narrower holds no words."""

# A label lower or narrower than this has no more than a thin margin.
_SMALL = 20.0
_TINY = 1e-6


class _Layout(NamedTuple):
    """Where a label's code is, and where its words."""

    code: Code | None
    words: Area


def label_pages(
    rows: Sequence[Printed],
    sheet: LabelSheet,
    measure: Measure,
    *,
    skip: int,
    offset: tuple[float, float],
    mark: str,
    ticking: Ticking,
) -> list[Page]:
    """The sheets, the first with `skip` labels left empty. Raises Invalid for too small labels."""
    width, height = PAPERS[sheet.paper]
    across, down = offset
    pages: list[list[Mark]] = [[]]
    for place, row in enumerate(rows, start=skip):
        while place >= len(pages) * sheet.labels:
            pages.append([])
        left, top = sheet.place(place)
        label = _label(row, sheet, mark, measure)
        pages[-1] += moved(label, left + across, top + down)
        if row.codes:
            ticking.done()
    return [Page(width, height, tuple(marks), exact=True) for marks in pages]


def least_side(texts: Sequence[str]) -> float:
    """Width and height of the least label for the shortest of some texts, in millimetres."""
    modules = codes.side(texts[-1], "L") + 2 * codes.QUIET
    return ceil(modules * LEAST_MODULE * 10) / 10


def _label(row: Printed, sheet: LabelSheet, mark: str, measure: Measure) -> list[Mark]:
    """One label, from its own corner."""
    code, words = _arranged(row.codes, sheet)
    title = code_title(row.item)
    marks: list[Mark] = [code._replace(title=title)] if code is not None else []
    if words.width < _LEAST_WIDTH:
        return marks
    return [*marks, *label_words(row.item, mark, words, measure)]


def _arranged(texts: Sequence[str], sheet: LabelSheet) -> _Layout:
    """The code at the left, or above where the label is taller than wide; the rest is for words."""
    width, height = sheet.width, sheet.height
    margin = 2 * EDGE if min(width, height) >= _SMALL else EDGE
    if not texts:
        return _Layout(None, Area(margin, margin, width - 2 * margin, height - 2 * margin))
    beside = width >= height
    text, room, level = _readable(texts, sheet)
    modules = codes.side(text, level) + 2 * codes.QUIET
    module = min(room / modules, _LARGEST_MODULE)
    quiet, whole = codes.QUIET * module, modules * module
    if beside:
        # As much white at the left as above and below, but no more than a little.
        x, y = min((height - whole) / 2, EDGE), (height - whole) / 2
        left = x + whole
        # Words are level with the code's edges, unless a small label needs all its height for them.
        edge = y + quiet if height >= _SMALL and whole >= height * _LEVEL else 0.0
        above = max(margin, edge)
        words = Area(left, above, width - margin - left, height - 2 * above)
    else:
        x, y = (width - whole) / 2, min((width - whole) / 2, EDGE)
        top = y + whole
        words = Area(margin, top, width - 2 * margin, height - margin - top)
    return _Layout(Code(x + quiet, y + quiet, module, codes.matrix(text, level)), words)


def _readable(texts: Sequence[str], sheet: LabelSheet) -> tuple[str, float, codes.Level]:
    """The text for a label's code, how much room the code has, and how much of it may be lost.

    First beside words, then alone, then with less that can be restored where it gets lost. Raises
    Invalid where not even the shortest text would come out large enough.
    """
    width, height = sheet.width, sheet.height
    whole = min(width, height)
    part = width * _OF_WIDTH if width >= height else height * _OF_HEIGHT
    ways: tuple[tuple[float, codes.Level], ...] = (
        (min(whole, part), "M"),
        (whole, "M"),
        (whole, "L"),
    )
    for room, level in ways:
        text = _fitting(texts, room, level)
        if text is not None:
            return text, room, level
    least = least_side(texts)
    raise Invalid(
        f"A label of {width:g} × {height:g} mm is too small for a code: "
        f"it takes {least:g} × {least:g} mm at least.",
        "Choose a sheet with larger labels: on this one no scanner would read it.",
    )


def _fitting(texts: Sequence[str], room: float, level: codes.Level) -> str | None:
    """The fullest text whose code a scanner reads in so much room, its white edge included."""
    return codes.fullest(texts, int(room / LEAST_MODULE + _TINY) - 2 * codes.QUIET, level)

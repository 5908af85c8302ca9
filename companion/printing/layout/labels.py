"""Label sheets: a code and as many of its card's words as fit, at the place of each label."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count
from math import ceil
from typing import NamedTuple

from companion.core.terminal import Progress
from companion.drawing.paper import PAPERS, LabelSheet, Printed, code_title
from companion.errors import Invalid
from companion.printing import codes
from companion.printing.layout.label_text import EDGE, NO_WORDS, Area, Lettered, label_words
from companion.printing.page import Code, Mark, Measure, Page, moved

LEAST_MODULE = 0.33
"""Millimetres: smaller modules blur on an office printer."""

_LEAST_QUIET = 2
"""Modules of white around a code on the smallest labels: half of what the standard requires,
and enough for today's phones. With more, labels of 10 mm would have no room for a code."""

_MODULES = (0.5, 0.42, 0.36, LEAST_MODULE)
"""Module sizes, from easily read to the smallest: a code shrinks to make room for its text."""

_LARGEST_BESIDE_SMALL_WORDS = 17 + 4 * 12
"""Modules: if the text is small, no code is larger than version 12."""

_GOOD, _READABLE = 8.0, 7.0
"""Points: text this large needs no smaller code, nor a code with less text."""

# The share of a label for its code, as long as the shortest text fits there.
_OF_WIDTH, _OF_HEIGHT = 0.5, 0.62
_LEAST_WIDTH = 4.0
"""Millimetres: a narrower column holds no text."""

# A label lower or narrower than this has no more than a thin margin.
_SMALL = 20.0
_TINY = 1e-6


class Label(NamedTuple):
    """A label's marks relative to its corner, the text of its code, and the size of its words in
    points.
    """

    marks: list[Mark]
    text: str | None
    size: float


class _Way(NamedTuple):
    """A text for a label's code: the level of error correction, its modules along a side, the room
    for it, and the modules of white around it.
    """

    text: str
    level: codes.Level
    side: int
    room: float
    quiet: int

    @property
    def has_words(self) -> bool:
        """Whether the text holds the card's text, or most of it."""
        return self.text.count("\n") > 1

    @property
    def whole(self) -> int:
        """Modules along a side, with the white around them."""
        return self.side + 2 * self.quiet


class _Tried(NamedTuple):
    """A code at its place, and the words beside it."""

    way: _Way
    module: float
    x: float
    y: float
    words: Lettered


class Labels(NamedTuple):
    """The sheets, and the text of each code on them, in the order of the labels."""

    pages: list[Page]
    texts: tuple[str | None, ...]


def label_pages(
    rows: Sequence[Printed],
    sheet: LabelSheet,
    measure: Measure,
    *,
    skip: Collection[int],
    mark: str,
    progress: Progress,
) -> Labels:
    """Return the sheets; the places in `skip` stay empty, numbered from 0. Raises Invalid for too
    small labels.
    """
    width, height = PAPERS[sheet.paper]
    pages: list[list[Mark]] = [[]]
    texts: list[str | None] = []
    free = (place for place in count() if place not in skip)
    for place, row in zip(free, rows, strict=False):
        while place >= len(pages) * sheet.labels:
            pages.append([])
        left, top = sheet.place(place)
        drawn = label(row, sheet, mark, measure)
        texts.append(drawn.text)
        pages[-1] += moved(drawn.marks, left, top)
        if row.codes:
            progress.done()
    drawn_pages = [Page(width, height, tuple(marks), exact=True) for marks in pages]
    return Labels(drawn_pages, tuple(texts))


def least_side(texts: Sequence[str]) -> float:
    """Width and height of the smallest label for the shortest of some texts, in millimetres."""
    modules = codes.side(texts[-1], "L") + 2 * _LEAST_QUIET
    return ceil(modules * LEAST_MODULE * 10) / 10


def text_of(row: Printed, sheet: LabelSheet, mark: str, measure: Measure) -> str | None:
    """Return the text in the code of a label; None if no code would be large enough."""
    try:
        return _best(_ways(row.codes, sheet), row, sheet, mark, measure).way.text
    except Invalid:
        return None


def label(row: Printed, sheet: LabelSheet, mark: str, measure: Measure) -> Label:
    """Return one label. Its code holds the fullest text that leaves room for readable words.

    Raises Invalid if even the shortest text would make too small a code.
    """
    if not row.codes:
        margin = _margin(sheet)
        whole = Area(margin, margin, sheet.width - 2 * margin, sheet.height - 2 * margin)
        words = label_words(row.item, mark, whole, measure)
        return Label(words.marks, None, words.size)
    tried = _best(_ways(row.codes, sheet), row, sheet, mark, measure)
    modules = codes.matrix(tried.way.text, tried.way.level)
    code = Code(tried.x, tried.y, tried.module, modules, code_title(row.item))
    return Label([code, *tried.words.marks], tried.way.text, tried.words.size)


def _best(
    ways: Sequence[_Way], row: Printed, sheet: LabelSheet, mark: str, measure: Measure
) -> _Tried:
    """The fullest text whose code leaves readable words, or the one with the largest words."""
    best: _Tried | None = None
    for way in ways:
        tried = _largest(way, row, sheet, mark, measure)
        too_large = way.side > _LARGEST_BESIDE_SMALL_WORDS
        if too_large and tried.words.size < _GOOD and way is not ways[-1]:
            continue
        if best is None or tried.words.size > best.words.size:
            best = tried
        if best.words.size >= _READABLE:
            break
    assert best is not None
    if not best.words.size and not best.way.has_words:
        # Neither code holds the card's words: then the label shows as many as it can.
        return _largest(ways[-1], row, sheet, mark, measure)
    return best


def _largest(way: _Way, row: Printed, sheet: LabelSheet, mark: str, measure: Measure) -> _Tried:
    """Return a code with the largest modules that leave room for good words, or the smallest
    modules.
    """
    best: _Tried | None = None
    for module in _modules(way):
        x, y, area = _arranged(way, module, sheet)
        words = NO_WORDS
        if area.width >= _LEAST_WIDTH:
            words = label_words(row.item, mark, area, measure)
        if best is None or words.size > best.words.size or not words.size:
            best = _Tried(way, module, x, y, words)
        if words.size >= _GOOD:
            break
    assert best is not None
    return best


def _modules(way: _Way) -> Iterator[float]:
    """Return the possible sizes of a code's modules, the largest first."""
    if way.quiet < codes.QUIET:  # the rest stays white, for printers that are a little off
        yield LEAST_MODULE
        return
    most = way.room / way.whole
    yield min(most, _MODULES[0])
    yield from (module for module in _MODULES[1:] if module < most)


def _arranged(way: _Way, module: float, sheet: LabelSheet) -> tuple[float, float, Area]:
    """Put the code at the left, or above if a label is not wider than high; words get the rest."""
    width, height = sheet.width, sheet.height
    margin = _margin(sheet)
    quiet, whole = way.quiet * module, way.whole * module
    if width > height:
        # The white at the left equals that above and below, up to a limit.
        x, y = min((height - whole) / 2, EDGE), (height - whole) / 2
        above = margin
        if height >= _SMALL:
            # Words begin level with the code, but a small label needs all its height for them.
            y = min(y, max(margin - quiet, 0.0))
            above = max(margin, y + quiet)
        left = x + whole
        words = Area(left, above, width - margin - left, height - margin - above)
    else:
        x, y = (width - whole) / 2, min((width - whole) / 2, EDGE)
        top = y + whole
        words = Area(margin, top, width - 2 * margin, height - margin - top)
    return x + quiet, y + quiet, words


def _margin(sheet: LabelSheet) -> float:
    return 2 * EDGE if min(sheet.width, sheet.height) >= _SMALL else EDGE


def _ways(texts: Sequence[str], sheet: LabelSheet) -> list[_Way]:
    """Return the texts that a scanner could read from a label's code, the fullest first.

    First beside words, then alone, then with less error correction, then with less white around it.
    Raises Invalid if even the shortest text would make too small a code.
    """
    width, height = sheet.width, sheet.height
    whole = min(width, height)
    part = width * _OF_WIDTH if width > height else height * _OF_HEIGHT
    ways: tuple[tuple[float, codes.Level, int], ...] = (
        (min(whole, part), "M", codes.QUIET),
        (whole, "M", codes.QUIET),
        (whole, "L", codes.QUIET),
        (whole, "L", _LEAST_QUIET),
    )
    for room, level, quiet in ways:
        most = int(room / LEAST_MODULE + _TINY) - 2 * quiet
        fitting = [
            _Way(text, level, codes.side(text, level), room, quiet)
            for text in texts
            if codes.fullest([text], most, level) is not None
        ]
        if fitting:
            return fitting
    least = least_side(texts)
    raise Invalid(
        f"A label of {width:g} × {height:g} mm is too small for a code: "
        f"it takes at least {least:g} × {least:g} mm.",
        "Choose a sheet with larger labels: no scanner could read a code on this one.",
    )

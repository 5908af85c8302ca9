"""Pages of codes: the parts of a whole deck, one link; and the calibration of a printer."""

from collections.abc import Sequence

from companion.core.inventory import Inventory
from companion.core.terminal import Progress
from companion.drawing.paper import ALIGNED, PAPERS, Alignment, LabelSheet, part_title
from companion.printing import codes
from companion.printing.layout import flow
from companion.printing.page import Box, Code, Line, Mark, Measure, Page, Words
from companion.printing.text import Style, column, height_of, shortened, wrapped

WHAT_TO_DO = (
    "The whole deck, with every revision. Photograph the pages, then: "
    "companion deck receive PHOTO..."
)
LEAST_MODULE = 0.5

_LARGEST_MODULE = 1.2
_PART, _BOX = Style(10, bold=True), Style(8.5, ink="grey")
_CAPTION = 9.5
_GRIDS = ((1, 1), (1, 2), (2, 2), (2, 3))


def parts_pages(
    inventory: Inventory, texts: Sequence[str], paper: str, measure: Measure, progress: Progress
) -> list[Page]:
    """Return the pages, with up to six codes on each."""
    room = flow.room_of(paper)
    head = flow.masthead(inventory, [WHAT_TO_DO], room, measure)
    frame = flow.frame_of(paper, head)
    most = max((codes.side(text) for text in texts), default=21) + 2 * codes.QUIET
    columns, rows = _grid(len(texts), most, room, frame.bottom - frame.first)
    wide, high = room / columns, (frame.bottom - frame.first) / rows
    module = min(min(wide, high - _CAPTION) / most, _LARGEST_MODULE)
    pages: list[list[Mark]] = [[]]
    for number, text in enumerate(texts, start=1):
        row, column = divmod((number - 1) % (columns * rows), columns)
        if row == column == 0 and number > 1:
            pages.append([])
        top = frame.first if len(pages) == 1 else frame.later
        part = f"Part {number} of {len(texts)}"
        middle = frame.left + (column + 0.5) * wide
        pages[-1] += _part(
            text, part, inventory.title, middle, top + row * high, wide, module, measure
        )
        progress.done()
    return flow.pages_of(paper, head, pages, inventory, measure)


def _grid(count: int, modules: int, width: float, height: float) -> tuple[int, int]:
    """Return columns and rows: as few as hold all, with modules large enough for a photograph."""
    usable = [
        (columns, rows)
        for columns, rows in _GRIDS
        if min(width / columns, height / rows - _CAPTION) / modules >= LEAST_MODULE
    ] or [_GRIDS[0]]
    return next((grid for grid in usable if grid[0] * grid[1] >= count), usable[-1])


def _part(
    text: str,
    part: str,
    box: str,
    middle: float,
    top: float,
    room: float,
    module: float,
    measure: Measure,
) -> list[Mark]:
    """Draw a code and its part number below, centred in their place."""
    called = part_title(part, box)
    code = Code(0, top + codes.QUIET * module, module, codes.matrix(text), called)
    code = code._replace(x=middle - code.side / 2)
    below = code.y + code.side
    title = shortened(box, _BOX, room - 4, measure)
    return [
        code,
        Words(middle, below + 5.6, part, _PART.size, True, align="middle", room=room),
        Words(middle, below + 9.6, title, _BOX.size, False, "grey", "middle", room - 4),
    ]


_MODULE = 0.68
"""Four dots of a picture, so that no module is blurred."""
_BELOW = 14.0
_LINK_TITLE, _ASIDE = Style(12, bold=True), Style(9, ink="grey")


def link_page(text: str, title: str, aside: str, measure: Measure) -> Page:
    """The page, as large as the code. Raises Invalid for a text that is too long for a code."""
    quiet = codes.QUIET * _MODULE
    code = Code(quiet, quiet, _MODULE, codes.matrix(text, "L"), title)
    width = code.side + 2 * quiet
    below = code.y + code.side + quiet
    middle, room = width / 2, width - 2 * quiet
    title = shortened(title, _LINK_TITLE, room, measure)
    aside = shortened(aside, _ASIDE, room, measure)
    marks = (
        code,
        Words(middle, below + 4.5, title, _LINK_TITLE.size, True, align="middle", room=room),
        Words(middle, below + 10, aside, _ASIDE.size, ink="grey", align="middle", room=room),
    )
    return Page(width, width + _BELOW, marks)


_RULER = 100
_ARM = 3.0
_NUMBER = Style(6)
_TITLE, _STEP = Style(12, bold=True), Style(9)
_PANEL = 112.0
_PADDING = 6.0
_BETWEEN = 1.6


def calibration_page(sheet: LabelSheet, measure: Measure, alignment: Alignment = ALIGNED) -> Page:
    """Outlines of all labels, two rulers from the first one's corner, and how to measure.

    `alignment` is the one with which the page will be drawn.
    """
    width, height = PAPERS[sheet.paper]
    marks: list[Mark] = []
    for number in range(sheet.labels):
        left, top = sheet.place(number)
        marks.append(Box(left, top, sheet.width, sheet.height, line="grey", corner=sheet.corner))
    marks += _cross(sheet.left, sheet.top)
    marks += _rulers(sheet.left, sheet.top)
    marks += _panel(sheet, alignment, measure)
    return Page(width, height, tuple(marks), exact=True)


def _cross(x: float, y: float) -> list[Mark]:
    """Draw the corner of the first label, from which both rulers start."""
    return [
        Line(x - _ARM, y, 2 * _ARM, 0, "accent", 0.3),
        Line(x, y - _ARM, 0, 2 * _ARM, "accent", 0.3),
    ]


def _rulers(x: float, y: float) -> list[Mark]:
    """Draw 100 mm along the top and along the side; the ticks are on the labels, where all printers
    print.
    """
    marks: list[Mark] = [Line(x, y, _RULER, 0, "black", 0.2), Line(x, y, 0, _RULER, "black", 0.2)]
    for millimetre in range(1, _RULER + 1):
        length = 3.6 if millimetre % 10 == 0 else 2.4 if millimetre % 5 == 0 else 1.3
        marks.append(Line(x + millimetre, y, 0, length, "black"))
        marks.append(Line(x, y + millimetre, length, 0, "black"))
        if millimetre % 10 == 0:
            mark = str(millimetre)
            marks.append(Words(x + millimetre, y + 6.2, mark, _NUMBER.size, align="middle"))
            # An outline may be behind the number.
            marks.append(Box(x + 4.1, y + millimetre - 1.1, 4.2, 2.2, fill="white"))
            marks.append(Words(x + 4.4, y + millimetre + 0.75, mark, _NUMBER.size))
    return marks


def _panel(sheet: LabelSheet, alignment: Alignment, measure: Measure) -> list[Mark]:
    """Draw the instructions, on white in the middle of the page."""
    width, height = PAPERS[sheet.paper]
    room = _PANEL - 2 * _PADDING
    steps = [wrapped(step, _STEP, room, measure) for step in _steps(sheet, alignment)]
    title = wrapped(f"Calibration for labels {sheet.id}", _TITLE, room, measure, 2)
    high = height_of([title, *steps], _BETWEEN) + 2 * _PADDING
    left = (width - _PANEL) / 2 + 10
    top = (height - high) / 2 + 10
    marks: list[Mark] = [Box(left, top, _PANEL, high, "white", "accent", 0.4, corner=2)]
    marks += column([title, *steps], left + _PADDING, top + _PADDING, room, _BETWEEN)
    return marks


def _steps(sheet: LabelSheet, alignment: Alignment) -> list[str]:
    printed = alignment.options.replace(" ", "\xa0")
    return [
        f"{sheet.labels} labels of {sheet.width:g} × {sheet.height:g} mm on {sheet.paper} paper. "
        f"This page: {printed}",
        "1. Print this page on plain paper in its actual size (100 %): not “fit to page”.",
        f"2. Measure both rulers: each should be {_RULER} mm long. If they are not, "
        f"type {alignment.scale * _RULER:g} divided by their length: if they are 100.6\xa0mm long, "
        f"--scale\xa0{alignment.scale * _RULER / 100.6:.1f}. Then print this page again.",
        "3. Lay the page on a sheet of labels and hold both against the light: the outlines "
        "should lie on the labels' edges.",
        "4. If they do not, measure how far the corner of the first label is to the right of "
        "the crosshair, and how far below it; to the left and above it are negative. Add that to "
        f"{alignment.right:g} and {alignment.down:g}, and type both: 0.5\xa0mm right and 1\xa0mm "
        f"above is --shift\xa0{alignment.right + 0.5:g},{alignment.down - 1:g}.",
        "5. Print this page again with what you type, such as: companion deck labels --calibrate "
        f"--sheet {sheet.typed} --shift\xa00.5,-1 --scale\xa099.4 -o page.pdf. Labels on this "
        "sheet are then printed with the same values.",
    ]

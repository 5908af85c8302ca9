"""The calibration page: shows where a printer puts the labels of a sheet, and how to mend it."""

from companion.drawing.paper import PAPERS, LabelSheet
from companion.printing.page import Box, Line, Mark, Measure, Page, Words, moved
from companion.printing.text import Style, column, height_of, wrapped

_RULER = 100
_ARM = 3.0
_NUMBER = Style(6)
_TITLE, _STEP = Style(12, bold=True), Style(9)
_PANEL = 112.0
_PADDING = 6.0
_BETWEEN = 1.6


def calibration_page(
    sheet: LabelSheet, measure: Measure, offset: tuple[float, float] = (0.0, 0.0)
) -> Page:
    """Outlines of all labels, two rulers from the first one's corner, and how to measure."""
    width, height = PAPERS[sheet.paper]
    across, down = offset
    marks: list[Mark] = []
    for number in range(sheet.labels):
        left, top = sheet.place(number)
        outline = Box(left, top, sheet.width, sheet.height, line="grey", corner=sheet.corner)
        marks += moved([outline], across, down)
    x, y = sheet.left + across, sheet.top + down
    marks += _cross(x, y)
    marks += _rulers(x, y)
    marks += _panel(sheet, offset, measure)
    return Page(width, height, tuple(marks), exact=True)


def _cross(x: float, y: float) -> list[Mark]:
    """The corner of the first label, from which both rulers start."""
    return [
        Line(x - _ARM, y, 2 * _ARM, 0, "accent", 0.3),
        Line(x, y - _ARM, 0, 2 * _ARM, "accent", 0.3),
    ]


def _rulers(x: float, y: float) -> list[Mark]:
    """100 mm along the top and along the side; the ticks lie on the labels, where all print."""
    marks: list[Mark] = [
        Line(x, y, _RULER, 0, "black", 0.2),
        Line(x, y, 0, _RULER, "black", 0.2),
    ]
    for millimetre in range(1, _RULER + 1):
        length = 3.6 if millimetre % 10 == 0 else 2.4 if millimetre % 5 == 0 else 1.3
        marks.append(Line(x + millimetre, y, 0, length, "black"))
        marks.append(Line(x, y + millimetre, length, 0, "black"))
        if millimetre % 10 == 0:
            told = str(millimetre)
            marks.append(Words(x + millimetre, y + 6.2, told, _NUMBER.size, align="middle"))
            # An outline may lie behind the number.
            marks.append(Box(x + 4.1, y + millimetre - 1.1, 4.2, 2.2, fill="white"))
            marks.append(Words(x + 4.4, y + millimetre + 0.75, told, _NUMBER.size))
    return marks


def _panel(sheet: LabelSheet, offset: tuple[float, float], measure: Measure) -> list[Mark]:
    """How to measure, on white in the middle of the page."""
    width, height = PAPERS[sheet.paper]
    room = _PANEL - 2 * _PADDING
    steps = [wrapped(step, _STEP, room, measure) for step in _steps(sheet, offset)]
    title = wrapped(f"Calibration for labels {sheet.id}", _TITLE, room, measure, 2)
    high = height_of([title, *steps], _BETWEEN) + 2 * _PADDING
    left = (width - _PANEL) / 2 + 10
    top = (height - high) / 2 + 10
    marks: list[Mark] = [Box(left, top, _PANEL, high, "white", "accent", 0.4, corner=2)]
    marks += column([title, *steps], left + _PADDING, top + _PADDING, room, _BETWEEN)
    return marks


def _steps(sheet: LabelSheet, offset: tuple[float, float]) -> list[str]:
    across, down = offset
    name = f'"{sheet.id}"' if " " in sheet.id else sheet.id
    printed = f"This page: --offset-x\xa0{across:g} and --offset-y\xa0{down:g}."
    return [
        f"{sheet.labels} labels of {sheet.width:g} × {sheet.height:g} mm on {sheet.paper} paper. "
        + printed,
        "1. Print this page on plain paper in its actual size (100 %): not “fit to page”.",
        f"2. Measure both rulers. Each is {_RULER} mm long, or the printer has scaled the page.",
        "3. Lay the page on a sheet of labels and hold both against the light: the outlines should "
        "lie on the labels' edges.",
        "4. Where they do not, measure from the crosshair to the corner of the first label. "
        "For each millimetre that the label lies further right, add 1 to --offset-x; for each that "
        "it lies lower, add 1 to --offset-y. Further left or higher: take it off.",
        "5. Print this page once more with both options. Then print the labels with the same, or "
        "keep what this page has: "
        f"companion deck sheet add mine --like {name} --left {sheet.left + across:g} "
        f"--top {sheet.top + down:g}",
    ]

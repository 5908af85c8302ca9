"""Make documents: a box's list, labels, pages of codes, charts, reports, as each kind of file."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from companion.core.blocks import Block, Chart
from companion.core.inventory import Inventory
from companion.core.terminal import Progress, Tick
from companion.drawing.paper import ALIGNED, Alignment, LabelSheet, Printed
from companion.printing.layout.code_pages import calibration_page, link_page, parts_pages
from companion.printing.layout.inventory import code_text, inventory_pages
from companion.printing.layout.labels import label_pages, text_of
from companion.printing.page import Page, Pen, aligned

_NEARLY_ALL = 0.2
"""The share of codes that may be cut short, so that two long texts do not enlarge all labels."""

KINDS = ("pdf", "svg", "png", "html")


class Made(NamedTuple):
    """A document: the content of each file, warnings about what could not be drawn, the number of
    pages.

    HTML counts as one page, because the browser breaks it.
    """

    contents: tuple[bytes, ...]
    warnings: tuple[str, ...]
    pages: int
    texts: tuple[str | None, ...] = ()
    """The text in the code of each row: the fullest that fits."""

    @property
    def content(self) -> bytes:
        """The content of the only file, or of the first."""
        return self.contents[0]


class Roomier(NamedTuple):
    """A sheet of labels with more room, and how many codes it still cuts short."""

    sheet: LabelSheet
    short: int


def sheet(
    kind: str,
    inventory: Inventory,
    rows: Sequence[Printed],
    paper: str,
    tick: Tick | None = None,
    *,
    apart: bool = False,
) -> Made:
    """Make a box's list: one row per item, with its code and a box to tick off.

    With `apart`, here as below, each page is a file of its own.
    """
    texts = tuple(code_text(row.codes) for row in rows)
    progress = Progress(tick, sum(1 for row in rows if row.codes))
    if kind == "html":
        from companion.printing.web.inventory import inventory_page

        return Made((inventory_page(inventory, rows, paper, progress),), (), 1, texts)
    pen = _pen(kind)
    pages = inventory_pages(inventory, rows, paper, pen.measure, progress)
    made = _made(pen, pages, f"{inventory.title}: inventory", inventory.owner, apart=apart)
    return made._replace(texts=texts)


def labels(
    kind: str,
    rows: Sequence[Printed],
    sheet: LabelSheet,
    *,
    skip: Collection[int] = (),
    alignment: Alignment = ALIGNED,
    mark: str = "",
    box: str = "",
    tick: Tick | None = None,
    apart: bool = False,
) -> Made:
    """Make labels, except at the places in `skip`, which are numbered from 0.

    `mark` is printed on each; the title is made from the `box`.

    Raises Invalid if a label is too small for its code.
    """
    progress = Progress(tick, sum(1 for row in rows if row.codes))
    pen = _pen(kind)
    made = label_pages(rows, sheet, pen.measure, skip=skip, mark=mark, progress=progress)
    pages = [aligned(page, alignment) for page in made.pages]
    title = f"{box or mark}: labels {sheet.id}" if box or mark else f"Labels {sheet.id}"
    drawn = _made(pen, pages, title, apart=apart)
    return drawn._replace(texts=made.texts)


def sheets_for(
    kind: str, rows: Sequence[Printed], sheets: Sequence[LabelSheet], mark: str
) -> tuple[Roomier, ...]:
    """Return the first of some sheets whose labels have room for the fullest texts of all or most
    codes.

    Before that, the first with room for nearly all. None if no sheet has room for any.
    """
    measure = _pen(kind).measure
    found: list[Roomier] = []
    for sheet in sheets:
        short = sum(text_of(row, sheet, mark, measure) != row.codes[0] for row in rows)
        if short < (found[-1].short if found else len(rows)):
            if found and found[-1].short > len(rows) * _NEARLY_ALL:
                found.pop()
            found.append(Roomier(sheet, short))
        if not short:
            break
    return (*found[:1], *found[1:][-1:])


def calibration(kind: str, sheet: LabelSheet, *, alignment: Alignment = ALIGNED) -> Made:
    """Make the page that shows where a printer puts the labels of a sheet."""
    pen = _pen(kind)
    page = aligned(calibration_page(sheet, pen.measure, alignment), alignment)
    return _made(pen, [page], f"Calibration {sheet.id}")


def parts(
    kind: str,
    inventory: Inventory,
    texts: Sequence[str],
    paper: str,
    tick: Tick | None = None,
    *,
    apart: bool = False,
) -> Made:
    """Make pages of large codes that hold a whole deck."""
    progress = Progress(tick, len(texts))
    if kind == "html":
        from companion.printing.web.inventory import parts_page

        return Made((parts_page(inventory, texts, paper, progress),), (), 1)
    pen = _pen(kind)
    pages = parts_pages(inventory, texts, paper, pen.measure, progress)
    return _made(pen, pages, f"{inventory.title}: all parts", inventory.owner, apart=apart)


def link(kind: str, text: str, title: str, aside: str) -> Made:
    """Make a page with one code; `title` and, smaller, `aside` are printed below it.

    Raises Invalid for a text that is too long for a code.
    """
    pen = _pen(kind)
    return _made(pen, [link_page(text, title, aside, pen.measure)], title)


def chart(kind: str, drawn: Chart) -> Made:
    """Draw a chart as a picture; as HTML, one that also fits a phone."""
    from companion.printing.layout.chart import chart_page
    from companion.printing.layout.plot import alt_text

    if kind == "html":
        return report("", "", [drawn])
    pen = _pen(kind)
    page = chart_page(drawn, pen.measure)
    if kind == "svg":
        from companion.printing.pens.svg import SvgPen

        picture = SvgPen().picture(page, drawn.title, alt_text(drawn))
        return Made((picture.encode(),), (), 1)
    return _made(pen, [page], drawn.title)


def report(title: str, about: str, blocks: Sequence[Block]) -> Made:
    """Make one HTML page of blocks; `about` is shown below the title."""
    from companion.printing.web.blocks import report_page

    return Made((report_page(title, about, blocks),), (), 1)


def _pen(kind: str) -> Pen:
    """Return the pen for a kind of file; only its module is loaded."""
    match kind:
        case "pdf":
            from companion.printing.pens.pdf import PdfPen

            return PdfPen()
        case "png":
            from companion.printing.pens.png import PngPen

            return PngPen()
        case "html":
            from companion.printing.web.page import HtmlPen

            return HtmlPen()
        case _:
            from companion.printing.pens.svg import SvgPen

            return SvgPen()


def _made(
    pen: Pen, pages: Sequence[Page], title: str, author: str = "", *, apart: bool = False
) -> Made:
    files = [[page] for page in pages] if apart else [pages]
    contents = tuple(pen.drawn(file, title, author) for file in files)
    return Made(contents, pen.warnings(), len(pages))

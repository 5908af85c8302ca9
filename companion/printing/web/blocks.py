"""Blocks as HTML, for a report and for the pages on phones; every text is escaped."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from companion.core.blocks import (
    Block,
    Chart,
    Column,
    Fit,
    Heading,
    Listing,
    Page,
    Paragraph,
    Picture,
    QrCode,
    Side,
    Span,
    Stack,
    Steps,
    Table,
    Text,
    plain,
)
from companion.printing.drawing.svg import SvgPen, code_path
from companion.printing.layout.chart import NARROW, WIDE, chart_page
from companion.printing.layout.chart_words import in_words
from companion.printing.web.page import figure, text

_QUIET = 4
"""Modules that stay white around a code."""
_ROOMY, _PHONE, _GAP = 86, 40, 2
"""Letters on a line, on a page and on a phone, and those that lie between two columns."""


def as_code(command: str) -> str:
    """A command (which is escaped already) as one types it."""
    return f"<code>{command}</code>"


class BlocksAsHtml(NamedTuple):
    """Draws blocks. `command` draws what stands between backticks, escaped already.

    It is looked for where steps are told, and with `everywhere` in paragraphs, too.
    """

    command: Callable[[str], str] = as_code
    everywhere: bool = False

    def drawn(self, blocks: Sequence[Block]) -> str:
        """Blocks, one below the other."""
        return "\n".join(map(self.html, blocks))

    def html(self, block: Block) -> str:
        """One block."""
        match block:
            case Heading(told, aside):
                beside = f' <span class="aside">{_text(aside)}</span>' if aside else ""
                return f'<h2 dir="auto">{_text(told)}{beside}</h2>'
            case Paragraph(told):
                words = _text(told)
                return f'<p dir="auto">{self._commands(words) if self.everywhere else words}</p>'
            case Steps(items):
                steps = "".join(
                    f'<li dir="auto">{self._commands(_text(item))}</li>' for item in items
                )
                return f'<ul class="steps">{steps}</ul>'
            case Table():
                return _table(block)
            case Listing(titles, _, rows):
                return _table(Table(tuple(map(Column, titles)), tuple(rows)))
            case Picture():
                return _picture(block)
            case QrCode(texts, matrix):
                return _code(matrix(texts[0]))
            case Chart():
                return _chart(block)
            case Side(blocks):
                return f'<div class="side">{"".join(map(self.html, blocks))}</div>'
            case Stack(blocks):
                return f'<div class="stack">{"".join(map(self.html, blocks))}</div>'
            case Fit(choices):
                return self._fit(choices)
            case Page(told_at, lengths):
                return self.html(told_at(lengths[0]))

    def _fit(self, choices: Sequence[Block]) -> str:
        """The fullest way to tell it that a page has room for, and the fullest one for a phone.

        What fits nowhere is told at full length: a table can be pushed to the side with a finger.
        """
        roomy, phone = (
            next((choice for choice in choices if _width(choice) <= room), choices[0])
            for room in (_ROOMY, _PHONE)
        )
        if roomy is phone:
            return self.html(roomy)
        return (
            f'<div class="roomy">{self.html(roomy)}</div>'
            f'<div class="phone">{self.html(phone)}</div>'
        )

    def _commands(self, html: str) -> str:
        """What stands between backticks as a command; a backtick that is alone stays one."""
        parts = html.split("`")
        if len(parts) % 2 == 0:
            return html
        return "".join(
            self.command(part) if place % 2 else part for place, part in enumerate(parts)
        )


def _text(told: Text) -> str:
    """A text with its roles as classes."""
    if isinstance(told, str):
        return text(told)
    if isinstance(told, Span):
        words = (figure(told.figure) if told.figure else "") + text(told.text)
        return f'<span class="{told.role}">{words}</span>' if told.role else words
    return "".join(map(_text, told))


def _table(table: Table) -> str:
    caption = f'<caption dir="auto">{text(table.title)}</caption>' if table.title else ""
    head = ""
    if any(column.title for column in table.columns):
        cells = "".join(
            f'<th scope="col"{_aligned(column)}>{_titled(column)}</th>'
            if column.title or column.heard
            else "<td></td>"
            for column in table.columns
        )
        head = f"<thead><tr>{cells}</tr></thead>"
    rows = "".join(f"<tr>{_cells(table.columns, row)}</tr>\n" for row in table.rows)
    # What scrolls can be reached by keyboard.
    inner = f"{caption}{head}<tbody>\n{rows}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inner}</table></div>'


def _titled(column: Column) -> str:
    if column.title:
        return text(column.title)
    return f'<span class="unseen">{text(column.heard)}</span>'


def _cells(columns: Sequence[Column], row: Sequence[Text]) -> str:
    return "".join(
        f'<td dir="auto"{_aligned(column)}>{_text(cell)}</td>'
        for column, cell in zip(columns, row, strict=True)
    )


def _aligned(column: Column) -> str:
    return ' class="number"' if column.align == "right" else ""


def _picture(picture: Picture) -> str:
    """A grid of boxes; each says where it stands, so that there is nothing where nothing is."""
    caption = f'<figcaption dir="auto">{_text(picture.caption)}</figcaption>'
    boxes = "".join(
        f'<span class="box" style="grid-area:{y}/{x}" dir="auto">{_text(cell)}</span>'
        for y, row in zip(count(1), picture.rows, strict=False)
        for x, cell in zip(count(1), row, strict=False)
        if cell is not None
    )
    return (
        f'<figure class="net">{caption if picture.caption else ""}'
        f'<div class="boxes" style="--cell:{picture.cell}">{boxes}</div></figure>'
    )


def _code(matrix: tuple[tuple[bool, ...], ...]) -> str:
    whole = len(matrix) + 2 * _QUIET
    moved = f' transform="translate({_QUIET} {_QUIET})"'
    return (
        f'<svg class="code" role="img" aria-label="QR code" viewBox="0 0 {whole} {whole}">'
        f"{code_path(matrix, moved)}</svg>"
    )


def _chart(chart: Chart) -> str:
    """The chart twice, for wide screens and for phones: the style shows one of them."""
    pen, told = SvgPen(), in_words(chart)
    wide, narrow = (
        pen.in_place(chart_page(chart, pen.measure, size), chart.title, told)
        for size in (WIDE, NARROW)
    )
    return (
        f'<figure class="chart"><div class="roomy">{wide}</div>'
        f'<div class="phone">{narrow}</div></figure>'
    )


def _width(block: Block) -> int:
    """How wide a table is, in letters, about; all else goes by the width that there is."""
    if isinstance(block, Stack):
        return max(map(_width, block.blocks), default=0)
    if not isinstance(block, Table):
        return 0
    cells = [[len(plain(cell)) for cell in row] for row in block.rows]
    columns = [
        max([len(column.title), *(row[place] for row in cells)])
        for place, column in enumerate(block.columns)
        if not (column.wraps or column.cut)
    ]
    return sum(columns) + _GAP * len(block.columns)

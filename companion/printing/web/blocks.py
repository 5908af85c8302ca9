"""Blocks as HTML, for the pages on phones and for a report; every text is escaped."""

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
from companion.printing.layout.chart import NARROW, WIDE, chart_page
from companion.printing.layout.plot import alt_text
from companion.printing.page import COLOURS
from companion.printing.pens.svg import SvgPen, code_path
from companion.printing.web.page import document, figure, text, unseen_title

_QUIET = 4
"""The quiet zone around a code, in modules."""
_ROOMY, _PHONE, _GAP = 86, 40, 2
"""Characters on a line of a page and of a phone, and between two columns."""


def as_code(command: str) -> str:
    """Return a command (already escaped) as it is typed."""
    return f"<code>{command}</code>"


class BlocksAsHtml(NamedTuple):
    """Draws blocks. `command` draws what is between backticks, already escaped.

    Commands are looked for in steps, and with `everywhere` in paragraphs, too.
    """

    command: Callable[[str], str] = as_code
    everywhere: bool = False

    def drawn(self, blocks: Sequence[Block]) -> str:
        """Return blocks, one below the other."""
        return "\n".join(map(self.html, blocks))

    def html(self, block: Block) -> str:
        """Return one block."""
        match block:
            case Heading(words, aside):
                beside = f' <span class="aside">{_text(aside)}</span>' if aside else ""
                return f'<h2 dir="auto">{_text(words)}{beside}</h2>'
            case Paragraph(content):
                words = _text(content)
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
            case Page(page_of, lengths):
                return self.html(page_of(lengths[0]))

    def _fit(self, choices: Sequence[Block]) -> str:
        """Return the fullest version that fits a page, and the fullest that fits a phone.

        If none fits, the full one is shown: a table can be scrolled sideways.
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
        """Draw text between backticks as a command; a single backtick stays."""
        parts = html.split("`")
        if len(parts) % 2 == 0:
            return html
        return "".join(
            self.command(part) if place % 2 else part for place, part in enumerate(parts)
        )


def _text(content: Text) -> str:
    """Return a text with its roles as classes."""
    if isinstance(content, str):
        return text(content)
    if isinstance(content, Span):
        words = (figure(content.figure) if content.figure else "") + text(content.text)
        return f'<span class="{content.role}">{words}</span>' if content.role else words
    return "".join(map(_text, content))


def _table(table: Table) -> str:
    caption = f'<caption dir="auto">{text(table.title)}</caption>' if table.title else ""
    head = ""
    if any(column.title for column in table.columns):
        cells = "".join(
            f'<th scope="col"{_aligned(column)}>{_titled(column)}</th>'
            if column.title or column.read_aloud
            else "<td></td>"
            for column in table.columns
        )
        head = f"<thead><tr>{cells}</tr></thead>"
    rows = "".join(f"<tr>{_cells(table.columns, row)}</tr>\n" for row in table.rows)
    # Scrollable content can be reached by keyboard.
    inner = f"{caption}{head}<tbody>\n{rows}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inner}</table></div>'


def _titled(column: Column) -> str:
    if column.title:
        return text(column.title)
    return f'<span class="unseen">{text(column.read_aloud)}</span>'


def _cells(columns: Sequence[Column], row: Sequence[Text]) -> str:
    return "".join(
        f'<td dir="auto"{_aligned(column)}>{_text(cell)}</td>'
        for column, cell in zip(columns, row, strict=True)
    )


def _aligned(column: Column) -> str:
    return ' class="number"' if column.align == "right" else ""


def _picture(picture: Picture) -> str:
    """Draw a grid of boxes; each has its position, so empty places need nothing."""
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
    """Draw the chart twice, for wide screens and for phones: the style shows one of them."""
    pen, description = SvgPen(), alt_text(chart)
    wide, narrow = (
        pen.in_place(chart_page(chart, pen.measure, size), chart.title, description)
        for size in (WIDE, NARROW)
    )
    return (
        f'<figure class="chart"><div class="roomy">{wide}</div>'
        f'<div class="phone">{narrow}</div></figure>'
    )


def _width(block: Block) -> int:
    """Return the approximate width of a table in characters; other blocks fit any width."""
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


REPORT_STYLE = f"""
html {{ background: #f1f0ec; }}
body {{ font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, sans-serif; color: #1d1d1b; }}
main {{ max-width: 820px; margin: 32px auto; padding: 44px 52px 52px; border-radius: 10px;
  box-shadow: 0 1px 2px #0002, 0 12px 40px #00000014; }}
main > * + *, .stack > * + * {{ margin-top: 20px; }}
h1 {{ font-size: 34px; letter-spacing: -.015em; }}
header {{ padding-bottom: 18px; border-bottom: 3px solid {COLOURS["accent"]}; }}
.about {{ border: 0; padding: 6px 0 0; font-size: 16px; color: {COLOURS["grey"]}; }}
h2 {{ font-size: 21px; font-weight: bold; line-height: 1.25; margin-top: 36px;
  break-after: avoid; }}
.aside {{ font-size: 15px; font-weight: normal; color: {COLOURS["grey"]}; margin-left: .4em; }}
figure {{ margin: 0; break-inside: avoid; }}
.chart {{ margin: 12px -3.5% -12px; }}
.chart svg {{ width: 100%; height: auto; }}
.phone {{ display: none; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
caption {{ text-align: left; font-weight: bold; padding-bottom: 6px; break-after: avoid; }}
th {{ position: relative; font-size: 13px; font-weight: normal; color: {COLOURS["grey"]};
  text-align: left; vertical-align: bottom; border-bottom: 1.5px solid {COLOURS["hair"]}; }}
td {{ vertical-align: top; border-bottom: 1px solid #e6e6e2; text-align: left; }}
th, td {{ padding: 6px 22px 6px 0; overflow-wrap: normal; }}
td:last-child, th:last-child {{ padding-right: 0; overflow-wrap: anywhere; }}
.number {{ text-align: right; white-space: nowrap; }}
tr {{ break-inside: avoid; }}
thead {{ break-after: avoid; }}
tbody tr:first-child {{ break-before: avoid; }}
.steps {{ list-style: none; padding: 0; margin-bottom: 0; }}
.steps li {{ padding-left: 1.6em; text-indent: -1.6em; }}
.steps li::before {{ content: "→"; display: inline-block; width: 1.6em; text-indent: 0;
  color: {COLOURS["green"]}; font-weight: bold; }}
code {{ font: 14px ui-monospace, Menlo, Consolas, monospace; background: #f1f0ec;
  padding: 2px 5px; border-radius: 4px; }}
.side {{ display: flex; flex-wrap: wrap; gap: 22px 30px; align-items: flex-start; }}
.side > * {{ margin-top: 0; }}
.net figcaption {{ font-size: 14px; margin-bottom: 6px; }}
.boxes {{ --side: calc(max(var(--cell), 4) * .5em + 16px); display: inline-grid;
  grid-auto-rows: var(--side); grid-auto-columns: var(--side); font-size: 14px; }}
.box {{ border: 1.5px solid #1d1d1b; margin: -.75px; border-radius: 5px; display: flex;
  align-items: center; justify-content: center; text-align: center; line-height: 1.1;
  overflow: hidden; background: #fff; }}
.box:has(> .active) {{ background: #fff3c4; }}
.code {{ width: 200px; max-width: 100%; }}
.strong {{ font-weight: bold; }}
.muted {{ color: {COLOURS["grey"]}; }}
.good {{ color: #00714f; }}
.bad {{ color: #b3261e; }}
.name {{ font-weight: bold; color: {COLOURS["accent"]}; }}
.icon {{ color: {COLOURS["accent"]}; }}
.active {{ font-weight: bold; color: #7a4d00; }}
.warning {{ color: #8a5a00; }}
.red, .yellow, .blue, .white {{ padding: 0 .4em; border-radius: 3px; font-weight: bold; }}
.red {{ color: #fff; background: #c62f26; }}
.yellow {{ color: #1d1d1b; background: #f7c600; }}
.blue {{ color: #fff; background: #2457a6; }}
.white {{ color: #1d1d1b; background: #f4f4f0; box-shadow: inset 0 0 0 1px {COLOURS["hair"]}; }}
@media screen and (max-width: 640px) {{
  main {{ margin: 0; padding: 24px 18px 32px; border-radius: 0; box-shadow: none; }}
  html {{ background: #fff; }}
  h1 {{ font-size: 26px; }}
  h2 {{ font-size: 19px; margin-top: 30px; }}
  .roomy {{ display: none; }}
  .phone {{ display: block; }}
  .chart {{ margin-inline: -18px; }}
  .boxes {{ --side: calc(max(var(--cell), 4) * .5em + 8px); font-size: 13px; }}
  th, td {{ padding-right: 14px; }}
  .side {{ gap: 18px; }}
}}
@page {{ size: A4; margin: 16mm; }}
@media print {{
  html {{ background: #fff; }}
  body {{ font-size: 11pt; }}
  main {{ max-width: none; margin: 0; padding: 0; border-radius: 0; box-shadow: none; }}
  .wide {{ overflow: visible; }}
}}
"""


def report_page(title: str, about: str, blocks: Sequence[Block]) -> bytes:
    """Return the HTML file. Without a title, it gets that of its first heading or chart."""
    called = title or _called(blocks)
    head = f"{unseen_title(called)}\n"
    if title:
        paragraph = f'<p class="about" dir="auto">{text(about)}</p>\n' if about else ""
        head = f'<header>\n<h1 dir="auto">{text(title)}</h1>\n{paragraph}</header>\n'
    body = BlocksAsHtml().drawn(blocks)
    return document(called, REPORT_STYLE, f"<main>\n{head}{body}\n</main>")


def _called(blocks: Sequence[Block]) -> str:
    for block in blocks:
        if isinstance(block, Chart):
            return block.title
    return "companion"

"""Draw blocks on a terminal, with Rich. Nothing depends on colour, which is optional."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import SegmentLines
from rich.table import Table as RichTable
from rich.text import Text as RichText
from rich.theme import Theme

from companion.core.blocks import (
    Block,
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
)
from companion.core.names import visible
from companion.core.terminal import Tick, tied, untied
from companion.render.lines import GAP, SCREEN, WIDEST_NAME, listing
from companion.render.pictures import boxes

STYLES = {
    "": "",
    "strong": "bold",
    "muted": "dim",
    "good": "green",
    "bad": "red",
    "name": "bold cyan",
    "icon": "cyan",
    "active": "bold yellow",
    "warning": "yellow",
    **{color: f"piece.{color}" for color in ("red", "yellow", "blue", "white")},
}
PIECES = {
    "piece.red": "bold #ffffff on #c62f26",
    "piece.yellow": "bold #1d1d1b on #f7c600",
    "piece.blue": "bold #ffffff on #2457a6",
    "piece.white": "bold #1d1d1b on #f4f4f0",
}
"""Pieces have fixed colours, independent of a terminal's theme."""
PIECES_IN_16_COLOURS = {
    "piece.red": "bold bright_white on red",
    "piece.yellow": "bold black on yellow",
    "piece.blue": "bold bright_white on blue",
    "piece.white": "bold black on white",
}
"""With only these colours, the nearest to our red would be yellow."""


def draw(blocks: Sequence[Block], console: Console | None = None) -> None:
    """Print blocks, with blank lines between them."""
    console = console or Console(highlight=False, emoji=False, markup=False, soft_wrap=False)
    few = console.color_system in ("standard", "windows")
    try:
        with console.use_theme(Theme(PIECES_IN_16_COLOURS if few else PIECES, inherit=False)):
            for place, block in enumerate(blocks):
                if place:
                    console.print()
                if isinstance(block, Listing):  # bypassing Rich, which would measure every line
                    console.file.writelines(f"{line}\n" for line in listing(block))
                else:
                    console.print(_renderable(block, console))
    except SystemExit:  # Rich's reaction to a closed pipe
        raise BrokenPipeError from None


def drawn(blocks: Sequence[Block], rows: int) -> list[str]:
    """Return the lines of blocks on standard output, if possible no more than `rows`."""
    console = Console(highlight=False, emoji=False, markup=False, height=rows + 1)
    with console.capture() as captured:
        draw(blocks, console)
    return captured.get().splitlines()


def styled(text: Text) -> RichText:
    """A text with its roles as styles; control characters spelled out, nothing interpreted."""
    if isinstance(text, str):
        return RichText(visible(text))
    if isinstance(text, Span):
        return RichText(visible(text.text), style=STYLES[text.role])
    whole = RichText()
    for part in text:
        whole.append_text(styled(part))
    return whole


def _renderable(block: Block, console: Console) -> RenderableType:
    match block:
        case Heading(text, aside):
            return _heading(text, aside)
        case Paragraph(text):
            return Sentence(styled(text))
        case Steps(items):
            return _steps(items)
        case Table():
            return _table(block)
        case Listing():
            return RichText("\n".join(listing(block)))
        case Picture():
            return _picture(block)
        case QrCode(texts, matrix):
            from companion.render.pictures import qr_code

            return qr_code(texts, matrix, console)
        case Side(blocks):
            return Columns([_renderable(inner, console) for inner in blocks], padding=(0, GAP))
        case Stack(blocks):
            return Group(*_spaced([_renderable(inner, console) for inner in blocks]))
        case Fit(choices):
            fitting = (choice for choice in choices if _fits(choice, console))
            return _renderable(next(fitting, choices[-1]), console)
        case Page(page_of, lengths):
            pages = (_renderable(page_of(length), console) for length in lengths)
            drawn = [console.render_lines(next(pages), pad=False)]
            while len(drawn[-1]) > _screen(console) and len(drawn) < len(lengths):
                drawn.append(console.render_lines(next(pages), pad=False))
            return SegmentLines(drawn[-1], new_lines=True)
        case _:  # A chart: tables do not need its modules.
            from companion.render.chart import ChartOnScreen

            return ChartOnScreen(block)


def _screen(console: Console) -> int:
    """Return the number of lines for an answer; the next prompt needs one."""
    return min(console.height, SCREEN) - 1


def _spaced(parts: Sequence[RenderableType]) -> list[RenderableType]:
    spaced: list[RenderableType] = []
    for part in parts:
        spaced += [RichText(""), part] if spaced else [part]
    return spaced


def _fits(block: Block, console: Console) -> bool:
    """Whether a block fits the width unchanged; if blocks are side by side, two have to.

    Text that wraps fits everywhere.
    """
    if isinstance(block, Stack):
        return all(_fits(inner, console) for inner in block.blocks)
    if isinstance(block, Fit):
        return any(_fits(choice, console) for choice in block.choices)
    if isinstance(block, Paragraph | Steps):
        return True
    if isinstance(block, Side):
        widths = sorted((_width(inner, console) for inner in block.blocks), reverse=True)
        return sum(widths[:2]) + GAP <= console.width
    if isinstance(block, Table) and block.least:
        return console.width >= block.least
    return _width(block, console) <= console.width


def _width(block: Block, console: Console) -> int:
    roomy = console.options.update(width=1000)
    return Measurement.get(console, roomy, _renderable(block, console)).maximum


def _heading(text: Text, aside: Text) -> RichText:
    line = styled(text)
    line.stylize("bold")
    if aside:
        line.append("  ")
        line.append_text(RichText(styled(aside).plain, style="dim"))
    return line


def _steps(items: Sequence[Text]) -> RichTable:
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for item in items:
        line = styled(item)
        line.highlight_regex(re.compile(r"`[^`]+`"), "bold")
        grid.add_row(RichText("→", style="green"), Sentence(line))
    return grid


class Sentence:
    """Text that is broken between words, and within a command only if no line can hold it."""

    def __init__(self, text: RichText) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        whole = self.text.copy()
        whole.plain = tied(whole.plain, width)
        for line in whole.wrap(console, width, overflow="fold"):
            line.plain = untied(line.plain)
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.text)


def _table(block: Table) -> RenderableType:
    table = RichTable(
        box=None,
        pad_edge=False,
        padding=(0, GAP, 0, 0),
        show_header=any(column.title for column in block.columns),
        header_style="dim",
    )
    rows = [[styled(cell) for cell in row] for row in block.rows]
    if block.columns[-1].cut:
        for row in rows:
            row[-1].no_wrap, row[-1].overflow = True, "ellipsis"
    for place, column in enumerate(block.columns):
        widest = max((row[place].cell_len for row in rows), default=0)
        keeps = widest if block.columns[-1].cut else None
        _add_column(table, column, last=place == len(block.columns) - 1, keeps=keeps)
    for row in rows:
        table.add_row(*row)
    if not block.title:
        return table
    return Group(RichText(block.title, style="bold"), table)


def _add_column(table: RichTable, column: Column, *, last: bool, keeps: int | None) -> None:
    wraps = last and (column.wraps or column.cut)
    widest = WIDEST_NAME if column.wraps and not last else None
    table.add_column(
        column.title,
        justify=column.align,
        no_wrap=not wraps,
        overflow="fold" if wraps else "ellipsis",
        min_width=None if keeps is None or last else min(keeps, widest or keeps),
        max_width=widest,
    )


def _picture(block: Picture) -> RenderableType:
    cells = [[None if cell is None else styled(cell) for cell in row] for row in block.rows]
    drawn = boxes(cells, block.cell)
    return Group(styled(block.caption), drawn) if block.caption else drawn


PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def progress(what: str) -> Iterator[Tick]:
    """Call the result with how much is done, and of how much if that is known.

    The bar disappears when all is done.
    """
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what, total=None)
    # Work without progress messages, such as a library's, must not delay the bar.
    patience = Timer(PATIENCE, bar.start)
    patience.daemon = True
    if console.is_terminal:
        patience.start()
    try:
        yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        patience.cancel()
        bar.stop()

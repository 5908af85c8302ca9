"""`companion deck print`: a box on paper, or on the screen, with its codes."""

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from companion.boxes import codes as cardcode
from companion.boxes.archive import PIECE, SMALLEST_PIECE, split
from companion.cli.commands.deck.shortened import NOTHING, Shortened, shortened
from companion.cli.commands.deck_ import Copy
from companion.cli.destination import Sent, Way, require_printer, sent, way_out
from companion.core.inventory import Inventory
from companion.core.names import counted, folded
from companion.core.reply import Reply
from companion.drawing.paper import PAPERS, Printed
from companion.errors import Invalid, Refused
from companion.table.boxes.group_boxes import inventory, named_box
from companion.table.boxes.labels import named_items
from companion.table.boxes.take import archive_of
from companion.table.current import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.printing.document import Made
    from companion.table.desk import Desk

app = typer.Typer()

_QUIET = 8
"""Columns beside a code that stay white."""
_BESIDES = 34
"""Signs of a part besides its piece of the deck."""

Output = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="A .pdf, .svg, .png or .html; - is here."),
]
Kind = Annotated[
    str | None,
    typer.Option("--as", metavar="KIND", help="pdf, svg, png or html, if not by the ending."),
]
ToPrinter = Annotated[bool, typer.Option("--print", help="To this computer's printer.")]
Cards = Annotated[
    list[str] | None,
    typer.Option("--card", metavar="CARD", help="Only this card; may be given again."),
]


@app.command("print")
@takes(play=False)
def print_(
    ctx: typer.Context,
    copy: Copy,
    output: Output = None,
    kind: Kind = None,
    to_printer: ToPrinter = False,
    paper: Annotated[str, typer.Option(metavar="A4|Letter", help="The size of a page.")] = "A4",
    card: Cards = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="The whole deck as codes, for another group.")
    ] = False,
) -> Reply:
    """Print what is in a box, with a code for every card.

    \b
    Examples:
      companion deck print friday -o sheet.pdf
      companion deck print friday --paper letter --print
      companion deck print friday --card 15       on the screen
      companion deck print friday --parts -o deck.pdf
    """
    way = way_out(output, kind, to_printer, ctx.obj.asked.as_json)
    size = _paper(paper)
    box = named_box(ctx.obj, copy)
    told = inventory(ctx.obj, box)
    if way is not None and way.file is None:
        require_printer()
    if parts:
        if card:
            raise Invalid("`--parts` are of the whole deck.", "Leave `--card` out.")
        document = archive_of(ctx.obj, box).packed()
        if way is None and ctx.obj.asked.as_json:
            return _parts_shown(told, split(document))
        if way is None:
            texts = split(document, _piece(get_terminal_size().columns))
            _require_width(texts)
            return _parts_shown(told, texts)
        return _parts_sent(told, split(document), way, size)
    rows = [
        Printed(item, cardcode.texts(told, item) if item.coded else ())
        for item in named_items(ctx.obj, told, card or [])
    ]
    if way is not None:
        return _sent(ctx.obj, told, rows, way, size)
    if not ctx.obj.asked.as_json:
        _require_width([row.codes[-1] for row in rows if row.codes])
    return _shown(told, rows)


def _require_width(texts: Sequence[str]) -> None:
    """See to it that the window has room for the codes of these texts. Raises Refused."""
    from companion.printing.codes import side

    width = max((side(text) + _QUIET for text in texts), default=0)
    columns = get_terminal_size().columns
    if width > columns:
        raise Refused(
            f"This window is {columns} columns wide, and the codes need {width}.",
            "Widen it, or print them to a file: `-o sheet.html`.",
        )


def _paper(text: str) -> str:
    for paper in PAPERS:
        if folded(paper) == folded(text):
            return paper
    raise Invalid(f"“{text}” is no paper known here.", f"`--paper {' | '.join(PAPERS)}`")


def _sent(desk: "Desk", told: Inventory, rows: Sequence[Printed], way: Way, paper: str) -> Reply:
    from companion.printing import document
    from companion.render.terminal import progress

    with progress("Drawing codes") as tick:
        made = document.sheet(way.kind, told, rows, paper, tick, apart=way.apart)
    went = sent(way, made, told.title)
    less = shortened(desk, told, rows, made.texts, way.kind, paper)
    return _reply(told, way, went, made, sum(bool(row.codes) for row in rows), less)


def _parts_sent(told: Inventory, texts: Sequence[str], way: Way, paper: str) -> Reply:
    from companion.printing import document
    from companion.render.terminal import progress

    with progress("Drawing codes") as tick:
        made = document.parts(way.kind, told, texts, paper, tick, apart=way.apart)
    went = sent(way, made, told.title)
    return _reply(told, way, went, made, len(texts))


def _reply(
    told: Inventory, way: Way, went: Sent, made: "Made", codes: int, less: Shortened = NOTHING
) -> Reply:
    pages = counted(made.pages, "page")
    line = f"{told.title}: {pages} {went.told}, {counted(codes, 'code')}."
    return Reply(
        document=lambda: {
            "copy": told.copy,
            "file": went.files[0] if went.files else way.file,
            "files": list(went.files),
            "kind": way.kind,
            "pages": made.pages,
            "printed": codes,
            **less.to_json(),
        },
        lines=() if way.file == "-" else (line,),
        warnings=(
            *made.warnings,
            *went.warnings,
            *less.warnings(f"companion deck labels {told.copy}"),
        ),
    )


def _shown(told: Inventory, rows: Sequence[Printed]) -> Reply:
    """The codes on the screen, one below the other."""
    coded = [row for row in rows if row.codes]

    def blocks() -> "list[Block]":
        from companion.cli.commands.deck.on_screen import codes_on_screen

        return codes_on_screen(told, coded)

    return Reply(
        document=lambda: {
            "copy": told.copy,
            "codes": [{"card": row.item.id, "text": row.codes[0]} for row in coded],
        },
        blocks=blocks,
    )


def _parts_shown(told: Inventory, texts: Sequence[str]) -> Reply:
    def blocks() -> "list[Block]":
        from companion.cli.commands.deck.on_screen import parts_on_screen

        return parts_on_screen(told, texts)

    return Reply(document=lambda: {"copy": told.copy, "parts": list(texts)}, blocks=blocks)


def _piece(columns: int) -> int:
    """How many signs of a deck one code may hold, to be shown on so many columns."""
    from companion.printing.codes import side

    best = SMALLEST_PIECE
    for piece in range(SMALLEST_PIECE, PIECE + 1, 20):
        if side("A" * (piece + _BESIDES)) + _QUIET <= columns:
            best = piece
    return best

"""`companion deck print`: a box with its codes, on paper or on the screen; and which are cut."""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.boxes import codes as cardcode
from companion.boxes.archive import PIECE, SMALLEST_PIECE, split
from companion.cli.commands.deck.boxes import Copy
from companion.cli.declared import command
from companion.cli.destination import OutputTarget, Sent, output_target, require_printer, sent
from companion.core.blocks import Block, Heading, Paragraph, QrCode, Span, Stack, Steps
from companion.core.command import flag, word, words
from companion.core.inventory import Component, Inventory
from companion.core.names import counted, folded, listed
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.drawing.paper import PAPERS, LabelSheet, Printed
from companion.errors import Invalid, Refused
from companion.table.boxes.group_boxes import inventory, named_box
from companion.table.boxes.inventory import box_blocks
from companion.table.boxes.label_sheets import all_sheets
from companion.table.boxes.labels import named_items
from companion.table.boxes.take import archive_of
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.printing.document import Made, Roomier


_MOST_NAMED = 5


class Shortened(NamedTuple):
    """Cards whose codes were shortened; `bare` are those whose codes have no text at all.

    `roomier` are sheets of labels with room for the full text of more of them.
    """

    items: tuple[Component, ...] = ()
    bare: tuple[Component, ...] = ()
    of: int = 0
    roomier: tuple["Roomier", ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The keys for `--json`."""
        return {
            "shortened": [item.id for item in self.items],
            "without_words": [item.id for item in self.bare],
            "roomier": [{"sheet": one.sheet.id, "left": one.short} for one in self.roomier],
        }

    def warnings(self, command: str) -> tuple[str, ...]:
        """The same in a sentence or two; `command` is the one that takes `--sheet`, if another."""
        if not self.items:
            return ()
        few = len(self.items) <= min(_MOST_NAMED, self.of - 1)
        which = f" ({listed([item.title for item in self.items])})" if few else ""
        hold = "holds" if len(self.items) == 1 else "hold"
        if len(self.bare) == len(self.items):
            words = f"{hold} no text, only the line that the companion reads"
        else:
            words = f"{hold} only part of what is known of the card"
            words += f", {len(self.bare)} of them no text at all" if self.bare else ""
        return (f"{len(self.items)} of {self.of} codes{which} {words}. {self._way_on(command)}",)

    def _way_on(self, command: str) -> str:
        if not self.roomier:
            return "No sheet of labels has room for more."
        ways: list[str] = []
        for sheet, short in self.roomier:
            typed = f"--sheet {sheet.typed}" if ways else f"{command} --sheet {sheet.typed}".strip()
            left = f"all but {short}" if short else "all of it"
            ways.append(f"`{typed}` {'' if ways else 'has room '}for {left}")
        return f"{listed(ways)}."


NOTHING = Shortened()


def shortened(
    desk: Desk,
    box: Inventory,
    rows: Sequence[Printed],
    texts: Sequence[str | None],
    kind: str,
    paper: str,
    but: LabelSheet | None = None,
) -> Shortened:
    """Which of these rows have a code, given by `texts`, that was shortened.

    Of the sheets with more room, those with the same paper come first, then smaller labels; `but`
    is the sheet that is printed on.
    """
    coded = [(row, text) for row, text in zip(rows, texts, strict=True) if text is not None]
    short = [row for row, text in coded if text != row.codes[0]]
    if not short:
        return Shortened(of=len(coded))
    from companion.printing.document import sheets_for

    bare = tuple(row.item for row, text in coded if text == row.codes[-1] != row.codes[0])
    others = [sheet for sheet in all_sheets(desk) if sheet != but]
    others.sort(key=lambda sheet: (sheet.paper != paper, sheet.width * sheet.height))
    items = tuple(row.item for row in short)
    return Shortened(items, bare, len(coded), sheets_for(kind, short, others, box.mark))


_QUIET = 8
"""White columns beside a code."""
_BESIDES = 34
"""Characters of a part besides its piece of the deck."""

Output = Annotated[
    str | None,
    word(
        alias="-o",
        metavar="FILE",
        help="The file to write: .pdf, .svg, .png or .html; - is a pipe.",
    ),
]
Kind = Annotated[
    str | None,
    word(name="--as", metavar="KIND", help="pdf, svg, png or html; else by the file name."),
]
ToPrinter = Annotated[bool, flag("Send it to this computer's printer.", name="--print")]
Cards = Annotated[Sequence[str], words(metavar="CARD", help="Only this card; repeat for several.")]


@command("deck print", play=False)
def print_(
    desk: Desk,
    copy: Copy,
    *,
    output: Output = None,
    kind: Kind = None,
    to_printer: ToPrinter = False,
    paper: Annotated[str, word(metavar="A4|Letter", help="The size of the paper.")] = "A4",
    card: Cards = (),
    known: Annotated[
        bool | None, flag("Leave out cards without text, or print all.", opposite="--all")
    ] = None,
    codes: Annotated[bool, flag("Show the codes on the screen.")] = False,
    parts: Annotated[bool, flag("Print the whole deck as codes, for another group.")] = False,
) -> Reply:
    """Print what is in a box, with a code for every card.

    If fewer than half of the cards have text, the others are left out. Without `-o` or `--print`,
    shows what would be printed; `--codes` or `--card` show codes.

    Examples:
      companion deck print friday                 what would be printed
      companion deck print friday -o sheet.pdf
      companion deck print friday --all -o sheet.pdf
      companion deck print friday --paper letter --print
      companion deck print friday --card 15       on the screen
      companion deck print friday --parts -o deck.pdf
    """
    way = output_target(output, kind, to_printer, desk.options.as_json)
    size = _paper(paper)
    box = named_box(desk, copy)
    stock = inventory(desk, box)
    if way is not None and way.file is None:
        require_printer()
    if parts:
        if card:
            raise Invalid("`--parts` prints the whole deck.", "Leave `--card` out.")
        document = archive_of(desk, box).packed()
        if way is None and desk.options.as_json:
            return _parts_shown(stock, split(document))
        if way is None:
            texts = split(document, _piece(get_terminal_size().columns))
            _require_width(texts)
            return _parts_shown(stock, texts)
        return _parts_sent(stock, split(document), way, size)
    items = named_items(desk, stock, card)
    asks_codes = bool(card or codes or desk.options.as_json)
    is_list = way is None and not asks_codes and sys.stdout.isatty()
    if known is None:
        known = not card and (way is not None or is_list) and _mostly_without_text(items)
    left = [item for item in items if known and item.kind == "card" and item.is_unknown]
    items = [item for item in items if item not in left]
    warnings = _left_out(left, stock)
    if is_list:
        return replace(_listed(stock, items), warnings=warnings)
    rows = [Printed(item, cardcode.texts(stock, item) if item.coded else ()) for item in items]
    if way is not None:
        return _sent(desk, stock, rows, way, size, left)
    if not desk.options.as_json:
        _require_width([row.codes[-1] for row in rows if row.codes])
    return replace(_shown(stock, rows), warnings=warnings)


def _mostly_without_text(items: Sequence[Component]) -> bool:
    """Whether fewer than half of the cards have text, but some do."""
    cards = [item for item in items if item.kind == "card"]
    return 0 < sum(not item.is_unknown for item in cards) * 2 < len(cards)


def _left_out(left: Sequence[Component], stock: Inventory) -> tuple[str, ...]:
    """A sentence on the cards that are not printed."""
    if not left:
        return ()
    cards = sum(item.kind == "card" for item in stock.items)
    return (
        f"{len(left)} of {cards} cards have no text and are left out: `--all` prints them too.",
    )


def _listed(stock: Inventory, items: Sequence[Component]) -> Reply:
    slug = stock.copy.removeprefix(f"{stock.game}-")
    ways = (
        f"On paper: `companion deck print {slug} -o sheet.pdf`",
        "Codes on the screen: `--codes`, or `--card 15` for one",
    )
    blocks = [*box_blocks(stock._replace(items=tuple(items))), Steps(ways)]
    return Reply(document=lambda: None, blocks=lambda: blocks)


def _require_width(texts: Sequence[str]) -> None:
    """Check that the window is wide enough for the codes. Raises Refused."""
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
    raise Invalid(f"“{text}” is not a known paper size.", f"`--paper {' | '.join(PAPERS)}`")


def _sent(
    desk: Desk,
    stock: Inventory,
    rows: Sequence[Printed],
    way: OutputTarget,
    paper: str,
    left: Sequence[Component],
) -> Reply:
    from companion.printing import document
    from companion.render.terminal import progress

    with progress("Drawing codes") as tick:
        made = document.sheet(way.kind, stock, rows, paper, tick, apart=way.apart)
    went = sent(way, made, stock.title)
    less = shortened(desk, stock, rows, made.texts, way.kind, paper)
    return _reply(stock, way, went, made, sum(bool(row.codes) for row in rows), less, left)


def _parts_sent(stock: Inventory, texts: Sequence[str], way: OutputTarget, paper: str) -> Reply:
    from companion.printing import document
    from companion.render.terminal import progress

    with progress("Drawing codes") as tick:
        made = document.parts(way.kind, stock, texts, paper, tick, apart=way.apart)
    went = sent(way, made, stock.title)
    return _reply(stock, way, went, made, len(texts))


def _reply(
    stock: Inventory,
    way: OutputTarget,
    went: Sent,
    made: "Made",
    codes: int,
    less: Shortened = NOTHING,
    left: Sequence[Component] = (),
) -> Reply:
    pages = counted(made.pages, "page")
    line = f"{stock.title}: {pages} {went.where}, {counted(codes, 'code')}."
    return Reply(
        document=lambda: {
            "copy": stock.copy,
            "file": went.files[0] if went.files else way.file,
            "files": list(went.files),
            "kind": way.kind,
            "pages": made.pages,
            "printed": codes,
            "left_out": [item.id for item in left],
            **less.to_json(),
        },
        lines=() if way.file == "-" else (line,),
        warnings=(
            *made.warnings,
            *went.warnings,
            *_left_out(left, stock),
            *less.warnings(f"companion deck labels {stock.copy}"),
        ),
    )


def _shown(stock: Inventory, rows: Sequence[Printed]) -> Reply:
    coded = [row for row in rows if row.codes]

    return Reply(
        document=lambda: {
            "copy": stock.copy,
            "codes": [{"card": row.item.id, "text": row.codes[0]} for row in coded],
        },
        blocks=lambda: codes_on_screen(stock, coded),
    )


def _parts_shown(stock: Inventory, texts: Sequence[str]) -> Reply:
    return Reply(
        document=lambda: {"copy": stock.copy, "parts": list(texts)},
        blocks=lambda: parts_on_screen(stock, texts),
    )


def _piece(columns: int) -> int:
    """How many characters of a deck fit in one code on a screen of that width."""
    from companion.printing.codes import side

    best = SMALLEST_PIECE
    for piece in range(SMALLEST_PIECE, PIECE + 1, 20):
        if side("A" * (piece + _BESIDES)) + _QUIET <= columns:
            best = piece
    return best


def codes_on_screen(stock: Inventory, coded: Sequence[Printed]) -> list[Block]:
    """The codes of cards, one below the other, each with as much text as the width allows."""
    from companion.printing.codes import matrix

    heading = Heading(stock.title, stock.game_title if stock.game_title != stock.name else "")
    if not coded:
        return [heading, Paragraph("Nothing in it has a code.")]
    return [
        heading,
        *(Stack((Paragraph(_line(row.item)), QrCode(row.codes, matrix))) for row in coded),
    ]


def parts_on_screen(stock: Inventory, texts: Sequence[str]) -> list[Block]:
    """The parts of a whole deck, one below the other."""
    from companion.printing.codes import matrix

    return [
        Heading(stock.title, f"the whole deck in {len(texts)} codes"),
        *(
            Stack((Paragraph(f"Part {number} of {len(texts)}"), QrCode((text,), matrix)))
            for number, text in enumerate(texts, 1)
        ),
    ]


def _line(item: Component) -> tuple[str | Span, ...]:
    says = f"  {item.says}" if item.says else ""
    name = f" “{item.name}”" if item.name else ""
    return (Span(f"{item.title}{name}", "name"), says)

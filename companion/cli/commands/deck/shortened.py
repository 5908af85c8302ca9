"""Which codes hold less than all that a phone could show, and the labels that have room for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.inventory import Component, Inventory
from companion.core.names import listed
from companion.drawing.paper import LabelSheet, Printed
from companion.table.boxes.label_sheets import all_sheets
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.printing.document import Roomier

_MOST_NAMED = 5


class Shortened(NamedTuple):
    """Cards whose codes hold less than they could; `bare` are those with no words at all.

    `roomier` are sheets of labels that have room for most of them, and for more of them.
    """

    items: tuple[Component, ...] = ()
    bare: tuple[Component, ...] = ()
    of: int = 0
    roomier: tuple["Roomier", ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What `--json` says of it."""
        return {
            "shortened": [item.id for item in self.items],
            "without_words": [item.id for item in self.bare],
            "roomier": [{"sheet": one.sheet.id, "left": one.short} for one in self.roomier],
        }

    def warnings(self, command: str) -> tuple[str, ...]:
        """The same in a sentence or two; `command` is what takes `--sheet`, if it is another."""
        if not self.items:
            return ()
        few = len(self.items) <= min(_MOST_NAMED, self.of - 1)
        which = f" ({listed([item.title for item in self.items])})" if few else ""
        hold = "holds" if len(self.items) == 1 else "hold"
        if len(self.bare) == len(self.items):
            told = f"{hold} no words, only the line that the companion reads"
        else:
            told = f"{hold} less than all that is told of the card"
            told += f", {len(self.bare)} of them no words at all" if self.bare else ""
        return (f"{len(self.items)} of {self.of} codes{which} {told}. {self._way_on(command)}",)

    def _way_on(self, command: str) -> str:
        if not self.roomier:
            return "No sheet of labels has room for more."
        ways: list[str] = []
        for sheet, short in self.roomier:
            name = f'"{sheet.id}"' if " " in sheet.id else sheet.id
            typed = f"--sheet {name}" if ways else f"{command} --sheet {name}".strip()
            ways.append(f"`{typed}` {'' if ways else 'has room '}for {_all_but(short)}")
        return f"{listed(ways)}."


NOTHING = Shortened()


def _all_but(short: int) -> str:
    return f"all but {short}" if short else "all of it"


def shortened(
    desk: Desk,
    box: Inventory,
    rows: Sequence[Printed],
    texts: Sequence[str | None],
    kind: str,
    paper: str,
    but: LabelSheet | None = None,
) -> Shortened:
    """The codes of some rows that say `texts`, where that is less than they could.

    Of the sheets with room for more, one of the same paper is named first, and smaller labels
    first; `but` is the one that is printed on.
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

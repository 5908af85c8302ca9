"""`companion deck ...`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.boxes import inventory
from companion.table.boxes.group_boxes import named_box, typed_names
from companion.table.current import takes

HELP = """Your boxes: what is in them, on paper and in codes.

A box of BLANK is told of with `companion blank copy new NAME`.

\b
Examples:
  companion deck list
  companion deck show friday
  companion deck print friday -o sheet.pdf
  companion deck labels friday --sheet L7160 -o labels.pdf
  companion deck check friday        scan every card, then Ctrl-D
"""

app = typer.Typer(name="deck", help=HELP)

_HERE = "companion.cli.commands"
LATER = {
    "print": f"{_HERE}.deck.print_",
    "labels": f"{_HERE}.deck.labels_",
    "sheet": f"{_HERE}.deck.sheet_",
    "check": f"{_HERE}.deck.check_",
    "scan": f"{_HERE}.deck.scan_",
    "take": f"{_HERE}.deck.take_",
    "export": f"{_HERE}.deck.export_",
    "import": f"{_HERE}.deck.import_",
    "mix": f"{_HERE}.deck.mix_",
}
"""Commands that stand in modules of their own, imported only when they are run."""


def copies(ctx: typer.Context, incomplete: str) -> list[str]:
    """The boxes that there are, as one types them, for the shell to complete."""
    return [name for name in typed_names(ctx.obj) if name.startswith(incomplete.lower())]


Copy = Annotated[str, typer.Argument(metavar="COPY", show_default=False, autocompletion=copies)]


@app.command("list")
@takes(play=False)
def list_(ctx: typer.Context) -> Reply:
    """See all boxes of all games.

    \b
    Examples:
      companion deck list
    """
    return inventory.list_boxes(ctx.obj)


@app.command("show")
@takes(play=False)
def show(ctx: typer.Context, copy: Copy) -> Reply:
    """See all that is in a box.

    \b
    Examples:
      companion deck show friday
      companion deck show bwd
      companion deck show "dice box" --json
    """
    return inventory.show_box(ctx.obj, copy)


@app.command("history")
@takes(play=False)
def history(ctx: typer.Context, copy: Copy) -> Reply:
    """See all that was told of a box, entry by entry.

    \b
    Examples:
      companion deck history friday
    """
    return inventory.show_history(ctx.obj, named_box(ctx.obj, copy))

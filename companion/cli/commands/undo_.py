"""`companion undo`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import undo as changing

app = typer.Typer()

Entry = Annotated[str | None, typer.Argument(metavar="[ENTRY]", show_default=False)]
"""The number of an entry, as `companion log` shows it."""


@app.command("undo")
@takes(house=True)
def undo(
    ctx: typer.Context,
    entry: Entry = None,
    onwards: Annotated[
        bool, typer.Option("--onwards", help="That entry, and all that came after it.")
    ] = False,
) -> Reply:
    """Take back the newest entry, or another.

    \b
    Examples:
      companion undo
      companion undo 5              entry 5 alone, if all later ones still stand
      companion undo 5 --onwards    entry 5 and all that came after it
    """
    return changing.undo(ctx.obj, entry, onwards)

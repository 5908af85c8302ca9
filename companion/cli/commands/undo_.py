"""`companion undo`."""

import typer

from companion.arguments import Entry
from companion.table import history
from companion.table.reply import Reply

app = typer.Typer()


@app.command("undo")
def undo(
    ctx: typer.Context,
    entry: Entry = None,
) -> Reply:
    """Take back the newest entry, or another.

    \b
    Examples:
      companion undo
      companion undo 5      entry 5 alone, if all later ones still stand
    """
    return history.undo(ctx.obj, entry)

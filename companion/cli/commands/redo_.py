"""`companion redo`."""

import typer

from companion.arguments import Entry
from companion.table import history
from companion.table.reply import Reply

app = typer.Typer()


@app.command("redo")
def redo(
    ctx: typer.Context,
    entry: Entry = None,
) -> Reply:
    """Bring back what was undone.

    \b
    Examples:
      companion redo
      companion redo 5      entry 5, even after later entries
    """
    return history.redo(ctx.obj, entry)

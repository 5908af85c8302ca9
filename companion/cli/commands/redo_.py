"""`companion redo`."""

import typer

from companion.cli.commands.undo_ import Entry
from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import undo as changing

app = typer.Typer()


@app.command("redo")
@takes(house=True)
def redo(
    ctx: typer.Context,
    entry: Entry = None,
) -> Reply:
    """Bring back what was undone.

    \b
    Examples:
      companion redo        all that the last undo took
      companion redo 5      entry 5, even after later entries
    """
    return changing.redo(ctx.obj, entry)

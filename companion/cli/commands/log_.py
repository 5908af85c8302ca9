"""`companion log`."""

import typer

from companion.table import logbook
from companion.table.reply import Reply

app = typer.Typer()


@app.command("log")
def log(ctx: typer.Context) -> Reply:
    """See all entries, with their numbers.

    \b
    Examples:
      companion log
      companion log --json
    """
    return logbook.show_log(ctx.obj)

"""`companion table`."""

import typer

from companion.core.reply import Reply
from companion.table.plays import views

app = typer.Typer()


@app.command("table")
def table(ctx: typer.Context) -> Reply:
    """See how things stand, and what comes next.

    \b
    Examples:
      companion table
      companion table --json
      companion table --play bwd-3
    """
    return views.table(ctx.obj)

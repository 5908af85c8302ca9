"""`companion pass`."""

import typer

from companion.core.reply import Reply
from companion.table import scoring
from companion.table.options import takes

app = typer.Typer()


@app.command("pass")
@takes(house=True)
def pass_marker(ctx: typer.Context) -> Reply:
    """Hand the first-player marker on, to the left.

    `next` does it by itself at the end of a round.

    \b
    Examples:
      companion pass
    """
    return scoring.pass_marker(ctx.obj)

"""`companion pass`."""

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import enter

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
    return enter.pass_marker(ctx.obj)

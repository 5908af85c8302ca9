"""`companion next`."""

import typer

from companion.table import scoring
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()


@app.command("next")
@takes(house=True)
def go_on(ctx: typer.Context) -> Reply:
    """Go on to the next phase, turn or round.

    At the end of a round it is seen whether somebody has won.

    \b
    Examples:
      companion next
    """
    return scoring.go_on(ctx.obj)

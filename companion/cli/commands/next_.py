"""`companion next`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import enter

app = typer.Typer()


@app.command("next")
@takes(house=True)
def go_on(
    ctx: typer.Context,
    untold: Annotated[
        bool, typer.Option("--untold", help="What is still open was done, and nobody told it.")
    ] = False,
) -> Reply:
    """Go on to the next phase, turn or round.

    At the end of a round it is seen whether somebody has won.

    \b
    Examples:
      companion next
      companion next --untold
    """
    return enter.go_on(ctx.obj, untold)

"""`companion score`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import enter

app = typer.Typer()


@app.command("score")
@takes(house=True)
def score(
    ctx: typer.Context,
    changes: Annotated[list[str], typer.Argument(metavar="PLAYER ±N|=N ...", show_default=False)],
) -> Reply:
    """Enter points: gained, lost, or what is there.

    \b
    Examples:
      companion score ana +3
      companion score ben -2
      companion score ana +3 ben -2     both in one entry
      companion score ben =7            Ben has 7 now
    """
    return enter.score(ctx.obj, changes)

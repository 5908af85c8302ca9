"""`companion first`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table import scoring
from companion.table.options import takes

app = typer.Typer()


@app.command("first")
@takes(house=True)
def first(
    ctx: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)] = None,
) -> Reply:
    """See or hand over the first-player marker.

    \b
    Examples:
      companion first
      companion first ben
    """
    return scoring.first(ctx.obj, player)

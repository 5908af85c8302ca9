"""`companion first`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import enter

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
    return enter.first(ctx.obj, player)

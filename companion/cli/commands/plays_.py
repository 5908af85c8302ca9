"""`companion plays`."""

from typing import Annotated

import typer

from companion.table import playlist
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()


@app.command("plays")
@takes(play=False)
def plays(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Older ones too.")] = False,
) -> Reply:
    """List the group's plays.

    \b
    Examples:
      companion plays
      companion plays --all
    """
    return playlist.list_plays(ctx.obj, every)

"""`companion resume`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.history import play_list

app = typer.Typer()


@app.command("resume")
@takes(play=False)
def resume(
    ctx: typer.Context,
    play: Annotated[str, typer.Argument(metavar="PLAY", show_default=False)],
) -> Reply:
    """Go back to another play.

    Entries are about that play from now on.

    \b
    Examples:
      companion resume bwd-3
      companion resume 3
    """
    return play_list.resume(ctx.obj, play)

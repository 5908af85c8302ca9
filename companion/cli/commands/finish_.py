"""`companion finish`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.plays import enter

app = typer.Typer()


@app.command("finish")
@takes(house=True)
def finish(
    ctx: typer.Context,
    winner: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Who has won; once for each.")
    ] = None,
    abandon: Annotated[bool, typer.Option("--abandon", help="End it without a winner.")] = False,
) -> Reply:
    """End the play.

    Whoever leads has won, unless you say otherwise; afterwards, too: undo, then finish --winner.

    \b
    Examples:
      companion finish
      companion finish --winner ben
      companion finish --winner ana --winner ben
      companion finish --abandon
    """
    return enter.finish(ctx.obj, winner or [], abandon)

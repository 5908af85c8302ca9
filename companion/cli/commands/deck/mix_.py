"""`companion deck mix`: the same as the verb of the game that knows several boxes on one table."""

from typing import Annotated

import typer

from companion import games
from companion.core.offer import Line
from companion.core.reply import Reply
from companion.errors import Unusable
from companion.table.current import takes
from companion.table.desk import Desk
from companion.table.plays.verbs import run

_GAME, _VERB = "blank", "mix"

app = typer.Typer()


@app.command(_VERB)
@takes(play=False)
def mix(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="BOX BOX...", show_default=False)],
) -> Reply:
    """Play with several boxes at once.

    \b
    Examples:
      companion blank mix friday cellar
      companion deck mix friday cellar       the same
    """
    desk: Desk = ctx.obj
    declared = games.verbs(_GAME)
    if declared is None:
        raise Unusable("BLANK has no verb for that.", "Install the companion again.")
    desk.asked.game = _GAME
    return run(desk, declared.by_name[_VERB], Line(tuple(names)))

"""`companion ratings`: how strong everybody is."""

import typer

from companion.cli.choosing import GameOption, Players, Since, Until
from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.history.filters import Choice, selected
from companion.table.history.ratings import ratings as rated

app = typer.Typer()


@app.command("ratings")
@takes(play=False)
def ratings(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
) -> Reply:
    """See how strong everybody is, and how sure that is.

    \b
    Examples:
      companion ratings
      companion ratings --game bwd
      companion ratings ana ben --since 2026
      companion chart ratings -o ratings.svg    how they came to be
    """
    return rated(selected(ctx.obj, Choice(game, (), since, until)), players or ())

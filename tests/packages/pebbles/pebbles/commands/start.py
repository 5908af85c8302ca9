"""`companion start pebbles`."""

from typing import Annotated

import typer

from companion.arguments import Players
from companion.core.reply import Reply
from companion.table import starting
from companion.table.entering import desk_of
from companion.table.options import takes
from pebbles.game import GAME

app = typer.Typer()


@app.command("pebbles")
@takes(play=False)
def start(
    ctx: typer.Context,
    players: Players = None,
    first: Annotated[str | None, typer.Option(metavar="NAME", help="Who begins.")] = None,
    pebbles: Annotated[
        int | None, typer.Option(min=1, max=99, help="How many lie in the pond.")
    ] = None,
) -> Reply:
    """Begin Pebbles.

    \b
    Examples:
      companion start pebbles Ana Ben
      companion start pebbles Ana Ben Cho --pebbles 30
    """
    desk = desk_of(ctx)
    options = {"pebbles": pebbles or desk.reference(GAME)["pebbles"]}
    names = starting.people(desk, GAME.id, players)
    return starting.start(desk, GAME.id, names, first, options)

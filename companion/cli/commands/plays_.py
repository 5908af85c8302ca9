"""`companion plays`."""

from typing import Annotated

import typer

from companion.cli.choosing import GameOption, PlaceOption, PlayerOption, Since, Until
from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.history import play_list
from companion.table.history.filters import Choice

app = typer.Typer()


@app.command("plays")
@takes(play=False)
def plays(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Older ones too.")] = False,
    game: GameOption = None,
    players: PlayerOption = None,
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
) -> Reply:
    """List the group's plays: who, when, how long.

    \b
    Examples:
      companion plays
      companion plays --all
      companion plays --game blank --player ana --player ben
      companion plays --since 2026-11 --place "Ben's kitchen"
    """
    choice = Choice(game, players or (), since, until, place)
    return play_list.list_plays(ctx.obj, every, choice)

"""`companion pebbles …`: three verbs."""

from typing import Annotated

import typer

from companion.arguments import Player
from companion.core.reply import Reply
from companion.table.entering import enter, player_seat
from companion.table.options import takes
from pebbles import moves

app = typer.Typer(name="pebbles", help="Pebbles: take some, drop one, spill them all.")


@app.command("take")
@takes(house=True)
def take(
    ctx: typer.Context,
    player: Player,
    pebbles: Annotated[int, typer.Argument(metavar="[N]", help="How many.")] = 1,
) -> Reply:
    """Take pebbles out of the pond.

    \b
    Examples:
      companion pebbles take ana
      companion pebbles take ben 3
    """
    return enter(ctx, lambda action: moves.take(action, player_seat(action, player), pebbles))


@app.command("drop")
@takes(house=True)
def drop(ctx: typer.Context, player: Player) -> Reply:
    """Let a pebble fall back into the pond.

    \b
    Examples:
      companion pebbles drop ana
    """
    return enter(ctx, lambda action: moves.drop(action, player_seat(action, player)))


@app.command()
@takes(house=True)
def spill(ctx: typer.Context, player: Player) -> Reply:
    """Let all pebbles of a player fall back into the pond.

    \b
    Examples:
      companion pebbles spill ana
    """
    return enter(ctx, lambda action: moves.spill(action, player_seat(action, player)))

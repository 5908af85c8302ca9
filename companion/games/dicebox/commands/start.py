"""`companion start dicebox`."""

from typing import Annotated, Any

import typer

from companion.arguments import Players
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.core.seats import seats_for
from companion.games.dicebox.game import GAME
from companion.games.dicebox.moves.setup import colors_by_seat
from companion.games.dicebox.rules.check_setup import require_colors
from companion.table import starting
from companion.table.desk import Desk
from companion.table.options import takes

app = typer.Typer()


@app.command("dicebox")
@takes(play=False, house=True)
def start(
    ctx: typer.Context,
    players: Players = None,
    first: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who rolls the Seed and begins.")
    ] = None,
    colors: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER=COLOR...", help="Whose colour is which: red, yellow, blue, white."
        ),
    ] = None,
) -> Reply:
    """Begin Dice Box.

    Two to four players; with two, each may have two colours. What is not told may be told later.

    \b
    Examples:
      companion start dicebox Ana Ben
      companion start dicebox Ana Ben --colors ana=red,yellow ben=blue,white
      companion start dicebox Ana Ben --first ben --colors ana=red ben=blue
    """
    desk: Desk = ctx.obj
    # What stands behind `--colors` are colours, however many words they are.
    behind = [word for word in players or () if colors and "=" in word]
    referee = Referee(desk.house)
    named = [name for name in players or () if name not in behind]
    names = starting.people(desk, GAME.id, named, referee)
    options: dict[str, Any] = {}
    if colors:
        seats = seats_for(names, GAME.reserved_handles)
        told = colors_by_seat(seats, [*colors, *behind])
        require_colors(seats, told, referee)
        options["colors"] = told
    return starting.start(desk, GAME.id, names, first, options, referee)

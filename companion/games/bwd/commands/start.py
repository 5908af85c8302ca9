"""`companion start bwd`."""

from typing import Annotated, Any

import typer

from companion.errors import NotFound
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.game import GAME
from companion.games.bwd.moves.keeping import dice_left
from companion.games.bwd.moves.setup import DEFAULT_TARGET, setup_option
from companion.table import starting
from companion.table.desk import Desk
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()


@app.command("bwd")
@takes(play=False)
def start(
    ctx: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help="Clockwise.", show_default=False),
    ],
    first: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who gets the first-player marker.")
    ] = None,
    target: Annotated[
        str, typer.Option(metavar="N", help="Points to win with; 20 for a longer game.")
    ] = str(DEFAULT_TARGET),
    set_: Annotated[
        str | None,
        typer.Option("--set", metavar="SET", help="V1, V2; 6-29, 30-54; all."),
    ] = None,
    dice: Annotated[
        str, typer.Option(metavar="blank|kept", help="Begin with the dice of the last play.")
    ] = "blank",
) -> Reply:
    """Begin Blank White Dice.

    Everything but the players may be left out.

    \b
    Examples:
      companion start bwd Ana Ben
      companion start bwd Ana Ben --set V1           basic
      companion start bwd Ana Ben Cho --set 6-29     intermediate
      companion start bwd Ana Ben Cho --set all      experienced
      companion start bwd Ana Ben --dice kept --target 20
    """
    desk: Desk = ctx.obj
    options: dict[str, Any] = {"target": starting.positive(target, "number of points to win with")}
    GAME.seat_players(players)
    if set_ is not None:
        catalogue: Catalogue = desk.reference(GAME)
        options["set"] = setup_option(catalogue, set_, len(players))
    if dice == "kept":
        left = desk.kept_play(GAME.id)
        if left is None:
            raise NotFound(
                "This group has kept no dice yet: no play with dice has been finished.",
                "Begin with blank ones; `companion bwd write ana.1 …` tells what is on a die.",
            )
        options["dice"] = dice_left(left.state, players)
    elif dice != "blank":
        raise NotFound(f"There are no dice “{dice}”.", "`--dice kept`, or `--dice blank`.")
    return starting.start(desk, GAME.id, players, first, options)

"""`companion start boolean`."""

from typing import Annotated, Any

import typer

from companion.arguments import Players
from companion.core.referee import Referee
from companion.games.boolean.game import GAME
from companion.games.boolean.six import NAMES, find_variant, usual
from companion.table import starting
from companion.table.desk import Desk
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()


@app.command("boolean")
@takes(play=False, house=True)
def start(
    ctx: typer.Context,
    players: Players = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help=f"{', '.join(NAMES[:-1])} or {NAMES[-1]}.")
    ] = None,
    first: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who is chosen to go first.")
    ] = None,
    minutes: Annotated[
        str | None, typer.Option(metavar="N", help="White, Black, or Roll by a chess clock.")
    ] = None,
) -> Reply:
    """Begin one of the six games of Boolean Dice.

    Two or more play White, Black, or Roll, and one plays Sort, where nothing else is said.

    \b
    Examples:
      companion start boolean Ana Ben
      companion start boolean Ana Ben --game stack --first ben
      companion start boolean Ana Ben Cho --game liar
      companion start boolean Ana --game sort
    """
    desk: Desk = ctx.obj
    referee = Referee(desk.house)
    names = starting.people(desk, GAME.id, players, referee)
    variant = usual(len(names)) if game is None else find_variant(game)
    variant.room.require(names, referee, variant.command)
    options: dict[str, Any] = {"variant": variant.name}
    if minutes is not None:
        options["minutes"] = clock_minutes(minutes, variant.name, len(names))
    return starting.start(desk, GAME.id, names, first, options, referee)


def clock_minutes(text: str, variant: str, players: int) -> int:
    """The minutes of a chess clock. Raises Invalid for a game that is played without one."""
    from companion.errors import Invalid

    if variant != "white-black-roll" or players != 2:
        raise Invalid(
            "The chess clock is for White, Black, or Roll with two players (BO-65).",
            "`companion start boolean Ana Ben --minutes 10`",
        )
    return starting.positive(text, "number of minutes")

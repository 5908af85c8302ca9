"""`companion start boolean`."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.arguments import Players
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.core.seats import find_seat, seats_for
from companion.errors import Invalid
from companion.games.boolean.game import GAME
from companion.games.boolean.shapes import LONGEST_GAME
from companion.games.boolean.six import NAMES, find_variant, usual
from companion.table import starting
from companion.table.desk import Desk
from companion.table.options import takes

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
    white: Annotated[
        str | None, typer.Option(metavar="NAME", help="Shut the Box: who takes the White-up set.")
    ] = None,
) -> Reply:
    """Begin one of the six games of Boolean Dice.

    Two or more play White, Black, or Roll, and one plays Sort, where nothing else is said.

    \b
    Examples:
      companion start boolean Ana Ben
      companion start boolean Ana Ben --game stack --first ben
      companion start boolean Ana Ben Cho --game liar
      companion start boolean Ana Ben --game shut-the-box --white ana
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
    if white is not None:
        options["white"] = white_set(white, variant.name, names)
    return starting.start(desk, GAME.id, names, first, options, referee)


def clock_minutes(text: str, variant: str, players: int) -> int:
    """The minutes of a chess clock. Raises Invalid for a game that is played without one."""
    if variant != "white-black-roll" or players != 2:
        raise Invalid(
            "The chess clock is for White, Black, or Roll with two players (BO-65).",
            "Leave out `--minutes`, or `companion start boolean Ana Ben --minutes 10`.",
        )
    found = whole(text.strip(), 1, LONGEST_GAME)
    if found is None:
        raise Invalid(f"“{short(text)}” is no number of minutes.", f"From 1 to {LONGEST_GAME}.")
    return found


def white_set(text: str, variant: str, names: Sequence[str]) -> int:
    """The seat of whoever takes the White-up set. Raises Invalid for a game without two sets."""
    if variant != "shut-the-box":
        raise Invalid(
            "In Shut the Box one of you takes the White-up set, and in no other of the six.",
            "`companion start boolean Ana Ben --game shut-the-box --white ana`",
        )
    return find_seat(seats_for(names), text)

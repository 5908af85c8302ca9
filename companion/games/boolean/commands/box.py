"""Verbs of Shut the Box: `turn`, `cross`, `nudges`."""

from typing import Annotated

import typer

from companion.arguments import Player
from companion.core.action import Action
from companion.core.names import listed
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.boolean.box import moves, named
from companion.games.boolean.box.shapes import LONGEST_PLAY
from companion.games.boolean.box.state import BoxState
from companion.games.boolean.commands.words import enter_in
from companion.games.boolean.commands.words import number as whole_number
from companion.table.options import takes

app = typer.Typer()

_GAME = ("shut-the-box",)


@app.command("turn")
@takes(house=True)
def turn(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] N...", show_default=False)],
    leave: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Who does not cross off the number."),
    ] = None,
    number: Annotated[
        str | None,
        typer.Option("--turn", metavar="N", help="An older turn, told late."),
    ] = None,
) -> Reply:
    """Shut the Box: White-up dice of both, first player first.

    3,2 is a roll of 3 and 2 after a Nudge. The last count is crossed off where it is open.

    \b
    Examples:
      companion boolean turn 3 2
      companion boolean turn 3,2 2
      companion boolean turn ana 3 ben 2,3,4
      companion boolean turn ben 2            Ana's may follow, or never
      companion boolean turn 3 2 --leave ana
      companion boolean turn ben 2 --turn 4
    """

    def plan(action: Action[BoxState]) -> None:
        which = None if number is None else turn_number(number)
        told = named.turns(action.state, words, which)
        names = [name for part in leave or () for name in part.split(",")]
        left = [find_seat(action.state.seats, name) for name in names]
        strange = [action.state.name(seat) for seat in left if seat not in told]
        if strange:
            raise Invalid(
                f"What {listed(strange)} rolled is not told here.",
                "`--leave` is for whoever's count is told, and could be crossed off.",
            )
        moves.turn(action, told, left, which)

    return enter_in(ctx, _GAME, plan)


def turn_number(text: str, verb: str = "turn") -> int:
    """The number of a turn. Raises Invalid."""
    example = f"`companion boolean {verb} ben 2 --turn 4`"
    return whole_number(text, "turn", example, least=1, most=LONGEST_PLAY)


@app.command("cross")
@takes(house=True)
def cross(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="PLAYER N...", show_default=False)],
    number: Annotated[
        str | None,
        typer.Option("--turn", metavar="N", help="In an older turn, told late."),
    ] = None,
) -> Reply:
    """Shut the Box: cross numbers off, with no roll told.

    One in a turn; several are of several turns. Whoever may finish in the same turn, too, is waited
    for.

    \b
    Examples:
      companion boolean cross ana 3
      companion boolean cross ana 0,1,4 ben 2
      companion boolean cross ana 3 --turn 2
    """

    def plan(action: Action[BoxState]) -> None:
        which = None if number is None else turn_number(number, "cross")
        moves.cross(action, named.numbers(action.state, words), which)

    return enter_in(ctx, _GAME, plan)


@app.command("nudges")
@takes(house=True)
def nudges(
    ctx: typer.Context,
    player: Player,
    left: Annotated[str, typer.Argument(metavar="N", show_default=False)],
) -> Reply:
    """Shut the Box: how many Nudges somebody has left.

    Whatever was told before.

    \b
    Examples:
      companion boolean nudges ana 1
    """

    def plan(action: Action[BoxState]) -> None:
        seat = find_seat(action.state.seats, player)
        many = whole_number(left, "number of Nudges", "`companion boolean nudges ana 1`", most=9)
        moves.count_nudges(action, seat, many)

    return enter_in(ctx, _GAME, plan)

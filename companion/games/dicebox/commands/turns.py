"""Verbs of a turn: `roll`, `place`, `turn`."""

from typing import Annotated

import typer

from companion.arguments import Player, Virtual
from companion.core.action import Action
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.dicebox.moves import named, setup, turns
from companion.games.dicebox.moves.told import dice_of, placed
from companion.games.dicebox.state import State
from companion.table.entering import desk_of, enter
from companion.table.options import takes

app = typer.Typer()


@app.command("roll")
@takes(house=True)
def roll(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER] DIE...", show_default=False)
    ] = None,
    virtual: Virtual = False,
    stuck: Annotated[
        bool, typer.Option("--stuck", help="Nothing fitted, so that was the turn.")
    ] = False,
) -> Reply:
    """What a player rolled, all dice at once.

    Before the first turn, or in the turn of somebody who can place nothing.

    \b
    Examples:
      companion dicebox roll ana red:4 red:2 blue:6 blue:1 white:3
      companion dicebox roll ana r4 r2 b6 ben r1 w3 w3
      companion dicebox roll --virtual                for all who have not rolled
      companion dicebox roll ana --virtual
      companion dicebox roll ana r1 b6 --stuck        nothing had fitted
    """

    def plan(action: Action[State]) -> None:
        told = dice_of(action.state, named.joined(words or []))
        if virtual and stuck:
            raise Invalid("`--stuck` is about dice that you rolled.", "Leave out one of them.")
        if virtual:
            if any(told.values()):
                raise Invalid("Rolled by you, or by the companion?", "Leave out the dice.")
            turns.roll_virtual(action, list(told), desk_of(ctx).chance(action.entry))
            return
        for seat, dice in (told or {action.state.turn: []}).items():
            turns.roll(action, seat, dice, stuck=stuck)

    return enter(ctx, plan)


@app.command("place")
@takes(house=True)
def place(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] DIE SQUARE", show_default=False)],
) -> Reply:
    """Put a die on the board.

    Columns are a to e from the left, rows 1 to 5 from above.

    \b
    Examples:
      companion dicebox place ana red:4 d3
      companion dicebox place r4 d3                   whoever has the turn
    """

    def plan(action: Action[State]) -> None:
        turns.place(action, *placed(action.state, words))

    return enter(ctx, plan)


@app.command("turn")
@takes(house=True)
def turn(
    ctx: typer.Context,
    player: Player,
) -> Reply:
    """Put right whose turn it is.

    \b
    Examples:
      companion dicebox turn ben
    """
    return enter(ctx, lambda action: setup.give_turn(action, find_seat(action.state.seats, player)))

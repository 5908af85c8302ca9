"""Verbs about whose turn it is, and who has won."""

from typing import Annotated

import typer

from companion.arguments import MaybePlayer, Player
from companion.core.action import Action
from companion.core.reply import Reply
from companion.games.blank.moves import turns
from companion.games.blank.state import State
from companion.table.entering import enter, player_seat
from companion.table.options import takes

app = typer.Typer()


@app.command("turn")
@takes(house=True)
def turn(ctx: typer.Context, player: Player) -> Reply:
    """Tell whose turn it is: some went untold, or one goes again.

    \b
    Examples:
      companion blank turn cho
    """
    return enter(ctx, lambda action: turns.give_turn(action, player_seat(action, player)))


@app.command("skip")
@takes(house=True)
def skip(
    ctx: typer.Context,
    player: MaybePlayer = None,
) -> Reply:
    """Somebody is skipped: whoever's turn it is, or would be.

    \b
    Examples:
      companion blank skip
      companion blank skip ben
    """

    def plan(action: Action[State]) -> None:
        seat = action.state.turn if player is None else player_seat(action, player)
        action.add("turn.skipped", seat=seat)

    return enter(ctx, plan)


@app.command("reverse")
@takes(house=True)
def reverse(ctx: typer.Context) -> Reply:
    """Play goes the other way round.

    \b
    Examples:
      companion blank reverse
    """
    return enter(ctx, lambda action: action.add("direction.reversed"))


@app.command("win")
@takes(house=True)
def win(
    ctx: typer.Context,
    player: MaybePlayer = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="The hand is empty, whatever was told.")
    ] = False,
) -> Reply:
    """Somebody has no cards left, and all effects are done.

    \b
    Examples:
      companion blank win ana
      companion blank win ana --empty      not every card was told
    """

    def plan(action: Action[State]) -> None:
        turns.win(action, None if player is None else player_seat(action, player), empty)

    return enter(ctx, plan)

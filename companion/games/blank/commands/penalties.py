"""The verb for Penalties: who, for what, and who pointed it out."""

from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.names import listed
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.blank.commands.at_table import BoxesInPlay
from companion.games.blank.faults import FAULTS, fault, players_and_faults
from companion.games.blank.moves import turns
from companion.games.blank.state import State
from companion.table.entering import enter, player_seat
from companion.table.options import takes

app = typer.Typer()


@app.command("penalty")
@takes(house=True)
def penalty(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="PLAYER... [FAULT...]", show_default=False)],
    faults: Annotated[
        list[str] | None,
        typer.Option("--for", metavar="FAULT", help=f"{', '.join(FAULTS)}; may repeat."),
    ] = None,
    called_by: Annotated[
        str | None, typer.Option("--called-by", "--by", metavar="NAME", help="Who pointed it out.")
    ] = None,
) -> Reply:
    """A Penalty: a card for each fault, and the end of the turn.

    \b
    Examples:
      companion blank penalty ben missed --by ana
      companion blank penalty ben --for out-of-turn
      companion blank penalty ben --for missed-rule --called-by ana
      companion blank penalty ben cho --for missed-rule --called-by ana
      companion blank penalty ana --for no-match --for missed-rule --called-by ben
    """

    def plan(action: Action[State]) -> None:
        by = None if called_by is None else player_seat(action, called_by)
        players, named = players_and_faults(action.state, words)
        told = [*named, *(fault(text) for text in faults or ())]
        if not told:
            raise Invalid("A Penalty for what?", f"{listed(list(FAULTS), 'or')}.")
        seats = dict.fromkeys(players)
        colours = BoxesInPlay(ctx.obj, action.state.boxes).colours if "missed-rule" in told else {}
        # Whoever has the turn comes last: its end must not make another one's out of the next.
        for seat in sorted(seats, key=lambda seat: seat == action.state.turn):
            turns.take_penalty(action, seat, told, by, colours=colours)

    return enter(ctx, plan)

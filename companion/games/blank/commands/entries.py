"""What the verbs of a game at the table have in common: an entry in the play at hand."""

from collections.abc import Callable
from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.seats import find_seat
from companion.games.blank.state import State
from companion.table.desk import Desk
from companion.table.reply import Reply

PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", show_default=False)]


def enter(ctx: typer.Context, plan: Callable[[Action[State]], None]) -> Reply:
    """Make one entry in the play at hand."""
    desk: Desk = ctx.obj
    return desk.act(lambda action, reference: plan(action))


def seat_of(action: Action[State], name: str) -> int:
    """The seat of whoever is meant. Raises NotFound or Ambiguous."""
    return find_seat(action.state.seats, name)

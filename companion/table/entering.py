"""What the verbs of every game begin with: the desk of this run, an entry made at it, and whose."""

from collections.abc import Callable
from typing import Any, Protocol

from companion.core.action import Action
from companion.core.play import require_live
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.table.desk import Desk


class AtDesk(Protocol):
    """What a command is handed by Typer: its `obj` is the desk."""

    obj: Any


def desk_of(ctx: AtDesk) -> Desk:
    """The desk of this run."""
    desk: Desk = ctx.obj
    return desk


def enter(ctx: AtDesk, plan: Callable[[Action[Any]], None]) -> Reply:
    """Make one entry in the play at hand, of a game that needs no reference for it.

    A play that is over is refused before anything else is asked.
    """

    def live(action: Action[Any], reference: Any) -> None:
        require_live(action.state)
        plan(action)

    return desk_of(ctx).act(live)


def own_seat(ctx: AtDesk, action: Action[Any]) -> int | None:
    """The seat of whoever holds the phone that this comes from; None for the keyboard."""
    names = [who.name for who in action.state.seats]
    holder = desk_of(ctx).source.by
    return names.index(holder) if holder in names else None


def player_seat(action: Action[Any], name: str) -> int:
    """The seat of whoever is meant. Raises NotFound or Ambiguous."""
    return find_seat(action.state.seats, name)

"""Options and arguments that several verbs share, and finding whom they name."""

from collections.abc import Callable
from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.state import State
from companion.table import entering
from companion.table.entering import AtDesk

DieName = Annotated[str, typer.Argument(metavar="DIE", show_default=False)]
FaceName = Annotated[str, typer.Argument(metavar="DIE:FACE", show_default=False)]
CardName = Annotated[str, typer.Argument(metavar="CARD", show_default=False)]
Puts = Annotated[
    list[str] | None,
    typer.Option("--put", metavar="ICON=DIE[:FACE]", help="Where one icon goes; may repeat."),
]


def enter(ctx: AtDesk, plan: Callable[[Action[State], Catalogue], None]) -> Reply:
    """Make one entry in the play at hand. One that is over is refused before anything is asked."""
    return entering.enter(ctx, lambda action: plan(action, action.reference))


def marks(text: str) -> int:
    """How many dots or dashes to draw, as typed. Raises Invalid."""
    number = whole(text, 1, 99)
    if number is None:
        hint = "A whole number from 1 to 99."
        raise Invalid(f"“{short(text)}” is no number of marks to draw.", hint)
    return number


def seat_of(action: Action[State], name: str | None) -> int | None:
    """The seat that an optional name means."""
    return None if name is None else find_seat(action.state.seats, name)

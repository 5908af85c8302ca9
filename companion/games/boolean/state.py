"""What every play of Boolean Dice has, whichever of the six games it is."""

from typing import Any, ClassVar

from companion.core.action import Action
from companion.core.ending import settle
from companion.core.play import PlayState


class State(PlayState):
    """A play of one of the six games, whose own state extends this one.

    `variant` is which of them. `turn` is the seat whose turn it is; None where all play at once,
    or the game is over. It has fields, and no life of its own: a dataclass more costs every
    command a millisecond, so those that extend it declare `turn` themselves.
    """

    __slots__ = ()

    variant: ClassVar[str]
    turn: int | None


def end(action: Action[Any]) -> None:
    """End the play where what was told says that it is over: see `VariantGame.ended`."""
    over = action.game.ended(action.state)
    settle(action, action.game.outcome(action.state), "dice", over=over)

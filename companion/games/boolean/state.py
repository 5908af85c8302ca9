"""What every play of Boolean Dice has, whichever of the six games it is."""

from dataclasses import dataclass
from typing import ClassVar

from companion.core.play import PlayState


@dataclass(frozen=True, slots=True, kw_only=True)
class State(PlayState):
    """A play of one of the six games, whose own state extends this one.

    `variant` is which of them. `turn` is the seat whose turn it is; None where all play at once,
    or the game is over.
    """

    variant: ClassVar[str]
    turn: int | None = None

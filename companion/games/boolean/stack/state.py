"""What is known of a play of The Stack: an immutable value."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.games.boolean.dice.counts import SET
from companion.games.boolean.possession.state import Holding, Possessing

EACH = 5
"""Dice that each of the two takes in the Split."""


class Placed(NamedTuple):
    """A die in the stack: who placed it, and the colour of its top, if that was told."""

    seat: int
    top: str | None


class Challenged(NamedTuple):
    """How a Challenge went: `by` whom, and whether the die of the other one was a true inverse."""

    by: int
    inverse: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StackState(Possessing):
    """A play of The Stack. `held` are the five dice of each, those that are in the stack, too.

    `tower` is the stack from its bottom up, as far as it was told. `fallen` is who made it fall.
    """

    variant: ClassVar[str] = "stack"
    turn: int | None = None
    held: tuple[Holding, ...]
    sets: int = 1
    tower: tuple[Placed, ...] = ()
    fallen: int | None = None
    challenged: Challenged | None = None

    def placed(self, seat: int) -> int:
        """How many dice somebody has placed."""
        return sum(die.seat == seat for die in self.tower)

    def left(self, seat: int) -> int:
        """How many dice somebody has still to place."""
        return max(0, self.held[seat].size - self.placed(seat))

    @property
    def complete(self) -> bool:
        """Whether all ten dice are in the stack."""
        return len(self.tower) >= SET

    @property
    def topmost(self) -> Placed | None:
        """The die that was placed last."""
        return self.tower[-1] if self.tower else None

    @property
    def open_to_challenge(self) -> bool:
        """Whether the topmost die may be Challenged: it is nobody's first (BO-125)."""
        return self.topmost is not None and self.placed(self.topmost.seat) > 1

"""What is known of a play of Sort: an immutable value."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.games.boolean.dice.names import by_id
from companion.games.boolean.possession.state import SET
from companion.games.boolean.state import State

TURNS = 5

AREAS = ("black", "white")
"""In the order in which all is told."""


class Placed(NamedTuple):
    """A turn: the die that was rolled, and those that went into the areas; None: not told."""

    rolled: str | None = None
    black: str | None = None
    white: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SortState(State):
    """A play of Sort; `round` is the number of the turn at hand.

    `right` is how many bottoms are of the colour of their area, Black and White, once they are
    turned over.
    """

    variant: ClassVar[str] = "sort"
    turns: tuple[Placed, ...] = ()
    right: tuple[int, ...] | None = None

    @property
    def areas(self) -> tuple[tuple[str | None, ...], ...]:
        """The dice of the Black area and of the White one."""
        return (
            tuple(turn.black for turn in self.turns),
            tuple(turn.white for turn in self.turns),
        )

    @property
    def placed(self) -> tuple[str, ...]:
        """The names of the dice that are known to lie in an area."""
        return tuple(die for area in self.areas for die in area if die is not None)

    @property
    def free(self) -> tuple[str, ...]:
        """The names of all others."""
        return tuple(die for die in by_id() if die not in self.placed)

    @property
    def outside(self) -> int:
        """How many dice lie in no area; none at the end, also where no turn was told."""
        return max(0, SET - 2 * (len(self.turns) if self.right is None else self.size))

    @property
    def played(self) -> bool:
        """Whether all turns were taken."""
        return len(self.turns) >= TURNS

    @property
    def size(self) -> int:
        """Dice in each area at the end: five, also where no turn was told."""
        return len(self.turns) or TURNS

    def limits(self, area: int) -> tuple[int, int]:
        """The fewest and the most right bottoms that an area can have, by its known dice."""
        dice = [by_id()[name] for name in self.areas[area] if name is not None]
        all_black = sum(not die.can_be_white for die in dice)
        all_white = sum(not die.can_be_black for die in dice)
        always, never = (all_white, all_black) if area else (all_black, all_white)
        return always, self.size - never

"""What is known of a play of Shut the Box: an immutable value."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.games.boolean.dice.names import Die, by_id
from companion.games.boolean.possession.state import Possessing

DICE = 5
NUDGES = 3
NUMBERS = tuple(range(DICE + 1))
"""What stands in a column."""

Counts = tuple[int, ...]
"""A player's White-up dice in one turn: as rolled, then after each Nudge."""


class Turn(NamedTuple):
    """What was told of a turn, seat by seat; None for what was not."""

    number: int
    counts: tuple[Counts | None, ...] = (None, None)
    crossed: tuple[int | None, ...] = (None, None)

    @property
    def told(self) -> bool:
        """Whether both players' counts are known."""
        return None not in self.counts

    @property
    def shared(self) -> tuple[int, ...]:
        """The counts that both had at some moment: if there is one, sets are switched (BO-146)."""
        first, second = self.counts
        return tuple(sorted(set(first or ()) & set(second or ())))

    @property
    def nudged(self) -> bool:
        """Whether it took a Nudge to have one in common (BO-148)."""
        first, second = self.counts
        return bool(self.shared) and (first or ())[:1] != (second or ())[:1]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxState(Possessing):
    """A play of Shut the Box; `round` is the number of the turn at hand.

    `crossed` are the numbers that are gone from each column, `nudges` how many are left. `now` is
    what was told of the turn at hand, `last` the one before it, if anything of it was told.
    `switches` counts how often the sets changed hands in the turns that were told; `followed` says
    whether all of them were.
    """

    variant: ClassVar[str] = "shut-the-box"
    crossed: tuple[tuple[int, ...], ...] = ((), ())
    nudges: tuple[int, ...] = (NUDGES, NUDGES)
    now: Turn
    last: Turn | None = None
    switches: int = 0
    followed: bool = True

    def needed(self, seat: int) -> tuple[int, ...]:
        """What somebody has still to cross off."""
        return tuple(number for number in NUMBERS if number not in self.crossed[seat])

    @property
    def complete(self) -> tuple[int, ...]:
        """Whose columns are crossed off."""
        return tuple(seat for seat in range(len(self.seats)) if not self.needed(seat))

    @property
    def waiting(self) -> int | None:
        """Who may still finish in the very turn in which the other one has; None for nobody."""
        if len(self.complete) != 1:
            return None
        (done,) = self.complete
        other = 1 - done
        counts = self.now.counts
        may = len(self.needed(other)) == 1 and counts[other] is None and counts[done] is not None
        return other if may else None

    @property
    def over(self) -> bool:
        """Whether a column is crossed off, and the turn of it is done."""
        return bool(self.complete) and self.waiting is None

    def dice_of(self, seat: int) -> tuple[Die, ...]:
        """The dice that somebody is known to have; all, where the other one's are all told."""
        dice, other = by_id(), self.held[1 - seat].known
        known = self.held[seat].known
        if len(set(other)) == DICE:
            known = tuple(name for name in dice if name not in other)
        return tuple(dice[name] for name in known)

    def limits(self, seat: int) -> tuple[int, int]:
        """The fewest and the most White-up dice that somebody's known dice allow."""
        dice = self.dice_of(seat)
        least = sum(not die.can_be_black for die in dice)
        return least, DICE - sum(not die.can_be_white for die in dice)

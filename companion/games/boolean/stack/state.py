"""The state of a play of The Stack, an immutable value; and who wins it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from companion.core.outcome import Outcome
from companion.core.seats import PlayerSeat
from companion.games.boolean.dice.possession import Holding, HoldingState
from companion.games.boolean.dice.the_ten import HALF, SET, by_id

Top = Literal["white", "black"]
TOPS: tuple[Top, ...] = ("white", "black")
"""The colours that the top of a die may have."""


class PlacedDie(NamedTuple):
    """A die in the stack: who placed it, and the colour of its top, if entered."""

    seat: int
    top: Top | None


class Challenged(NamedTuple):
    """A Challenge: `by` whom, and whether the other player's die was a true inverse."""

    by: int
    inverse: bool


class StackState(HoldingState):
    """A play of The Stack. `held` are the five dice of each, including those in the stack.

    `tower` is the stack from its bottom up, as far as entered. `fallen` is who made it fall.
    """

    variant: ClassVar[str] = "stack"
    tower: tuple[PlacedDie, ...] = ()
    fallen: int | None = None
    challenged: Challenged | None = None

    def placed(self, seat: int) -> int:
        """How many dice a player has placed."""
        return sum(die.seat == seat for die in self.tower)

    def left(self, seat: int) -> int:
        """How many dice a player still has to place."""
        return max(0, self.held[seat].size - self.placed(seat))

    def may_own(self, seat: int) -> list[str]:
        """The dice that can be among a player's five, by the known dice of both: a secret."""
        held, other = self.held[seat], self.held[1 - seat]
        if len(held.known) == held.size:
            return list(held.known)
        return [die for die in by_id() if die not in other.known]

    @property
    def mover(self) -> int:
        """Whose turn it is; after the end the first player, so that an entry can be refused."""
        return self.first if self.turn is None else self.turn

    @property
    def complete(self) -> bool:
        """Whether all ten dice are in the stack."""
        return len(self.tower) >= SET

    @property
    def topmost(self) -> PlacedDie | None:
        """The die that was placed last."""
        return self.tower[-1] if self.tower else None

    @property
    def under(self) -> PlacedDie | None:
        """The die that the topmost one lies on."""
        return self.tower[-2] if len(self.tower) > 1 else None

    @property
    def open_to_challenge(self) -> bool:
        """Whether the topmost die may be Challenged: it is nobody's first (BO-125)."""
        return self.topmost is not None and self.placed(self.topmost.seat) > 1


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> StackState:
    """Five dice for each of the two; `first` places the lowest die."""
    return StackState(
        seats=seats, scores=(), first=first, turn=first, held=(Holding(HALF),) * len(seats)
    )


# Who wins: by the opponent's fall, or a Challenge


def outcome(state: StackState) -> Outcome:
    """The winner; nobody until the stack falls or a die is Challenged."""
    if state.fallen is not None:
        why = f"{state.name(state.fallen)} made the stack fall"
        return Outcome((1 - state.fallen,), why)
    if state.challenged is not None:
        by, inverse = state.challenged
        name = state.name(1 - by)
        if inverse:
            return Outcome((1 - by,), f"{name}'s die is a true inverse, and was Challenged")
        return Outcome((by,), f"{name}'s die was a bluff, and was Challenged")
    return Outcome((), "the stack stands, and no die was Challenged")


def is_over(state: StackState) -> bool:
    """Whether the stack fell, or a Challenge was decided, which ends the game (BO-107)."""
    return bool(outcome(state).winners)

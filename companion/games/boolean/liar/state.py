"""What is known of a play of Liar's Boolean Dice, and who wins it: an immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from companion.core.game import Outcome
from companion.core.names import listed
from companion.core.seats import Seat
from companion.games.boolean.possession.entries import ALL_BLACK, ALL_WHITE
from companion.games.boolean.possession.state import Holding, Possessing

EACH = 5
"""Dice that everybody begins with."""

Phase = Literal["opening", "declaring", "challenge"]


class Said(NamedTuple):
    """A declaration, and whose it was."""

    seat: int
    number: int


class Open(NamedTuple):
    """A player's dice that lie open until the round is over."""

    whites: int = 0
    blacks: int = 0

    @property
    def dice(self) -> int:
        """How many they are."""
        return self.whites + self.blacks


class Showdown(NamedTuple):
    """How a round ended, as far as it was told; None for what nobody told.

    `number` is what was declared last, by `declarer`; `whites` how many dice were White-up. `loser`
    gave up a die: to `taker`, or to the center pile.
    """

    challenger: int | None
    declarer: int | None
    number: int | None
    whites: int | None = None
    loser: int | None = None
    taker: int | None = None

    @property
    def rule(self) -> str:
        """The rule by which a challenge was lost so."""
        if self.taker is not None:
            return "BO-101"
        return "BO-99" if self.loser == self.challenger else "BO-100"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiarState(Possessing):
    """A play of Liar's Boolean Dice; dice that nobody possesses are the center pile.

    `turn` is who is to declare or to challenge; None where nobody knows who opens the round, and
    after a challenge that was not decided, which is `doubt` then. `declared` are this round's
    declarations, `untold` is how many were made since the last of them of which nobody told.
    `shown` are the dice of each seat that lie open. `past` is how the last round ended, `pile` the
    names of dice in the center pile. `mixed` is whether a die may have gone from player to player:
    then nobody's are all of what the Split gave.
    """

    variant: ClassVar[str] = "liar"
    turn: int | None = None
    held: tuple[Holding, ...]
    sets: int = 1
    shown: tuple[Open, ...]
    declared: tuple[Said, ...] = ()
    untold: int = 0
    doubt: Showdown | None = None
    past: Showdown | None = None
    pile: tuple[str, ...] = ()
    mixed: bool = False

    @property
    def known_loose(self) -> tuple[str, ...]:
        """The dice of the center pile, as far as they were named."""
        return self.pile

    @property
    def phase(self) -> Phase:
        """What the round has come to."""
        if self.doubt is not None:
            return "challenge"
        return "declaring" if self.declared or self.untold else "opening"

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that have dice."""
        return tuple(seat for seat, held in enumerate(self.held) if held.size)

    @property
    def dice(self) -> int:
        """How many dice all players have together."""
        return sum(held.size for held in self.held)

    @property
    def last(self) -> Said | None:
        """The declaration to beat; None where there is none, or where the newest was not told."""
        return self.declared[-1] if self.declared and not self.untold else None

    @property
    def declarer(self) -> int | None:
        """Who made the newest declaration, told or not; None where the round is not opened."""
        if self.untold and self.turn is not None:
            return self.next_in(self.turn, -1)
        return self.declared[-1].seat if self.declared else None

    @property
    def lowest(self) -> int | None:
        """The lowest number that may be declared; None where any may be."""
        return self.declared[-1].number + self.untold + 1 if self.declared else None

    @property
    def whites(self) -> range:
        """How many dice can be White-up, by what all can see.

        In every set one die is white all over, and one black: those that cannot lie in the center
        pile are somebody's.
        """
        least = max(self.in_sight[0], self.with_players(ALL_WHITE))
        blacks = max(sum(shown.blacks for shown in self.shown), self.with_players(ALL_BLACK))
        return range(least, max(least, self.dice - blacks) + 1)

    @property
    def in_sight(self) -> range:
        """The same by the dice alone that lie open."""
        least = sum(shown.whites for shown in self.shown)
        return range(least, self.dice - sum(shown.blacks for shown in self.shown) + 1)

    def with_players(self, die: str) -> int:
        """How many of a die, of which there is one in each set, players have for certain."""
        unnamed = max(0, self.loose - len(self.pile))
        return min(self.dice, max(0, self.sets - self.pile.count(die) - unnamed))

    def hidden(self, seat: int) -> int:
        """How many of a player's dice are hidden."""
        return self.held[seat].size - self.shown[seat].dice

    def next_in(self, seat: int, step: int = 1) -> int:
        """The next seat clockwise that has dice; that very seat where nobody else has any.

        With a `step` of -1, the one before.
        """
        count = len(self.seats)
        order = [(seat + step * steps) % count for steps in range(1, count + 1)]
        return next((other for other in order if self.held[other].size), seat)


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> LiarState:
    """Five dice for everybody, of a set for every two players; `first` opens (BO-75, A-BO-07)."""
    return LiarState(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        sets=(len(seats) + 1) // 2,
        held=(Holding(EACH),) * len(seats),
        shown=(Open(),) * len(seats),
    )


# Who wins: the last one who has dice


def outcome(state: LiarState) -> Outcome:
    """The winner by the dice; nobody while several have some."""
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "the last one with dice")
    names = listed([state.name(seat) for seat in state.still_in])
    return Outcome((), f"{names} have dice left" if names else "nobody has dice left")


def is_over(state: LiarState) -> bool:
    """Whether fewer than two players have dice."""
    return len(state.still_in) < 2

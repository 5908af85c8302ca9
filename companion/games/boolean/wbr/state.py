"""What is known of a play of White, Black, or Roll: an immutable value."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.boolean.possession.state import Holding, Possessing
from companion.games.boolean.wbr.words import Cost


@dataclass(frozen=True, slots=True, kw_only=True)
class WbrState(Possessing):
    """A play of White, Black, or Roll; dice that nobody possesses lie in the middle.

    `thrower` has thrown a die in this turn, and may have thrown it out of the area. `out` are the
    eliminated. `ties` are the rolls that were to break a tie at the end, newest last, each the
    White-up dice of every seat, None for those who did not roll. `seconds` are what is left on the
    chess clock of `minutes`, once it was stopped, and `side` whose time was running, if known.
    `best` are those who came out ahead of the newest of `ties`.
    """

    variant: ClassVar[str] = "white-black-roll"
    turn: int | None = None
    held: tuple[Holding, ...]
    sets: int = 1
    thrower: int | None = None
    out: tuple[int, ...] = ()
    ties: tuple[tuple[int | None, ...], ...] = ()
    best: tuple[int, ...] = ()
    minutes: int | None = None
    seconds: tuple[int, ...] = ()
    side: int | None = None

    @property
    def several(self) -> bool:
        """Whether it is the variation for more than two players."""
        return len(self.seats) > 2

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that are not eliminated."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def ahead(self) -> tuple[int, ...]:
        """Who has the most dice; after a roll for a tie, who had the most White-up dice in it."""
        if self.ties:
            return self.best
        found = self.still_in
        most = max((self.held[seat].size for seat in found), default=0)
        return tuple(seat for seat in found if self.held[seat].size == most)

    @property
    def rollers(self) -> tuple[int, ...]:
        """Who rolls for a tie: all who have dice (A-BO-06)."""
        return tuple(seat for seat in self.still_in if self.held[seat].size)

    def cost(self, seat: int) -> Cost:
        """What a wrong call, or with several players an illegal throw, costs somebody now."""
        if self.held[seat].size:
            return "own"
        return "game" if self.several else "called"

    def next_in(self, seat: int) -> int:
        """The next seat clockwise that is not eliminated; that seat itself where nobody is."""
        count = len(self.seats)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return next((other for other in order if other not in self.out), seat)

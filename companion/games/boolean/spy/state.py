"""What is known of a play of Spy vs. Spy: an immutable value."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.core.changed import replace
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.dice.names import Die, the_ten
from companion.games.boolean.spy.words import PLACES, Place, Side, Step
from companion.games.boolean.state import State


class Agency(NamedTuple):
    """A player's dice, counted; None is what nobody told.

    `turncoats` are the places of those that can never be friendly: one's own die of that kind, and
    free agents of which it is known. `strangers` are other free agents that were won, of which
    nobody told whether they are turncoats. `dice` are all together, `rolls` the first rolls that
    were told. `steady` is whether the die that is friendly in every roll is certainly an agent.
    `gone` are the dice of which it was told that they were lost, `won` the free agents that were
    won; None for one that nobody named.
    """

    side: Side | None = None
    populace: int | None = None
    desk: int | None = None
    field: int | None = None
    turncoats: tuple[Place, ...] | None = None
    strangers: int = 0
    dice: int = SET
    rolls: int = 0
    steady: bool = True
    gone: tuple[str, ...] = ()
    won: tuple[str | None, ...] = ()

    def may_have(self, die: str) -> bool:
        """Whether a die may be among these: there is one in the set, and each that was won."""
        return self.gone.count(die) <= self.won.count(die) + self.won.count(None)

    def at(self, place: Place) -> int | None:
        """How many dice are there."""
        counts: dict[Place, int | None] = {
            "populace": self.populace,
            "desk": self.desk,
            "field": self.field,
        }
        return counts[place]

    def turncoats_at(self, place: Place) -> int:
        """How many turncoats are known to be there."""
        return (self.turncoats or ()).count(place)

    def most_turncoats_at(self, place: Place) -> int:
        """How many turncoats can be there; where nobody told of any, one in each set is."""
        known = 1 if self.turncoats is None else self.turncoats_at(place)
        count, most = self.at(place), known + self.strangers
        return most if count is None else min(most, count)

    def others_at(self, place: Place) -> int | None:
        """How many dice are there that are no turncoats, as far as is known."""
        count = self.at(place)
        return None if count is None else max(0, count - self.turncoats_at(place))

    @property
    def has_only_steady(self) -> bool:
        """Whether the only agent is known to be the die that is friendly in every roll."""
        alone = self.desk == 0 and self.field == 1
        return alone and self.steady and not self.turncoats_at("field")

    def changed(self, place: Place, by: int) -> "Agency":
        """With more or fewer dice in a place, where their number is known."""
        count = self.at(place)
        if count is None:
            return self
        return self.counted(place, max(0, count + by))

    def counted(self, place: Place, count: int) -> "Agency":
        """With so many dice in a place."""
        if place == "populace":
            return self._replace(populace=count)
        return self._replace(desk=count) if place == "desk" else self._replace(field=count)

    def moved(self, start: Place, end: Place, count: int = 1) -> "Agency":
        """After so many dice went from one place to another."""
        return self.changed(start, -count).changed(end, count)

    def turned(self, start: Place | None, end: Place | None) -> "Agency":
        """After a turncoat went from one place to another; None is out of this agency.

        Where nobody told of any, it is the one of the set; where none was known there, a stranger.
        """
        places, strangers = list(self.turncoats or ()), self.strangers
        if start in places:
            places.remove(start)
        elif start in ("desk", "field") and self.turncoats is not None:
            strangers = max(0, strangers - 1)
        if end is not None:
            places.append(end)
        return self._replace(turncoats=in_order(places), strangers=strangers)

    def unsure(self) -> "Agency":
        """Where nobody knows any more where the turncoats are."""
        if self.turncoats is None:
            return self
        more = max(0, len(self.turncoats) - 1)
        return self._replace(turncoats=None, strangers=self.strangers + more)


class FreeAgent(NamedTuple):
    """An agent that was lost: by whom, and which die it is, where that was told.

    `loyal` is whether it was certainly no turncoat of that agency, `unfriendly` whether it was lost
    as it came up so.
    """

    seat: int | None
    die: str | None
    loyal: bool = False
    unfriendly: bool = False


class Turn(NamedTuple):
    """The turn at hand: its step, and what was made and used of Orders.

    `orders` is None while nobody told, and `most` what the desk agents can have brought then.
    `acted` are field agents that have had their mission, `new` free agents that were won and wait
    for the next turn. `turncoats` are turncoats for certain among `acted`, `others` are none for
    certain; `new_turncoats` are those of `new` that are turncoats or may be.
    """

    step: Step = "orders"
    orders: int | None = None
    spent: int = 0
    acted: int = 0
    new: int = 0
    turncoats: int = 0
    new_turncoats: int = 0
    others: int = 0
    most: int | None = None

    @property
    def room(self) -> int | None:
        """Orders that can be left at most; None where nobody can tell."""
        if self.orders is not None or self.most is None:
            return self.left
        return max(0, self.most - self.spent)

    @property
    def left(self) -> int | None:
        """Orders that are not spent."""
        return None if self.orders is None else max(0, self.orders - self.spent)


_BEGINS = Turn()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyState(State):
    """A play of Spy vs. Spy: the agencies seat by seat, the turn at hand, who is eliminated."""

    variant: ClassVar[str] = "spy"
    turn: int | None = None
    agencies: tuple[Agency, ...]
    now: Turn = _BEGINS
    free: tuple[FreeAgent, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def begun(self) -> bool:
        """Whether a turn was taken, or is being taken: without one, nobody loses an agent."""
        return self.round > 1 or self.now.step != "orders" or bool(self.free or self.out)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that are not eliminated."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def mover(self) -> int:
        """Whose turn it is, or would be."""
        return self.turn or 0

    @property
    def ready(self) -> int | None:
        """How many field agents of whoever has the turn can go on a mission."""
        field = self.agencies[self.mover].field
        return None if field is None else max(0, field - self.now.acted - self.now.new)

    @property
    def turncoats_ready(self) -> int:
        """How many turncoats of whoever has the turn can go on a mission, at most."""
        most = self.agencies[self.mover].most_turncoats_at("field")
        return max(0, most - self.now.turncoats - self.now.new_turncoats)

    def enemies(self, seat: int) -> tuple[int, ...]:
        """The others who are still in, the next one clockwise first."""
        count = len(self.seats)
        around = [(seat + step) % count for step in range(1, count)]
        return tuple(other for other in around if other not in self.out)

    def next_in(self, seat: int) -> int:
        """The next seat clockwise that is not eliminated."""
        return next(iter(self.enemies(seat)), seat)


def with_agency(state: SpyState, seat: int, agency: Agency) -> SpyState:
    """The state with another agency of one player."""
    agencies = (*state.agencies[:seat], agency, *state.agencies[seat + 1 :])
    return replace(state, agencies=agencies)


def in_order(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places from the populace to the field."""
    return tuple(sorted(places, key=PLACES.index))


def always_friendly(side: Side) -> Die:
    """The die of a set that has no face of the other colour."""
    return next(die for die in the_ten() if not shows(die, other(side)))


def never_friendly(side: Side) -> Die:
    """The turncoat of a set: the die without a face of that colour."""
    return next(die for die in the_ten() if not shows(die, side))


def shows(die: Die, colour: Side) -> bool:
    """Whether a die has a face of that colour."""
    return die.can_be_white if colour == "white" else die.can_be_black


def other(side: Side) -> Side:
    """The colour that is unfriendly where this one is friendly."""
    return "black" if side == "white" else "white"

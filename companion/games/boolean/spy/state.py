"""What is known of a play of Spy vs. Spy, and who wins it: an immutable value."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from companion.core.names import listed
from companion.core.outcome import Outcome
from companion.core.seats import PlayerSeat
from companion.core.value import replace
from companion.games.boolean.dice.the_ten import SET, Die, the_ten
from companion.games.boolean.variants import State

Side = Literal["white", "black"]
SIDES: tuple[Side, ...] = ("white", "black")
Post = Literal["desk", "field"]
POSTS: tuple[Post, ...] = ("desk", "field")
Place = Literal["populace", "desk", "field"]
PLACES: tuple[Place, ...] = ("populace", "desk", "field")
Step = Literal["orders", "missions"]

AT: Mapping[Place, str] = {
    "populace": "in the populace",
    "desk": "at a desk",
    "field": "in the field",
}
INTO: Mapping[Place, str] = {"desk": "to a desk", "field": "into the field"}


class Agency(NamedTuple):
    """A player's dice, counted; None is what was not entered.

    `turncoats` are the places of those that can never be friendly: the player's own die of that
    kind, and free agents known to be such. `strangers` counts other free agents that were won, of
    which it is unknown whether they are turncoats. `dice` are all together, `rolls` the first rolls
    that were entered. `has_always_friendly` is whether the die that is friendly in every roll is
    certainly an agent. `gone` are the dice that were lost, as far as they were entered, `won` the
    free agents that were won; None for one whose name was not entered.
    """

    side: Side | None = None
    populace: int | None = None
    desk: int | None = None
    field: int | None = None
    turncoats: tuple[Place, ...] | None = None
    strangers: int = 0
    dice: int = SET
    rolls: int = 0
    has_always_friendly: bool = True
    gone: tuple[str, ...] = ()
    won: tuple[str | None, ...] = ()

    def may_have(self, die: str) -> bool:
        """Whether a die may be among these: there is one in the set, and each that was won."""
        return self.gone.count(die) <= self.won.count(die) + self.won.count(None)

    def at(self, place: Place) -> int | None:
        """How many dice are there."""
        if place == "populace":
            return self.populace
        return self.desk if place == "desk" else self.field

    def turncoats_at(self, place: Place) -> int:
        """How many turncoats are known to be there."""
        return (self.turncoats or ()).count(place)

    def most_turncoats_at(self, place: Place) -> int:
        """How many turncoats can be there; where none was entered, one in each set is."""
        known = 1 if self.turncoats is None else self.turncoats_at(place)
        count, most = self.at(place), known + self.strangers
        return most if count is None else min(most, count)

    def others_at(self, place: Place) -> int | None:
        """How many dice are there that are no turncoats, as far as is known."""
        count = self.at(place)
        return None if count is None else max(0, count - self.turncoats_at(place))

    def has_only_turncoats(self, post: Post) -> bool:
        """Whether all agents at a post are known to be turncoats, and there is one."""
        return self.others_at(post) == 0 and self.at(post) != 0

    @property
    def most_orders(self) -> int | None:
        """The most Orders that desk agents can bring; None where they were not counted."""
        return self.others_at("desk")

    @property
    def has_only_always_friendly(self) -> bool:
        """Whether the only agent is known to be the die that is friendly in every roll."""
        alone = self.desk == 0 and self.field == 1
        return alone and self.has_always_friendly and not self.turncoats_at("field")

    def with_change(self, place: Place, by: int) -> "Agency":
        """With more or fewer dice in a place, where their number is known."""
        count = self.at(place)
        if count is None:
            return self
        return self.with_count(place, max(0, count + by))

    def with_count(self, place: Place, count: int) -> "Agency":
        """With so many dice in a place."""
        if place == "populace":
            return self._replace(populace=count)
        return self._replace(desk=count) if place == "desk" else self._replace(field=count)

    def with_moved(self, start: Place, end: Place, count: int = 1) -> "Agency":
        """After so many dice went from one place to another."""
        return self.with_change(start, -count).with_change(end, count)

    def with_turncoat_moved(self, start: Place | None, end: Place | None) -> "Agency":
        """After a turncoat went from one place to another; None is out of this agency.

        Where none was entered, it is the one of the set; where none was known there, a stranger.
        """
        places, strangers = list(self.turncoats or ()), self.strangers
        if start in places:
            places.remove(start)
        elif start in ("desk", "field") and self.turncoats is not None:
            strangers = max(0, strangers - 1)
        if end is not None:
            places.append(end)
        return self._replace(turncoats=in_order(places), strangers=strangers)

    def with_turncoats_unknown(self) -> "Agency":
        """Where nobody knows any more where the turncoats are."""
        if self.turncoats is None:
            return self
        more = max(0, len(self.turncoats) - 1)
        return self._replace(turncoats=None, strangers=self.strangers + more)


class FreeAgent(NamedTuple):
    """An agent that was lost: by whom, and which die it is, where that was entered.

    `loyal` is whether it was certainly no turncoat of that agency, `unfriendly` whether it was lost
    as it came up so.
    """

    seat: int | None
    die: str | None
    loyal: bool = False
    unfriendly: bool = False


class Turn(NamedTuple):
    """The turn at hand: its step, and what was made and used of Orders.

    `orders` is None while not entered, and `most` what the desk agents can have brought then.
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
    def most_left(self) -> int | None:
        """Orders that can be left at most; None where nobody can tell."""
        if self.orders is not None or self.most is None:
            return self.left
        return max(0, self.most - self.spent)

    @property
    def left(self) -> int | None:
        """Orders that are not spent."""
        return None if self.orders is None else max(0, self.orders - self.spent)

    def ready_again(self, *, turncoat: bool, other: bool) -> "Turn":
        """With an agent less that has had a mission: a `turncoat`, any `other`, or nobody knows."""
        acted = max(0, self.acted - 1)
        turncoats, others = max(0, self.turncoats - turncoat), max(0, self.others - other)
        return self._replace(acted=acted, turncoats=turncoats, others=min(acted, others))

    def rest_pays(self, needed: int) -> bool:
        """Whether a Rest is possible, and can be paid with a mission of so many Orders after it."""
        return self.acted > 0 and (self.most_left is None or self.most_left > needed)


_BEGINS = Turn()


class SpyState(State):
    """A play of Spy vs. Spy: the agencies seat by seat, the turn at hand, who is eliminated."""

    variant: ClassVar[str] = "spy"
    turn: int = 0
    agencies: tuple[Agency, ...]
    now: Turn = _BEGINS
    free: tuple[FreeAgent, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Whether a turn was taken, or is being taken: without one, nobody loses an agent."""
        return self.round > 1 or self.now.step != "orders" or bool(self.free or self.out)

    @property
    def still_in(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def mover(self) -> int:
        """Whose turn it is, or would be."""
        return self.turn

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


# How agents can swap


def most_swaps(agency: Agency) -> int | None:
    """How many pairs of agents can change places at most; None where nobody can tell.

    Nobody moves twice, and each turncoat that has to go along takes one desk agent more.
    """
    field, desk, others = agency.field, agency.desk, agency.others_at("field")
    if field is None or desk is None or others is None:
        return 0 if field == 0 or desk == 0 else None
    pairs = range(min(field, desk) + 1)
    return max(count for count in pairs if count + max(0, count - others) <= desk)


def can_swap(agency: Agency) -> bool | None:
    """Whether a field agent and a desk agent can change places; None where nobody can tell."""
    most = most_swaps(agency)
    return None if most is None else most > 0


def default_swaps(agency: Agency, turncoats: Sequence[Post]) -> int:
    """How many pairs change places where nobody says: one, or as many as `turncoats` need that go
    to these posts; none where it is impossible."""
    if can_swap(agency) is False and not turncoats:
        return 0
    return max(1, turncoats.count("desk"), turncoats.count("field") - turncoats.count("desk"))


def forced_turncoats(agency: Agency, swaps: int) -> tuple[Post, ...]:
    """Where turncoats go in so many swaps because nobody else is there.

    From the field to desks first, for that is what takes two desk agents each.
    """
    field, desk = agency.others_at("field"), agency.others_at("desk")
    to_desks = 0 if field is None else min(max(0, swaps - field), agency.turncoats_at("field"))
    needed = swaps + to_desks
    into_field = 0 if desk is None else min(max(0, needed - desk), agency.turncoats_at("desk"))
    posts: tuple[Post, ...] = ("desk", "field")
    return posts[:1] * to_desks + posts[1:] * into_field


# Free agents


def free_agent(state: SpyState, die: str | None) -> int | None:
    """The place of the free agent that is meant; None where it may be any, or is none of them."""
    if die is None:
        return 0 if len(set(state.free)) == 1 else None
    for wanted in (die, None):
        for place, agent in enumerate(state.free):
            if agent.die == wanted and _can_be(state, agent, die):
                return place
    return None


def _can_be(state: SpyState, agent: FreeAgent, die: str) -> bool:
    """Whether a free agent may be that die: who was loyal is not the turncoat of that agency, and
    who came up unfriendly not its die that is friendly in every roll."""
    side = None if agent.seat is None else state.agencies[agent.seat].side
    if agent.die is not None or side is None:
        return agent.die in (None, die)
    never = (agent.loyal and never_friendly(side), agent.unfriendly and always_friendly(side))
    return all(not one or one.id != die for one in never)


def is_no_turncoat(state: SpyState, seat: int, die: str | None) -> bool:
    """Whether the free agent that is meant is certainly no turncoat in this agency (A-BO-24)."""
    side = state.agencies[seat].side
    if side is None:
        return False
    turncoat = never_friendly(side).id
    if die is not None:
        return die != turncoat
    place = free_agent(state, die)
    agents = state.free if place is None else (state.free[place],)
    return bool(agents) and not any(_can_be(state, agent, turncoat) for agent in agents)


def take_free_agent(state: SpyState, die: str | None) -> tuple[SpyState, str | None]:
    """Without the free agent that was won over, and which die that was.

    Where it may be any, nobody can tell which are left.
    """
    place = free_agent(state, die)
    if place is not None:
        left = state.free[:place] + state.free[place + 1 :]
        return replace(state, free=left), die or state.free[place].die
    owners = {agent.seat for agent in state.free}
    owner = owners.pop() if len(owners) == 1 else None
    loyal = all(agent.loyal for agent in state.free)
    unfriendly = all(agent.unfriendly for agent in state.free)
    left = (FreeAgent(owner, None, loyal, unfriendly),) * (len(state.free) - 1)
    return replace(state, free=left), die


# How it begins and ends


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> SpyState:
    """Ten dice each, and nothing known of them."""
    agencies = (Agency(),) * len(seats)
    return SpyState(seats=seats, scores=(), first=first, turn=first, agencies=agencies)


def outcome(state: SpyState) -> Outcome:
    """The winner, the last player with field agents, once all others are eliminated (BO-197)."""
    left = state.still_in
    if len(left) == 1:
        return Outcome(left, "the last one with field agents")
    return Outcome((), f"{listed([state.name(seat) for seat in left])} are still in the game")


def is_over(state: SpyState) -> bool:
    """Whether somebody has won."""
    return bool(outcome(state).winners)

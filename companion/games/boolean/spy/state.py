"""The state of a play of Spy vs. Spy, an immutable value; and who wins it."""

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
    """A player's dice, counted; None for what was not entered.

    `turncoats` are the places of those that can never be friendly: the player's own die of that
    kind, and free agents known to be such. `strangers` counts other free agents that were won, of
    which it is unknown whether they are turncoats. `dice` are all together, `rolls` the first rolls
    that were entered. `has_always_friendly` is whether the die that is friendly in every roll is
    certainly an agent. `gone` are the lost dice, as far as entered, `won` the free agents that were
    won; None for one whose name was not entered.
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
        """Whether a die may be among these: the one of the set, and those that were won."""
        return self.gone.count(die) <= self.won.count(die) + self.won.count(None)

    def at(self, place: Place) -> int | None:
        """Return the number of dice at a place."""
        if place == "populace":
            return self.populace
        return self.desk if place == "desk" else self.field

    def turncoats_at(self, place: Place) -> int:
        """Return the number of turncoats known to be at a place."""
        return (self.turncoats or ()).count(place)

    def most_turncoats_at(self, place: Place) -> int:
        """Return the most turncoats that can be at a place; if none was entered, one."""
        known = 1 if self.turncoats is None else self.turncoats_at(place)
        count, most = self.at(place), known + self.strangers
        return most if count is None else min(most, count)

    def others_at(self, place: Place) -> int | None:
        """Return the number of other dice at a place, as far as known."""
        count = self.at(place)
        return None if count is None else max(0, count - self.turncoats_at(place))

    def has_only_turncoats(self, post: Post) -> bool:
        """Whether all agents at a post are known to be turncoats, and there is one."""
        return self.others_at(post) == 0 and self.at(post) != 0

    @property
    def most_orders(self) -> int | None:
        """The most Orders that desk agents can bring; None if they were not counted."""
        return self.others_at("desk")

    @property
    def has_only_always_friendly(self) -> bool:
        """Whether the only agent is known to be the die that is friendly in every roll."""
        alone = self.desk == 0 and self.field == 1
        return alone and self.has_always_friendly and not self.turncoats_at("field")

    def with_change(self, place: Place, by: int) -> "Agency":
        """Return it with more or fewer dice in a place, if their number is known."""
        count = self.at(place)
        if count is None:
            return self
        return self.with_count(place, max(0, count + by))

    def with_count(self, place: Place, count: int) -> "Agency":
        """Return it with so many dice in a place."""
        if place == "populace":
            return self._replace(populace=count)
        return self._replace(desk=count) if place == "desk" else self._replace(field=count)

    def with_moved(self, start: Place, end: Place, count: int = 1) -> "Agency":
        """Return it with dice moved from one place to another."""
        return self.with_change(start, -count).with_change(end, count)

    def with_turncoat_moved(self, start: Place | None, end: Place | None) -> "Agency":
        """Return it with a turncoat moved from one place to another; None is outside this agency.

        If none was entered, it is the one of the set; if none is known there, a stranger.
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
        """Return it with the places of turncoats unknown."""
        if self.turncoats is None:
            return self
        more = max(0, len(self.turncoats) - 1)
        return self._replace(turncoats=None, strangers=self.strangers + more)


class FreeAgent(NamedTuple):
    """A lost agent: its player, and which die it is, if entered.

    `loyal` is whether it was certainly not a turncoat of that agency, `unfriendly` whether it was
    lost because it came up unfriendly.
    """

    seat: int | None
    die: str | None
    loyal: bool = False
    unfriendly: bool = False


class Turn(NamedTuple):
    """The current turn: its step, and its Orders.

    `orders` is None until entered; then `most` is the most that the desk agents can have brought.
    `acted` counts field agents that have had their mission, `new` free agents that were won and
    wait for the next turn. Of `acted`, `turncoats` certainly are turncoats, and `others` certainly
    are not; of `new`, `new_turncoats` may be.
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
        """The most Orders that can be left; None if unknown."""
        if self.orders is not None or self.most is None:
            return self.left
        return max(0, self.most - self.spent)

    @property
    def left(self) -> int | None:
        """The Orders that are left; None if unknown."""
        return None if self.orders is None else max(0, self.orders - self.spent)

    def ready_again(self, *, turncoat: bool, other: bool) -> "Turn":
        """Return it with one agent ready again: a `turncoat`, an `other`, or, if both, either."""
        acted = max(0, self.acted - 1)
        turncoats, others = max(0, self.turncoats - turncoat), max(0, self.others - other)
        return self._replace(acted=acted, turncoats=turncoats, others=min(acted, others))

    def rest_pays(self, needed: int) -> bool:
        """Whether a Rest is possible, and leaves enough Orders for a mission that costs so many."""
        return self.acted > 0 and (self.most_left is None or self.most_left > needed)


_BEGINS = Turn()


class SpyState(State):
    """A play of Spy vs. Spy: the agencies seat by seat, the current turn, who is eliminated."""

    variant: ClassVar[str] = "spy"
    turn: int = 0
    agencies: tuple[Agency, ...]
    now: Turn = _BEGINS
    free: tuple[FreeAgent, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Whether the first turn has begun, before which nobody loses an agent."""
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
        """How many field agents of the mover can go on a mission; None if unknown."""
        field = self.agencies[self.mover].field
        return None if field is None else max(0, field - self.now.acted - self.now.new)

    @property
    def turncoats_ready(self) -> int:
        """How many turncoats of the mover can go on a mission at most."""
        most = self.agencies[self.mover].most_turncoats_at("field")
        return max(0, most - self.now.turncoats - self.now.new_turncoats)


def with_agency(state: SpyState, seat: int, agency: Agency) -> SpyState:
    """The state with another agency of a player."""
    agencies = (*state.agencies[:seat], agency, *state.agencies[seat + 1 :])
    return replace(state, agencies=agencies)


def in_order(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places from the populace to the field."""
    return tuple(sorted(places, key=PLACES.index))


def always_friendly(side: Side) -> Die:
    """The die of a set without a face of the other colour."""
    return next(die for die in the_ten() if not shows(die, other(side)))


def never_friendly(side: Side) -> Die:
    """The turncoat of a set: the die without a face of that colour."""
    return next(die for die in the_ten() if not shows(die, side))


def shows(die: Die, colour: Side) -> bool:
    """Whether a die has a face of that colour."""
    return die.can_be_white if colour == "white" else die.can_be_black


def other(side: Side) -> Side:
    """The other colour."""
    return "black" if side == "white" else "white"


# Swapping agents


def most_swaps(agency: Agency) -> int | None:
    """How many pairs of agents can change places at most; None if unknown.

    Nobody moves twice, and each turncoat that has to go to a desk takes one desk agent more.
    """
    field, desk, others = agency.field, agency.desk, agency.others_at("field")
    if field is None or desk is None or others is None:
        return 0 if field == 0 or desk == 0 else None
    pairs = range(min(field, desk) + 1)
    return max(count for count in pairs if count + max(0, count - others) <= desk)


def can_swap(agency: Agency) -> bool | None:
    """Whether a field agent and a desk agent can change places; None if unknown."""
    most = most_swaps(agency)
    return None if most is None else most > 0


def default_swaps(agency: Agency, turncoats: Sequence[Post]) -> int:
    """How many pairs change places if no number is entered: one, or as many as needed to move
    `turncoats` to these posts; none if that is impossible."""
    if can_swap(agency) is False and not turncoats:
        return 0
    return max(1, turncoats.count("desk"), turncoats.count("field") - turncoats.count("desk"))


def forced_turncoats(agency: Agency, swaps: int) -> tuple[Post, ...]:
    """Return where turncoats have to go in so many swaps, because nobody else is there.

    From the field to desks first, as each of these replaces two desk agents.
    """
    field, desk = agency.others_at("field"), agency.others_at("desk")
    to_desks = 0 if field is None else min(max(0, swaps - field), agency.turncoats_at("field"))
    needed = swaps + to_desks
    into_field = 0 if desk is None else min(max(0, needed - desk), agency.turncoats_at("desk"))
    posts: tuple[Post, ...] = ("desk", "field")
    return posts[:1] * to_desks + posts[1:] * into_field


# Free agents


def free_agent(state: SpyState, die: str | None) -> int | None:
    """The index of the free agent that is this die; None if unknown, or if none is."""
    if die is None:
        return 0 if len(set(state.free)) == 1 else None
    for wanted in (die, None):
        for place, agent in enumerate(state.free):
            if agent.die == wanted and _can_be(state, agent, die):
                return place
    return None


def _can_be(state: SpyState, agent: FreeAgent, die: str) -> bool:
    """Whether a free agent may be that die: a loyal one is not the turncoat of its agency, and one
    that came up unfriendly is not its die that is always friendly."""
    side = None if agent.seat is None else state.agencies[agent.seat].side
    if agent.die is not None or side is None:
        return agent.die in (None, die)
    never = (agent.loyal and never_friendly(side), agent.unfriendly and always_friendly(side))
    return all(not one or one.id != die for one in never)


def is_no_turncoat(state: SpyState, seat: int, die: str | None) -> bool:
    """Whether the free agent is certainly not a turncoat in this agency (A-BO-24)."""
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
    """The state without the free agent that was won over, and which die that was.

    If it may be any of them, it is unknown which are left.
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


# Beginning and end


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> SpyState:
    """Ten dice each, about which nothing is known."""
    agencies = (Agency(),) * len(seats)
    return SpyState(seats=seats, scores=(), first=first, turn=first, agencies=agencies)


def outcome(state: SpyState) -> Outcome:
    """The last player with field agents wins, once all others are eliminated (BO-197)."""
    left = state.still_in
    if len(left) == 1:
        return Outcome(left, "the last one with field agents")
    return Outcome((), f"{listed([state.name(seat) for seat in left])} are still in the game")


def is_over(state: SpyState) -> bool:
    """Whether somebody has won."""
    return bool(outcome(state).winners)

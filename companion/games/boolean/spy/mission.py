"""A mission: a fact that costs Orders, and how it is typed after `mission`.

All eight are paid for and carried out here; they are in `own_missions` and `attacks`, and the verb
for all of them is in `missions`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Concatenate, Generic, Literal, NamedTuple, ParamSpec, TypeVar

from companion.core.action import Action
from companion.core.command import Verb, flag, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import capital, chosen, counted, folded, short
from companion.core.offer import Line
from companion.core.param import Arguments, a_number
from companion.core.seats import PlayerSeat
from companion.core.value import Annotated, replace
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.spy.agency import (
    TURNCOAT,
    begin_missions,
    die,
    require_in,
    require_turn,
    with_eliminated,
)
from companion.games.boolean.spy.state import Post, SpyState, with_agency

P = ParamSpec("P")
W = TypeVar("W", bound=str)
Target = Literal["country", "agency"]
TARGETS: tuple[Target, ...] = ("country", "agency")
POST_OF: Mapping[Target, Post] = {"country": "field", "agency": "desk"}
"""The place of the agents at which a mission is aimed."""

SIMPLE, ADVANCED = 1, 2
"""The Orders that a mission costs."""


# The fact


class MissionDone(Fact[SpyState]):
    """A mission of the player in `seat`, and its result.

    Each of the eight extends it. They declare the `title` in the rulebook, how many `orders` a
    mission costs (`orders_against_agency`, if a country is cheaper than an agency), whether it
    `needs_agent` in the field, and whether that agent `is_rolled`. They define `check_aim` for
    refusals that do not depend on the result, `check_result` for the rest, `carry_out` and
    `describe_result`.
    """

    title: ClassVar[str]
    orders: ClassVar[int]
    orders_against_agency: ClassVar[int | None] = None
    needs_agent: ClassVar[bool] = True
    is_rolled: ClassVar[bool] = False

    seat: Seat

    @property
    def aimed_at(self) -> Target | None:
        """Whether it is aimed at an enemy's country, or agency."""
        return None

    def check_aim(self, state: SpyState, referee: Referee) -> None:
        """Refuse an invalid enemy or target."""

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse an impossible result."""

    def carry_out(self, state: SpyState) -> SpyState:
        """Return the state after it was paid for and carried out."""
        return state

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        """Return the result in words, without eliminations."""
        raise NotImplementedError

    def is_surely_loyal(self, state: SpyState) -> bool:
        """Whether the agent that went was certainly not a turncoat: none was ready."""
        return state.turncoats_ready == 0

    @classmethod
    def price(cls, target: Target | None = None) -> int:
        """Return the Orders that it costs against a target."""
        against_agency = cls.orders_against_agency
        return against_agency if against_agency and target == "agency" else cls.orders

    @classmethod
    def titled(cls, target: Target | None) -> str:
        """Return its title, with the target."""
        return cls.title if target is None else f"{cls.title} Enemy {target.capitalize()}"

    def check(self, state: SpyState, referee: Referee) -> None:
        self.require_possible(state, referee)
        self.check_result(state, referee)

    def apply(self, state: SpyState) -> SpyState:
        state = begin_missions(state, self.seat)
        now = state.now
        now = now._replace(
            spent=now.spent + self.price(self.aimed_at),
            acted=now.acted + self.needs_agent,
            others=now.others + (self.needs_agent and self.is_surely_loyal(state)),
        )
        return self.carry_out(replace(state, now=now))

    def describe(self, before: SpyState, after: SpyState) -> str:
        return with_eliminated(self.describe_result(before, after), before, after)

    def require_possible(self, state: SpyState, referee: Referee) -> None:
        """Refuse it, regardless of its result, for its Orders, agents or aim."""
        require_in(state, self.seat)
        require_turn(state, self.seat, referee)
        if self.seat == state.turn:
            self._require_orders(state, referee)
            if self.needs_agent:
                self._require_agent(state, referee)
        self.check_aim(state, referee)

    def _require_orders(self, state: SpyState, referee: Referee) -> None:
        """Refuse a mission before the Orders, or one that is too expensive."""
        needed, left = self.price(self.aimed_at), state.now.most_left
        name = state.name(state.mover)
        what = f"{self.titled(self.aimed_at)} takes {counted(needed, 'Order')}"
        if state.now.step == "orders":
            most = state.agencies[state.mover].most_orders
            example = min(2, 2 if most is None else most)
            referee.refuse(
                "BO-190",
                f"{what}, and {name}'s desk agents were not rolled yet in this turn.",
                f"`companion boolean orders {example}` enters how many came up friendly; "
                "`companion boolean orders` alone, only that they were rolled.",
            )
            return
        if left is None:
            return
        has = f"{name} {'can have' if state.now.left is None else 'has'}"
        referee.require(
            left > 0,
            "BO-190",
            f"{what}, and {has} none left in this turn.",
            "`companion boolean swap` ends the turn.",
        )
        referee.require(
            needed <= left,
            "BO-189",
            f"{what}, and {has} {counted(left, 'Order')} left.",
            "`companion boolean mission` shows what can be paid for.",
        )

    def _require_agent(self, state: SpyState, referee: Referee) -> None:
        """Refuse a second mission of a field agent, or one of an agent won in this turn.

        That missions without a roll need a field agent, too, is our interpretation.
        """
        if state.ready is None or state.ready > 0:
            return
        name, field = state.name(state.mover), state.agencies[state.mover].field or 0
        hint = "`companion boolean swap` ends the turn."
        if state.now.rest_pays(self.price(self.aimed_at)):
            hint = f"`companion boolean mission rest` makes one ready again; {hint}"
        new = state.now.new
        old = field - new
        if old <= 0:
            why = f"{name}'s new agent cannot be used in the turn in which it was won."
            referee.refuse("BO-225", why, hint)
            return
        only = "other" if new else "only"
        agents = f"{only} field agent has" if old == 1 else f"{old} field agents have"
        needs = f"{self.titled(self.aimed_at)} needs one that has not."
        why = "each goes on one." if self.is_rolled else needs
        waits = " Agents won in it wait for the next one (BO-225)." if new else ""
        referee.refuse(
            "BO-188" if self.is_rolled else "A-BO-30",
            f"{name}'s {agents} had a mission in this turn, and {why}{waits}",
            hint,
        )


# Parameters


class MissionAction(NamedTuple):
    """An action that records a mission, and the player whose mission it is."""

    action: Action[SpyState]
    seat: int

    @property
    def state(self) -> SpyState:
        """The state before the mission."""
        return self.action.state


class PossibleMission(NamedTuple):
    """A mission that can be carried out now, and the words that enter it."""

    mission: "Mission[Any]"
    target: Target | None
    words: str

    @property
    def orders(self) -> int:
        """The Orders that it costs."""
        return self.mission.fact.price(self.target)

    @property
    def title(self) -> str:
        """Its title, with the target."""
        return self.mission.fact.titled(self.target)


class Mission(Generic[P]):
    """One of the eight, as typed after `mission`; declared by the decorator `mission`."""

    def __init__(
        self,
        fact: type[MissionDone],
        command: Verb[MissionAction, P, None],
        possible_missions: Callable[[SpyState], Iterable[tuple[Target | None, str]]],
        also: str,
    ) -> None:
        self.name = command.name
        self.example = command.example
        self.fact = fact
        self.also = also
        self.command = command
        self._ways = possible_missions

    def __call__(self, by: MissionAction, *args: P.args, **options: P.kwargs) -> None:
        """Enter it, with values in place of words."""
        self.command(by, *args, **options)

    def enter(self, by: MissionAction, args: Arguments[SpyState]) -> None:
        """Enter it with what `arguments` read."""
        self.command.run(by, args)

    def possible_missions(self, state: SpyState) -> Iterable[PossibleMission]:
        """Lines that enter one now, by agents and dice; its Orders are not checked."""
        return (
            PossibleMission(self, target, f"{self.name}{words}")
            for target, words in self._ways(state)
        )

    def arguments(
        self, state: SpyState, words: Sequence[str], options: Mapping[str, Sequence[str]]
    ) -> Arguments[SpyState]:
        """Read words and options. Raises Invalid for an unexpected word, or an option of another
        mission.
        """
        own = {param.name for param in self.command.options}
        for option in OPTIONS:
            if option in options and option not in own:
                raise Invalid(f"`{option}` does not belong to {self.name}.", self.example)
        typed = {name: tuple(values) for name, values in options.items()}
        return self.command.arguments(state, Line(tuple(words), typed))

    def too_many(self, word: str) -> Invalid:
        """Return the refusal of an unexpected word."""
        return Invalid(f"Unexpected “{short(word)}”.", self.example)


def mission(
    name: str,
    fact: type[MissionDone],
    ways: Callable[[SpyState], Iterable[tuple[Target | None, str]]],
    also: str = "",
) -> Callable[[Callable[Concatenate[MissionAction, P], None]], Mission[P]]:
    """Declare how a mission is typed by a function that adds its fact, like `core.command.verb`.

    `ways` are lines that enter one now, by agents and dice, each with its target. `also` is another
    word for it.
    """

    def declare(function: Callable[Concatenate[MissionAction, P], None]) -> Mission[P]:
        return Mission(fact, verb(fact.title, name)(function), ways, also)

    return declare


# The options of all missions, in the order in which a wrong one is refused

Recruited = Annotated[
    str | None,
    word(
        sort=a_number(0, SET), metavar="N", help="Recruits that go into the field.", after_dash=True
    ),
]
WhichDie = Annotated[str | None, die("Which die was lost or won, or turncoat.")]
TURNCOAT_FLAG = flag("It is the turncoat.", about="it is the turncoat")
TurncoatGoes = Annotated[bool, TURNCOAT_FLAG]
ConfirmsTraining = Annotated[bool, flag("Train the last field agent for a desk.", after_dash=True)]
OPTIONS = ("--field", "--die", "--turncoat", "--yes")


def _named_last(state: SpyState, words: Sequence[str], there: bool) -> Sequence[str]:
    return words[-1:] if words and folded(words[-1]) == TURNCOAT else ()


TurncoatNamed = Annotated[bool, TURNCOAT_FLAG.but(own_words=_named_last)]
"""Instead of `--turncoat`, the last word may be `turncoat`."""


# What turncoats may do


def require_turncoat_afield(
    state: SpyState, seat: int, what: str, instead: str, referee: Referee
) -> bool:
    """Refuse a turncoat that is known not to be in the field; returns whether it may be there.

    Only field agents can do `what`; `instead` is the command for another agent.
    """
    there = state.agencies[seat].most_turncoats_at("field") > 0
    referee.require(
        there,
        "BO-187",
        f"{state.name(seat)} has no turncoat in the field, and only field agents can {what}.",
        f"{instead}; or, if that is wrong, `companion boolean agents {state.seats[seat].handle} "
        "--turncoat field`.",
    )
    return there


def require_ready_turncoat(state: SpyState, price: int, instead: str, referee: Referee) -> None:
    """Refuse a second mission of a turncoat that did not Rest, or one won in this turn.

    `price` are the Orders of the mission; `instead` is the command for another agent.
    """
    if state.turncoats_ready:
        return
    name, now, missions = state.name(state.mover), state.now, state.now.turncoats
    others = state.ready is None or state.ready > 0
    other_agent = f"another agent can go: {instead}" if others else ""
    if not missions:
        referee.refuse(
            "BO-225",
            f"{name}'s turncoat cannot be used in the turn in which it was won.",
            capital(other_agent) or "`companion boolean swap` ends the turn.",
        )
        return
    waits = " Agents won in it wait for the next one (BO-225)." if now.new_turncoats else ""
    hints = [other_agent] if other_agent else []
    if now.rest_pays(price):
        hints.insert(0, "`companion boolean mission rest --turncoat` makes it ready again")
    referee.refuse(
        "BO-188",
        f"{name}'s {'turncoat has' if missions == 1 else f'{missions} turncoats have'} had a "
        f"mission in this turn, and each goes on one.{waits}",
        capital("; ".join(hints)) or "`companion boolean swap` ends the turn.",
    )


def turncoat_went(state: SpyState, seat: int) -> SpyState:
    """Return the state after a turncoat's mission, which shows that it is in the field."""
    agency, now = state.agencies[seat], state.now
    if agency.most_turncoats_at("field"):
        state = with_agency(state, seat, agency.with_turncoat_moved("field", "field"))
    return replace(state, now=now._replace(turncoats=now.turncoats + 1))


# Abbreviated words


def choose(text: str, choices: Sequence[W], others: Mapping[str, W], what: str) -> W:
    """Find one of a few words, or of `others` for them, by its beginning.

    Raises Invalid if there is none (`what` says what it should be), Ambiguous for several.
    """
    if not is_beginning(text, choices):
        found = {others[word] for word in others if is_beginning(text, (word,))}
        if len(found) == 1:
            return found.pop()
    return chosen(text, choices, what)


def is_beginning(text: str, words: Iterable[str]) -> bool:
    """Whether a text is the beginning of one of the words."""
    wanted = folded(text)
    return bool(wanted) and any(word.startswith(wanted) for word in words)


def names_player(seats: Iterable[PlayerSeat], word: str) -> bool:
    """Whether a word is the beginning of a player's name."""
    return any(is_beginning(word, (folded(who.name), who.handle)) for who in seats)

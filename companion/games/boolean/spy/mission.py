"""What a mission is: a record, of which all that anybody needs to know of one is read.

How it is paid for and carried out is the same for all of them, and stands here; the eight are in
`recruits`, `field_agents`, `attacks` and `infiltration`, what they are together in `missions`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import capital, chosen, counted, folded, short
from companion.core.param import Arguments, Param, a_number, flag, one
from companion.core.seats import Seat
from companion.core.value import replace
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.spy.agents import (
    DIE,
    TURNCOAT,
    and_who_is_out,
    at_turn,
    require_in,
    require_turn,
)
from companion.games.boolean.spy.state import Post, SpyState, with_agency

P = TypeVar("P", bound=Mapping[str, Any])
W = TypeVar("W", bound=str)
Target = Literal["country", "agency"]
TARGETS: tuple[Target, ...] = ("country", "agency")
POST_OF: Mapping[Target, Post] = {"country": "field", "agency": "desk"}
"""Where the agents are that a mission is aimed at."""

SIMPLE, ADVANCED = 1, 2
"""Orders that a mission takes."""


class Way(NamedTuple):
    """A mission that can be carried out now, and words that tell of one."""

    mission: "Mission[Any]"
    target: Target | None
    words: str

    @property
    def orders(self) -> int:
        """The Orders that it takes."""
        return self.mission.price(self.target)

    @property
    def title(self) -> str:
        """What it is called, with what it is aimed at."""
        return self.mission.titled(self.target)


class Mission(Generic[P]):
    """A mission, declared once.

    `name` is what is typed for it, or a word that is understood `also`; `title` what the rulebook
    calls it. It takes so many `orders`; `agency` is the price where a whole country is cheaper than
    its agency. It is `executed` by a field agent, who is `rolled` in some; `told_who` says that its
    entry tells whether that was the turncoat.

    `entry` is the kind of entry that it makes, with its `payload`: what it `apply`s, how it is
    `tell`ed, and what its `check` refuses of what came of it, once it can be paid and carried out;
    `aim` is what can be refused of it before that is known.

    `plan` makes the entry of what was told: `params` are what is typed behind its name, each with
    how it is read, offered and asked for; `example` is a line. `ways` are lines that can be typed
    now, as far as agents and dice go, each with what it is aimed at.
    """

    def __init__(
        self,
        name: str,
        title: str,
        orders: int,
        *,
        entry: str,
        payload: type[P],
        tell: Callable[[SpyState, P, SpyState], str],
        plan: Callable[[Action[SpyState], int, Arguments[SpyState]], None],
        ways: Callable[[SpyState], Iterable[tuple[Target | None, str]]],
        example: str,
        apply: Callable[[SpyState, P], SpyState] | None = None,
        check: Callable[[SpyState, P, Referee], None] | None = None,
        aim: Callable[[SpyState, P, Referee], None] | None = None,
        params: tuple[Param[Any, Any], ...] = (),
        also: str = "",
        agency: int | None = None,
        executed: bool = True,
        rolled: bool = False,
        told_who: bool = False,
    ) -> None:
        self.name = name
        self.title = title
        self.also = also
        self.plan = plan
        self.example = f"`companion boolean mission {example}`"
        self.params = params
        self.executed = executed
        self.kind = Kind(entry, payload, self._after, and_who_is_out(tell), self._require)
        self._orders = orders
        self._agency = agency
        self._apply = apply
        self._check = check
        self._aim = aim
        self._ways = ways
        self._rolled = rolled
        self._told_who = told_who

    def price(self, target: Target | None = None) -> int:
        """The Orders that it takes, by what it is aimed at."""
        return self._agency if self._agency is not None and target == "agency" else self._orders

    def titled(self, target: Target | None) -> str:
        """What it is called, with what it is aimed at."""
        return self.title if target is None else f"{self.title} Enemy {target.capitalize()}"

    def ways(self, state: SpyState) -> Iterable[Way]:
        """Lines that tell of one now, as far as agents and dice go: what it takes is not asked."""
        return (Way(self, target, f"{self.name}{words}") for target, words in self._ways(state))

    # What is typed behind its name

    def told(self, outer: Arguments[SpyState], words: Sequence[str]) -> Arguments[SpyState]:
        """What these words tell, and the options of the line that it takes.

        Raises Invalid for a word too many, or an option that belongs to another mission.
        """
        mine = {param.name for param in self.params}
        for option in OPTIONS:
            if option in outer and option.name not in mine:
                raise Invalid(f"`{option.name}` means nothing for {self.name}.", self.example)
        options = {option.name: outer.typed(option) for option in OPTIONS if option in outer}
        return Arguments(
            self.params, outer.state, words, options, lambda told, rest: self.too_many(rest[0])
        )

    def too_many(self, word: str) -> Invalid:
        """What to say of a word that it does not take."""
        return Invalid(f"“{short(word)}” is a word too many.", self.example)

    # What is the same for all of them

    def require_possible(self, state: SpyState, data: Mapping[str, Any], referee: Referee) -> None:
        """Refuse it whatever came of it: for what it takes, or whom it is aimed at."""
        seat = data["seat"]
        require_in(state, seat)
        require_turn(state, seat, referee)
        if seat == state.turn:
            self._require_orders(state, data.get("target"), referee)
            if self.executed:
                self._require_agent(state, data.get("target"), referee)
        if self._aim is not None:
            self._aim(state, data, referee)  # type: ignore[arg-type]

    def _require(self, state: SpyState, data: P, referee: Referee) -> None:
        """Refuse what cannot be paid or carried out, or cannot have come out so."""
        self.require_possible(state, data, referee)
        if self._check is not None:
            self._check(state, data, referee)

    def _require_orders(self, state: SpyState, target: Target | None, referee: Referee) -> None:
        """Orders come first, and every mission is paid with them."""
        needed, left = self.price(target), state.now.room
        name = state.name(state.mover)
        what = f"{self.titled(target)} takes {counted(needed, 'Order')}"
        if state.now.step == "orders":
            most = state.agencies[state.mover].most_orders
            such = min(2, 2 if most is None else most)
            referee.refuse(
                "BO-190",
                f"{what}, and {name}'s desk agents have not been rolled for Orders in this turn.",
                f"`companion boolean orders {such}` says how many came up friendly; "
                "`companion boolean orders` alone that they were rolled.",
            )
            return
        if left is None:
            return
        has = f"{name} {'can have' if state.now.left is None else 'has'}"
        referee.require(
            left > 0,
            "BO-190",
            f"{what}, and {has} none left in this turn.",
            "`companion boolean swap` ends it.",
        )
        referee.require(
            needed <= left,
            "BO-189",
            f"{what}, and {has} {counted(left, 'Order')} left.",
            "`companion boolean mission` shows what can be paid.",
        )

    def _require_agent(self, state: SpyState, target: Target | None, referee: Referee) -> None:
        """One mission for each field agent; those who were won in this turn wait.

        Of the missions in which no field agent is rolled it is our reading that they need one, too.
        """
        if state.ready is None or state.ready > 0:
            return
        name, field = state.name(state.mover), state.agencies[state.mover].field or 0
        hint = "`companion boolean swap` ends the turn."
        if state.now.rest_pays(self.price(target)):
            hint = f"`companion boolean mission rest` makes one ready again; {hint}"
        new = state.now.new
        old = field - new
        if old <= 0:
            why = f"{name}'s new agent cannot be used in the turn in which it was won."
            referee.refuse("BO-225", why, hint)
            return
        only = "other" if new else "only"
        agents = f"{only} field agent has" if old == 1 else f"{old} field agents have"
        needs = f"{self.titled(target)} needs one who has not."
        why = "each goes on one." if self._rolled else needs
        waits = " Whoever was won in it waits for the next one (BO-225)." if new else ""
        referee.refuse(
            "BO-188" if self._rolled else "A-BO-30",
            f"{name}'s {agents} had a mission in this turn, and {why}{waits}",
            hint,
        )

    def _after(self, state: SpyState, data: P) -> SpyState:
        """The state after it: it is paid, somebody has carried it out, and what came of it.

        Where nothing tells who, it was no turncoat for certain if none could go that was not in
        the field before it, or has had its mission.
        """
        state = at_turn(state, data["seat"])
        now = state.now
        loyal = not data["turncoat"] if self._told_who else state.turncoats_ready == 0
        now = now._replace(
            spent=now.spent + self.price(data.get("target")),
            acted=now.acted + self.executed,
            others=now.others + (self.executed and loyal),
        )
        state = replace(state, now=now)
        return state if self._apply is None else self._apply(state, data)


def require_turncoat_afield(
    state: SpyState, seat: int, what: str, instead: str, referee: Referee
) -> bool:
    """Refuse a turncoat that is not in the field, as far as that is known. Whether it may be.

    `what` only field agents do, and `instead` is how another agent does it.
    """
    there = state.agencies[seat].most_turncoats_at("field") > 0
    referee.require(
        there,
        "BO-187",
        f"{state.name(seat)} has no turncoat in the field, and only field agents {what}.",
        f"{instead}; or `companion boolean agents {state.seats[seat].handle} --turncoat field` if "
        "it is there.",
    )
    return there


def require_ready_turncoat(state: SpyState, price: int, instead: str, referee: Referee) -> None:
    """A turncoat goes on one mission, too, unless it Rests; a new one waits for the next turn.

    The mission takes so many Orders, and `instead` is how another agent goes on it.
    """
    if state.turncoats_ready:
        return
    name, now, missions = state.name(state.mover), state.now, state.now.turncoats
    others = state.ready is None or state.ready > 0
    other_agent = f"another agent: {instead}" if others else ""
    if not missions:
        referee.refuse(
            "BO-225",
            f"{name}'s turncoat cannot be used in the turn in which it was won.",
            capital(other_agent) or "`companion boolean swap` ends the turn.",
        )
        return
    waits = " Whoever was won in it waits for the next one (BO-225)." if now.new_turncoats else ""
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
    """After a turncoat's mission: so it is in the field."""
    agency, now = state.agencies[seat], state.now
    if agency.most_turncoats_at("field"):
        state = with_agency(state, seat, agency.turned("field", "field"))
    return replace(state, now=now._replace(turncoats=now.turncoats + 1))


# What several of them take

FIELD = one(
    "--field",
    a_number(0, SET),
    optional=True,
    metavar="N",
    help="Recruits who go into the field.",
    quiet=True,
)
GOES = flag(
    "--turncoat", "It is the turncoat that goes, rests, or is trained.", about="it is the turncoat"
)
WHICH = DIE.but(help="Which die was lost or won, or turncoat.")
SURE = flag("--yes", "Train the last field agent for a desk.", quiet=True)
OPTIONS: tuple[Param[SpyState, Any], ...] = (FIELD, WHICH, GOES, SURE)
"""All options behind `mission`, in the order in which one that means nothing is found."""


def named_last(state: SpyState, words: Sequence[str], there: bool) -> Sequence[str]:
    """The turncoat may be named behind all else, in place of `--turncoat`."""
    return words[-1:] if words and folded(words[-1]) == TURNCOAT else ()


# Words that may be cut short


def meant(text: str, choices: Sequence[W], others: Mapping[str, W], what: str) -> W:
    """One of a few words by its beginning, or of `others` for them, which are not offered.

    Raises Invalid for none of them (`what` it should be), Ambiguous for several.
    """
    if not begins(text, choices):
        found = {others[word] for word in others if begins(text, (word,))}
        if len(found) == 1:
            return found.pop()
    return chosen(text, choices, what)


def begins(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words begins so."""
    wanted = folded(text)
    return bool(wanted) and any(word.startswith(wanted) for word in words)


def names_player(seats: Iterable[Seat], word: str) -> bool:
    """Whether the name of somebody there begins so."""
    return any(begins(word, (folded(who.name), who.handle)) for who in seats)

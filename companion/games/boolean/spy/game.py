"""Spy vs. Spy: agencies of dice that come up friendly, and missions against each other."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.command import AnyVerb
from companion.core.event import Event, Referee
from companion.core.game import function_of
from companion.core.legal import Step
from companion.core.lookup import Mention
from companion.core.names import counted, listed, short
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.spy import turn
from companion.games.boolean.spy.agency import (
    AgencyCounted,
    AgencyFormed,
    AgentLost,
    PlayerEliminated,
    count_agents,
    eliminate,
    form_agency,
    lose_agent,
)
from companion.games.boolean.spy.attacks import infiltrate
from companion.games.boolean.spy.mission import ADVANCED, SIMPLE, PossibleMission
from companion.games.boolean.spy.missions import (
    MISSIONS,
    mission,
    possible_missions,
    worthwhile_missions,
)
from companion.games.boolean.spy.own_missions import free, rest
from companion.games.boolean.spy.state import (
    PLACES,
    Agency,
    SpyState,
    can_swap,
    is_over,
    opening,
    outcome,
)
from companion.games.boolean.variant_game import VariantGame, kinds_with, legal_steps
from companion.games.boolean.variants import UNDO_BY_NUMBER, variant_of

# What can be done now


def _phase(state: SpyState) -> str:
    if not state.has_begun:
        return "first orders"
    return "no orders" if state.now.left == 0 else state.now.step


def _say_setup(state: SpyState) -> list[str]:
    undivided = [_divide(state, seat) for seat, it in enumerate(state.agencies) if _is_whole(it)]
    sideless = [
        seat
        for seat, agency in enumerate(state.agencies)
        if agency.side is None and all(agency.at(place) is None for place in PLACES)
    ]
    if not sideless:
        return undivided
    seat = sideless[0]
    sides = {agency.side for agency in state.agencies}
    side = "black" if "white" in sides and "black" not in sides else "white"
    who = listed([state.name(seat) for seat in sideless])
    verb = "roll" if len(sideless) > 1 else "rolls"
    return [
        *undivided,
        f"{who} {verb} all ten dice, and may roll them once again. Enter the side, the friendly "
        "dice, and how many of these go into the field: `companion boolean agency "
        f"{state.seats[seat].handle} {side} 5 2`.",
    ]


def _is_whole(agency: Agency) -> bool:
    """Whether the first roll was entered without how many agents go into the field."""
    undivided = agency.field is None and agency.desk is None and agency.dice == SET
    return agency.rolls > 0 and undivided and 0 < (agency.populace or 0) < SET


def _divide(state: SpyState, seat: int) -> str:
    """Ask how many agents go into the field."""
    agency, who = state.agencies[seat], state.seats[seat]
    agents = SET - (agency.populace or 0)
    return (
        f"{who.name} divides the {agents} agents, some for the field and the others for desks: "
        f"`companion boolean agency {who.handle} {agency.side} {agents} {max(1, agents // 2)}`."
    )


def _say_orders(state: SpyState) -> list[str]:
    name, agency = state.name(state.mover), state.agencies[state.mover]
    most = agency.most_orders
    if most == 0:
        return [f"{name} has no desk agent, and so no Orders. {_say_swap(state)}"]
    among = ", the turncoat among them" if agency.turncoats_at("desk") else ""
    desk = "" if agency.desk is None else f" ({agency.desk}{among})"
    example = 2 if most is None else min(2, most)
    return [
        f"{name} rolls the desk agents{desk}; each friendly one brings an Order: "
        f"`companion boolean orders {example}`."
    ]


def _say_changes_alone(state: SpyState) -> list[str]:
    """Say what to enter without missions."""
    agency = state.agencies[state.mover]
    if agency.desk is not None or agency.field is not None:
        return []
    victim = state.seats[state.others_in(state.mover)[0]].handle
    return [
        "Or enter only the end of each turn, `companion next`, and who has lost the last field "
        f"agent: `companion boolean out {victim}`."
    ]


def _say_missions(state: SpyState) -> list[str]:
    name, left, ready = state.name(state.mover), state.now.left, state.ready
    found = worthwhile_missions(state)
    if left == 0:
        return [f"{name} has no Orders left. {_say_swap(state)}"]
    has = [] if left is None else [counted(left, "Order")]
    has += [] if ready is None else [f"{counted(ready, 'field agent')} ready"]
    line = f"{name} has {', '.join(has)}" if has else f"{name}'s missions"
    if not found:
        none = "would change anything" if possible_missions(state) else "is possible"
        return [f"{line}: no mission {none}. {_say_swap(state)}"]
    prices = [
        f"{_names(found, price)} ({words})"
        for price, words in ((SIMPLE, "one Order"), (ADVANCED, "two"))
        if any(way.orders == price for way in found)
    ]
    first = next((way for way in found if way.mission is infiltrate), found[0])
    step = f"{line}: {', '.join(prices)}. `companion boolean mission {first.words}`"
    if first.mission is infiltrate and any("--turncoat" in way.words for way in found):
        step += " (and `--turncoat` if the turncoat goes)"
    more = "" if len(found) == 1 else "; `companion boolean mission` shows all"
    return [f"{step}{more}.", _say_swap(state)]


def _names(found: list[PossibleMission], price: int) -> str:
    """Name the missions for so many Orders: `recruit, target, infiltrate`."""
    names = (
        f"{way.mission.name} agency" if way.target == "agency" else way.mission.name
        for way in found
        if way.orders == price
    )
    return ", ".join(dict.fromkeys(names))


def _say_swap(state: SpyState) -> str:
    name, agency = state.name(state.mover), state.agencies[state.mover]
    if can_swap(agency) is False:
        return f"{name} cannot swap agents, so the turn ends: `companion boolean swap 0`."
    if agency.has_only_turncoats("field"):
        return "To end the turn, the turncoat swaps with two others: `companion boolean swap 1`."
    ends = "To end the turn, one or more pairs of agents swap: `companion boolean swap 1`"
    return f"{ends}{_with_turncoat(agency)}."


def _with_turncoat(agency: Agency) -> str:
    """Say how to enter that a turncoat goes to a desk, if one may be in the field."""
    known = agency.turncoats_at("field") or agency.field is not None
    if not known or not agency.most_turncoats_at("field"):
        return ""
    if agency.desk is not None and agency.desk < 2:
        return ""
    return "; if the turncoat goes to a desk, `companion boolean swap 1 --turncoat desk`"


_PUT_RIGHT = (Step[SpyState]("out"), Step[SpyState]("lost"), Step[SpyState]("agents"))

_TURN: tuple[Step[SpyState], ...] = (
    Step("orders", _say_orders),
    Step("swap"),
    Step("out", _say_changes_alone),
    *_PUT_RIGHT,
)

LEGAL = legal_steps(
    is_over,
    _phase,
    {
        "first orders": (Step("agency", _say_setup), Step("agency"), *_TURN),
        "orders": _TURN,
        "missions": (Step("mission", _say_missions), Step("swap"), Step("orders"), *_PUT_RIGHT),
        "no orders": (Step("swap"), Step("mission", _say_missions), Step("orders"), *_PUT_RIGHT),
    },
)


# Look-ups


def in_play(state: SpyState, reference: Any) -> Iterator[Mention]:
    """The current step, turncoats and free agents, and the end."""
    if state.status == "live":
        if not state.has_begun:
            yield Mention("spy-setup", "before the first turn")
            yield Mention("friendly", "who is White, who is Black")
        yield from _of_missions(state) if state.now.step == "missions" else _of_orders(state)
    if state.free:
        yield Mention("free-agent", counted(len(state.free), "free agent"))
    out = listed([state.name(seat) for seat in state.out])
    yield Mention("spy-elimination", f"{out} out" if out else "how this game ends")


def _of_orders(state: SpyState) -> Iterator[Mention]:
    name, agency = state.name(state.mover), state.agencies[state.mover]
    yield Mention("spy-turn", f"{name}'s")
    yield Mention("orders", f"{name} rolls the desk agents")
    if agency.turncoats_at("desk"):
        yield Mention("turncoat-at-a-desk", f"{name} has it there")
    if agency.most_orders == 0:
        yield Mention("reorganize", f"{name} has no missions")


def _of_missions(state: SpyState) -> Iterator[Mention]:
    name, left, found = state.name(state.mover), state.now.left, worthwhile_missions(state)
    agency = state.agencies[state.mover]
    missions = {way.mission for way in found if way.target != "agency"}
    if found:
        yield Mention("missions", f"{name}'s" if left is None else f"{counted(left, 'Order')} left")
        if infiltrate in missions:
            turned = agency.turncoats_at("field")
            yield Mention("infiltrate-enemy-country", "the attack")
            if turned:
                yield Mention("infiltrating-with-the-turncoat", f"{name} has it in the field")
        if rest in missions:
            yield Mention("rest", f"{counted(state.now.acted, 'agent')} had a mission")
        if free in missions:
            yield Mention("recruiting-a-free-agent", "for two Orders")
    yield Mention("reorganize", "then" if found else "now")
    if agency.turncoats_at("field") and can_swap(agency):
        yield Mention("turncoat-at-a-desk", "if it is swapped")


# As JSON


def _report(state: SpyState) -> dict[str, Any]:
    """The game's part of `table --json`; null is what was not entered."""
    live, now = state.status == "live", state.now
    return {
        "phase": now.step if live else "over",
        "orders": now.orders,
        "orders_left": now.left,
        "ready": state.ready if live else None,
        "free_agents": [
            {"of": None if agent.seat is None else state.name(agent.seat), "die": agent.die}
            for agent in state.free
        ],
    }


def _player_report(state: SpyState, seat: int, reference: Any) -> dict[str, Any]:
    agency, out = state.agencies[seat], seat in state.out
    return {
        "dice": 0 if out else agency.dice,
        "side": agency.side,
        "populace": None if out else agency.populace,
        "desk": None if out else agency.desk,
        "field": 0 if out else agency.field,
        "turncoats": None if out or agency.turncoats is None else list(agency.turncoats),
        "eliminated": out,
    }


class SpyVsSpy(VariantGame[SpyState]):
    """The last player with field agents wins."""

    variant = variant_of("spy")
    ends_by = "BO-197"
    kinds = kinds_with(
        AgencyFormed,
        turn.OrdersCounted,
        *(mission.fact for mission in MISSIONS),
        turn.AgencyReorganized,
        AgentLost,
        AgencyCounted,
        PlayerEliminated,
    )
    steps = LEGAL
    view = function_of("companion.games.boolean.spy.views:view")
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    in_play = staticmethod(in_play)
    report = staticmethod(_report)
    player_json = staticmethod(_player_report)
    advance = staticmethod(turn.advance)

    def own_verbs(self) -> Sequence[AnyVerb]:
        return (
            form_agency,
            turn.count_orders,
            turn.reorganize,
            lose_agent,
            eliminate,
            count_agents,
            mission,
        )

    def check_entry(
        self, states: Sequence[SpyState], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry if after an undo other players would be eliminated by it."""
        super().check_entry(states, events, referee, reference)
        before, after = states[0], states[-1]
        if any(event.kind in _ELIMINATING and "out" not in event.data for event in events):
            return  # older logs do not record it
        out = {seat for event in events for seat in event.data.get("out", ())}
        eliminate_player = PlayerEliminated.kind
        out |= {event.data["seat"] for event in events if event.kind == eliminate_player}
        gone = {seat for seat in after.out if seat not in before.out}
        other = next(iter(out ^ gone), None)
        if other is not None:
            referee.refuse(
                "BO-196",
                f"{after.name(other)} was {'' if other in out else 'not '}eliminated by this "
                f"entry, and now {'would not be' if other in out else 'would be'}, by the known "
                "field agents.",
                f"{UNDO_BY_NUMBER} Or count them: `companion boolean agents "
                f"{after.seats[other].handle} --field 2`.",
            )

    def begins(self, state: SpyState) -> str:
        return f"{state.name(state.first)} goes first"

    def where(self, state: SpyState) -> str:
        name, left = short(state.name(state.mover)), state.now.left
        if state.now.step == "orders":
            return f"{name}'s turn"
        return (
            f"{name}'s missions"
            if left is None
            else f"{name}'s turn, {counted(left, 'Order')} left"
        )

    def status_line(self, state: SpyState) -> str:
        now = self.now(state)
        counts = [agency.field for agency in state.agencies]
        if all(count is None for count in counts) and not state.out:
            return now
        shown = " · ".join(
            f"{short(who.name)} {'out' if seat in state.out else '?' if count is None else count}"
            for seat, (who, count) in enumerate(zip(state.seats, counts, strict=True))
        )
        return f"In the field: {shown} — {now}"


_ELIMINATING = {kind for kind, fact in SpyVsSpy.kinds.items() if "out" in fact.fields}
"""Kinds of entries that may eliminate a player."""
GAME = SpyVsSpy()

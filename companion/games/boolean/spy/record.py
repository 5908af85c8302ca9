"""How each event of Spy vs. Spy changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.event import Event
from companion.core.play import record_play
from companion.core.seats import Seat
from companion.games.boolean.possession.state import SET
from companion.games.boolean.spy.changes import at_turn, eliminated, fallen, lose, turn_over
from companion.games.boolean.spy.missions import mission_of
from companion.games.boolean.spy.record_missions import record_mission
from companion.games.boolean.spy.shapes import NOWHERE
from companion.games.boolean.spy.state import Agency, SpyState, with_agency

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> SpyState:
    """Ten dice each, and nothing told of them."""
    return SpyState(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        agencies=(Agency(),) * len(seats),
    )


def record(state: SpyState, event: Event) -> SpyState:
    """The state after an event. Raises TooNew for a kind that nobody knows."""
    mission = mission_of(event.kind)
    if mission is not None:
        return record_mission(state, mission, event.data)
    recorder = _RECORDERS.get(event.kind)
    return record_play(state, event, None) if recorder is None else recorder(state, event.data)


def _formed(state: SpyState, data: Data) -> SpyState:
    """Friendly dice are the agency, the others the populace, the turncoat among them."""
    seat, friendly, field = data["seat"], data["friendly"], data["field"]
    told = state.agencies[seat]
    if friendly is None:
        return with_agency(state, seat, told._replace(side=data["side"]))
    if friendly == 1 and field is None:
        field = 1  # A-BO-18
    agency = Agency(
        side=data["side"],
        populace=max(0, SET - friendly),
        desk=None if field is None else max(0, friendly - field),
        field=field,
        turncoats=("populace",),
        rolls=2 if data["rerolled"] else told.rolls + 1,
    )
    return with_agency(state, seat, agency)


def _orders(state: SpyState, data: Data) -> SpyState:
    state = at_turn(state, data["seat"])
    return replace(state, now=state.now._replace(orders=data["orders"]))


def _reorganized(state: SpyState, data: Data) -> SpyState:
    """Pairs change places, so only the turncoat, which takes two desk agents, changes numbers."""
    seat = data["seat"]
    agency = state.agencies[seat]
    if data["turncoat"] == "desk":
        agency = agency.turned("field", "desk").moved("desk", "field")
    elif data["turncoat"] == "field":
        agency = agency.turned("desk", "field")
    return turn_over(with_agency(state, seat, agency), seat)


def _lost(state: SpyState, data: Data) -> SpyState:
    return lose(state, data["seat"], data["post"], data["die"])


def _counted(state: SpyState, data: Data) -> SpyState:
    return fallen(with_agency(state, data["seat"], counted_agency(state, data)), data["seat"])


def counted_agency(state: SpyState, data: Data) -> Agency:
    """An agency with what was counted anew; the dice are known once all of its places are."""
    agency: Agency = state.agencies[data["seat"]]
    told = {key: data[key] for key in ("side", "populace", "desk", "field")}
    agency = agency._replace(**{key: told[key] for key in told if told[key] is not None})
    if data["turncoat"] is not None:
        where = data["turncoat"]
        agency = agency._replace(turncoats=() if where == NOWHERE else (where,))
    if agency.populace is None or agency.desk is None or agency.field is None:
        return agency
    return agency._replace(dice=agency.populace + agency.desk + agency.field)


def _eliminated(state: SpyState, data: Data) -> SpyState:
    return eliminated(state, data["seat"])


_RECORDERS: dict[str, Callable[[SpyState, Data], SpyState]] = {
    "agency.formed": _formed,
    "orders.counted": _orders,
    "agency.reorganized": _reorganized,
    "agent.lost": _lost,
    "agency.counted": _counted,
    "player.eliminated": _eliminated,
}

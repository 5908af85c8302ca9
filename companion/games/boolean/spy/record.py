"""How each event of Spy vs. Spy changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.core.changed import replace
from companion.core.seats import Seat
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.spy.changes import at_turn, eliminated, fallen, lose, turn_over
from companion.games.boolean.spy.choices import most_orders
from companion.games.boolean.spy.missions import MISSIONS
from companion.games.boolean.spy.record_missions import record_mission
from companion.games.boolean.spy.state import Agency, SpyState, in_order, with_agency
from companion.games.boolean.spy.words import PLACES

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


def _formed(state: SpyState, data: Data) -> SpyState:
    """Friendly dice are the agency, the others the populace, the turncoat among them."""
    seat, friendly, field = data["seat"], data["friendly"], data["field"]
    told = state.agencies[seat]
    if friendly is None:
        return with_agency(state, seat, told._replace(side=data["side"]))
    if friendly == 1 and field is None:
        field = 1  # A-BO-18
    rolls = told.rolls if completes(told, data) else told.rolls + 1
    agency = Agency(
        side=data["side"],
        populace=max(0, SET - friendly),
        desk=None if field is None else max(0, friendly - field),
        field=field,
        turncoats=("populace",),
        rolls=2 if data["rerolled"] else rolls,
    )
    return with_agency(state, seat, agency)


def completes(told: Agency, data: Data) -> bool:
    """Whether it is the roll that was told already, of which is told now who goes into the field.

    A roll that is said to be the second one is the one that was told if that was the second, too.
    """
    return (
        told.rolls > 0
        and told.dice == SET
        and told.field is None
        and data["field"] is not None
        and told.side == data["side"]
        and told.populace == SET - data["friendly"]
        and (told.rolls == 2 or not data["rerolled"])
    )


def _orders(state: SpyState, data: Data) -> SpyState:
    state = at_turn(state, data["seat"])
    most = most_orders(state.agencies[data["seat"]]) if data["orders"] is None else None
    return replace(state, now=state.now._replace(orders=data["orders"], most=most))


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
    """Where turncoats are told anew, any of them may have been where it is told to be before; and
    as many desk agents may have been rolled as are told now."""
    if data["seat"] == state.turn:
        state = replace(state, now=state.now._replace(most=None))
    if data["turncoats"] is not None and data["seat"] == state.turn:
        state = replace(state, now=state.now._replace(others=0))
    return fallen(with_agency(state, data["seat"], counted_agency(state, data)), data["seat"])


def counted_agency(state: SpyState, data: Data) -> Agency:
    """An agency with what was counted anew; the dice are known once all of its places are.

    Where turncoats are told, it is of all of them.
    """
    agency: Agency = state.agencies[data["seat"]]
    told = {key: data[key] for key in ("side", "populace", "desk", "field")}
    agency = agency._replace(**{key: told[key] for key in told if told[key] is not None})
    if data["turncoats"] is not None:
        agency = agency._replace(turncoats=in_order(data["turncoats"]), strangers=0)
    agency = _with_the_rest(agency._replace(gone=()))
    if agency.populace is None or agency.desk is None or agency.field is None:
        return agency
    return agency._replace(dice=agency.populace + agency.desk + agency.field)


def _with_the_rest(agency: Agency) -> Agency:
    """With the dice that are left in the only place of which nobody told how many are there.

    How many there are together is known from the first roll on. One at least is in the field.
    """
    untold = [place for place in PLACES if agency.at(place) is None]
    if len(untold) != 1 or not agency.rolls:
        return agency
    left = agency.dice - sum(agency.at(place) or 0 for place in PLACES)
    least = 1 if untold[0] == "field" else 0
    return agency.counted(untold[0], left) if left >= least else agency


def _eliminated(state: SpyState, data: Data) -> SpyState:
    return eliminated(state, data["seat"])


RECORDERS: dict[str, Callable[[SpyState, Data], SpyState]] = {
    "agency.formed": _formed,
    "orders.counted": _orders,
    "agency.reorganized": _reorganized,
    "agent.lost": _lost,
    "agency.counted": _counted,
    "player.eliminated": _eliminated,
    **{mission.kind: partial(record_mission, mission) for mission in MISSIONS},
}

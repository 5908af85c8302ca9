"""What the rules of Spy vs. Spy refuse: first rolls, Orders, swaps, and what is put right."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.core.event import Event
from companion.core.names import counted
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.spy.check_missions import check_mission
from companion.games.boolean.spy.check_swaps import check_swaps
from companion.games.boolean.spy.choices import most_orders
from companion.games.boolean.spy.missions import MISSIONS
from companion.games.boolean.spy.record import RECORDERS, completes, counted_agency
from companion.games.boolean.spy.requiring import (
    AT,
    require_die_there,
    require_in,
    require_turn,
    require_turncoat_there,
)
from companion.games.boolean.spy.state import Agency, SpyState, never_friendly
from companion.games.boolean.spy.words import PLACES

Data = Any
Checker = Callable[[SpyState, Data, Referee], None]


def _formed(state: SpyState, data: Data, referee: Referee) -> None:
    seat, friendly = data["seat"], data["friendly"]
    require_in(state, seat)
    name, handle = state.name(seat), state.seats[seat].handle
    if friendly is None:
        _require_side(state, data, referee)
        return
    referee.require(
        not state.begun,
        "BO-177",
        f"The first roll is made before the first turn, and that has begun: {name}'s dice have "
        "been in play since.",
        f"{_such_as(state, data)} counts them anew.",
    )
    turncoat = never_friendly(data["side"]).id
    referee.require(
        friendly < SET,
        "BO-219",
        f"Of ten dice at most {SET - 1} are friendly: the {turncoat} never is for {_side(data)}.",
        f"`companion boolean agency {handle} {data['side']} 5`",
    )
    referee.require(
        friendly > 0,
        "BO-180",
        f"One die has all faces {data['side']}, so it is friendly for {name} in every roll.",
        f"`companion boolean agency {handle} {data['side']} 5`",
    )
    if data["field"] is not None:
        _require_field(state, data, referee)
    _require_roll(state, data, referee)


def _require_side(state: SpyState, data: Data, referee: Referee) -> None:
    """A side is chosen before the first roll, and kept."""
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    referee.require(
        agency.side in (None, data["side"]) or not (state.begun or agency.rolls),
        "BO-177",
        f"{name} is {str(agency.side).capitalize()}, by what was told, and a side is chosen before "
        "the first roll.",
        f"`companion boolean agents {_words(state, data, '--side ')}` if it was told wrongly.",
    )


def _such_as(state: SpyState, data: Data) -> str:
    """How somebody's dice are counted anew: by the roll that is told, where it can be one, less
    the dice that are gone; the other ones are the populace."""
    agency = state.agencies[data["seat"]]
    friendly = data["friendly"] if 0 < data["friendly"] < agency.dice else min(5, agency.dice)
    field = max(1, min(data["field"] or 2, friendly))
    return (
        f"`companion boolean agents {_words(state, data, '--side ')} "
        f"--populace {agency.dice - friendly} --desk {friendly - field} --field {field}`"
    )


def _require_field(state: SpyState, data: Data, referee: Referee) -> None:
    friendly, field = data["friendly"], data["field"]
    name, command = state.name(data["seat"]), f"`companion boolean agency {_words(state, data)}"
    referee.require(
        field > 0,
        "A-BO-18",
        f"At least one of {name}'s agents begins in the field.",
        f"{command} {friendly} --field 1`",
    )
    referee.require(
        field <= friendly,
        "BO-182",
        f"{friendly} of {name}'s dice came up friendly, so {field} cannot go into the field.",
        f"{command} {friendly} --field {max(1, friendly // 2)}`",
    )


def _require_roll(state: SpyState, data: Data, referee: Referee) -> None:
    """The first roll may be made once again, and is told once."""
    seat = data["seat"]
    rolls, name = state.agencies[seat].rolls, state.name(seat)
    if completes(state.agencies[seat], data):
        return
    told = data["friendly"] if data["field"] is None else f"{data['friendly']} {data['field']}"
    referee.require(
        rolls < 2,
        "BO-178",
        f"{name} has rolled all ten dice again already, and there is no third roll (A-BO-16).",
        "`companion undo` if it was told wrongly.",
    )
    referee.require(
        rolls == 0 or data["rerolled"],
        "BO-178",
        f"{name}'s first roll is told already; only one re-roll of all ten may follow (A-BO-16).",
        f"If it was re-rolled: `companion boolean agency {_words(state, data)} {told} --rerolled`; "
        "`companion undo` if it was told wrongly.",
    )


def _words(state: SpyState, data: Data, option: str = "") -> str:
    return f"{state.seats[data['seat']].handle} {option}{data['side']}"


def _side(data: Data) -> str:
    return str(data["side"]).capitalize()


def _orders(state: SpyState, data: Data, referee: Referee) -> None:
    seat, orders = data["seat"], data["orders"]
    require_in(state, seat)
    require_turn(state, seat, referee)
    name, agency, now = state.name(seat), state.agencies[seat], state.now
    if seat == state.turn and now.step == "missions":
        made = "" if now.orders is None else f" for {counted(now.orders, 'Order')}"
        referee.require(
            now.orders is None and orders is not None,
            "BO-184",
            f"{name}'s desk agents were rolled already{made}: Orders come first, and once in a "
            "turn.",
            "Missions are next: `companion boolean mission`; `companion undo` if it was told "
            "wrongly.",
        )
        if orders is not None and orders < now.spent:
            raise Refused(
                f"{name}'s missions of this turn have taken {counted(now.spent, 'Order')} already.",
                f"At least {now.spent}: `companion boolean orders {now.spent}`.",
            )
    if orders is not None:
        _require_desk_agents(name, agency, orders, referee)


def _require_desk_agents(name: str, agency: Agency, orders: int, referee: Referee) -> None:
    most = most_orders(agency)
    if agency.desk is None or most is None:
        referee.require(
            orders < agency.dice,
            "BO-186",
            f"{name} has {agency.dice} dice, and not all of them sit at desks: they bring fewer "
            f"Orders than {orders}.",
            f"`companion boolean orders {min(2, agency.dice - 1)}`, or however many came up "
            "friendly.",
        )
        return
    agents = counted(agency.desk, "desk agent")
    each = ", and each of them brings one Order at most" if agency.desk else " to bring an Order"
    hint = f"`companion boolean orders {most}`{', or fewer' if most else ''}."
    referee.require(orders <= agency.desk, "BO-186", f"{name} has {agents}{each}.", hint)
    referee.require(
        orders <= most,
        "BO-195",
        f"{name} has {agents}, but a turncoat at a desk never brings an Order.",
        hint,
    )


def _agent_lost(state: SpyState, data: Data, referee: Referee) -> None:
    seat, post = data["seat"], data["post"]
    require_in(state, seat)
    if state.agencies[seat].at(post) == 0:
        raise Refused(
            f"{state.name(seat)} has nobody {AT[post]}.",
            f"`companion boolean agents {state.seats[seat].handle} --{post} 1` if that is wrong.",
        )
    require_turncoat_there(state, seat, post, data["die"])
    require_die_there(state, seat, data["die"], referee)


def _counted(state: SpyState, data: Data, referee: Referee) -> None:
    seat = data["seat"]
    require_in(state, seat)
    after = counted_agency(state, data)
    if after == state.agencies[seat] and seat not in RECORDERS["agency.counted"](state, data).out:
        raise Refused(
            f"That is what is known of {state.name(seat)} already.", "`companion table` shows it."
        )
    if data["turncoats"]:
        _require_turncoats(state, seat, after)
    told = [after, *(state.agencies[other] for other in state.still_in if other != seat)]
    dice = sum(agency.at(place) or 0 for agency in told for place in PLACES) + len(state.free)
    most = SET * len(state.seats)
    referee.require(
        dice <= most,
        "BO-176",
        f"That makes {dice} dice, and {len(state.seats)} players have {most} together.",
        _fitting(state, data, after, dice - most),
    )


def check_entry(
    before: SpyState, events: Sequence[Event], after: SpyState, referee: Referee
) -> None:
    """Who is eliminated follows from who is left in the field."""
    if any(event.kind in FELLING and "out" not in event.data for event in events):
        return  # An older companion did not tell.
    told = {seat for event in events for seat in event.data.get("out", ())}
    told |= {event.data["seat"] for event in events if event.kind == "player.eliminated"}
    gone = {seat for seat in after.out if seat not in before.out}
    other = next(iter(told ^ gone), None)
    if other is not None:
        referee.refuse(
            "BO-196",
            f"{after.name(other)} was {'' if other in told else 'not '}eliminated with that, and "
            f"is {'not ' if other in told else ''}then, by the field agents that are told.",
            "`companion log` has the numbers for `companion undo`; `companion boolean agents "
            f"{after.seats[other].handle} --field 2` counts them.",
        )


def _require_turncoats(state: SpyState, seat: int, after: Agency) -> None:
    """Refuse turncoats where nobody is, and more of them than there are. Raises Refused."""
    name, handle, most = state.name(seat), state.seats[seat].handle, len(state.seats)
    turncoats = after.turncoats or ()
    if len(turncoats) > most:
        raise Refused(
            f"{len(turncoats)} turncoats for {name}: there is one in each set, and {most} sets.",
            f"`companion boolean agents {handle} --turncoat {turncoats[-1]}`",
        )
    for place in dict.fromkeys(turncoats):
        count, wanted = after.at(place), turncoats.count(place)
        if count is not None and count < wanted:
            many = "turncoat" if wanted == 1 else f"{wanted} turncoats"
            raise Refused(
                f"{name} has {count or 'nobody'} {AT[place]}, and so no {many} there.",
                f"`companion boolean agents {handle} --{place} {wanted} "
                f"--turncoat {','.join(turncoats)}` tells both.",
            )


def _fitting(state: SpyState, data: Data, after: Agency, over: int) -> str:
    """What would make the dice of all as many as there are: fewer of a place that was not told."""
    handle = state.seats[data["seat"]].handle
    for place in PLACES:
        count = after.at(place)
        least = 1 if place == "field" else 0
        if data[place] is None and count is not None and count - over >= least:
            told = [(other, data[other]) for other in PLACES if data[other] is not None]
            words = " ".join(f"--{where} {many}" for where, many in [*told, (place, count - over)])
            return f"Tell where they came from, too: `companion boolean agents {handle} {words}`."
    return "`companion table` shows everybody's; put others right first if they have lost some."


def _eliminated(state: SpyState, data: Data, referee: Referee) -> None:
    require_in(state, data["seat"])
    if len(state.still_in) == 1:
        raise Refused(
            f"{state.name(data['seat'])} is the only one left.", "`companion finish` ends the game."
        )


FELLING = ("enemy.infiltrated", "agent.lost", "agent.trained", "agency.counted")
"""Entries with which somebody may be eliminated."""
CHECKERS: dict[str, Checker] = {
    "agency.formed": _formed,
    "orders.counted": _orders,
    "agency.reorganized": check_swaps,
    "agent.lost": _agent_lost,
    "agency.counted": _counted,
    "player.eliminated": _eliminated,
    **{mission.kind: partial(check_mission, mission) for mission in MISSIONS},
}

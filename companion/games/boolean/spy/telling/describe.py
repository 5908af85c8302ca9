"""An entry of a play of Spy vs. Spy as a line of the log."""

from collections.abc import Callable
from typing import Any

from companion.core.names import counted, listed
from companion.games.boolean.spy.changes import taken
from companion.games.boolean.spy.record_missions import POST_OF
from companion.games.boolean.spy.requiring import AT
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import Place

Data = Any
Teller = Callable[[SpyState, Data, SpyState], str]

INTO = {"desk": "to a desk", "field": "into the field"}


def begins(state: SpyState) -> str:
    """Who goes first."""
    return f"{state.name(state.first)} goes first"


def _formed(before: SpyState, data: Data, after: SpyState) -> str:
    line = f"{after.name(data['seat'])} is {data['side'].capitalize()}"
    if data["friendly"] is None:
        return line
    agency = after.agencies[data["seat"]]
    split = (
        "" if agency.field is None else f" ({agency.field} in the field, {agency.desk} at desks)"
    )
    rolled = ", rolled again" if data["rerolled"] else ""
    agents = counted(data["friendly"], "agent")
    return f"{line}{rolled}: {agents}{split}, and a populace of {agency.populace}"


def _orders(before: SpyState, data: Data, after: SpyState) -> str:
    name, orders = after.name(data["seat"]), data["orders"]
    if orders is None:
        return f"{name}'s desk agents are rolled; how many Orders they bring is not told"
    return f"{name}'s desk agents bring {counted(orders, 'Order')}"


def _recruits(before: SpyState, data: Data, after: SpyState) -> str:
    name, recruits, field = after.name(data["seat"]), data["recruits"], data["field"]
    line = f"{name} rolls the populace and recruits {recruits or 'nobody'}"
    if not recruits:
        return line
    desk = recruits - field
    parts = [f"{field} into the field"] if field else []
    parts += [f"{desk} to {'a desk' if desk == 1 else 'desks'}"] if desk > 0 else []
    return f"{line}: {', '.join(parts)}"


def _nudged(before: SpyState, data: Data, after: SpyState) -> str:
    line = f"{after.name(data['seat'])} Nudges one of the populace"
    return f"{line}, in vain" if data["to"] is None else f"{line}, who goes {INTO[data['to']]}"


def _infiltrated(before: SpyState, data: Data, after: SpyState) -> str:
    who = f"{after.name(data['seat'])}{_own_turncoat(data)}"
    enemy = after.name(data["enemy"])
    colours = [colour for colour in (data["rolled"], data["shown"]) if colour is not None]
    told = f" ({', '.join(colours)})" if colours else ""
    line = f"{who} infiltrates {enemy}'s {data['target']}{told}"
    if data["result"] == "failed":
        return f"{line} and fails"
    if data["result"] == "loyal":
        return f"{line}, but the victim is loyal"
    return f"{line}: {_loses(after, data['enemy'], POST_OF[data['target']])}"


def _own_turncoat(data: Data) -> str:
    return "'s turncoat" if data["turncoat"] else ""


def _loses(after: SpyState, seat: int, post: str) -> str:
    """The newest free agent, and whose it was."""
    die = after.free[-1].die
    which = "" if die is None else f", the {die}"
    return f"{after.name(seat)} loses a {post} agent{which}"


def _scouted(before: SpyState, data: Data, after: SpyState) -> str:
    return f"{after.name(data['seat'])} scouts {after.name(data['enemy'])}'s {data['target']}"


def _rested(before: SpyState, data: Data, after: SpyState) -> str:
    who = "the turncoat" if data["turncoat"] else "a field agent"
    return f"{after.name(data['seat'])} rests {who}"


def _approached(before: SpyState, data: Data, after: SpyState) -> str:
    name = after.name(data["seat"])
    die = taken(before, data["die"])[1] if before.free else data["die"]
    which = "a free agent" if die is None else f"the free agent {die}"
    colours = f" ({', '.join(data['colours'])})" if data["colours"] else ""
    if not data["won"]:
        return f"{name} tries to recruit {which}{colours}, in vain"
    return f"{name} recruits {which}{colours} into the field, to be used from the next turn on"


def _trained(before: SpyState, data: Data, after: SpyState) -> str:
    post = "field" if data["to"] == "desk" else "desk"
    who = "the turncoat" if data["turncoat"] else f"a {post} agent"
    return f"{after.name(data['seat'])} trains {who}, who goes {INTO[data['to']]}"


def _reorganized(before: SpyState, data: Data, after: SpyState) -> str:
    name, swaps = after.name(data["seat"]), data["swaps"]
    if swaps is None:
        return f"{name}'s turn is over, and was not told to the end"
    if not swaps:
        return f"{name} cannot swap agents"
    line = f"{name} swaps {'a pair' if swaps == 1 else f'{swaps} pairs'} of agents"
    if data["turncoat"] == "desk":
        return f"{line}: the turncoat goes to a desk, two go into the field for it"
    return f"{line}: the turncoat goes into the field" if data["turncoat"] else line


def _counted(before: SpyState, data: Data, after: SpyState) -> str:
    name = after.name(data["seat"])
    told = [data["side"].capitalize()] if data["side"] else []
    counts: dict[Place, str] = {
        "populace": "in the populace",
        "desk": "at desks",
        "field": "in the field",
    }
    told += [
        f"{data[place] or 'nobody'} {at}" for place, at in counts.items() if data[place] is not None
    ]
    was, agency = before.agencies[data["seat"]], after.agencies[data["seat"]]
    told += [
        f"which leaves {agency.at(place)} {at}"
        for place, at in counts.items()
        if data[place] is None and was.at(place) != agency.at(place)
    ]
    if data["turncoats"] is not None:
        told.append(_turncoats(data["turncoats"]))
    return f"{name}: {', '.join(told)}"


def _turncoats(places: list[Place]) -> str:
    """Where turncoats are: `the turncoat in the field`."""
    if len(places) < 2:
        return f"the turncoat {AT[places[0]] if places else 'lost'}"
    return f"turncoats {listed([AT[place] for place in places])}"


_TELLERS: dict[str, Teller] = {
    "agency.formed": _formed,
    "orders.counted": _orders,
    "recruits.taken": _recruits,
    "recruit.nudged": _nudged,
    "enemy.infiltrated": _infiltrated,
    "enemy.scouted": _scouted,
    "agent.rested": _rested,
    "turncoat.recruited": lambda before, data, after: (
        f"{after.name(data['seat'])} recruits the turncoat, who goes {INTO[data['to']]}"
    ),
    "free_agent.approached": _approached,
    "agent.trained": _trained,
    "agency.reorganized": _reorganized,
    "agent.lost": lambda before, data, after: _loses(after, data["seat"], data["post"]),
    "agency.counted": _counted,
}


def _told(teller: Teller) -> Teller:
    """What happened, and who is eliminated by it."""

    def tell(before: SpyState, data: Data, after: SpyState) -> str:
        line = teller(before, data, after)
        fallen = [after.name(seat) for seat in after.out if seat not in before.out]
        return f"{line}; no field agent is left, and {fallen[0]} is eliminated" if fallen else line

    return tell


TELLERS: dict[str, Teller] = {
    **{kind: _told(teller) for kind, teller in _TELLERS.items()},
    "player.eliminated": lambda before, data, after: (
        f"{after.name(data['seat'])} has no field agent left, and is eliminated"
    ),
}

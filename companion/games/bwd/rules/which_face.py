"""Which face an entry means by now, of kinds that are not declared yet (see `places`)."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.event import Event
from companion.games.bwd.places import BY_ANY as ANY
from companion.games.bwd.places import BY_CHANCE as CHANCE
from companion.games.bwd.places import BY_ICON as ICON
from companion.games.bwd.places import BY_TOP as TOP
from companion.games.bwd.places import changed as _changed
from companion.games.bwd.places import found
from companion.games.bwd.places import is_missing as missing
from companion.games.bwd.places import settling as _face
from companion.games.bwd.state import Die, State

__all__ = ("ANY", "CHANCE", "ICON", "TOP", "found", "missing", "settled", "settled_all")

Data = Any


def settled(state: State, event: Event) -> Event:
    """The event with the places of the faces that it means in this state."""
    settle = _SETTLING.get(event.kind)
    if settle is None:
        return event
    data = settle(state, event.data)
    return event if data is event.data else event._replace(data=data)


def settled_all(states: Sequence[State], events: Sequence[Event]) -> list[Event]:
    """The events of one entry, each settled in the state before it."""
    return [settled(state, event) for state, event in zip(states, events, strict=False)]


def _rolled(state: State, data: Data) -> Data:
    if "meant" not in data:
        return data
    faces = {
        die_id: place
        if place is None
        else _came_up(state.die(die_id), place, data["shows"][die_id], data["meant"][die_id])
        for die_id, place in data["faces"].items()
    }
    return _changed(data, "faces", faces)


def _came_up(die: Die, place: int, icon: str | None, way: str) -> int:
    """As `found`, but what was on top before a roll, or is marked, makes no blank face another."""
    if way not in (ICON, CHANCE):
        return found(die, place, icon, way)
    blanks = [] if icon is not None or die.faces[place].blank else die.blanks()
    return blanks[0] if blanks else found(die._replace(active=None), place, icon, way)


def _resolved(state: State, data: Data) -> Data:
    told = data.get("copies")
    if told is None:
        return data
    copies = _face("icon")(state, told)
    return data if copies is told else {**data, "copies": copies}


_SETTLING: dict[str, Callable[[State, Data], Data]] = {
    "face.erased": _face("icon"),
    "face.replaced": _face("over"),
    "face.dotted": _face("icon"),
    "face.dashed": _face("icon"),
    "dice.rolled": _rolled,
    "die.resolved": _resolved,
}

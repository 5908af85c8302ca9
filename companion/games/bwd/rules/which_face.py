"""Which face an entry means, now that something before it was taken back or brought back.

Nobody at a table numbers the faces of a die: the place of a face is where the companion keeps it.
So an entry also says how its face was named (`meant`), and what was on it. Where that lies at
another place by now, the entry means that one, as the same words would if they were told now.
Entries of older logs do not say it, and mean the place that they name.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from companion.core.event import Event
from companion.games.bwd.state import Die, State

Data = Any

ANY = "any"
"""Nobody named a face: any blank one would do, that on top only where there is no other."""
TOP = "top"
ICON = "icon"
NUMBER = "number"
"""By its number: that very place."""
CHANCE = "chance"
"""By the companion, which rolled: whatever had that icon might have come up."""
WAYS = (ANY, TOP, ICON, NUMBER, CHANCE)


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


def found(die: Die, place: int, icon: str | None, way: str) -> int:
    """The place of the face that was named in that `way` and had that `icon` at that `place`; the
    place itself where no face, or more than one, can be meant."""
    if way == NUMBER:
        return place
    if way == TOP and die.active is not None:
        return die.active
    if die.faces[place].icon == icon:
        return place
    if icon is None:
        return _blank(die, place, ())
    same = [n for n, face in enumerate(die.faces) if face.icon == icon]
    alike = len({die.faces[n] for n in same}) == 1
    return same[0] if alike and (len(same) == 1 or die.active not in same) else place


def missing(state: State, data: Data) -> bool:
    """Whether a house let stand that a face was erased or replaced which no die has by now.

    What is kept at its place is another one then, and stays.
    """
    if data.get("meant", NUMBER) == NUMBER:
        return False
    was = data["over"] if "over" in data else data["icon"]
    return bool(state.die(data["die"]).faces[data["face"]].icon != was)


def _blank(die: Die, place: int, taken: Collection[int]) -> int:
    """A blank face for an icon of which nobody said where it goes: as it was, if that would do."""
    free = [blank for blank in die.blanks() if blank not in taken]
    if not free or (place in free and (place != die.active or free == [place])):
        return place
    return free[0]


def _tagged(state: State, data: Data) -> Data:
    if "meant" not in data:
        return data
    placed: list[Any] = [None] * len(data["placed"])
    # Named faces first: what goes anywhere leaves them free.
    order = sorted(range(len(placed)), key=lambda n: data["meant"][n] == ANY)
    for n in order:
        (die_id, place, icon), way, was = data["placed"][n], data["meant"][n], data["over"][n]
        die = state.die(die_id)
        taken = {other[1] for other in placed if other is not None and other[0] == die_id}
        now = _blank(die, place, taken) if way == ANY else found(die, place, was, way)
        placed[n] = [die_id, now, icon]
    return _changed(data, "placed", placed)


def _face(icon_key: str) -> Callable[[State, Data], Data]:
    """Of an event about one face: which of its keys says what was on it."""

    def settle(state: State, data: Data) -> Data:
        if "meant" not in data:
            return data
        die = state.die(data["die"])
        return _changed(data, "face", found(die, data["face"], data[icon_key], data["meant"]))

    return settle


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


def _disc(state: State, data: Data) -> Data:
    if "meant" not in data:
        return data
    die_id, _, number = data["on"].removeprefix("face:").rpartition("#")
    place = found(state.die(die_id), int(number) - 1, data["icon"], data["meant"])
    return _changed(data, "on", f"face:{die_id}#{place + 1}")


def _changed(data: Data, key: str, value: Any) -> Data:
    return data if data[key] == value else {**data, key: value}


_SETTLING: dict[str, Callable[[State, Data], Data]] = {
    "card.tagged": _tagged,
    "face.erased": _face("icon"),
    "face.replaced": _face("over"),
    "face.dotted": _face("icon"),
    "face.dashed": _face("icon"),
    "dice.rolled": _rolled,
    "die.resolved": _resolved,
    "disc.placed": _disc,
}

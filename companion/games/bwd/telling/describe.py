"""Each event of Blank White Dice as a line of the log, and the phases by their names."""

from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.core.later import known
from companion.core.names import listed
from companion.core.play import describe_play
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.moves.refs import counted
from companion.games.bwd.rules.which_face import missing, settled
from companion.games.bwd.state import COMMON, Face, State

Data = Any


def describe(before: State, event: Event, after: State, catalogue: Any) -> str:
    """The event in a sentence; empty where another line of the same entry says it."""
    teller = _TELLERS.get(event.kind)
    if teller is None:
        return describe_play(before, event, after)
    return teller(before, settled(before, event).data, after, known(catalogue))


def _on(before: State, data: Data, catalogue: Catalogue) -> str:
    return _face(before.die(data["die"]).faces[data["face"]], catalogue)


def _face(face: Face, catalogue: Catalogue) -> str:
    return "blank" if face.icon is None else catalogue.title(face.icon)


def _face_erased(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    if missing(before, data):
        named = _face(Face(data["icon"]), catalogue)
        return f"{named} on {after.die(data['die']).id} erased, which is not there: nothing changes"
    itself = data.get("by") == "itself"
    face = before.die(data["die"]).faces[data["face"]]
    what = "marks" if face.icon is None else _face(face, catalogue)
    if itself:
        return f"{what} on {after.die(data['die']).id} erases itself ({data['why']})"
    return f"{what} on {after.die(data['die']).id} erased"


def _face_replaced(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    old, new = _on(before, data, catalogue), catalogue.title(data["icon"])
    if missing(before, data):
        named = _face(Face(data["over"]), catalogue)
        return f"{new} replaces {named} on {after.die(data['die']).id}, which is not there"
    return f"{new} replaces {old} on {after.die(data['die']).id}"


def _face_marked(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    face = after.die(data["die"]).faces[data["face"]]
    marks = [f"{face.dots} dot{'s' * (face.dots != 1)}"] * bool(face.dots)
    marks += [f"{face.dashes} dash{'es' * (face.dashes != 1)}"] * bool(face.dashes)
    return f"{_face(face, catalogue)} on {after.die(data['die']).id} has {listed(marks)} now"


def _die_written(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    icons = [catalogue.title(face["icon"]) for face in data["faces"] if face is not None]
    return f"{after.die(data['die']).id} has {listed(counted(icons)) or 'nothing'} on it"


def _dice_rolled(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    shown = []
    for die_id, place in data["faces"].items():
        face = None if place is None else after.die(die_id).faces[place]
        told = Face(data["shows"][die_id])
        shown.append(
            f"{after.die(die_id).id} {'not told' if face is None else _face(face, catalogue)}"
        )
        if face is not None and face.icon != told.icon:  # As a house let it stand.
            shown[-1] += f" (told: {_face(told, catalogue)})"
    return f"rolled: {', '.join(shown)}"


def _die_claimed(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    die = "the common die" if data["die"] == COMMON else after.die(data["die"]).id
    return f"{after.name(data['seat'])} takes {die}"


def _dice_swapped(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    one, other = (after.die(die_id) for die_id in data["dice"])
    holders = [
        f"{die.id} is with {after.name(die.owner) if die.owner is not None else 'nobody'}"
        for die in (one, other)
    ]
    return f"swapped: {listed(holders)} now"


def _die_resolved(before: State, data: Data, after: State, catalogue: Catalogue) -> str:
    icon = data["face"]
    shown = "blank" if icon is None else catalogue.title(icon)
    line = f"{after.name(data['seat'])} resolves {after.die(data['die']).id} ({shown})"
    if "copies" in data:
        line += (
            f" as {after.die(data['copies']['die']).id} ({catalogue.title(data['copies']['icon'])})"
        )
    return f"{line}: {data['how']}" if data["how"] else line


_TELLERS: dict[str, Callable[[State, Data, State, Catalogue], str]] = {
    "face.erased": _face_erased,
    "face.replaced": _face_replaced,
    "face.dotted": _face_marked,
    "face.dashed": _face_marked,
    "die.written": _die_written,
    "dice.rolled": _dice_rolled,
    "die.claimed": _die_claimed,
    "dice.swapped": _dice_swapped,
    "die.resolved": _die_resolved,
}

"""How each event of Blank White Dice changes the state. Never refuses: that is `check`'s work."""

from collections.abc import Callable
from typing import Any

from companion.core.changed import replace
from companion.core.event import Event
from companion.core.play import record_play
from companion.games.bwd.rules.which_face import missing, settled
from companion.games.bwd.state import (
    BLANK,
    LOWEST_SCORE,
    RESERVED_HANDLES,
    RESOLVING,
    Copy,
    Did,
    Die,
    Face,
    State,
)

Data = Any


def record(state: State, event: Event) -> State:
    """The state after an event. Raises TooNew for a kind that nobody knows."""
    recorder = _RECORDERS.get(event.kind)
    if recorder is not None:
        event = settled(state, event)
        after = recorder(state, event.data)
        return copies_left(state, event, after) if after.copies else after
    return lead_and_phase(event, record_play(state, event, LOWEST_SCORE, RESERVED_HANDLES))


def lead_and_phase(event: Event, state: State) -> State:
    """The state after an entry of a kind that all games share: dice renamed, who leads, phases."""
    if event.kind == "seat.renamed":
        return _renamed(state, event.data["seat"])
    if state.lead != state.first and state.phase not in (*RESOLVING, "check"):
        state = replace(state, lead=state.first)
    if state.phase != "setup" or state.tracked:
        return state
    # Whoever scores before telling anything of cards or dice plays without phases.
    scored_first = event.kind in ("points.gained", "points.lost") and state.setup is None
    if scored_first or event.kind == "round.ended":
        state = replace(state, phase="open")
    return state


def _renamed(state: State, seat: int) -> State:
    """The state in which the dice of a seat are called after the name of now."""
    handle = state.seats[seat].handle
    dice = (
        die._replace(named=f"{handle}.{die.key.rpartition('.')[2]}") if die.home == seat else die
        for die in state.dice
    )
    return replace(state, dice=tuple(dice))


def with_die(state: State, die: Die) -> State:
    """The state with this die in the place of the one of its id."""
    return state.with_die(die)


def with_face(state: State, die_id: str, place: int, face: Face) -> State:
    """The state with one face drawn anew."""
    return state.with_face(die_id, place, face)


def _overdrawn(state: State, die_id: str, place: int, icon: str) -> State:
    """The state that knows what gets lost where an icon is drawn over another one."""
    there = state.die(die_id).faces[place].icon
    if there is None:
        return state
    return replace(state, overdrawn=(*state.overdrawn, (die_id, there, icon)))


def _face_erased(state: State, data: Data) -> State:
    if not missing(state, data):
        state = with_face(state, data["die"], data["face"], BLANK)
    die = state.die(data["die"])
    if data.get("by") != "itself" or die.did is None or die.did.place != data["face"]:
        return state
    return with_die(state, die._replace(did=die.did._replace(gone=data["why"])))


def _face_replaced(state: State, data: Data) -> State:
    die, place = state.die(data["die"]), data["face"]
    if missing(state, data):
        place = (die.blanks() or [place])[0]
        state = _overdrawn(state, die.key, place, data["icon"])
    return with_face(state, die.key, place, Face(data["icon"], data["card"]))


def _face_dotted(state: State, data: Data) -> State:
    face = state.die(data["die"]).faces[data["face"]]
    dotted = face._replace(dots=face.dots + data["count"])
    return with_face(state, data["die"], data["face"], dotted)


def _face_dashed(state: State, data: Data) -> State:
    face = state.die(data["die"]).faces[data["face"]]
    dashed = face._replace(dashes=face.dashes + data["count"])
    return with_face(state, data["die"], data["face"], dashed)


def _die_written(state: State, data: Data) -> State:
    for place, face in enumerate(data["faces"]):
        state = with_face(state, data["die"], place, Face.from_json(face))
    return with_die(state, state.die(data["die"])._replace(active=None))


def _dice_rolled(state: State, data: Data) -> State:
    for die_id, place in data["faces"].items():
        state = with_die(state, state.die(die_id)._replace(active=place))
    return state


def _die_claimed(state: State, data: Data) -> State:
    return with_die(state, state.die(data["die"])._replace(owner=data["seat"]))


def _dice_swapped(state: State, data: Data) -> State:
    one, other = (state.die(die_id) for die_id in data["dice"])
    state = with_die(state, one._replace(owner=other.owner))
    return with_die(state, other._replace(owner=one.owner))


def _die_resolved(state: State, data: Data) -> State:
    die, seat = state.die(data["die"]), data["seat"]
    place, icon = die.active, data["face"]
    face = die.top if die.top is not None and die.top.icon == icon else Face(icon)
    if "copies" in data:
        told = data["copies"]
        copies = (copy for copy in state.copies if copy.die != die.key)
        face = state.die(told["die"]).faces[told["face"]]
        copy = Copy(die.key, icon or "", told["die"], told["face"], face)
        state = replace(state, copies=(*copies, copy))
    fizzled = "fizzled" in data.get("told", ())
    did = None if place is None or icon is None else Did(seat, place, icon, face, fizzled)
    state = with_die(state, die._replace(resolved=die.resolved | {(state.phase, seat)}, did=did))
    return replace(state, just=die.key)


def copies_left(before: State, event: Event, state: State) -> State:
    """A copy ends with its phase, and as soon as the face that is copied changes (BWD-211)."""
    if state.phase != before.phase:
        return replace(state, copies=())
    rolled = event.data["faces"] if event.kind == "dice.rolled" else {}
    left = tuple(
        copy
        for copy in state.copies
        if rolled.keys().isdisjoint((copy.die, copy.of))
        and _shows(state.die(copy.die), copy.icon)
        and state.die(copy.of).active == copy.place
        and state.die(copy.of).top == copy.face
    )
    return state if left == state.copies else replace(state, copies=left)


def _shows(die: Die, icon: str) -> bool:
    return die.top is not None and die.top.icon == icon


_RECORDERS: dict[str, Callable[[State, Data], State]] = {
    "face.erased": _face_erased,
    "face.replaced": _face_replaced,
    "face.dotted": _face_dotted,
    "face.dashed": _face_dashed,
    "die.written": _die_written,
    "dice.rolled": _dice_rolled,
    "die.claimed": _die_claimed,
    "dice.swapped": _dice_swapped,
    "die.resolved": _die_resolved,
}

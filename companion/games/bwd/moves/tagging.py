"""Tagging: which icon of a card goes on which face of which die, and what finds no room."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.core.action import Action
from companion.core.names import folded, short
from companion.errors import Illegal, Invalid, NotFound
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.moves.refs import (
    EMPTY,
    find_die,
    key_in_play,
    place_of,
    split_ref,
    way_of,
)
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.rules.check_faces import active_card
from companion.games.bwd.rules.check_setup import tagged_in_setup
from companion.games.bwd.rules.conditions import wants_to_trail
from companion.games.bwd.rules.room import carriers, needed
from companion.games.bwd.rules.rounds import tagger
from companion.games.bwd.rules.which_face import ANY, ICON
from companion.games.bwd.state import Die, State


class Placement(NamedTuple):
    """Where an icon is drawn: on which die, at which place, and how that face was named."""

    die: str
    place: int
    icon: str
    way: str = ANY


class Named(NamedTuple):
    """A face that was named for an icon, and how."""

    die: str
    place: int
    way: str


def tag(
    action: Action[State],
    catalogue: Catalogue,
    ref: str,
    card_text: str,
    puts: Sequence[str] = (),
    by: int | None = None,
) -> None:
    """Draw every icon of a card: on the die that `ref` names, and what is too much elsewhere.

    `puts` (`3=ana.1:active`) says where single icons go, against the default: blank faces in order,
    the active face only when it is named or the last one, then the controller's other dice, then
    any die in seat order. What finds no blank face is not drawn, and that is said.
    """
    state = action.state
    die_text, face_text = split_ref(ref)
    die = find_die(state, die_text)
    card = catalogue.find(card_text, set(state.cards()))
    key = key_in_play(state, card)
    told = {"assumed": True} if by is None else {}
    by = tagger(state, die) if by is None else by
    active_card(state, key, action.referee, catalogue)
    tagged_in_setup(state, die, by, catalogue.typed(key), action.referee)
    trailing = by is not None and wants_to_trail(card.condition)
    told |= {"trailing": True} if trailing else {}
    if card.condition and not trailing:
        action.warn(f"{card.title} may be tagged on this condition: {card.condition}.")
    labels = [key if label == card.key else label for label in card.labels]
    if card.prerequisite:
        needs = needed(catalogue, card)
        placed = _over_prerequisite(state, catalogue, die, face_text, needs, labels[0])
        _record(action, key, die, by, placed, [], needs, told)
    else:
        chosen = _chosen(die, catalogue, ref)
        wanted = _wanted(state, catalogue, labels, puts)
        placed, undrawn = placements(state, die, chosen, labels, wanted)
        _ask_where_nobody_controls(state, die, placed, wanted)
        if not placed:
            action.referee.refuse(
                "BWD-85",
                f"{die.id} has no blank face, so {card.title} cannot be tagged on it.",
                _where_there_is_room(state, die),
            )
        _record(action, key, die, by, placed, undrawn, (), told)
        _remind_of_top(action, die, face_text)
        _remind_of_choice(action, die, placed, wanted)
    for touched in dict.fromkeys(placement.die for placement in placed):
        warn_of_wards(action, catalogue, action.state.die(touched))


def _chosen(die: Die, catalogue: Catalogue, ref: str) -> Named | None:
    """The face that is named for the first icon, if one is."""
    face_text = split_ref(ref)[1]
    if not face_text:
        return None
    return Named(die.key, place_of(die, catalogue, face_text), _way(ref))


def _way(ref: str) -> str:
    """How a face to draw on is named; any blank one is where nobody says which."""
    return ANY if folded(split_ref(ref)[1]) in ("", *EMPTY) else way_of(ref)


def _remind_of_top(action: Action[State], die: Die, face_text: str) -> None:
    """A blank face on top was passed over: the table may have meant that one."""
    now = action.state.die(die.key)
    open_yet = die.owner is None or not action.state.has_resolved(die.owner, die)
    if not face_text and open_yet and now.top is not None and now.top.blank:
        action.warn(f"{die.id} has a blank face on top still; `{die.id}:active` draws there.")


def placements(
    state: State,
    die: Die,
    chosen: Named | None,
    labels: Sequence[str],
    wanted: Mapping[str, Named],
) -> tuple[list[Placement], list[str]]:
    """Where each icon goes, and which find no room (BWD-85, BWD-263, BWD-264, BWD-265).

    `chosen` is the face for the first icon, where one was named; `wanted` gives single icons a
    face. With the chosen die full nothing is placed at all (A-BW-03).
    """
    if not die.blanks():
        return [], list(labels)
    free = {other.key: other.blanks() for other in state.dice}
    if chosen is not None:
        free[die.key] = [chosen.place, *(place for place in free[die.key] if place != chosen.place)]
    for die_id, place, _ in wanted.values():
        if place in free[die_id]:
            free[die_id].remove(place)
    order = [die.key]
    order += [
        d.key for d in state.dice if die.owner is not None and d.owner == die.owner and d != die
    ]
    order += [d.key for d in state.dice if d.key not in order]
    placed: list[Placement] = []
    undrawn: list[str] = []
    for label in labels:
        if label in wanted:
            die_id, place, way = wanted[label]
            placed.append(Placement(die_id, place, label, way))
            continue
        room = next((die_id for die_id in order if free[die_id]), None)
        if room is None:
            undrawn.append(label)
        else:
            place = free[room].pop(0)
            named = chosen is not None and (chosen.die, chosen.place) == (room, place)
            placed.append(Placement(room, place, label, chosen.way if chosen and named else ANY))
    # The chosen die is filled first, then its controller's: the order in which they are checked.
    placed.sort(key=lambda placement: order.index(placement.die))
    return placed, undrawn


def _record(
    action: Action[State],
    key: str,
    die: Die,
    by: int | None,
    placed: Sequence[Placement],
    undrawn: Sequence[str],
    needs: Sequence[str],
    told: Mapping[str, bool],
) -> None:
    there = [action.state.die(put.die).faces[put.place].icon for put in placed]
    action.add(
        "card.tagged",
        card=key,
        die=die.key,
        by=by,
        placed=[[put.die, put.place, put.icon] for put in placed],
        undrawn=list(undrawn),
        needs=list(needs),
        meant=[put.way for put in placed],
        over=there,
        **told,
    )


def _wanted(
    state: State, catalogue: Catalogue, labels: Sequence[str], puts: Sequence[str]
) -> dict[str, Named]:
    wanted: dict[str, Named] = {}
    taken: set[tuple[str, int]] = set()
    for put in puts:
        icon, equals, ref = put.partition("=")
        label = folded(icon).replace("−", "-").removeprefix("+")
        if not equals or label not in labels:
            raise Invalid(
                f"“{short(put)}” does not say which icon goes where.",
                f"This card's icons are {' and '.join(labels)}: `--put {labels[0]}=ana.1`.",
            )
        die_text, face_text = split_ref(ref)
        die = find_die(state, die_text)
        free = [place for place in die.blanks() if (die.key, place) not in taken]
        if not face_text and not free:
            raise NotFound(f"{die.id} has no blank face left for {icon}.", "Choose another die.")
        place = place_of(die, catalogue, face_text) if face_text else free[0]
        if (die.key, place) in taken and folded(face_text) in EMPTY and free:
            place = free[0]
        if (die.key, place) in taken:
            raise Illegal(
                "BWD-196",
                "Two icons cannot go on one face: each has a face of its own.",
                "Choose another face for one of them.",
            )
        wanted[label] = Named(die.key, place, _way(ref))
        taken.add((die.key, place))
    return wanted


def _over_prerequisite(
    state: State,
    catalogue: Catalogue,
    die: Die,
    face_text: str,
    needs: Sequence[str],
    label: str,
) -> list[Placement]:
    """The face that a complex icon replaces (BWD-246): the named one, or one that carries it."""
    if face_text:
        way = way_of(f"{die.id}:{face_text}")
        return [Placement(die.key, place_of(die, catalogue, face_text), label, way)]
    carrying = carriers(state, die, needs)
    return [Placement(die.key, (carrying or die.blanks() or [0])[0], label, ICON)]


def _ask_where_nobody_controls(
    state: State, die: Die, placed: Sequence[Placement], wanted: Collection[str]
) -> None:
    """What does not fit on a die that nobody has goes where its tagger likes (A-BW-02)."""
    if die.owner is not None:
        return
    for die_id, _, label, _ in placed:
        room = _room_beside(state, die)
        if die_id != die.key and label not in wanted and len(room) > 1:
            raise Invalid(
                f"Nobody has {die.id}, so whoever tags chooses a face for the {label} (A-BW-02).",
                f"`--put {label}={room[0]}`; there is room on {', '.join(room)}.",
            )


def _remind_of_choice(
    action: Action[State], die: Die, placed: Sequence[Placement], wanted: Collection[str]
) -> None:
    """An icon that went to somebody else's die might have gone to another one."""
    room = _room_beside(action.before, die)
    for die_id, _, label, _ in placed:
        strange = die.owner is not None and action.state.die(die_id).owner != die.owner
        if strange and label not in wanted and len(room) > 1:
            gets = action.state.die(die_id).id
            action.warn(f"The {label} went to {gets}; `--put {label}=DIE` chooses another die.")


def _room_beside(state: State, die: Die) -> list[str]:
    return [other.id for other in state.dice if other.blanks() and other.id != die.id]


def _where_there_is_room(state: State, full: Die) -> str:
    """In setup, among the dice of the same player: nobody tags another's (BWD-83)."""
    own = state.phase == "setup" and full.owner is not None
    dice = state.dice_of(full.owner) if own and full.owner is not None else state.dice
    room = [die.id for die in dice if die.blanks()]
    if not room:
        return "No die has a blank face: a Tag that resolves now erases itself (BWD-28)."
    return f"There is room on {', '.join(room)} (A-BW-03)."

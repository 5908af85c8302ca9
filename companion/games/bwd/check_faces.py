"""What the rules refuse about faces: tagging, erasing, replacing."""

from collections.abc import Collection
from typing import Any

from companion.core.referee import Referee
from companion.games.bwd.catalogue import is_number
from companion.games.bwd.record import drawn, with_face
from companion.games.bwd.shown import shown, typed
from companion.games.bwd.state import Die, Face, State

Data = Any


def active_card(state: State, card: str, referee: Referee) -> None:
    """Refuse a card whose icons cannot be tagged now."""
    match state.card_state(card):
        case "neutralized":
            referee.refuse(
                "BWD-231",
                f"{shown(card)} is neutralized: its icons cannot be tagged.",
                f"`companion bwd restore {typed(card)}` when it has been turned face-up again.",
            )
        case "overwritten":
            top = state.stack_of(card)[-1]
            referee.refuse(
                "BWD-236",
                f"{shown(card)} is covered by {shown(top)}: its icons cannot be tagged.",
                f"Take the top of its stack, {shown(top)}: `{typed(top)}` (BWD-171).",
            )
        case None if state.told and card:
            referee.refuse(
                "BWD-84",
                f"{shown(card)} is not in the tableau, so it cannot be tagged.",
                f"`companion bwd add {typed(card)}` when it has come into play.",
            )


def card_tagged(state: State, data: Data, referee: Referee) -> None:
    """An active card, blank faces (or the prerequisite), the nearest dice first."""
    active_card(state, data["card"], referee)
    needs, chosen = set(data["needs"]), data["die"]
    for die_id, place, icon in data["placed"]:
        die = state.die(die_id)
        face = die.faces[place]
        if needs:
            _prerequisite(state, needs, face, data["card"], die_id, referee)
        else:
            referee.require(
                face.blank,
                "BWD-85",
                f"{die_id} already has {shown(face.icon or '')} there: icons go on blank faces.",
                f"`companion bwd replace {die_id}:{face.icon} …` writes over a face.",
            )
            _nearest_dice_first(state, state.die(chosen), die, referee)
        state = with_face(state, die_id, place, drawn(state, die_id, place, icon, data["card"]))
    if data["undrawn"] and not needs:
        referee.require(
            not any(die.blanks() for die in state.dice),
            "BWD-264",
            "There is still a blank face in play, so every icon has to be drawn.",
            "Name it: `--put ICON=DIE`.",
        )


def serving(state: State, needs: Collection[str]) -> set[str]:
    """The cards that serve as a prerequisite: those named, and what overwrites them (BWD-247)."""
    covering = {
        above
        for need in needs
        if need in state.cards()
        for above in state.stack_of(need)[state.stack_of(need).index(need) + 1 :]
    }
    return covering | set(needs)


def _prerequisite(
    state: State, needs: set[str], face: Face, card: str, die_id: str, referee: Referee
) -> None:
    """The face must carry what the complex icon needs, or an icon of what covers that (A-BW-21)."""
    referee.require(
        bool({face.card, face.icon} & serving(state, needs)),
        "BWD-245",
        f"{shown(card)} goes only on a face with {' or '.join(sorted(map(shown, needs)))}, "
        f"and that face of {die_id} has {shown(face.icon) if face.icon else 'nothing'}.",
        f"Name a face that has it: `companion bwd tag {die_id}:{typed(min(needs))} {typed(card)}`.",
    )


def _nearest_dice_first(state: State, chosen: Die, die: Die, referee: Referee) -> None:
    """Excess icons: the chosen die, then its controller's others, then any (A-BW-01)."""
    if die.id == chosen.id:
        return
    referee.require(
        not chosen.blanks(),
        "BWD-85",
        f"{chosen.id} still has a blank face: the icons of one card go on one die.",
        f"Put it on {chosen.id}.",
    )
    own = chosen.owner is not None and chosen.owner == die.owner
    nearer = [
        other.id
        for other in state.dice
        if chosen.owner is not None and other.owner == chosen.owner and other.blanks()
    ]
    if not own and nearer:
        referee.refuse(
            "BWD-263",
            f"Excess icons go on {nearer[0]} first: it belongs to the same player.",
            f"Put it on {' or '.join(nearer)}.",
        )


def face_erased(state: State, data: Data, referee: Referee) -> None:
    """There must be something on the face."""
    referee.require(
        not state.die(data["die"]).faces[data["face"]].clean,
        "BWD-190",
        f"That face of {data['die']} is blank: there is nothing to erase.",
        "Name a face by what is drawn on it, such as `ana.1:investment`.",
    )


def face_replaced(state: State, data: Data, referee: Referee) -> None:
    """The card of the new icon must be active; a number needs none."""
    if data["card"] is not None and not is_number(data["icon"]):
        active_card(state, data["card"], referee)

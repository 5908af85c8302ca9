"""What the rules refuse about faces: tagging, erasing, replacing."""

from typing import Any

from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.room import active_card as active_card
from companion.games.bwd.state import Face, State

Data = Any


def face_erased(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """There must be something on the face, and it is what was named."""
    die = state.die(data["die"])
    face = die.faces[data["face"]]
    referee.require(
        not face.clean,
        "BWD-190",
        f"That face of {die.id} is blank: there is nothing to erase.",
        "Name a face by what is drawn on it, such as `ana.1:investment`.",
    )
    if "icon" in data and not face.clean:
        _still_there(face, die.id, data["icon"], "BWD-190", "erased", referee, cards)


def _still_there(
    face: Face,
    die_id: str,
    icon: str | None,
    rule: str,
    done: str,
    referee: Referee,
    cards: Catalogue,
) -> None:
    referee.require(
        face.icon == icon,
        rule,
        f"{die_id} has no {cards.title(icon) if icon else 'blank'} there that could be {done}.",
        "`companion bwd dice` shows what is on it.",
    )


def face_marked(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Dots and dashes go on the face that was meant."""
    icon, die = data["icon"], state.die(data["die"])
    referee.require(
        die.faces[data["face"]].icon == icon,
        "BWD-216",
        f"{die.id} has no {cards.title(icon) if icon else 'blank'} there that could be marked.",
        "`companion bwd dice` shows what is on it.",
    )


def face_replaced(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """The card of the new icon must be active; a number needs none. The face is what was named."""
    if "over" in data:
        die = state.die(data["die"])
        face = die.faces[data["face"]]
        _still_there(face, die.id, data["over"], "BWD-253", "replaced", referee, cards)
    if data["card"] is not None and not is_number(data["icon"]):
        active_card(state, data["card"], referee, cards)

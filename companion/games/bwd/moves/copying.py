"""Copying: which active face an icon works as when it resolves."""

from typing import Any

from companion.core.action import Action
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.moves.refs import find_die
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.rules.copies import can_copy, works
from companion.games.bwd.rules.which_face import TOP
from companion.games.bwd.state import Die, State


def copied(action: Action[State], catalogue: Catalogue, die: Die, named: str | None) -> Die | None:
    """The die whose active face is copied: the one that is named, or that of a copy that stands.

    None also where a house lets a blank face be copied, which does nothing by itself. Raises
    Invalid or Refused where there is no icon to be copied.
    """
    state = action.state
    copy = state.copy_of(die)
    if named is None:
        return None if copy is None or not works(state, die, catalogue) else state.die(copy.of)
    if die.top is None or not can_copy(die.top, catalogue):
        raise Invalid(f"{die.id} shows nothing that copies.", f"`companion bwd resolve {die.id}`")
    other = find_die(state, named)
    if other.top is None:
        raise Refused(
            f"I do not know what {other.id} shows.", f"`companion bwd roll {other.id}=…` tells it."
        )
    if other.top.icon is None:
        action.referee.refuse(
            "A-BW-15",
            f"{other.id} shows a blank face, which is no icon to be copied.",
            f"`companion bwd resolve {die.id} --copies DIE` with another die.",
        )
        return None
    if copy is None:
        warn_of_wards(action, catalogue, other)
    return other


def told_of(other: Die) -> dict[str, Any]:
    """What an entry keeps of the face that is copied."""
    assert other.top is not None
    return {
        "die": other.key,
        "face": other.active,
        "icon": other.top.icon,
        "card": other.top.card,
        "meant": TOP,
    }

"""Icons that copy: which active face may be copied, what is recorded, how long the copy lasts.

A copy lasts until the phase ends or the copied face changes.
"""

from companion.core.action import Action
from companion.core.event import Event, Referee
from companion.core.fact import Recorded
from companion.core.shapes import maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.faces import BY_TOP, CARD, DIE, ICON, PLACE, WAY, describe_die, find_die
from companion.games.bwd.rounds import may_resolve
from companion.games.bwd.state import Copy, Die, Face, State
from companion.games.bwd.wards import card_on, in_force, warn_of_wards


class FaceCopied(Recorded):
    """The active face that a die copies when it resolves, and how it was named."""

    die: Annotated[str, DIE]
    face: Annotated[int, PLACE]
    icon: Annotated[str, ICON]
    card: Annotated[str | None, maybe(CARD)]
    meant: Annotated[str, WAY] = ""


# What may be copied


def can_copy(face: Face, cards: Catalogue) -> bool:
    """Whether an icon may be one that copies, as far as known: not a number, not a core icon, and
    none that the group described as not copying.
    """
    card = card_on(cards, face)
    if face.icon is None or is_number(face.icon):
        return False
    if card is None:
        return True
    return not card.core and cards.described.get(card.key, {}).get("copies") is not False


def copier_works(state: State, die: Die, cards: Catalogue) -> bool:
    """Whether the card of the icon that copies is in force."""
    return die.top is None or in_force(state, cards, die.top.card)


def require_copied(
    state: State, die: Die, copied: FaceCopied, referee: Referee, cards: Catalogue
) -> None:
    """Require that an active face is copied that shows an icon, and does not copy itself."""
    other = state.die(copied.die)
    top = other.top
    shown = other.active == copied.face and (top and top[:2]) == (copied.icon, copied.card)
    again = f"`companion bwd resolve {die.id} --copies DIE`"
    referee.require(
        shown,
        "BWD-208",
        f"{other.id} does not show {cards.title(copied.icon)}, and only active faces are copied.",
        f"{again}; `companion bwd roll {other.id}=…` enters what is on top.",
    )
    if not shown or state.copy_of(die) is not None:
        return  # An existing copy met this when it was made.
    title = describe_die(other, cards)
    referee.require(
        copier_works(state, die, cards),
        "BWD-142",
        f"{describe_die(die, cards)} does not work now, so it copies nothing and only erases "
        "itself.",
        "Leave out `--copies`.",
    )
    referee.require(
        not _copies(state, die, other, cards),
        "BWD-210",
        f"{title} copies, too: an icon that copies cannot be copied.",
        f"{again} with another die.",
    )
    working = die._replace(faces=(top or Face(),) * 6)
    referee.require(
        may_resolve(state, cards, working, state.phase),
        "A-BW-05",
        f"{title} has nothing to resolve in the {state.phase.title()} phase, and neither has what "
        "copies it.",
        f"{again} with another die.",
    )


def _copies(state: State, die: Die, other: Die, cards: Catalogue) -> bool:
    """Whether a die's icon makes copies: as far as known, and as the copying icon does."""
    card, own = card_on(cards, other.top), card_on(cards, die.top)
    same = card is not None and own is not None and card.key == own.key
    return (
        other.id == die.id
        or same
        or (card is not None and card.copies)
        or any(copy.die == other.key for copy in state.copies)
    )


def require_same_copy(
    state: State, die: Die, copied: FaceCopied | None, referee: Referee, cards: Catalogue
) -> None:
    """Require that an existing copy is neither repeated nor dropped in a later turn of a phase."""
    copy = state.copy_of(die)
    if copy is None or not copier_works(state, die, cards):
        return
    icon = cards.title(copy.face.icon or "")
    referee.require(
        copied is not None and (copied.die, copied.face) == (copy.of, copy.place),
        "BWD-209",
        f"{die.id} works as {icon} on {state.die(copy.of).id} until this phase ends.",
        f"`companion bwd resolve {die.id}` carries that out again.",
    )


# How long a copy lasts


def copying(state: State, die: Die, icon: str | None, copied: FaceCopied) -> tuple[State, Face]:
    """Return the state in which a die works as the face that it copies, and that face."""
    copies = (copy for copy in state.copies if copy.die != die.key)
    face = state.die(copied.die).faces[copied.face]
    copy = Copy(die.key, icon or "", copied.die, copied.face, face)
    return replace(state, copies=(*copies, copy)), face


def copies_left(before: State, event: Event, state: State) -> State:
    """End copies with their phase, and as soon as the copied face changes (BWD-211)."""
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


# Entering a copy


def choose_copied(action: Action[State], die: Die, named: str | None) -> Die | None:
    """Return the die whose active face is copied: the named one, or that of an existing copy.

    None also if a house rule allows copying a blank face, which does nothing by itself. Raises
    Invalid or Refused if there is no icon to be copied.
    """
    state, catalogue = action.state, action.reference
    copy = state.copy_of(die)
    if named is None:
        works = copy is not None and copier_works(state, die, catalogue)
        return state.die(copy.of) if copy is not None and works else None
    if die.top is None or not can_copy(die.top, catalogue):
        raise Invalid(f"{die.id} shows nothing that copies.", f"`companion bwd resolve {die.id}`")
    other = find_die(state, named)
    if other.top is None:
        raise Refused(
            f"It is unknown what {other.id} shows.", f"`companion bwd roll {other.id}=…` enters it."
        )
    if other.top.icon is None:
        action.referee.refuse(
            "A-BW-15",
            f"{other.id} shows a blank face, which has no icon to copy.",
            f"`companion bwd resolve {die.id} --copies DIE` with another die.",
        )
        return None
    if copy is None:
        warn_of_wards(action, other)
    return other


def face_copied(other: Die) -> FaceCopied:
    """Return the record of the active face of a copied die."""
    assert other.top is not None
    assert other.active is not None
    return FaceCopied(
        die=other.key,
        face=other.active,
        icon=other.top.icon or "",
        card=other.top.card,
        meant=BY_TOP,
    )

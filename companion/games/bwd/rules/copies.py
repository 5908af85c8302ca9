"""Copies: an icon that works as another face does, until the phase ends or that face changes."""

from typing import Any

from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.in_force import card_on, in_force
from companion.games.bwd.rules.rounds import may_resolve, spoken
from companion.games.bwd.state import Die, Face, State

Data = Any


def copied_die(data: Data) -> str | None:
    """The die whose face a resolution copies; None where it copies none."""
    copies = data.get("copies")
    return None if copies is None else str(copies["die"])


def acting(before: State, data: Data) -> Face | None:
    """What a resolution carries out: the face that was copied, or else the one on top."""
    copied = data.get("copies")
    return before.die(data["die"]).top if copied is None else Face(copied["icon"], copied["card"])


def copied(state: State, die: Die, data: Data, referee: Referee, cards: Catalogue) -> None:
    """An active face is copied that shows an icon, and none that copies itself."""
    told = data["copies"]
    other = state.die(told["die"])
    top = other.top
    shown = other.active == told["face"] and (top and top[:2]) == (told["icon"], told["card"])
    again = f"`companion bwd resolve {die.id} --copies DIE`"
    referee.require(
        shown,
        "BWD-208",
        f"{other.id} does not show {cards.title(told['icon'])}, and active faces are copied.",
        f"{again}; `companion bwd roll {other.id}=…` tells what is on top.",
    )
    if not shown or state.copy_of(die) is not None:
        return  # A copy that stands was one when it was made.
    title = spoken(other, cards)
    referee.require(
        works(state, die, cards),
        "BWD-142",
        f"{spoken(die, cards)} does not work now, so it copies nothing and only erases itself.",
        "Leave out `--copies`.",
    )
    referee.require(
        not _copies(state, die, other, cards),
        "BWD-210",
        f"{title} copies as well: an icon that would make a copy is not copied.",
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
    """Whether what a die shows makes copies: as far as is known, and as the copying icon does."""
    card, own = card_on(cards, other.top), card_on(cards, die.top)
    same = card is not None and own is not None and card.key == own.key
    return (
        other.id == die.id
        or same
        or (card is not None and card.copies)
        or any(copy.die == other.key for copy in state.copies)
    )


def still_copies(state: State, die: Die, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A copy that stands is not made anew, nor left out: not in another turn of the phase."""
    copy = state.copy_of(die)
    if copy is None or not works(state, die, cards):
        return
    told = data.get("copies")
    icon = cards.title(copy.face.icon or "")
    referee.require(
        told is not None and (told["die"], told["face"]) == (copy.of, copy.place),
        "BWD-209",
        f"{die.id} works as {icon} on {state.die(copy.of).id} until this phase ends.",
        f"`companion bwd resolve {die.id}` carries that out again.",
    )


def works(state: State, die: Die, cards: Catalogue) -> bool:
    """Whether the card of the icon that copies is in force."""
    return die.top is None or in_force(state, cards, die.top.card)


def can_copy(face: Face, cards: Catalogue) -> bool:
    """Whether an icon may be one that copies, for all that is known: no number, no core icon, and
    none of which the group told that it copies nothing."""
    card = card_on(cards, face)
    if face.icon is None or is_number(face.icon):
        return False
    return card is None or not (card.core or cards.told.get(card.key, {}).get("copies") is False)

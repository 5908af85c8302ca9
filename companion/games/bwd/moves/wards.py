"""Wards and always-effects: their owner must think of them, so the companion reminds everyone."""

import re
from collections.abc import Iterator

from companion.core.action import Action
from companion.core.names import folded
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.rules.in_force import card_on, in_force
from companion.games.bwd.state import Die, State


def wards_of(state: State, catalogue: Catalogue, seat: int) -> Iterator[tuple[Die, Card]]:
    """A player's active icons that ward (BWD-269), with the die that each is on."""
    for die in state.dice_of(seat):
        card = card_on(catalogue, state.working(die))
        if card is not None and card.ward and in_force(state, catalogue, card.key):
            yield die, card


def always_of(state: State, catalogue: Catalogue, seat: int) -> Iterator[tuple[Die, Card]]:
    """A player's icons that work even while they are not on top (BWD-205)."""
    for die in state.dice_of(seat):
        for face in die.faces:
            card = card_on(catalogue, face)
            if card is not None and card.always and in_force(state, catalogue, card.key):
                yield die, card


def warn_of_wards(
    action: Action[State],
    catalogue: Catalogue,
    target: Die | int,
    by: int | None = None,
) -> None:
    """Remind the table of wards and always-effects when someone's die or points are targeted.

    `by` is who does it, by default whoever's turn it is: nobody wards dice against oneself. Points
    (`target` is a seat) are another matter: a ward may stop a loss of its owner's, or of anybody's.
    Of a ward that says what it is about, only that brings it to mind.
    """
    state = action.state
    doer = state.turn if by is None else by
    if isinstance(target, int):
        seat, losing = target, state.scores[target] > 0
        warding = state.turns()
    elif target.owner is None or target.owner == doer:
        return
    else:
        seat, losing = target.owner, False
        warding = (seat,)
    for owner in warding:
        targeted = owner == seat != doer
        for die, card in wards_of(state, catalogue, owner):
            if (losing and wards_losses(card.ward)) or (targeted and wards_targets(card.ward)):
                action.warn(f"{state.name(owner)} has {card.title} on {die.id} (ward): {card.ward}")
    for die, card in always_of(state, catalogue, seat):
        action.warn(f"{state.name(seat)} has {card.title} on {die.id} (always): {card.always}")


def wards_losses(ward: str) -> bool:
    """Whether a ward may stop a loss of points: it says so, or does not say what it stops."""
    about = _USE.sub("", folded(ward))
    return bool(_LOSSES.search(about)) or not _TARGETS.search(about)


def wards_targets(ward: str) -> bool:
    """Whether a ward may stop what is done to its owner, or to a die of its owner's."""
    about = _USE.sub("", folded(ward))
    return bool(_TARGETS.search(about)) or not _LOSSES.search(about)


_USE = re.compile(r"\b(?:erase|wipe|dot|dash|draw|put|add)\b[^.,;:]*?\b(?:it|this(?: \w+)?)")
"""How a ward is used, which says nothing of what it is used against: `erase this icon`."""
_LOSSES = re.compile(r"\b(?:points?|scores?|los(?:es?|t|s|ses|ing)|steals?|stolen)\b")
_TARGETS = re.compile(
    r"\b(?:targets?|targeted|die|dice|faces?|icons?|(?:tag|claim|swap|roll|re-?roll|erase|replace)\w*)\b"
)

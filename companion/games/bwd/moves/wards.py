"""Wards and always-effects: their owner must think of them, so the companion reminds everyone."""

from collections.abc import Iterator

from companion.core.action import Action
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.rules.in_force import card_on, in_force
from companion.games.bwd.state import Die, State


def wards_of(state: State, catalogue: Catalogue, seat: int) -> Iterator[tuple[Die, Card]]:
    """A player's active icons that ward (BWD-269), with the die that each is on."""
    for die in state.dice_of(seat):
        card = card_on(catalogue, die.top)
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
    """
    state = action.state
    if isinstance(target, int):
        warding, seat = state.turns(), target
    elif target.owner is None or target.owner == (state.turn if by is None else by):
        return
    else:
        warding, seat = (target.owner,), target.owner
    for owner in warding:
        for die, card in wards_of(state, catalogue, owner):
            action.warn(f"{state.name(owner)} has {card.title} on {die.id} (ward): {card.ward}")
    for die, card in always_of(state, catalogue, seat):
        action.warn(f"{state.name(seat)} has {card.title} on {die.id} (always): {card.always}")

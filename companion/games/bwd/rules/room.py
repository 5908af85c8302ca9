"""Where icons find room: which faces a complex icon may go over, and whether a tag is possible."""

from collections.abc import Collection, Sequence

from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.state import Die, State


def needed(catalogue: Catalogue, card: Card) -> list[str]:
    """The ids of all that a complex icon may replace, whichever of them a log knows."""
    return sorted({key for need in card.prerequisite for key in catalogue.card(need).keys})


def serving(state: State, needs: Collection[str]) -> set[str]:
    """The cards that serve as a prerequisite: those named, and what overwrites them (BWD-247)."""
    covering = {
        above
        for need in needs
        if need in state.cards()
        for above in state.stack_of(need)[state.stack_of(need).index(need) + 1 :]
    }
    return covering | set(needs)


def carriers(state: State, die: Die, needs: Sequence[str]) -> list[int]:
    """The places of a die's faces that carry a prerequisite."""
    serve = serving(state, needs)
    return [
        place
        for place, face in enumerate(die.faces)
        if face.icon is not None and {face.icon, face.card} & serve
    ]


def can_tag(state: State, catalogue: Catalogue) -> bool:
    """Whether a tag is possible at all: a blank face, or one for a complex icon (A-BW-19)."""
    if any(die.blanks() for die in state.dice):
        return True
    complex_ones = [catalogue.card(card) for card in state.active_cards()]
    return any(
        carriers(state, die, needed(catalogue, card))
        for card in complex_ones
        if card.prerequisite
        for die in state.dice
    )


def taggable(state: State, catalogue: Catalogue) -> list[str]:
    """The active cards that a blank face can be tagged with (A-BW-18)."""
    return [card for card in state.active_cards() if not catalogue.card(card).prerequisite]

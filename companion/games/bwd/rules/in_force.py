"""Which card an icon is from, and whether that card works."""

from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.state import Face, State


def card_on(catalogue: Catalogue, face: Face | None) -> Card | None:
    """The card of the icon on a face; None for a blank, an unknown one, or a number of no card."""
    if face is None or face.icon is None or face.card is None:
        return None
    return catalogue.card(face.card)


def in_force(state: State, catalogue: Catalogue, card: str | None) -> bool:
    """Whether a card's icons do what it says, by whichever of its ids the tableau knows it.

    Unknown stays unknown: where the table never told its cards, they are taken to be in force.
    """
    if card is None:
        return True
    states = [state.card_state(key) for key in catalogue.card(card).keys]
    told = [there for there in states if there is not None]
    return "active" in told or not (told or state.told)


def why_idle(state: State, catalogue: Catalogue, card: str | None) -> str:
    """Why the icons of a card that does not work do nothing."""
    keys = catalogue.card(card or "").keys
    states = {state.card_state(key) for key in keys} - {None}
    return f"its card is {states.pop()}" if states else "its card is not in the tableau"

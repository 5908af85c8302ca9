"""Ids in a sentence, where no catalogue is at hand."""

from companion.games.bwd.catalogue import is_number


def shown(card: str) -> str:
    """A card's or icon's id as a reader takes it: `Split Strategy`, `card 17`, `−2`."""
    if is_number(card):
        return f"card {card}" if card.isdigit() and int(card) > 5 else card.replace("-", "−")
    return card.replace("-", " ").title()

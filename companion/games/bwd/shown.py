"""Ids in a sentence or a command, where no catalogue is at hand."""

from companion.games.bwd.catalogue import is_number


def shown(card: str) -> str:
    """A card's or icon's id as a reader takes it: `Split Strategy`, `card 17`, `−2`."""
    if is_number(card):
        return card.replace("-", "−")
    if card.startswith("#"):
        return f"card {card[1:]}"
    return card.replace("-", " ").title()


def typed(card: str) -> str:
    """A card's id as it is typed: shells take what follows a `#` for a comment."""
    return card.removeprefix("#")

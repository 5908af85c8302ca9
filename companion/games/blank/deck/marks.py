"""The signs by which the cards of several boxes are told apart."""

from collections.abc import Sequence

from companion.core.names import folded
from companion.errors import Illegal
from companion.games.blank.deck.deck import Deck


def require_marks(decks: Sequence[Deck]) -> None:
    """See to it that mixed boxes can be sorted again (BL-123, BL-125). Raises Illegal."""
    seen: dict[str, Deck] = {}
    for deck in decks if len(decks) > 1 else ():
        other = seen.get(folded(deck.mark))
        if not deck.mark:
            raise Illegal(
                "BL-123",
                f"{deck.name} has no mark: nobody could tell its cards from the others.",
                f"Put a sign on each card, and tell it: `companion blank copy set "
                f'"{deck.name}" --mark ★`.',
            )
        if other is not None:
            raise Illegal(
                "BL-123",
                f"{other.name} and {deck.name} have the same mark, {deck.mark}: nobody could sort "
                "their cards again.",
                f'Mark one of them anew, and tell it: `companion blank copy set "{deck.name}" '
                "--mark ♥`.",
            )
        seen[folded(deck.mark)] = deck

"""How a box has grown: the cards of its deck on which players wrote, after each entry."""

from collections.abc import Iterator, Sequence

from companion.core.copies import MADE, Growth
from companion.core.event import Event
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.deck import after_each

RULES, GAME_CARDS = "rules", "game cards"


def growth(standing: Sequence[Event]) -> Iterator[Growth]:
    """What was written by players and can turn up: only proposed, or retired, it does not count."""
    counts = {RULES: 0, GAME_CARDS: 0}
    own: set[str] = set()
    for event, cards in after_each(standing):
        changed = event.kind == MADE
        for card_id in _touched(event):
            card = cards.get(card_id)
            if (card is not None and _is_own(card)) != (card_id in own):
                changed = True
                own ^= {card_id}
                counts[RULES if card is not None and card.is_rule else GAME_CARDS] += (
                    1 if card_id in own else -1
                )
        if changed:
            yield Growth(event.at, dict(counts))


def _touched(event: Event) -> Sequence[str]:
    return [event.data["card"]] if "card" in event.data else []


def _is_own(card: Card) -> bool:
    return card.in_deck and card.origin != "printed"

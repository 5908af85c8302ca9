"""What is in a box of BLANK: every card of it, with what stands on it now; and how it has grown."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from companion.core.box import MADE, Growth
from companion.core.event import Event
from companion.core.inventory import Item, Stock
from companion.core.names import capital, folded
from companion.core.numbers import only_digits, whole
from companion.errors import Invalid, NotFound
from companion.games.blank.cards import Card, called, rule_id, status_of
from companion.games.blank.deck import Deck, after_each
from companion.games.blank.search import Boxes, find_game_card, find_in_boxes, find_rule, split_home

_WORDS = 4
"""Letters of what a rule says that name it, at least: fewer stand in many."""


def stock(deck: Deck, items: Sequence[Item]) -> Stock:
    """The cards of a box: `items` with all that was told of them, and those beyond (house rules).

    A card says what it is played with: the newest wording that was agreed to, or else proposed.
    """
    ids = {item.id for item in items}
    beyond = [card for card in (*deck.rules, *deck.game_cards) if card.id not in ids]
    known = [_known(item, deck.cards.get(item.id)) for item in (*items, *_new_items(items, beyond))]
    rules, cards = (
        [item for item in known if item.id.startswith("r") is is_rule] for is_rule in (True, False)
    )
    return Stock((*rules, *cards), deck.mark, deck.owner, tuple(_notes(deck, rules)))


def named_in_box(deck: Deck, text: str) -> Sequence[str]:
    """The cards that a text names, maybe behind the mark of the box: a rule by its number or
    words that it says, a game card by number and suit (both of that face) or by its title. Raises
    Ambiguous."""
    here = [("", deck)]
    try:
        name = folded(split_home(text, here)[1]).removeprefix("rule").strip().removeprefix("r")
        number = whole(name, 1, 99_999) if only_digits(name) else None
        if number is not None:
            return (rule_id(number),)
        return _game_cards(here, text) or [
            rule.id for *_, rule in find_in_boxes(text, here, find_rule) if len(name) >= _WORDS
        ]
    except (NotFound, Invalid):
        return ()


def _game_cards(here: Boxes, text: str) -> list[str]:
    with suppress(NotFound):
        found = find_in_boxes(text, here, find_game_card)
        return [card.id for *_, meant in found for card in meant.cards]
    return []


def _new_items(items: Sequence[Item], beyond: Sequence[Card]) -> Iterator[Item]:
    """Items for cards that no box has as it came."""
    parts = {item.id.startswith("r"): item.part for item in items}
    for card in beyond:
        part = parts.get(card.is_rule, "Cards")
        yield Item(card.id, _title(card), part, figure=card.figure)


def _title(card: Card) -> str:
    name = called(card.id)
    return capital(name)


def _known(item: Item, card: Card | None) -> Item:
    """An item with what was told of it; as it came where nothing was.

    A rule that is only proposed is still a plain card: nothing was written on it yet.
    """
    if item.id.startswith("r"):
        item = item._replace(aliases=(item.id[1:],))
    if card is None:
        return item
    said = card.agreed or card.now
    if card.retired is not None:
        item = item._replace(out=card.retired or "retired", expected=False)
    if said is None:
        # A rule of which every wording was declined leaves its card plain, unless ink was on it.
        status = card.origin if not card.is_rule else item.status
        return item._replace(name=card.picture, status=status)
    return item._replace(
        name=said.title or card.picture,
        says=said.wording.sentence,
        by=said.by or card.author,
        revision=said.number,
        status=status_of(card, said),
        expected=not card.out and (card.in_deck or not card.is_rule),
        blank=card.is_rule and card.agreed is None and not card.out,
    )


def _notes(deck: Deck, rules: Sequence[Item]) -> Iterator[str]:
    if not deck.mark:
        yield "No mark is told: nobody could sort its cards from those of another box."
    waiting = [item for item in rules if item.status == "proposed" and not item.out]
    if waiting:
        yield f"Only proposed so far: {', '.join(item.title for item in waiting)}."


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

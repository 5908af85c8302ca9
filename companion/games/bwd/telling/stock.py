"""What is in a box of Blank White Dice: its cards, with what the group read on them."""

from collections.abc import Sequence

from companion.core.event import Draft
from companion.core.inventory import Item, Overlay, Stock
from companion.core.numbers import whole
from companion.games.bwd.catalogue import DESCRIBED, Catalogue, numbered_key
from companion.games.bwd.telling.lore import said


def stock(catalogue: Catalogue, items: Sequence[Item]) -> Stock:
    """The things in a box: `items`, the cards among them with what is known of each.

    Every icon card has its number printed on it, and goes by that: of a card that only its name is
    known of, nobody can say which of them it is.
    """
    nameless = [card.title for card in catalogue.cards if card.number is None and not card.core]
    note = f"Of {len(nameless)} icon cards only the name is known: {', '.join(nameless)}."
    known = tuple(_known(catalogue, item) for item in items)
    return Stock(known, notes=(note,) if nameless else ())


def _known(catalogue: Catalogue, item: Item) -> Item:
    number = whole(item.id, 1, 999)
    if item.kind != "card":
        return item
    card = catalogue.card(item.id if number is None else numbered_key(number))
    return item._replace(
        name="" if card.core else card.name,
        says=said(catalogue, card),
        revision=catalogue.told_in(card),
        aliases=tuple(sorted(card.keys - {item.id})),
    )


def overlay(base: Catalogue, ours: Catalogue, theirs: Catalogue) -> Overlay:
    """The facts that put what they told of the cards since `base` into our book.

    The cards are the same in every box. What we joined to a name keeps that, and what only we know
    stays.
    """
    drafts = []
    for key, told in theirs.told.items():
        own = ours.card(key).key
        known, before = ours.told.get(own, {}), base.told.get(key, {})
        facts = {
            field: list(value) if isinstance(value, tuple) else value or None
            for field, value in told.items()
            if field != "key"
            and (field not in before or before[field] != value)
            and (field not in known or known[field] != value)
            and (own == key or field not in ("name", "number"))
        }
        if facts:
            drafts.append(Draft(DESCRIBED, {"key": own, **facts}))
    return Overlay(drafts)

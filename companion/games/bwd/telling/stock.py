"""What is in a box of Blank White Dice: its cards, with what the group read on them."""

from collections.abc import Iterator, Sequence

from companion.core.event import Draft
from companion.core.inventory import Item, Overlay, Stock
from companion.core.names import counted, listed
from companion.core.numbers import whole
from companion.errors import NotFound, Refused
from companion.games.bwd.catalogue import DESCRIBED, Catalogue, numbered_key
from companion.games.bwd.telling.lore import said


def stock(catalogue: Catalogue, items: Sequence[Item]) -> Stock:
    """The things in a box: `items`, the cards among them with what is known of each.

    Every icon card has its number printed on it, and goes by that: of a card that only its name is
    known of, nobody can say which of them it is.
    """
    known = tuple(_known(catalogue, item) for item in items)
    return Stock(known, notes=tuple(_notes(catalogue)))


def _notes(catalogue: Catalogue) -> Iterator[str]:
    """Which cards have a number that nobody told, and what the group read on those."""
    numberless = [card for card in catalogue.cards if card.number is None and not card.core]
    if not numberless:
        return
    names = listed([card.title for card in numberless])
    typed = catalogue.typed(numberless[0].key)
    yield (
        f"The number of {counted(len(numberless), 'icon card')} is not told: {names}. "
        f"`companion bwd card set {typed} --number N` tells it."
    )
    for card in numberless:
        text = said(catalogue, card)
        if text and card.key in catalogue.told:
            yield f"{card.title} (number not told): {text}"


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


def named_in_box(catalogue: Catalogue, text: str) -> Sequence[str]:
    """The card that a text names, as `tag` takes it: by its number, its name, or an icon.

    Raises Ambiguous, or Refused where nobody told which of the numbered cards it is.
    """
    try:
        card = catalogue.find(text)
    except NotFound:
        return ()
    if card.core:
        return (card.key,)
    if card.number is None:
        raise Refused(
            f"Nobody told the number of {card.title}, by which its card goes.",
            f"`companion bwd card set {catalogue.typed(card.key)} --number N`, "
            "or type the number on the card.",
        )
    return (str(card.number),)


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

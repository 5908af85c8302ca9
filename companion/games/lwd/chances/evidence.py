"""What cards that were seen tell of a deck: the top cards, and the die of them given up later."""

from math import comb

from companion.games.lwd.chances.contents import (
    Content,
    Contents,
    changed,
    minus_any,
    repeated,
    through,
)
from companion.games.lwd.deck import Hand, Step
from companion.games.lwd.rules.reveal import WILDCARD, number_on


def seen(now: Contents, hand: Hand) -> dict[Content, float]:
    """These were the top cards: decks that make that likely have become likelier."""
    tops = _tops(now, hand)
    if tops is None:
        return now.chances
    weighed = {
        content: chance * ways
        for content, chance in now.chances.items()
        if (ways := _ways(content, tops))
    }
    whole = sum(weighed.values())
    if not whole:
        return now.chances
    return {content: weight / whole for content, weight in weighed.items()}


def given(now: Contents, step: Step) -> dict[Content, float]:
    """A die was given up: one of the cards that were shown with others below it, or any cards."""
    tops = _tops(now, step.cards) if step.cards else None
    below = step.number - 1
    if tops is None or not all(
        _ways(content, tops) and sum(content) - sum(tops) >= below for content in now.chances
    ):
        return repeated(now.chances, step.number, minus_any)
    hidden = {
        tuple(count - top for count, top in zip(content, tops, strict=True)): chance
        for content, chance in now.chances.items()
    }
    hidden = repeated(hidden, below, minus_any)
    shown = sum(tops)
    return through(
        hidden,
        lambda rest: [
            (
                tuple(
                    count + top - (at == place)
                    for at, (count, top) in enumerate(zip(rest, tops, strict=True))
                ),
                many / shown,
            )
            for place, many in enumerate(tops)
            if many
        ],
    )


def _tops(now: Contents, hand: Hand) -> Content | None:
    """A hand as a content; None where a card of it is not known well enough."""
    tops = (0,) * (len(now.numbers) + 2)
    for card in hand:
        number = number_on(card)
        place = now.wild if card == WILDCARD else None if number is None else now.place(number)
        if place is None:
            return None
        tops = changed(tops, place, 1)
    return tops


def _ways(content: Content, tops: Content) -> int:
    """In how many ways these cards may be on top; how many are on top is the same for all."""
    product = 1
    for count, top in zip(content, tops, strict=True):
        product *= comb(count, top)
    return product

"""What a deck may be made of by all that everybody could know of it, step by step.

What was given up or swapped unseen may have been any card, one as likely as another; of a hand that
was shown, any die may have been given up. An entry that cannot be so (a slip of the finger, a house
rule) tells nothing.
"""

from collections.abc import Sequence

from companion.games.lwd.chances.contents import (
    Content,
    Contents,
    changed,
    minus_any,
    plus_any,
    plus_each,
    repeated,
    swapped,
    through,
)
from companion.games.lwd.chances.evidence import given, seen
from companion.games.lwd.deck import Deck, Step
from companion.games.lwd.rules.reveal import number_on


def contents(deck: Deck, asked: Sequence[int]) -> Contents:
    """What may be in a deck, with the numbers that are `asked` about told apart."""
    shown = {number for step in deck.steps for card in step.cards if (number := number_on(card))}
    numbers = tuple(sorted({*asked, *shown}))
    now = Contents(numbers, {(0,) * (len(numbers) + 2): 1.0})
    for step in deck.steps:
        now = now._replace(chances=_after(now, step))
    return now


def _after(now: Contents, step: Step) -> dict[Content, float]:
    """The chances after a step."""
    match step.what:
        case "dealt":
            return through(now.chances, lambda content: plus_each(now, content))
        case "random":
            return repeated(now.chances, step.number, lambda content: plus_any(now, content))
        case "extra":
            place = now.place(step.number)
            added = now.others if place is None else place
            return through(now.chances, lambda content: [(changed(content, added, 1), 1.0)])
        case "swapped":
            return through(now.chances, lambda content: swapped(now, content))
        case "shown":
            return seen(now, step.cards)
        case "left out":
            return repeated(now.chances, step.number, minus_any)
        case "given":
            return given(now, step)
        case "counted":
            return _counted(now, step.number)


def _counted(now: Contents, cards: int) -> dict[Content, float]:
    """There were so many then: some were given up, or others came that could be any."""
    there = sum(next(iter(now.chances)))
    if cards <= there:
        return repeated(now.chances, there - cards, minus_any)
    return repeated(now.chances, cards - there, lambda content: plus_any(now, content))

"""What a deck may be made of, by all that everybody could know of it: every way, with its chance.

Only cards that matter are told apart: those of the numbers that are asked about or were seen, and
wildcards. All others are alike. What was given up or swapped unseen may have been any card, one as
likely as another; of a hand that was shown, any die may have been given up. An entry that cannot be
so (a slip of the finger, a house rule) tells nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from companion.games.lwd.deck import Deck, Hand, Step
from companion.games.lwd.guesses import HIGHEST
from companion.games.lwd.rules.reveal import WILDCARD, number_on

Content = tuple[int, ...]
"""How many cards there are of each number that is told apart, then wildcards, then all others."""


class Contents(NamedTuple):
    """What may be in a deck: the numbers told apart, and the chance of every content."""

    numbers: tuple[int, ...]
    chances: dict[Content, float]

    @property
    def wild(self) -> int:
        """The place of wildcards in a content."""
        return len(self.numbers)

    @property
    def others(self) -> int:
        """The place of all other cards in a content."""
        return len(self.numbers) + 1

    def place(self, number: int) -> int | None:
        """The place of a number in a content; None where it is not told apart."""
        return self.numbers.index(number) if number in self.numbers else None


def contents(deck: Deck, asked: Sequence[int]) -> Contents:
    """What may be in a deck, with the numbers that are `asked` about told apart."""
    seen = {number for step in deck.steps for card in step.cards if (number := number_on(card))}
    numbers = tuple(sorted({*asked, *seen}))
    now = Contents(numbers, {(0,) * (len(numbers) + 2): 1.0})
    for step in deck.steps:
        now = now._replace(chances=_after(now, step))
    return now


def _after(now: Contents, step: Step) -> dict[Content, float]:
    """The chances after a step."""
    match step.what:
        case "dealt":
            return _through(now.chances, lambda content: _plus_each(now, content))
        case "random":
            return _repeated(now.chances, step.number, lambda content: _plus_any(now, content))
        case "extra":
            place = now.place(step.number)
            added = now.others if place is None else place
            return _through(now.chances, lambda content: [(_changed(content, added, 1), 1.0)])
        case "swapped":
            return _through(now.chances, lambda content: _swapped(now, content))
        case "shown":
            return _seen(now, step.cards)
        case "left out":
            return _repeated(now.chances, step.number, _minus_any)
        case "given":
            return _given(now, step)
        case "counted":
            return _counted(now, step.number)


Ways = Iterable[tuple[Content, float]]
"""What may become of a content, each with its chance."""


def _through(
    chances: dict[Content, float], ways: Callable[[Content], Ways]
) -> dict[Content, float]:
    found: dict[Content, float] = {}
    for content, chance in chances.items():
        for after, part in ways(content):
            found[after] = found.get(after, 0.0) + chance * part
    return found


def _repeated(
    chances: dict[Content, float], times: int, ways: Callable[[Content], Ways]
) -> dict[Content, float]:
    for _ in range(times):
        chances = _through(chances, ways)
    return chances


def _changed(content: Content, place: int, by: int) -> Content:
    return (*content[:place], content[place] + by, *content[place + 1 :])


def _plus_each(now: Contents, content: Content) -> Sequence[tuple[Content, float]]:
    """One of each number from 1 to 6."""
    told = [number for number in now.numbers if number <= HIGHEST]
    for number in told:
        content = _changed(content, now.numbers.index(number), 1)
    return [(_changed(content, now.others, HIGHEST - len(told)), 1.0)]


def _plus_any(now: Contents, content: Content) -> Iterator[tuple[Content, float]]:
    """One card that may have any number from 1 to 6."""
    told = [number for number in now.numbers if number <= HIGHEST]
    for number in told:
        yield _changed(content, now.numbers.index(number), 1), 1 / HIGHEST
    if len(told) < HIGHEST:
        yield _changed(content, now.others, 1), (HIGHEST - len(told)) / HIGHEST


def _minus_any(content: Content) -> Ways:
    """Any of the cards is gone."""
    cards = sum(content)
    if not cards:
        return [(content, 1.0)]
    return [
        (_changed(content, place, -1), count / cards)
        for place, count in enumerate(content)
        if count
    ]


def _swapped(now: Contents, content: Content) -> Ways:
    """Any card but a wildcard was given up for one."""
    plain = sum(content) - content[now.wild]
    if not plain:
        return [(content, 1.0)]
    return [
        (_changed(_changed(content, place, -1), now.wild, 1), count / plain)
        for place, count in enumerate(content)
        if count and place != now.wild
    ]


def _counted(now: Contents, cards: int) -> dict[Content, float]:
    """There were so many then: some were given up, or others came that could be any."""
    there = sum(next(iter(now.chances)))
    if cards <= there:
        return _repeated(now.chances, there - cards, _minus_any)
    return _repeated(now.chances, cards - there, lambda content: _plus_any(now, content))


def _tops(now: Contents, hand: Hand) -> Content | None:
    """A hand as a content; None where a card of it is not known well enough."""
    tops = (0,) * (len(now.numbers) + 2)
    for card in hand:
        number = number_on(card)
        place = now.wild if card == WILDCARD else None if number is None else now.place(number)
        if place is None:
            return None
        tops = _changed(tops, place, 1)
    return tops


def _seen(now: Contents, hand: Hand) -> dict[Content, float]:
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


def _ways(content: Content, tops: Content) -> int:
    """In how many ways these cards may be on top; how many are on top is the same for all."""
    product = 1
    for count, top in zip(content, tops, strict=True):
        product *= comb(count, top)
    return product


def _given(now: Contents, step: Step) -> dict[Content, float]:
    """A die was given up: one of the cards that were shown with others below it, or any cards."""
    tops = _tops(now, step.cards) if step.cards else None
    below = step.number - 1
    if tops is None or not all(
        _ways(content, tops) and sum(content) - sum(tops) >= below for content in now.chances
    ):
        return _repeated(now.chances, step.number, _minus_any)
    hidden = {
        tuple(count - top for count, top in zip(content, tops, strict=True)): chance
        for content, chance in now.chances.items()
    }
    hidden = _repeated(hidden, below, _minus_any)
    shown = sum(tops)
    return _through(
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

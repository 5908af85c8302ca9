"""How likely it was that so many dice or more showed what was guessed, before they were revealed.

The top cards of a player's dice are as good as cards drawn from the deck: it was split and shuffled
unseen, however many cards are in each die. Exact, but for the rounding of floating-point numbers.

What a deck may be made of is followed step by step, by all that everybody could know of it. What
was given up or swapped unseen may have been any card, one as likely as another; of a hand that was
shown, any die may have been given up. An entry that cannot be so (a slip of the finger, a house
rule) says nothing. Only cards that matter are distinguished: those of the numbers that are asked
about or were seen, and wildcards. All others are alike.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from companion.games.lwd.decks import WILDCARD, Deck, DeckChange, Hand, number_on
from companion.games.lwd.guesses import HIGHEST, POWER, Subject

Content = tuple[int, ...]
"""How many cards there are of each number that is distinguished, then wildcards, then others."""

Ways = Iterable[tuple[Content, float]]
"""What may become of a content, each with its chance."""


class Round(NamedTuple):
    """What everybody knew before the cards were revealed.

    How many dice each of the `decks` was split into, and the numbers on the power cards that each
    player had `triggered` (None for one of unknown number): they were on top.
    """

    decks: tuple[Deck, ...]
    dice: tuple[int, ...]
    triggered: tuple[tuple[int | None, ...], ...] = ()

    @property
    def extra_numbers(self) -> range:
        """The numbers above 6 that are in the game."""
        extras = [s.number for deck in self.decks for s in deck.steps if s.what == "extra"]
        return range(HIGHEST + 1, max(extras, default=HIGHEST) + 1)


class Share(NamedTuple):
    """How many of the cards that the decks were dealt from are power cards."""

    powers: int
    cards: int


def chance_of(least: Sequence[float], times: int) -> float:
    """The chance of so many or more, of what `least_chances` gives; 0 beyond that."""
    return least[times] if times < len(least) else 0.0


def least_chances(known: Round, subject: Subject, share: Share | None = None) -> list[float]:
    """The chances that none or more, one or more, and so on, show it: up to all the dice.

    `share` is needed for power cards. Raises ValueError without it.
    """
    if subject == POWER:
        if share is None:
            raise ValueError("how many power cards there are has to be known")
        chances = _powers(known, share)
    else:
        chances = _numbers(known, int(subject))
    return [1.0, *(min(1.0, sum(chances[times:])) for times in range(1, len(chances)))]


def _numbers(known: Round, number: int) -> list[float]:
    """The chance of each number of dice that show a number; wildcards do too (LW-42)."""
    each = []
    for deck, dice, triggered in _players(known):
        numbers = [number, *(number for number in triggered if number is not None)]
        found = contents(deck.as_split(), numbers)
        place = found.place(number)
        counting = [found.wild, *([] if place is None else [place])]
        needed = [found.place(number) for number in triggered if number is not None]
        tops = [0] * (found.others + 1)
        for at in needed:
            if at is not None:
                tops[at] += 1
        each.append(_showing(found.chances, dice, counting, tops))
    return _together(each)


def _powers(known: Round, share: Share) -> list[float]:
    """The chance of each number of power cards on top.

    They are anywhere among the cards that were dealt from: not among wildcards (A-LW-18), and not
    among those that came later. As decks are dealt, split, given up and swapped unseen, those of
    them that are on top are as good as drawn from all.
    """
    each = []
    for deck, dice, triggered in _players(known):
        found = contents(deck.as_split(), known.extra_numbers)
        tops = [0] * found.others + [len(triggered)]
        each.append(_showing(found.chances, dice, [found.others], tops))
    dealt, sure = _together(each), sum(map(len, known.triggered))
    left = Share(share.powers - sure, share.cards - sure)
    chances = [0.0] * len(dealt)
    for cards, chance in enumerate(dealt):
        drawn = cards - sure
        for powers in range(max(drawn, 0) + 1):
            chances[min(powers + sure, len(dealt) - 1)] += chance * _drawn(left, drawn, powers)
    return chances


def _drawn(share: Share, cards: int, powers: int) -> float:
    """The chance of so many power cards among cards that are drawn from all."""
    if cards <= 0 or share.powers <= 0:
        return float(powers == 0)
    ways = comb(share.powers, powers) * comb(share.cards - share.powers, cards - powers)
    return ways / comb(share.cards, cards) if share.cards >= cards else float(powers == cards)


def _players(known: Round) -> Iterable[tuple[Deck, int, tuple[int | None, ...]]]:
    triggered = known.triggered or ((),) * len(known.decks)
    return zip(known.decks, known.dice, triggered, strict=True)


def _showing(
    chances: dict[Content, float], dice: int, counting: Sequence[int], tops: Sequence[int]
) -> list[float]:
    """One player's dice: the chance of each number of them that show cards of the places that are
    `counting`, given that at least these `tops` are on top. What cannot be so is not counted in."""
    found = [0.0] * (dice + 1)
    for needed in (tops, [0] * len(tops)):
        for content, chance in chances.items():
            every = comb(sum(content), dice)
            for showing, ways in _on_top(content, dice, counting, needed).items():
                found[showing] += chance * ways / every
        if whole := sum(found):
            return [part / whole for part in found]
    return [1.0, *found[1:]]


def _on_top(
    content: Content, dice: int, counting: Sequence[int], needed: Sequence[int]
) -> dict[int, int]:
    """In how many ways so many of the top cards count, with at least those needed among them."""
    ways = {(0, 0): 1}
    for place, (count, least) in enumerate(zip(content, needed, strict=True)):
        more: dict[tuple[int, int], int] = {}
        for (cards, showing), so_far in ways.items():
            for drawn in range(least, min(count, dice - cards) + 1):
                key = cards + drawn, showing + (drawn if place in counting else 0)
                more[key] = more.get(key, 0) + so_far * comb(count, drawn)
        ways = more
    return {showing: count for (cards, showing), count in ways.items() if cards == dice}


def _together(each: Sequence[Sequence[float]]) -> list[float]:
    """The chances of the sum of independent numbers."""
    together = [1.0]
    for chances in each:
        longer = [0.0] * (len(together) + len(chances) - 1)
        for a, first in enumerate(together):
            for b, second in enumerate(chances):
                longer[a + b] += first * second
        together = longer
    return together


# What a deck may be made of


class Contents(NamedTuple):
    """What may be in a deck: the numbers distinguished, and the chance of every content."""

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
        """The place of a number in a content; None where it is not distinguished."""
        return self.numbers.index(number) if number in self.numbers else None


def through(chances: dict[Content, float], ways: Callable[[Content], Ways]) -> dict[Content, float]:
    """The chances after a change; `ways` are what it may make of a content."""
    found: dict[Content, float] = {}
    for content, chance in chances.items():
        for after, part in ways(content):
            found[after] = found.get(after, 0.0) + chance * part
    return found


def repeated(
    chances: dict[Content, float], times: int, ways: Callable[[Content], Ways]
) -> dict[Content, float]:
    """The chances after so many changes of a kind."""
    for _ in range(times):
        chances = through(chances, ways)
    return chances


def changed(content: Content, place: int, by: int) -> Content:
    """A content with so many more, or fewer, cards at a place."""
    return (*content[:place], content[place] + by, *content[place + 1 :])


def plus_each(now: Contents, content: Content) -> Sequence[tuple[Content, float]]:
    """One of each number from 1 to 6."""
    plain = [number for number in now.numbers if number <= HIGHEST]
    for number in plain:
        content = changed(content, now.numbers.index(number), 1)
    return [(changed(content, now.others, HIGHEST - len(plain)), 1.0)]


def plus_any(now: Contents, content: Content) -> Iterator[tuple[Content, float]]:
    """One card that may have any number from 1 to 6."""
    plain = [number for number in now.numbers if number <= HIGHEST]
    for number in plain:
        yield changed(content, now.numbers.index(number), 1), 1 / HIGHEST
    if len(plain) < HIGHEST:
        yield changed(content, now.others, 1), (HIGHEST - len(plain)) / HIGHEST


def minus_any(content: Content) -> Ways:
    """Any of the cards is gone."""
    cards = sum(content)
    if not cards:
        return [(content, 1.0)]
    return [
        (changed(content, place, -1), count / cards) for place, count in enumerate(content) if count
    ]


def swapped(now: Contents, content: Content) -> Ways:
    """Any card but a wildcard was given up for one."""
    plain = sum(content) - content[now.wild]
    if not plain:
        return [(content, 1.0)]
    return [
        (changed(changed(content, place, -1), now.wild, 1), count / plain)
        for place, count in enumerate(content)
        if count and place != now.wild
    ]


def contents(deck: Deck, named: Sequence[int]) -> Contents:
    """What may be in a deck, with the `named` numbers distinguished."""
    shown = {number for step in deck.steps for card in step.cards if (number := number_on(card))}
    numbers = tuple(sorted({*named, *shown}))
    now = Contents(numbers, {(0,) * (len(numbers) + 2): 1.0})
    for step in deck.steps:
        now = now._replace(chances=_after(now, step))
    return now


def _after(now: Contents, step: DeckChange) -> dict[Content, float]:
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


# What cards that were seen say of a deck


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


def given(now: Contents, step: DeckChange) -> dict[Content, float]:
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

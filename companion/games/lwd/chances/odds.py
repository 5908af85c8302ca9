"""How likely it was that so many dice or more showed what was guessed, before they were revealed.

The top cards of a player's dice are as good as cards drawn from the deck: it was split and shuffled
unseen, however many cards are in each die. Exact, but for the rounding of floating-point numbers.
"""

from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

from companion.games.lwd.chances.contents import Content
from companion.games.lwd.chances.steps import contents
from companion.games.lwd.deck import Deck
from companion.games.lwd.guesses import HIGHEST, POWER, Subject


class Round(NamedTuple):
    """What everybody knew before the cards were revealed.

    How many dice each of the `decks` was split into, and the numbers on the power cards that each
    player had `triggered` (None for one of which nobody told): they were on top.
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
            raise ValueError("how many power cards there are has to be told")
        chances = _powers(known, share)
    else:
        chances = _numbers(known, int(subject))
    return [1.0, *(min(1.0, sum(chances[times:])) for times in range(1, len(chances)))]


def _numbers(known: Round, number: int) -> list[float]:
    """The chance of each number of dice that show a number; wildcards do too (LW-42)."""
    each = []
    for deck, dice, triggered in _players(known):
        asked = [number, *(told for told in triggered if told is not None)]
        found = contents(deck.as_split(), asked)
        place = found.place(number)
        counting = [found.wild, *([] if place is None else [place])]
        needed = [found.place(told) for told in triggered if told is not None]
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
    dealt, sure = _together(each), sum(len(told) for told in known.triggered)
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

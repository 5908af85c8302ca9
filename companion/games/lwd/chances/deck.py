"""What a deck may be made of, by what everybody can know of it: every way, with its chance.

A deck is told apart by how many of its cards are what was guessed, and how many are wildcards. What
was given up or swapped unseen may have been any of its cards, one as likely as another.
"""

from collections.abc import Callable, Mapping
from math import comb
from typing import NamedTuple

from companion.games.lwd.deck import Deck, Step
from companion.games.lwd.guesses import HIGHEST, POWER, Subject


class Content(NamedTuple):
    """So many cards that are what was guessed, and so many wildcards, of so many cards."""

    matching: int
    wild: int
    cards: int


Chances = Mapping[Content, float]
"""Every content that a deck may have, with its chance; together they are 1."""
Outcomes = Callable[[Content], Mapping[Content, float]]


def contents(deck: Deck, subject: Subject, share: float | None) -> Chances:
    """What may be in a deck, for a guess on a number or on power cards.

    `share` is the part of the dealt cards that are power cards, where it is known: needed for
    guesses on power cards alone. A power card is also the number on it (A-LW-11).
    """
    chances: dict[Content, float] = {Content(0, 0, 0): 1.0}
    for step in deck.steps:
        chances = _through(chances, _outcomes(step, subject, share or 0.0))
    return chances


def _outcomes(step: Step, subject: Subject, share: float) -> Outcomes:
    """What becomes of a deck by a step."""
    match step.what:
        case "dealt":
            return lambda now: _dealt(now, step.number, subject, share)
        case "random":
            return lambda now: _drawn(now, step.number, _chance_of_any(subject, share))
        case "extra":
            return lambda now: _added(now, 1, int(step.number == subject))
        case "given":
            return lambda now: _given(now, step.number)
        case "swapped":
            return _swapped
        case "counted":
            return lambda now: _counted(now, step.number, _chance_of_any(subject, share))


def _through(chances: Chances, outcomes: Outcomes) -> dict[Content, float]:
    found: dict[Content, float] = {}
    for content, chance in chances.items():
        for after, then in outcomes(content).items():
            found[after] = found.get(after, 0.0) + chance * then
    return found


def _chance_of_any(subject: Subject, share: float) -> float:
    """How likely any card is what was guessed: the numbers from 1 to 6 are as many."""
    if subject == POWER:
        return share
    return 1 / HIGHEST if int(subject) <= HIGHEST else 0.0


def _dealt(now: Content, highest: int, subject: Subject, share: float) -> Mapping[Content, float]:
    """One of each number; every one of them a power card by chance."""
    if subject == POWER:
        return _drawn(now, highest, share)
    return _added(now, highest, int(int(subject) <= highest))


def _added(now: Content, cards: int, matching: int) -> dict[Content, float]:
    return {Content(now.matching + matching, now.wild, now.cards + cards): 1.0}


def _drawn(now: Content, cards: int, chance: float) -> dict[Content, float]:
    """So many cards, each of them what was guessed by that chance."""
    return {
        Content(now.matching + more, now.wild, now.cards + cards): ways
        for more in range(cards + 1)
        if (ways := comb(cards, more) * chance**more * (1 - chance) ** (cards - more))
    }


def _given(now: Content, cards: int) -> dict[Content, float]:
    """So many of the cards, any of them, are gone."""
    cards = min(cards, now.cards)
    others = now.cards - now.matching - now.wild
    ways = comb(now.cards, cards)
    return {
        Content(now.matching - gone, now.wild - wild, now.cards - cards): (
            comb(now.matching, gone) * comb(now.wild, wild) * comb(others, cards - gone - wild)
        )
        / ways
        for gone in range(min(now.matching, cards) + 1)
        for wild in range(min(now.wild, cards - gone) + 1)
        if cards - gone - wild <= others
    }


def _swapped(now: Content) -> dict[Content, float]:
    """Any card but a wildcard was given up for one."""
    plain = now.cards - now.wild
    if not plain:
        return {now: 1.0}
    matching = Content(now.matching - 1, now.wild + 1, now.cards)
    other = now._replace(wild=now.wild + 1)
    chance = now.matching / plain
    return {after: part for after, part in ((matching, chance), (other, 1 - chance)) if part}


def _counted(now: Content, cards: int, chance: float) -> dict[Content, float]:
    """There were so many then: some were given up, or others came that could be any."""
    if cards <= now.cards:
        return _given(now, now.cards - cards)
    return _drawn(now, cards - now.cards, chance)

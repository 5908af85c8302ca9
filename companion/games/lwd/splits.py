"""How a deck is split into dice: each of two cards or more, unless there is no other choice."""

from collections.abc import Iterator
from functools import cache

Split = tuple[int, ...]
"""How many cards are in each die, the smallest die first."""


def dice_of(cards: int, wanted: int) -> int:
    """How many dice a deck makes: those that the Liar wants, or one for each card (A-LW-01)."""
    return min(cards, wanted)


def splits(cards: int, wanted: int) -> Iterator[Split]:
    """All ways to split a deck into dice, the most uneven first; one empty way for no cards.

    Single cards only where they cannot be avoided, and then as few as possible (LW-14, LW-15,
    A-LW-02).
    """
    singles, larger = _dice(cards, wanted)
    return ((1,) * singles + rest for rest in _sums(cards - singles, larger, 2))


def ways(cards: int, wanted: int) -> int:
    """How many ways there are; there may be millions, so they are not made for that."""
    singles, larger = _dice(cards, wanted)
    return _at_most(cards - singles - 2 * larger, larger)


def most_even(cards: int, wanted: int) -> Split:
    """The way in which no die has two cards more than another: the last one of `splits`."""
    dice = dice_of(cards, wanted)
    if not dice:
        return ()
    each, more = divmod(cards, dice)
    return (each,) * (dice - more) + (each + 1,) * more


def sizes(cards: int, wanted: int) -> tuple[int, ...]:
    """How many cards one of the dice of a deck may hold, lowest first; none for no cards."""
    singles, larger = _dice(cards, wanted)
    if singles:
        return (1, 2) if larger else (1,)
    if larger < 2:
        return (cards,) * larger
    return tuple(range(2, cards - 2 * (larger - 1) + 1))


def sizes_from(cards: int, least: int) -> tuple[int, ...]:
    """How many cards a die may hold where the Liar's number is not told, only the least it can be.

    More dice than cards make no other dice than as many.
    """
    found = {
        size for wanted in range(least, max(least, cards) + 1) for size in sizes(cards, wanted)
    }
    return tuple(sorted(found))


def has_singles(cards: int, wanted: int) -> bool:
    """Whether a deck cannot be split without dice of one card."""
    return _dice(cards, wanted)[0] > 0


def _dice(cards: int, wanted: int) -> tuple[int, int]:
    """How many dice are single cards, and how many are larger."""
    dice = dice_of(cards, wanted)
    singles = max(0, 2 * dice - cards)
    return singles, dice - singles


def _sums(cards: int, dice: int, least: int) -> Iterator[Split]:
    """All ways to write a number as a sum of so many, none smaller than the one before."""
    if dice <= 1:
        if cards >= least and dice:
            yield (cards,)
        elif not cards and not dice:
            yield ()
        return
    for first in range(least, cards // dice + 1):
        for rest in _sums(cards - first, dice - 1, first):
            yield (first, *rest)


@cache
def _at_most(cards: int, dice: int) -> int:
    """How many ways there are to write a number as a sum of so many or fewer."""
    if cards == 0:
        return 1
    if cards < 0 or dice == 0:
        return 0
    return _at_most(cards, dice - 1) + _at_most(cards - dice, dice)

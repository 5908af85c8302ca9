"""How a deck is split into dice: each of two cards or more, unless there is no other choice."""

from collections.abc import Iterator

Split = tuple[int, ...]
"""How many cards are in each die, the smallest die first."""


def dice_of(cards: int, wanted: int) -> int:
    """How many dice a deck makes: those that the Liar wants, or one for each card (A-LW-01)."""
    return min(cards, wanted)


def splits(cards: int, wanted: int) -> list[Split]:
    """All ways to split a deck into dice, as even as possible last; one empty way for no cards.

    Single cards only where they cannot be avoided, and then as few as possible (LW-14, LW-15,
    A-LW-02).
    """
    dice = dice_of(cards, wanted)
    singles = max(0, 2 * dice - cards)
    pairs_up = dice - singles
    return [(1,) * singles + rest for rest in _parts(cards - singles, pairs_up, 2)]


def _parts(cards: int, dice: int, least: int) -> Iterator[Split]:
    """All ways to write a number as a sum of so many, none smaller than the one before."""
    if dice == 0:
        if cards == 0:
            yield ()
        return
    for first in range(least, cards // dice + 1):
        for rest in _parts(cards - first, dice - 1, first):
            yield (first, *rest)


def sizes(cards: int, wanted: int) -> tuple[int, ...]:
    """How many cards one of the dice of a deck may hold, lowest first; none for no cards."""
    dice = dice_of(cards, wanted)
    if dice == 0:
        return ()
    singles = max(0, 2 * dice - cards)
    if singles:
        return (1,) if singles == dice else (1, 2)
    if dice == 1:
        return (cards,)
    return tuple(range(2, cards - 2 * (dice - 1) + 1))


def has_singles(cards: int, wanted: int) -> bool:
    """Whether a deck cannot be split without dice of one card."""
    return 2 * dice_of(cards, wanted) > cards

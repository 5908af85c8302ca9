"""Which dice those may be of which some faces are seen, and how likely each bottom is white.

All ten dice are different, and each lies as it was rolled: a die that looks like this in more of
the 24 ways to turn it is that much likelier. Every way to tell the dice apart is counted, so what
comes out is exact: what shows five black faces is the die with none white in six of seven cases,
and not in one of two.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import NamedTuple

from companion.games.boolean.dice.names import by_id
from companion.games.boolean.dice.seen import Faces, guesses

Views = Sequence[Faces]
"""What is seen of one die, the newest last: it may have been rolled since the first."""


class Found(NamedTuple):
    """A die that is seen: how likely it is each of the ten, and how likely its bottom is white.

    Dice that it cannot be are left out.
    """

    dice: dict[str, Fraction]
    white: Fraction


class Deduced(NamedTuple):
    """All dice that are seen, in their order, and in how many ways they can be told apart."""

    found: tuple[Found, ...]
    ways: int


class _Fit(NamedTuple):
    """How often a die looks as it was seen, and how often with white below in the end."""

    often: int
    white: int


def deduced(seen: Sequence[Views], placed: Sequence[str] = ()) -> Deduced | None:
    """What follows from what is seen of each die; None where no ten dice can look so.

    The dice `placed` are known, and none of those that are seen.
    """
    fits = [_fits(views, placed) for views in seen]
    rows = [{die: fit.often for die, fit in fit_of.items()} for fit_of in fits]
    before, after = _sums(rows), _sums(rows[::-1])[::-1]
    total = sum(before[-1].values())
    if not total:
        return None
    found = []
    for place, fit_of in enumerate(fits):
        chances = {}
        for die, fit in fit_of.items():
            rest = _together(before[place], after[place + 1], _bit(die))
            if rest:
                chances[die] = Fraction(fit.often * rest, total)
        white = Fraction(0)
        for die, chance in chances.items():
            white += chance * Fraction(fit_of[die].white, fit_of[die].often)
        found.append(Found(chances, white))
    ways = _sums([dict.fromkeys(row, 1) for row in rows])
    return Deduced(tuple(found), sum(ways[-1].values()))


def candidates(views: Views, placed: Sequence[str] = ()) -> tuple[str, ...]:
    """The dice that can have looked like that, each time."""
    return tuple(_fits(views, placed))


def too_many(seen: Sequence[Views], placed: Sequence[str] = ()) -> tuple[int, ...]:
    """The fewest dice, by their places, that are more than there are dice that look like them.

    Empty where there are none: then the dice can be told apart in some way.
    """
    fitting = [candidates(views, placed) for views in seen]
    for count in range(1, len(seen) + 1):
        for chosen in combinations(range(len(seen)), count):
            if len({die for place in chosen for die in fitting[place]}) < count:
                return chosen
    return ()


def _fits(views: Views, placed: Sequence[str]) -> dict[str, _Fit]:
    """The dice that can have looked like that, in the order of the set."""
    told = [{guess.die.id: guess for guess in guesses(faces, placed)} for faces in views]
    fits = {}
    for die in by_id():
        if all(die in each for each in told):
            once = prod(each[die].ways for each in told[:-1])
            last = told[-1][die]
            fits[die] = _Fit(once * last.ways, once * last.white_below)
    return fits


def _bit(die: str) -> int:
    return 1 << list(by_id()).index(die)


def _sums(rows: Sequence[dict[str, int]]) -> list[dict[int, int]]:
    """For the first none, one, two … rows: the weights of all choices of a different die for each.

    They are added up by the dice that are chosen, each a bit of a number.
    """
    sums = [{0: 1}]
    for row in rows:
        more: dict[int, int] = {}
        for used, weight in sums[-1].items():
            for die, factor in row.items():
                if not used & _bit(die):
                    chosen = used | _bit(die)
                    more[chosen] = more.get(chosen, 0) + weight * factor
        sums.append(more)
    return sums


def _together(before: dict[int, int], after: dict[int, int], taken: int) -> int:
    """The weights of all choices before and after a row, none of which takes a die twice."""
    return sum(
        one * other
        for used, one in before.items()
        if not used & taken
        for rest, other in after.items()
        if not rest & (used | taken)
    )

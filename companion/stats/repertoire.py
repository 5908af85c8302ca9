"""How often a group plays what it plays, as people count who log their plays on BoardGameGeek."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.stats.counts import GameCount

NICKEL, DIME = 5, 10
"""Plays from which on a game is a nickel, and a dime, which is no nickel any more."""


class Repertoire(NamedTuple):
    """What a group plays, in numbers.

    `h_index` is the greatest number such that so many games were played at least so often.
    `nickels` are the games of 5 to 9 plays, `dimes` those of 10 and more: a game is counted once.
    """

    h_index: int
    nickels: int
    dimes: int


def repertoire(games: Iterable[GameCount]) -> Repertoire:
    """These numbers of some games."""
    plays = sorted((game.plays for game in games), reverse=True)
    reached = sum(count >= place for place, count in enumerate(plays, 1))
    dimes = sum(count >= DIME for count in plays)
    return Repertoire(reached, sum(count >= NICKEL for count in plays) - dimes, dimes)


def longest_unplayed(games: Iterable[GameCount]) -> Sequence[GameCount]:
    """All games, those first whose last play is longest ago."""
    return sorted(games, key=lambda game: (game.last, game.title))

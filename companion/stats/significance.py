"""How much may be read into a share: what lies behind “60 %” when there were ten cases, and whether
it helps to begin."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from companion.stats.counts import Chances, GameCount, PlayerCount

SHARE_FROM = 5
"""Below this many cases no share is shown: “2 of 3”, never “67 %”."""
MANY_FROM = 10
"""Below this many cases, the sample is flagged as small."""
SURE = 1.96
"""Standard deviations to both sides that hold the truth in 95 of 100 cases."""


class Interval(NamedTuple):
    """The 95 % range of a chance: from `low` to `high`, both from 0 to 1."""

    low: float
    high: float


def wilson(wins: int, cases: int) -> Interval:
    """Where the chance of a win lies, after so many wins in so many cases (Wilson 1927)."""
    if not cases:
        return Interval(0.0, 1.0)
    share, spread = wins / cases, SURE**2 / cases
    middle = (share + spread / 2) / (1 + spread)
    half = SURE / (1 + spread) * sqrt(share * (1 - share) / cases + spread / 4 / cases)
    # The ends are the ends: rounding would put nought wins a little above none.
    low = middle - half if wins else 0.0
    return Interval(low, middle + half if wins < cases else 1.0)


def share(wins: int, cases: int) -> float | None:
    """The share of wins, from 0 to 1; None for too few cases."""
    return wins / cases if cases >= SHARE_FROM else None


# Whether it helps to begin


class StarterAdvantage(NamedTuple):
    """How whoever began has fared.

    `all` are all plays of which it is known who began, with the wins that are due by lot. `own` are
    those of them that can be compared; there `due` are the wins that these players would have if
    they won as often as when others begin. `verdict` is `helps`, `hurts`, `open` (may be luck) or
    `few` (too few plays to say). `most` is who began most often, empty where nobody is known, and
    `most_cases` how often.
    """

    all: Chances
    own: Chances
    verdict: str
    most: str
    most_cases: int


def starter_advantage(
    games: Iterable[GameCount], players: Mapping[str, PlayerCount]
) -> StarterAdvantage:
    """How whoever began has fared, in one game or over several; `players` are their counters."""
    total, own = Chances(), Chances()
    matched = 0
    spread, spread_of_due = 0.0, 0.0
    for game in games:
        total.cases += game.first.cases
        total.wins += game.first.wins
        total.due += game.first.due
        found = game.comparison
        own.cases += found.cases
        own.wins += found.wins
        own.due += found.due
        matched += found.matched
        spread += found.spread
        spread_of_due += found.spread_of_due
    # What one wins at a table the others lose there, so wins and due wins are not independent:
    # the sum of both spreads is what their difference has at most.
    off = SURE * (sqrt(spread) + sqrt(spread_of_due))
    most = max(players, key=lambda name: players[name].began, default="")
    begun = players[most].began if most else 0
    return StarterAdvantage(
        total,
        own,
        _verdict(own.wins - own.due, off, matched),
        most if begun else "",
        begun,
    )


def _verdict(more: float, off: float, matched: int) -> str:
    """What so many wins more than due say, give or take `off`.

    `matched` counts plays that have one of the other kind beside them: a single play that somebody
    else began is nothing to hold a hundred against.
    """
    if matched < MANY_FROM:
        return "few"
    if abs(more) <= off:
        return "open"
    return "helps" if more > 0 else "hurts"

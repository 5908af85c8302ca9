"""How much may be read into a share: what lies behind “60 %” when there were ten cases."""

from math import sqrt
from typing import NamedTuple

SHARE_FROM = 5
"""Below so many cases a share is not told at all: “2 of 3”, never “67 %”."""
MANY_FROM = 10
"""Below so many cases, what is told says that they are few."""
SURE = 1.96
"""Standard deviations to both sides that hold the truth in 95 of 100 cases."""


class Interval(NamedTuple):
    """Where a chance lies, in 95 of 100 such cases: from `low` to `high`, both from 0 to 1."""

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
    """The share of wins, from 0 to 1; None where there are too few cases to tell one."""
    return wins / cases if cases >= SHARE_FROM else None

"""How often somebody may ask: so much at once, and so much a second from then on."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple


class Rate(NamedTuple):
    """So many requests a second, after so many at once."""

    a_second: float
    at_once: float


class Rates:
    """Counts requests by who makes them. `now` gives a time in seconds that only grows."""

    def __init__(self, rate: Rate, most: int = 4096, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._most = most
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}

    def allow(self, who: str) -> bool:
        """Whether this one may pass; it counts, if so."""
        now = self._now()
        left, before = self._left.pop(who, (self._rate.at_once, now))
        left = min(self._rate.at_once, left + (now - before) * self._rate.a_second)
        allowed = left >= 1
        # Whoever was not here for longest stands first, and is forgotten when there are too many.
        self._left[who] = (left - 1 if allowed else left, now)
        if len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        return allowed

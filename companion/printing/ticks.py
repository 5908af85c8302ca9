"""Tells whoever waits how far it is: so many codes are made, of so many."""

from collections.abc import Callable

Tick = Callable[[int, int], None]


class Ticking:
    """Counts codes up to how many there will be."""

    def __init__(self, tick: Tick | None, total: int) -> None:
        self._tick = tick
        self._total = total
        self._count = 0

    def done(self) -> None:
        """One more code is made."""
        self._count += 1
        if self._tick is not None:
            self._tick(self._count, self._total)

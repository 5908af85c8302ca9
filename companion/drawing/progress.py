"""How whoever works for long says how far it has come: shown by whoever has a screen."""

from collections.abc import Callable
from contextlib import AbstractContextManager

Tick = Callable[[int, int | None], None]
"""Told how much is done, and of how much, if that is known."""
Bar = Callable[[str], AbstractContextManager[Tick]]
"""Shows how far something has come, of which it is told what it is."""


class Ticking:
    """Counts what is done one by one, up to how many there will be, and tells whoever waits."""

    def __init__(self, tick: Tick | None, total: int) -> None:
        self._tick = tick
        self._total = total
        self._count = 0

    def done(self) -> None:
        """One more is done."""
        self._count += 1
        if self._tick is not None:
            self._tick(self._count, self._total)

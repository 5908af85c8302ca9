"""A chess clock for two: one side runs at most, and a press hands the time over."""

from typing import NamedTuple


class ChessClock(NamedTuple):
    """Seconds that were `left` when the side to move last changed, at the time `since`.

    `side` is whose time runs, or would; while the clock is not `running`, nobody's does.
    """

    left: tuple[float, float]
    side: int
    running: bool = False
    since: float = 0.0

    def shown(self, now: float) -> tuple[float, float]:
        """What is left of both times; never less than nothing."""
        if not self.running:
            return self.left
        times = list(self.left)
        times[self.side] = max(0.0, times[self.side] - (now - self.since))
        return times[0], times[1]

    def fallen(self, now: float) -> int | None:
        """Whose time is up."""
        shown = self.shown(now)
        return next((side for side in (0, 1) if shown[side] <= 0), None)

    def pressed(self, now: float) -> "ChessClock":
        """After a press: the other side's time runs; of a clock that stood, the same side's."""
        side = 1 - self.side if self.running else self.side
        return ChessClock(self.shown(now), side, True, now)

    def paused(self, now: float) -> "ChessClock":
        """After the clock was stopped, or set going again."""
        return ChessClock(self.shown(now), self.side, not self.running, now)

    def whole(self, now: float) -> tuple[int, int]:
        """What is left in whole seconds: a time that is not up is never told as 0."""
        one, two = (-int(-left // 1) for left in self.shown(now))
        return one, two


def time_words(seconds: float) -> str:
    """A time as clocks show it: `4:30`; tenths of the last twenty seconds."""
    if 0 < seconds < 20 and not float(seconds).is_integer():
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(-int(-seconds // 1), 60)
    return f"{minutes}:{rest:02}"

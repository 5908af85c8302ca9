"""A terminal that is looked at while time goes by: what a clock that ticks needs of the world.

It is handed in, as time and chance are: so the chess clock is tested with keys that nobody presses,
and once in a real terminal.
"""

from types import TracebackType
from typing import Protocol


class LiveTerminal(Protocol):
    """Keys that are read one by one, and a line that changes. Used in a `with`, once."""

    def __enter__(self) -> "LiveTerminal":
        """Read keys as they are pressed from here on."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal as it was."""

    def seconds(self) -> float:
        """A time in seconds that only grows."""

    def key(self, wait: float) -> str | None:
        """The key that was pressed within so many seconds; None if there was none.

        The end of the input is told as `q`.
        """

    def say(self, line: str) -> None:
        """Write a line that stays."""

    def show(self, line: str) -> None:
        """Put a line in the place of the one that was shown before."""

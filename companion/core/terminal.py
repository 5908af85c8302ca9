"""What is needed from a terminal: keys while time goes by, progress, unbroken commands.

It is passed in, like time and chance: so the chess clock is tested with simulated keys, and once in
a real terminal.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol


class LiveTerminal(Protocol):
    """Reads keys one by one, and shows a line that changes. Used in a `with`, once."""

    def __enter__(self) -> "LiveTerminal":
        """Read keys as they are pressed from here on."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Restore the terminal."""

    def seconds(self) -> float:
        """Return a time in seconds that never goes back."""

    def key(self, wait: float) -> str | None:
        """Return the key that was pressed within so many seconds; None if there was none.

        The end of the input counts as `q`.
        """

    def say(self, line: str) -> None:
        """Write a line that stays."""

    def show(self, line: str) -> None:
        """Replace the line that was shown before."""


Tick = Callable[[int, int | None], None]
"""Called with how much is done, and of how much, if that is known."""
Bar = Callable[[str], AbstractContextManager[Tick]]
"""Shows the progress of what its argument names."""


class Progress:
    """Counts what is done, up to a total, and shows the progress."""

    def __init__(self, tick: Tick | None, total: int) -> None:
        self._tick = tick
        self._total = total
        self._count = 0

    def done(self) -> None:
        """Count one more."""
        self._count += 1
        if self._tick is not None:
            self._tick(self._count, self._total)


TIE = "\ue000"
"""Replaces a blank at which no line may break; `names.visible` spells this character out."""

_COMMAND = re.compile(r"[^\s`]*`[^`\n]+`[^\s`]*")


def tied(text: str, width: int) -> str:
    """Tie the blanks in every `command` of a text that fits on a line of `width` columns.

    The result is as long as the text, so positions in it stay valid. `untied` undoes it.
    """
    return _COMMAND.sub(
        lambda command: command[0].replace(" ", TIE) if len(command[0]) <= width else command[0],
        text,
    )


def untied(text: str) -> str:
    """Restore the blanks that `tied` tied."""
    return text.replace(TIE, " ")

"""What is asked of a terminal: keys as time goes by, how far something has come, unbroken commands.

It is handed in, as time and chance are: so the chess clock is tested with keys that nobody presses,
and once in a real terminal.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
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

        The end of the input counts as `q`.
        """

    def say(self, line: str) -> None:
        """Write a line that stays."""

    def show(self, line: str) -> None:
        """Put a line in the place of the one that was shown before."""


Tick = Callable[[int, int | None], None]
"""Told how much is done, and of how much, if that is known."""
Bar = Callable[[str], AbstractContextManager[Tick]]
"""Shows how far something has come; it is handed what that is."""


class Progress:
    """Counts what is done one by one, up to how many there will be, and shows that."""

    def __init__(self, tick: Tick | None, total: int) -> None:
        self._tick = tick
        self._total = total
        self._count = 0

    def done(self) -> None:
        """One more is done."""
        self._count += 1
        if self._tick is not None:
            self._tick(self._count, self._total)


TIE = "\ue000"
"""Stands for a blank at which no line is broken. Nobody's sign: `names.visible` spells it out."""

_COMMAND = re.compile(r"[^\s`]*`[^`\n]+`[^\s`]*")


def tied(text: str, width: int) -> str:
    """A text with the blanks tied in every `command` that fits on a line of so many columns.

    As long as the text: what goes by its places goes on doing so. `untied` undoes it.
    """
    return _COMMAND.sub(
        lambda command: command[0].replace(" ", TIE) if len(command[0]) <= width else command[0],
        text,
    )


def untied(text: str) -> str:
    """A text with blanks again where `tied` tied them."""
    return text.replace(TIE, " ")

"""Keys and a changing line on the terminal of this run."""

import os
import re
import sys
from time import monotonic, sleep
from types import TracebackType

from companion.errors import Invalid

_END = "q"
_WIDEST = 400
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])?")
"""What arrows and the like send."""


class Terminal:
    """The terminal that the program was started from; see `companion.core.terminal`.

    The line goes to standard error, as everything does that is no answer.
    """

    def __init__(self, instead: str) -> None:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise Invalid("This needs a terminal with a keyboard, and there is none.", instead)
        self._typed = ""

    def __enter__(self) -> "Terminal":
        if sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)
        sys.stderr.write("\n")

    def seconds(self) -> float:
        """A time in seconds that only grows."""
        return monotonic()

    def say(self, line: str) -> None:
        """Write a line that stays."""
        sys.stderr.write(f"{line}\n")

    def show(self, line: str) -> None:
        """Put a line in the place of the one before, cut where the terminal ends."""
        try:
            width = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:
            width = _WIDEST
        sys.stderr.write(f"\r{line[: max(1, width - 1)]}\x1b[K")
        sys.stderr.flush()

    def key(self, wait: float) -> str | None:
        """The next key, if one is pressed within so many seconds; of arrows and the like, none."""
        if sys.platform == "win32":
            return _key_of_windows(wait)
        from select import select

        if not self._typed:
            if not select([sys.stdin], [], [], wait)[0]:
                return None
            typed = os.read(sys.stdin.fileno(), 64).decode(errors="replace")
            if not typed:
                return _END
            self._typed = _ESCAPE.sub("", typed)
        key, self._typed = self._typed[:1], self._typed[1:]
        return key or None


def _key_of_windows(wait: float) -> str | None:
    import msvcrt

    until = monotonic() + wait
    while monotonic() < until:
        if msvcrt.kbhit():  # type: ignore[attr-defined]
            key: str = msvcrt.getwch()  # type: ignore[attr-defined]
            return key
        sleep(0.01)
    return None

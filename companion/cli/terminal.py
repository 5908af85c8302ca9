"""The terminal of this run: keys and a changing line, and long texts page by page."""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from time import monotonic, sleep

from companion.errors import Invalid
from companion.table.files import STANDARD

_END = "q"
_WIDEST = 400
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])?")
"""What arrow keys and the like send."""
_ENDINGS = ("SIGHUP", "SIGTERM")
"""Signals for a closed terminal, or from somebody who ends the program; handled like Ctrl-C."""
_NOT_RUN = (126, 127)
"""Exit codes of a shell that could not run a program."""
_AS_IT_IS = ("", "cat")


class Terminal:
    """The terminal that the program was started from; see `companion.core.terminal`.

    The changing line goes to standard error, like everything that is not an answer.
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
        self._handlers = {
            number: signal.signal(number, signal.default_int_handler)
            for number in (getattr(signal, name, None) for name in _ENDINGS)
            if number is not None
        }
        return self

    def __exit__(self, *why: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if sys.platform != "win32":
            import termios

            with suppress(termios.error):  # the window was closed
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)
        self._write("\n")

    def seconds(self) -> float:
        """A monotonic time in seconds."""
        return monotonic()

    def say(self, line: str) -> None:
        """Write a line that stays."""
        self._write(f"{line}\n")

    def show(self, line: str) -> None:
        """Replace the current line, cut to the width of the terminal."""
        try:
            width = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:
            width = _WIDEST
        if width:  # 0 while the window is being created, or hidden
            self._write(f"\r{line[: max(1, width - 1)]}\x1b[K")

    def _write(self, text: str) -> None:
        with suppress(OSError):  # the window was closed
            sys.stderr.write(text)
            sys.stderr.flush()

    def key(self, wait: float) -> str | None:
        """The next key, if one is pressed within `wait` seconds; None for arrows and the like."""
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


def can_ask(file: str, as_json: bool) -> bool:
    """Whether to ask about a file: at a terminal, unless it is piped or the answer is JSON."""
    terminals = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    return terminals and file != STANDARD and not as_json


def show(text: str) -> None:
    """Print a text; in a pager if somebody is watching and it does not fit on the screen.

    Nobody is watching if standard input or output is not a terminal. Settings in LESS stay; without
    them, less exits if the text fits, shows colours, and leaves the text on the screen.
    """
    watched = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    pager = _pager() if watched and not _fits(text) else ""
    if pager in _AS_IT_IS or not _paged(pager, text):
        sys.stdout.write(text)
        sys.stdout.flush()


def _fits(text: str) -> bool:
    """Whether a text fits on the screen, with the next prompt."""
    return text.count("\n") < shutil.get_terminal_size().lines


def _pager() -> str:
    """The pager: from PAGER, or one that is installed; empty if there is none."""
    named = os.environ.get("PAGER")
    if named is not None:
        return named.strip()
    return "less" if shutil.which("less") else ""


def _paged(pager: str, text: str) -> bool:
    """Show a text in a pager; return whether that worked."""
    sys.stdout.flush()
    content = text.encode(sys.stdout.encoding or "utf-8", "replace")
    environment = {"LESS": "FRX", "LV": "-c", **os.environ}
    # While the pager is open, a Ctrl-C is for the pager and must not end this program. The pager
    # does not inherit a handler, as it would SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        process = subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env=environment)
        with suppress(BrokenPipeError):  # the pager was left before the end
            process.communicate(content)
        return process.wait() not in _NOT_RUN
    finally:
        signal.signal(signal.SIGINT, before)

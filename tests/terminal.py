"""The program in a terminal of its own: what is typed, what the screen shows, how it ends.

A test waits for what is shown, never for a time. Every wait has one limit, far beyond what the
slowest machine needs; a wait that was in vain tells all that was shown.
"""

import io
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

LIMIT = 60.0
"""Seconds that anything may take at most."""
PROGRAM = ("-m", "companion")
_TOLD = 4_000
"""Signs that are told of a screen, from its end."""


def program(*before: str) -> list[str]:
    """Arguments of Python that run the program after these lines, which change a part of it."""
    run = ("import sys", 'sys.argv = ["companion", *sys.argv[1:]]', *before)
    return ["-c", "\n".join((*run, "from companion.cli.run import main", "main()"))]


def hears_ctrl_c() -> None:
    """In a process that begins: as at a terminal, even where tests are run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def limited(process: int) -> Iterator[None]:
    """A block that waits for this process: when the limit is over, the process is killed."""
    impatience = Timer(LIMIT, os.kill, [process, signal.SIGKILL])
    impatience.start()
    try:
        yield
    finally:
        impatience.cancel()


class Screen:
    """A terminal in which the program runs."""

    def __init__(self, child: Any) -> None:
        self._child = child
        self._all = child.logfile_read = io.StringIO()

    @property
    def before(self) -> str:
        """What was shown between the last two things that were waited for."""
        shown: str = self._child.before
        return shown

    @property
    def everything(self) -> str:
        """All that was shown and looked at."""
        return self._all.getvalue()

    def shows(self, *texts: str) -> None:
        """Wait until these texts are shown, each after the one before."""
        for text in texts:
            self._wait(self._child.expect_exact, text)

    def prompt(self, name: str) -> None:
        """Wait until a line is asked for."""
        self.shows(f"{name}>")

    def send(self, keys: str) -> None:
        """Press keys."""
        self._child.send(keys)

    def type(self, line: str, *shown: str) -> None:
        """Type a line, and wait until these texts are shown, each after the one before."""
        self.send(f"{line}\r")
        self.shows(*shown)

    def ctrl_c(self) -> None:
        """Press Ctrl-C once the program has come to wait for something.

        One that comes in the instant before, Python's own `input` notices at the next line only.
        """
        self._until_it_sleeps()
        self._child.sendintr()

    def ctrl_d(self) -> None:
        """Press Ctrl-D."""
        self._child.sendcontrol("d")

    def kill(self, number: int) -> None:
        """Send the program a signal."""
        self._child.kill(number)

    def resize(self, rows: int, columns: int) -> None:
        """Make the window larger or smaller."""
        self._child.setwinsize(rows, columns)

    def place_the_cursor(self) -> None:
        """Answer as terminals do that are asked where the cursor is: then there is room below."""
        self.shows("\x1b[6n")
        self.send("\x1b[5;1R")

    def leave(self) -> None:
        """Leave by Ctrl-D; it has to end well."""
        self.ctrl_d()
        self.ends()

    def ends(self, code: int = 0) -> None:
        """Wait until it has ended, with this exit code."""
        import pexpect

        self._wait(self._child.expect, pexpect.EOF)
        with limited(self._child.pid):
            self._child.wait()
        if self._child.exitstatus != code:
            how = self._child.exitstatus, self._child.signalstatus
            pytest.fail(f"It ended with {how} in place of {code}.\n{self._report()}")

    def modes(self) -> int:
        """The local modes of the terminal, as `termios` tells them."""
        import termios

        found: int = termios.tcgetattr(self._child.child_fd)[3]
        return found

    def close(self) -> None:
        """End it, whatever it does."""
        if not self._child.terminated:
            os.kill(self._child.pid, signal.SIGKILL)
            self._child.wait()
        self._child.close()

    def _wait(self, expect: Any, what: object) -> None:
        import pexpect

        try:
            expect(what)
        except (pexpect.TIMEOUT, pexpect.EOF) as end:
            name = "The end" if what is pexpect.EOF else repr(what)
            late = isinstance(end, pexpect.TIMEOUT)
            why = f"did not come in {LIMIT:.0f} seconds" if late else "did not come before the end"
            pytest.fail(f"{name} {why}.\n{self._report()}")

    def _until_it_sleeps(self) -> None:
        """Elsewhere than on Linux, it is taken for granted that it does."""
        state = Path(f"/proc/{self._child.pid}/stat")
        end = time.monotonic() + LIMIT
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            if time.monotonic() > end:
                pytest.fail(f"It never waited for keys.\n{self._report()}")
            time.sleep(0.001)

    def _report(self) -> str:
        seen = self.everything[-_TOLD:].replace("\x1b", "␛")
        unseen = self._child.buffer.replace("\x1b", "␛")
        return f"The screen showed:\n{seen}\nof which this was not waited for yet:\n{unseen}"


@contextmanager
def terminals(home: Path) -> Iterator[Any]:
    """Hands out what opens terminals: `opened("shell", "--table", columns=50, NO_COLOR="1")`."""
    pexpect = pytest.importorskip("pexpect")
    if sys.platform == "win32":
        pytest.skip("needs a pseudo-terminal")
    screens: list[Screen] = []

    def opened(
        *arguments: str,
        program: Sequence[str] = PROGRAM,
        rows: int = 30,
        columns: int = 80,
        **settings: str,
    ) -> Screen:
        env = {**os.environ, "COMPANION_HOME": str(home), "TERM": "xterm"}
        for size in ("COLUMNS", "LINES"):
            env.pop(size, None)
        # It would ask the terminal where the cursor is, and most tests do not answer.
        env |= {"PROMPT_TOOLKIT_NO_CPR": "1", **settings}
        child = pexpect.spawn(
            sys.executable,
            [*program, *arguments],
            env=env,
            encoding="utf-8",
            dimensions=(rows, columns),
            timeout=LIMIT,
            preexec_fn=hears_ctrl_c,
        )
        child.delaybeforesend = None
        child.delayafterclose = child.ptyproc.delayafterclose = 0
        screens.append(Screen(child))
        return screens[-1]

    try:
        yield opened
    finally:
        for screen in screens:
            screen.close()

"""Long texts are shown page by page, as git does it: by what PAGER says, or `less`."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress

_NOT_RUN = (126, 127)
"""Exit codes by which a shell says that it could not run a program."""
_AS_IT_IS = ("", "cat")


def show(text: str) -> None:
    """Print a text of lines; page by page where somebody sits there and the screen cannot hold it.

    Nobody sits there where standard input or output is none of a terminal. What a pager is told
    that has settings of its own in LESS stays as it is; else less ends by itself where the text
    fits, shows colours, and leaves the text on the screen.
    """
    pager = _pager() if _is_watched() and not _fits(text) else ""
    if pager in _AS_IT_IS or not _paged(pager, text):
        sys.stdout.write(text)
        sys.stdout.flush()


def _is_watched() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _fits(text: str) -> bool:
    """Whether the screen can hold it, and the next prompt."""
    return text.count("\n") < shutil.get_terminal_size().lines


def _pager() -> str:
    """What PAGER says, or what there is; empty where there is none."""
    told = os.environ.get("PAGER")
    if told is not None:
        return told.strip()
    return "less" if shutil.which("less") else ""


def _paged(pager: str, text: str) -> bool:
    """Let a pager show it; whether that could be run at all."""
    sys.stdout.flush()
    content = text.encode(sys.stdout.encoding or "utf-8", "replace")
    environment = {"LESS": "FRX", "LV": "-c", **os.environ}
    # A Ctrl-C is the pager's while that is open; it must not end what runs it. A handler is not
    # handed on to the pager, as SIG_IGN would be.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        process = subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env=environment)
        with suppress(BrokenPipeError):  # left before its end
            process.communicate(content)
        return process.wait() not in _NOT_RUN
    finally:
        signal.signal(signal.SIGINT, before)

"""What a run finds around it, made usable: streams, environment, clock, chance."""

import atexit
import gc
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from companion.core.numbers import whole
from companion.errors import Invalid

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path
    from random import Random

    from companion.core.terminal import LiveTerminal, Tick


def prepare() -> None:
    """Make sure that printing works: closed streams, other encodings, sizes that are none."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell: `>&-`
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a sign that cannot be shown becomes `?`
    for size in ("COLUMNS", "LINES"):
        if size in os.environ and not whole(os.environ[size], 1, 99999):
            del os.environ[size]


def flush() -> None:
    """Print what is still to be printed, without a word about a reader that has gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def leave(code: int) -> NoReturn:
    """End the process with an exit code, and without delay.

    All that this run made goes with it: the interpreter need not take it apart piece by piece.
    """
    flush()
    atexit._run_exitfuncs()  # what libraries want to clear away
    flush()
    os._exit(code)


def home() -> "Path":
    """Where everything is kept: COMPANION_HOME, or the platform's folder for user data."""
    from pathlib import Path

    told = os.environ.get("COMPANION_HOME")
    if not told:
        from platformdirs import user_data_path

        return user_data_path("companion", appauthor=False)
    try:
        return Path(told).expanduser().absolute()
    except (RuntimeError, OSError):
        raise Invalid(
            f"COMPANION_HOME is “{told}”, and that leads nowhere.",
            "Set it to a folder, or leave it out.",
        ) from None


def now() -> str:
    """The time now: ISO 8601, UTC, to the second."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def chance(entry: int) -> "Random":
    """A source of chance for one entry; under COMPANION_SEED, the same for the same entry."""
    from random import Random

    seed = os.environ.get("COMPANION_SEED")
    return Random(os.fsencode(f"{seed}/{entry}")) if seed else Random()


def bar(what: str) -> "AbstractContextManager[Tick]":
    """Shows on standard error how far something has come, where somebody looks."""
    from companion.render.terminal import progress

    gc.enable()  # What takes long may make more garbage than there is room for (see `__main__`).
    return progress(what)


def live(instead: str) -> "LiveTerminal":
    """The terminal of this run, to be looked at while time goes by.

    Raises Invalid where there is none, with what to do `instead`.
    """
    from companion.cli.live import Terminal

    return Terminal(instead)

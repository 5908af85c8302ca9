"""One run of the program: makes the desk, runs a command, prints its reply, maps errors to exits.

Exit codes (contract): 0 done, 1 refused or not found, 2 usage, 3 storage.
"""

import gc
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

import typer

from companion.cli.app import root
from companion.cli.output import print_error, print_reply, use_any_encoding
from companion.cli.usage import usage
from companion.errors import CompanionError, Invalid, StorageError
from companion.table.desk import Asked, Desk
from companion.table.reply import Reply

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

DONE, REFUSED, USAGE, STORAGE = 0, 1, 2, 3
INTERRUPTED = 130


def main() -> NoReturn:
    """The program. Leaves by an exit code, never by a traceback."""
    use_any_encoding()
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
        # All that this run made goes with it: the interpreter need not look through it once more.
        gc.freeze()
    except BrokenPipeError:  # `companion log | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    sys.exit(code)


def run(argv: Sequence[str]) -> int:
    """Run one command with these arguments; returns its exit code."""
    desk: Desk | None = None
    try:
        desk = make_desk()
        reply = root().main(
            [_readable(arg) for arg in argv],
            prog_name="companion",
            standalone_mode=False,
            obj=desk,
        )
        if isinstance(reply, Reply):
            print_reply(reply, as_json=desk.asked.as_json)
        return reply if isinstance(reply, int) else DONE
    except CompanionError as problem:
        print_error(problem.message, problem.hint, getattr(problem, "rule", ""))
        return exit_code(problem)
    except typer.TyperException as problem:
        message, hint = usage(problem, argv)
        print_error(message, hint)
        return USAGE
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as problem:
        if os.environ.get("COMPANION_TRACEBACK"):
            raise
        print_error(
            f"The companion itself made a mistake ({type(problem).__name__}: {problem}).",
            "Please report it, with what `COMPANION_TRACEBACK=1` shows before the same command.",
        )
        return REFUSED


def exit_code(problem: CompanionError) -> int:
    """The one place that maps errors to exit codes."""
    if isinstance(problem, StorageError):
        return STORAGE
    return USAGE if isinstance(problem, Invalid) else REFUSED


def make_desk() -> Desk:
    """The desk of this run: the real store, clock and chance."""
    from companion.store.tiny import TinyStore

    return Desk(TinyStore(home()), now, chance, Asked())


def home() -> "Path":
    """Where everything is kept: COMPANION_HOME, or the platform's folder for user data."""
    from pathlib import Path

    told = os.environ.get("COMPANION_HOME")
    if told:
        return Path(told).expanduser()
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


def now() -> str:
    """The time now: ISO 8601, UTC, to the second."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def chance(entry: int) -> "Random":
    """A source of chance for one entry; under COMPANION_SEED, the same for the same entry."""
    from random import Random

    seed = os.environ.get("COMPANION_SEED")
    return Random(f"{seed}/{entry}") if seed else Random()


def _readable(arg: str) -> str:
    """`-2` as an argument is an amount and no option: a real minus sign says so."""
    return f"−{arg[1:]}" if re.fullmatch(r"-\d+", arg) else arg

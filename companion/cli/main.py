"""One run of the program: makes the desk, runs a command, prints its reply, maps errors to exits.

Exit codes (contract): 0 done, 1 refused or not found, 2 usage, 3 storage.
"""

import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from companion.cli import surroundings
from companion.cli.app import root
from companion.cli.output import print_error, print_reply
from companion.cli.usage import usage
from companion.errors import CompanionError, Invalid, StorageError
from companion.table.desk import Asked, Desk
from companion.table.houserules import offered
from companion.table.reply import Reply

DONE, REFUSED, USAGE, STORAGE = 0, 1, 2, 3
INTERRUPTED = 130


def main() -> NoReturn:
    """The program. Leaves by an exit code, never by a traceback."""
    surroundings.prepare()
    code = run(sys.argv[1:])
    surroundings.leave_quietly()
    sys.exit(code)


def run(argv: Sequence[str]) -> int:
    """Run one command with these arguments; returns its exit code."""
    desk = None
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
        rule = getattr(problem, "rule", "")
        agreed = offered(desk, rule) if desk is not None and rule else ()
        print_error(problem.message, problem.hint, rule, (*problem.details, *agreed))
        return exit_code(problem)
    except typer.TyperException as problem:
        message, hint = usage(problem, argv)
        print_error(message, hint)
        return USAGE
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # `companion log | head`: nobody reads on
        return DONE
    except OSError as problem:
        print_error(
            f"The answer could not be printed ({problem.strerror}).",
            "What was entered before that is entered: `companion log` shows it.",
        )
        return STORAGE
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

    return Desk(
        TinyStore(surroundings.home()), now, surroundings.chance, Asked(), surroundings.live
    )


def now() -> str:
    """The time of an entry, looked up when it is made."""
    return surroundings.now()


def _readable(arg: str) -> str:
    """`-2` as an argument is an amount and no option: a real minus sign says so."""
    return f"−{arg[1:]}" if re.fullmatch(r"-\d+", arg) else arg

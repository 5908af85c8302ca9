"""One run of the program: makes the desk, runs the command, leaves by its exit code."""

import sys
from collections.abc import Sequence
from typing import NoReturn

from companion.cli import surroundings
from companion.cli.app import root
from companion.cli.running import DONE, Printed, run_at
from companion.table.current import Asked
from companion.table.desk import Desk


def main() -> NoReturn:
    """The program. Leaves by an exit code, never by a traceback."""
    surroundings.prepare()
    code = run(sys.argv[1:])
    surroundings.leave(code)


def run(argv: Sequence[str]) -> int:
    """Run one command with these arguments; returns its exit code."""
    try:
        return run_at(make_desk, root, lambda desk: argv, Printed())
    except BrokenPipeError:  # `companion log | head`: nobody reads on
        return DONE


def make_desk() -> Desk:
    """The desk of this run: the real store, clock and chance."""
    from companion.store.tiny import TinyStore

    return Desk(
        TinyStore(surroundings.home()),
        surroundings.now,
        surroundings.chance,
        Asked(),
        surroundings.live,
        bar=surroundings.bar,
    )

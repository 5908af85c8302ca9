"""One run of the program: its environment, the command that it runs, and its exit code.

Exit codes (contract): 0 done, 1 refused or not found, 2 usage, 3 storage.
"""

import atexit
import gc
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from companion.cli import quick
from companion.cli.output import print_refusal, print_reply, usage
from companion.core.numbers import whole
from companion.core.reply import Refusal, Reply
from companion.core.value import Protocol, replace
from companion.errors import CompanionError, Invalid, NotFound, StorageError
from companion.store.base import Change
from companion.table.current import CommonOptions
from companion.table.desk import Desk

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from random import Random

    from companion.core.terminal import LiveTerminal, Tick

DONE, REFUSED, USAGE, STORAGE = 0, 1, 2, 3
INTERRUPTED = 130
_LOOK = "`companion log` shows what was entered."


def main() -> NoReturn:
    """Run the program, and leave with an exit code, never with a traceback."""
    prepare()
    leave(run(sys.argv[1:]))


def run(argv: Sequence[str]) -> int:
    """Run one command with these arguments; return its exit code."""
    try:
        return run_at(make_desk, _root, lambda desk: argv, Printed())
    except BrokenPipeError:  # `companion log | head`: the reader has gone
        return DONE


def _root() -> Any:
    from companion.cli.app import root

    return root()


def make_desk() -> Desk:
    """Make the desk of this run, with the real store, clock and chance."""
    from companion.store.tiny import TinyStore

    return Desk(
        TinyStore(home()), now, chance, CommonOptions(), live, bar=bar, date_order=date_order()
    )


class ReplySink(Protocol):
    """Where answers and refusals go."""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Show an answer."""

    def refuse(self, refusal: Refusal) -> None:
        """Show what went wrong."""


class Printed:
    """Prints answers on standard output and errors on standard error."""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Print an answer."""
        print_reply(reply, as_json=as_json)

    def refuse(self, refusal: Refusal) -> None:
        """Print what went wrong."""
        print_refusal(refusal)


def run_at(
    make_desk: Callable[[], Desk],
    commands: Callable[[], Any],
    understood: Callable[[Desk], Sequence[str] | None],
    sink: ReplySink,
) -> int:
    """Run one of the commands; return its exit code.

    `understood` returns its arguments, or None if there is nothing to run. All changes are made
    once the answer is complete: with exit code 0 all of them, else none. A command that stays open
    (a prompt) returns a function to run after that, so that nothing is locked meanwhile; it may
    return the answer. Raises
    BrokenPipeError if the reader of the answer has gone, and, with COMPANION_TRACEBACK, internal
    errors.
    """
    desk = None
    change: Change | None = None
    argv: Sequence[str] | None = ()
    try:
        desk = make_desk()
        argv = understood(desk)
        if argv is None:
            return DONE
        with desk.store.together() as change:
            words = [readable(arg) for arg in argv]
            read = quick.understood(desk, words)
            if read is not None:
                reply = read()
            else:
                reply = commands().main(
                    words, prog_name="companion", standalone_mode=False, obj=desk
                )
            if isinstance(reply, Reply):
                reply = reply.settled(desk.options.as_json)
            elif isinstance(reply, int) and reply != DONE:  # this is how Typer reports a Ctrl-C
                raise SystemExit(reply)
        if callable(reply):
            reply = reply()
        if isinstance(reply, Reply):
            if words[:1] in (["start"], ["finish"]):
                _sync_if_wanted(desk)
            sink.answer(reply, as_json=desk.options.as_json)
        return reply if isinstance(reply, int) else DONE
    except CompanionError as problem:
        refusal = Refusal.of(problem)
        if desk is not None and refusal.rule:
            from companion.table.plays.house_rules import offered

            details = (*refusal.details, *offered(desk, refusal.rule))
            overrulable = refusal.is_overrulable and desk.options.takes_house
            refusal = replace(refusal, details=details, is_overrulable=overrulable)
        if isinstance(problem, (Invalid, NotFound)):
            hint = f"{refusal.hint} {quick.unquoted(argv or ())}".strip()
            refusal = replace(refusal, hint=hint)
        sink.refuse(refusal)
        return exit_code(problem)
    except _of_typer("TyperException") as problem:
        message, hint = usage(problem, argv or (), commands)
        sink.refuse(Refusal(Invalid.code, message, f"{hint} {quick.unquoted(argv or ())}".strip()))
        return USAGE
    except _of_typer("Abort", KeyboardInterrupt):
        if change is not None and change.is_made:
            sink.refuse(
                Refusal(CompanionError.code, "It was done before you could stop it.", _LOOK)
            )
            return DONE
        return INTERRUPTED
    except SystemExit as problem:  # raised by a library, or by another package's game
        if isinstance(
            problem.__context__, BrokenPipeError
        ):  # how Typer reports a reader that has gone
            raise problem.__context__ from None
        return _code_of(problem, sink)
    except BrokenPipeError:
        raise
    except OSError as problem:
        what = f"The answer could not be printed ({problem.strerror})."
        if change is not None and change.is_made:
            done = Refusal(StorageError.code, f"{what} The command itself was carried out.", _LOOK)
            sink.refuse(done)
            return DONE
        sink.refuse(Refusal(StorageError.code, what, "Nothing was changed."))
        return STORAGE
    except Exception as problem:
        if os.environ.get("COMPANION_TRACEBACK"):
            raise
        sink.refuse(
            Refusal(
                CompanionError.code,
                f"The companion itself made a mistake ({type(problem).__name__}: {problem}).",
                "Please report it, with what `COMPANION_TRACEBACK=1` shows before the same "
                "command.",
            )
        )
        return REFUSED


def _sync_if_wanted(desk: Desk) -> None:
    """Begin to sync in the background if the group wants that; never makes a command fail."""
    with suppress(CompanionError):
        if desk.group_document().get("sync", {}).get("auto"):
            from companion.cli.auto_sync import sync_in_background

            sync_in_background(desk.group)


def _of_typer(name: str, *others: type[BaseException]) -> tuple[type[BaseException], ...]:
    """Typer's exception of that name, if Typer is loaded; and the others."""
    typer = sys.modules.get("typer")
    return others if typer is None else (*others, getattr(typer, name))


def exit_code(problem: CompanionError) -> int:
    """Map an error to its exit code; the only place that does."""
    if isinstance(problem, StorageError):
        return STORAGE
    return USAGE if isinstance(problem, Invalid) else REFUSED


def _code_of(leaving: SystemExit, sink: ReplySink) -> int:
    """The exit code of a SystemExit; prints its sentence if it has one instead."""
    if leaving.code is None or isinstance(leaving.code, int):
        return leaving.code or DONE
    sink.refuse(Refusal(CompanionError.code, str(leaving.code)))
    return REFUSED


def readable(arg: str) -> str:
    """Replace the hyphen of an amount such as `-2` or `-2+5` by a minus sign: it is no option.

    Also at the beginning of a question: `"-2 when I have none"`.
    """
    if arg[:1] == "-" and re.fullmatch(r"-\d+([-+.,]\d+)*(,?|\s.*)", arg, re.DOTALL):
        return f"−{arg[1:]}"
    return arg


def prepare() -> None:
    """Make printing work with closed streams, other encodings and invalid screen sizes."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell: `>&-`
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # characters that cannot be encoded become `?`
    for size in ("COLUMNS", "LINES"):
        if size in os.environ and not whole(os.environ[size], 1, 99999):
            del os.environ[size]


def flush() -> None:
    """Flush the output, and ignore a reader that has gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def leave(code: int) -> NoReturn:
    """End the process with an exit code at once.

    The interpreter need not clean up object by object.
    """
    flush()
    atexit._run_exitfuncs()  # libraries clean up here
    flush()
    os._exit(code)


def home() -> str:
    """The folder for all data: COMPANION_HOME, or the platform's folder for user data."""
    asked_for = os.environ.get("COMPANION_HOME")
    if not asked_for:
        return user_data_folder()
    home = os.path.expanduser(asked_for)
    if home.startswith("~"):  # the home of an unknown user
        raise Invalid(
            f"COMPANION_HOME is “{asked_for}”, which is not a possible folder.",
            "Set it to a folder, or leave it out.",
        )
    return os.path.abspath(home)


def user_data_folder() -> str:
    """The folder for user data, as `platformdirs` names it.

    On Linux it is computed here: importing the library takes a fifth of a command's time.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        shared = os.environ.get("XDG_DATA_HOME", "")
        if not os.path.isabs(shared):
            shared = os.path.expanduser("~/.local/share")
        if os.path.isabs(shared):
            return os.path.join(shared, "companion")
    from platformdirs import user_data_dir

    return user_data_dir("companion", appauthor=False)


def now() -> str:
    """The time now: ISO 8601, UTC, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


_MONTH_FIRST = frozenset(("US", "PH", "PW", "FM", "MH", "GU", "AS", "MP", "PR", "VI"))
"""Countries that write the month before the day: the United States, and some others."""
_YEAR_FIRST = frozenset(("hu", "ja", "ko", "lt", "mn", "zh"))
"""Languages that write the year first, so that the meaning of 11/3/2026 is unknown."""


def date_order() -> str:
    """The order of 11/3 by the locale: `dmy`, `mdy`; empty if the locale does not say."""
    variables = ("LC_ALL", "LC_TIME", "LANG")
    named = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    language, _, place = named.partition(".")[0].partition("@")[0].partition("_")
    if language in ("", "C", "POSIX") or language in _YEAR_FIRST:
        return ""
    return "mdy" if place in _MONTH_FIRST else "dmy"


def chance(entry: int) -> "Random":
    """A source of chance for one entry; with COMPANION_SEED, the same for the same entry."""
    from random import Random

    seed = os.environ.get("COMPANION_SEED")
    return Random(os.fsencode(f"{seed}/{entry}")) if seed else Random()


def bar(what: str) -> "AbstractContextManager[Tick]":
    """A progress bar on standard error, if somebody is watching."""
    from companion.render.terminal import progress

    gc.enable()  # Long work may fill the memory with garbage (see `__main__`).
    return progress(what)


def live(instead: str) -> "LiveTerminal":
    """The terminal of this run, for live display.

    Raises Invalid if there is none, with what to do `instead`.
    """
    from companion.cli.terminal import Terminal

    return Terminal(instead)

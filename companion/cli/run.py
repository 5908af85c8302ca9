"""One run of the program: what it finds around it, the command it runs, the exit code it leaves by.

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
    """The program. Leaves by an exit code, never by a traceback."""
    prepare()
    leave(run(sys.argv[1:]))


def run(argv: Sequence[str]) -> int:
    """Run one command with these arguments; returns its exit code."""
    try:
        return run_at(make_desk, _root, lambda desk: argv, Printed())
    except BrokenPipeError:  # `companion log | head`: nobody reads on
        return DONE


def _root() -> Any:
    from companion.cli.app import root

    return root()


def make_desk() -> Desk:
    """The desk of this run: the real store, clock and chance."""
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
    """Answers on standard output, what went wrong on standard error."""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Print it."""
        print_reply(reply, as_json=as_json)

    def refuse(self, refusal: Refusal) -> None:
        """Print it."""
        print_refusal(refusal)


def run_at(
    make_desk: Callable[[], Desk],
    commands: Callable[[], Any],
    understood: Callable[[Desk], Sequence[str] | None],
    sink: ReplySink,
) -> int:
    """Run one of the commands; returns its exit code.

    `understood` gives its arguments, None where there is nothing to run. All that the command
    changes is changed once its answer is complete: with 0 all of it is there, else nothing. A
    command that goes on for as long as somebody stays (a prompt) answers with what is to be run
    then: nothing is held meanwhile. Raises BrokenPipeError where the reader of the answer has gone,
    and where COMPANION_TRACEBACK is set, any mistake of the program.
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
            elif isinstance(reply, int) and reply != DONE:  # so Typer says that it was Ctrl-C
                raise SystemExit(reply)
        if isinstance(reply, Reply):
            if words[:1] in (["start"], ["finish"]):
                _sync_if_wanted(desk)
            sink.answer(reply, as_json=desk.options.as_json)
        elif callable(reply):
            reply = reply()
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
    except SystemExit as problem:  # a library, or somebody else's game, would end the program
        if isinstance(problem.__context__, BrokenPipeError):  # so Typer says that nobody reads on
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
    """Begin to sync in the background, if the group says so; it never makes a command fail."""
    with suppress(CompanionError):
        if desk.group_document().get("sync", {}).get("auto"):
            from companion.cli.auto_sync import sync_in_background

            sync_in_background(desk.group)


def _of_typer(name: str, *others: type[BaseException]) -> tuple[type[BaseException], ...]:
    """Typer's exception of that name, if Typer is loaded; and the others."""
    typer = sys.modules.get("typer")
    return others if typer is None else (*others, getattr(typer, name))


def exit_code(problem: CompanionError) -> int:
    """The one place that maps errors to exit codes."""
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
    """`-2` or `-2+5` as an argument is an amount and no option: a real minus sign says so.

    So is one in front of a question: `"-2 when I have none"`.
    """
    if arg[:1] == "-" and re.fullmatch(r"-\d+([-+.,]\d+)*(,?|\s.*)", arg, re.DOTALL):
        return f"−{arg[1:]}"
    return arg


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


def home() -> str:
    """Where everything is kept: COMPANION_HOME, or the platform's folder for user data."""
    asked_for = os.environ.get("COMPANION_HOME")
    if not asked_for:
        return user_data_folder()
    home = os.path.expanduser(asked_for)
    if home.startswith("~"):  # of somebody whom this machine does not know
        raise Invalid(
            f"COMPANION_HOME is “{asked_for}”, which is not a possible folder.",
            "Set it to a folder, or leave it out.",
        )
    return os.path.abspath(home)


def user_data_folder() -> str:
    """The folder for user data that `platformdirs` names.

    On Linux it is written down here, too: importing the library takes a fifth of a command's time.
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
"""Where people write the month of a date before its day: the United States, and near them."""
_YEAR_FIRST = frozenset(("hu", "ja", "ko", "lt", "mn", "zh"))
"""Languages in which the year stands first: what 11/3/2026 means there, nobody knows."""


def date_order() -> str:
    """The order in which people here write 11/3: `dmy`, `mdy`; empty where the locale is silent."""
    variables = ("LC_ALL", "LC_TIME", "LANG")
    named = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    language, _, place = named.partition(".")[0].partition("@")[0].partition("_")
    if language in ("", "C", "POSIX") or language in _YEAR_FIRST:
        return ""
    return "mdy" if place in _MONTH_FIRST else "dmy"


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
    from companion.cli.terminal import Terminal

    return Terminal(instead)

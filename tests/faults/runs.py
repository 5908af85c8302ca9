"""Runs of the program that may be killed: a fork of this process, which has everything loaded, or
a process of its own. Clock and chance are the same in all, so that outcomes can be compared."""

import contextlib
import gc
import importlib
import io
import os
import pkgutil
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import companion
from companion.cli import run as program
from companion.cli.run import INTERRUPTED
from companion.cli.run import run as run_program
from tests.faults import shim
from tests.faults.shim import Call, Plan

PATIENCE = 30.0
"""Seconds after which a command hangs."""
HUNG, MISTAKE = -1000, 99
"""In place of an exit code: it never came to an end; an exception came out of it."""
_AS_MODULE = """
import os, runpy, sys
from companion.cli import run
run.now = lambda: os.environ["FAULTS_NOW"]
sys.argv[0] = "companion"
runpy.run_module("companion", run_name="__main__", alter_sys=True)
"""
"""The program as users run it, but for the clock."""


_NOT_LOADED = tuple(
    f"companion.{name}"
    for name in ("web", "scanning", "testing", "cli.host", "cli.shell.", "cli.phones", "__main__")
)
"""What no command needs that is attacked."""


class Ended(NamedTuple):
    """How a run came to its end."""

    code: int
    out: str
    err: str
    seconds: float
    calls: list[Call]
    waited: float = 0.0

    @property
    def killed(self) -> bool:
        """Whether it was killed, by us."""
        return self.code == -signal.SIGKILL

    @property
    def hit(self) -> Call | None:
        """The call that failed, or was the last; of several, the first."""
        return next((call for call in self.calls if call.hit), None)

    def told(self) -> str:
        """The whole of it, for who has to find out why: calls, answer, exit code."""
        calls = [f"{it.number:5} {it.kind}{' ←' if it.hit else ''} {it.path}" for it in self.calls]
        return "\n".join([*calls, self.out, self.err, f"ended with {self.code}"])


class Command(NamedTuple):
    """What is typed, where, and when."""

    home: Path
    words: Sequence[str]
    now: str
    stdin: str = ""


def words_of(line: str) -> list[str]:
    """A line as a shell would take it apart."""
    return shlex.split(line)


def run(
    command: Command, plan: Plan | None = None, *, whole: bool = False, after: float | None = None
) -> Ended:
    """Run it to its end, or to the moment `after` so many seconds, at which it is killed."""
    with _streams(command.stdin) as (stdin, out, err, told):
        begun = time.perf_counter()
        if whole:
            process = _process(command, plan, (stdin, out, err, told))
        else:
            process = _fork(command, plan, (stdin, out, err, told))
        code = _waited_for(process, begun, after)
        seconds = time.perf_counter() - begun
        texts = [_text(stream) for stream in (out, err, told)]
    trace, _, tail = texts[2].partition("waited ")
    return Ended(code, texts[0], texts[1], seconds, shim.calls_in(trace), float(tail or 0))


def in_fork(work: Callable[[], Any]) -> tuple[int, str]:
    """Do some work in a fork that may hang or die: its exit code, and what it returned, a text."""
    with tempfile.TemporaryFile() as answer:
        process = os.fork()
        if not process:
            code = MISTAKE
            try:
                answer.write(work().encode())
                answer.flush()
                code = 0
            except BaseException:
                answer.write(traceback.format_exc().encode())
                answer.flush()
            os._exit(code)
        code = _waited_for(process, time.perf_counter(), None)
        return code, _text(answer)


def quietly(command: Command) -> tuple[int, str, str]:
    """Run a command within this process: its exit code and what it said."""
    out, err = _Stream(), _Stream()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(command.stdin.encode()))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            _surround(command)
            code = run_program(command.words)
    finally:
        sys.stdin = stdin
    return code, out.getvalue(), err.getvalue()


class _Stream(io.StringIO):
    encoding = "utf-8"


def _surround(command: Command) -> None:
    os.environ["COMPANION_HOME"] = str(command.home)
    program.now = lambda: command.now
    os.chdir(command.home.parent)


def _fork(command: Command, plan: Plan | None, streams: Sequence[IO[bytes]]) -> int:
    process = os.fork()
    if process:
        return process
    code = MISTAKE
    try:
        for number, stream in enumerate(streams[:3]):
            os.dup2(stream.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8")  # noqa: SIM115
            for number, mode in enumerate("rww")
        )
        _surround(command)
        program.prepare()
        if plan is not None:
            shim.begin(command.home, plan, streams[3].fileno())
        code = run_program(command.words)
        program.flush()
    except KeyboardInterrupt:  # as the interpreter itself ends then
        code = INTERRUPTED
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    if plan is not None:
        shim.end()
        os.write(streams[3].fileno(), f"waited {shim.waited()}".encode())
    os._exit(code)


def _process(command: Command, plan: Plan | None, streams: Sequence[IO[bytes]]) -> int:
    stdin, out, err, told = streams
    env = {**os.environ, "COMPANION_HOME": str(command.home), "FAULTS_NOW": command.now}
    if plan is not None:
        env |= shim.in_environment(command.home, plan, told.fileno())
    return subprocess.Popen(
        [sys.executable, "-c", _AS_MODULE, *command.words],
        cwd=command.home.parent,
        env=env,
        stdin=stdin,
        stdout=out,
        stderr=err,
        pass_fds=[told.fileno()],
    ).pid


def _waited_for(process: int, begun: float, after: float | None) -> int:
    """The exit code; negative for a signal."""
    if after is not None:
        time.sleep(max(0.0, begun + after - time.perf_counter()))
        os.kill(process, signal.SIGKILL)
    deadline = begun + PATIENCE
    hung = False

    def ring(*_: Any) -> None:
        nonlocal hung
        hung = True
        os.kill(process, signal.SIGKILL)

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(0.1, deadline - time.perf_counter()))
    try:
        _, status = os.waitpid(process, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return HUNG if hung else os.waitstatus_to_exitcode(status)


@contextlib.contextmanager
def _streams(stdin: str) -> Iterator[tuple[IO[bytes], IO[bytes], IO[bytes], IO[bytes]]]:
    with contextlib.ExitStack() as opened:
        files = [opened.enter_context(tempfile.TemporaryFile()) for _ in range(4)]
        files[0].write(stdin.encode())
        files[0].seek(0)
        yield files[0], files[1], files[2], files[3]


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "replace")


def load_all() -> None:
    """Load the whole program, for all forks to come; what is not installed here is left out."""
    for module in pkgutil.walk_packages(companion.__path__, "companion.", onerror=lambda _: None):
        if not module.name.startswith(_NOT_LOADED):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)


def at_once() -> None:
    """As the program does: a run is over before there is any garbage worth collecting."""
    gc.disable()
    gc.freeze()

"""Changes of the program, each tried on its tests in a process of its own.

All of the program and of the tests is imported once; each change is made in a copy of that process,
where the functions get their changed code. So a change costs no start.
"""

import gc
import os
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from tests.mutants.sites import Site, changed_code

MEMORY = 4 << 30


class Tried(NamedTuple):
    """How a change went: which test noticed it, `too slow` where it never ended, or nobody."""

    site: Site
    change: str
    noticed_by: str
    tests: int


class Trials:
    """The plugin that tries changes instead of running the tests."""

    def __init__(
        self,
        sites: Sequence[Site],
        tests_of: Callable[[Site], Sequence[str]],
        seconds: Mapping[str, float],
        patience: float,
        at_once: int,
        done: Callable[[Tried], None],
    ) -> None:
        self._sites, self._tests_of, self._seconds = sites, tests_of, seconds
        self._patience, self._at_once, self._done = patience, at_once, done
        self._failed = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all changes, some at once."""
        items = {item.nodeid: item for item in session.items}
        for site in self._sites:  # many are imported by the first command that needs them
            import_module(site.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        functions = functions_by_path()
        gc.collect()
        gc.freeze()
        running: dict[int, tuple[Site, str, Sequence[str], int, Path]] = {}
        waiting = list(reversed(self._sites))
        while waiting or running:
            while waiting and len(running) < self._at_once:
                site = waiting.pop()
                tests = self._affordable([it for it in self._tests_of(site) if it in items])
                codes, change = changed_code(site)
                if not tests:
                    self._done(Tried(site, change, "", 0))
                    continue
                reader, writer = os.pipe()
                room = Path(tempfile.mkdtemp(prefix="mutants-"))
                child = os.fork()
                if not child:
                    os.close(reader)
                    here = functions.get(str(Path(site.path).absolute()), {})
                    self._try(codes, here, [items[test] for test in tests], writer, room)
                os.close(writer)
                running[child] = (site, change, tests, reader, room)
            if running:
                child, status = os.wait()
                site, change, tests, reader, room = running.pop(child)
                with os.fdopen(reader) as pipe:
                    noticed = pipe.read()
                shutil.rmtree(room, ignore_errors=True)
                ended = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
                self._done(
                    Tried(site, change, noticed or ("" if ended else "too slow"), len(tests))
                )
        return True

    def _affordable(self, tests: Sequence[str]) -> list[str]:
        """The tests that can be run within the patience for one change, the quickest first."""
        took, found = 0.0, []
        for test in tests:
            took += self._seconds[test]
            if took > self._patience and found:
                break
            found.append(test)
        return found

    def _try(
        self,
        codes: Sequence[tuple[CodeType, CodeType]],
        functions: Mapping[tuple[Any, ...], Sequence[FunctionType]],
        items: Sequence[pytest.Item],
        writer: int,
        room: Path,
    ) -> None:
        """Change the program and run the tests until one fails. Ends the process."""
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(room)
            os.chdir(room)  # a changed program may write files anywhere below
            items[0].config.pluginmanager.unregister(name="terminalreporter")
            for old, new in codes:
                for function in functions.get(_place(old), ()):
                    function.__code__ = new
            for item, following in zip(items, [*items[1:], None], strict=True):
                signal.alarm(10 + round(5 * self._seconds[item.nodeid]))
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failed:
                    break
            os.write(writer, self._failed.encode())
        except BaseException as problem:
            os.write(writer, (self._failed or f"{items[0].nodeid}: {problem!r}").encode())
        finally:
            os._exit(0)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Remember the first test that fails."""
        if report.failed and not self._failed:
            self._failed = report.nodeid


def functions_by_path() -> dict[str, dict[tuple[Any, ...], list[FunctionType]]]:
    """All functions that there are, by the file that they stand in and where in it."""
    found: dict[str, dict[tuple[Any, ...], list[FunctionType]]] = {}
    for it in gc.get_objects():
        if type(it) is FunctionType:
            within = found.setdefault(it.__code__.co_filename, {})
            within.setdefault(_place(it.__code__), []).append(it)
    return found


def _place(code: CodeType) -> tuple[Any, ...]:
    # Of several lambdas in a line, the columns tell which is which.
    return code.co_qualname, code.co_firstlineno, *islice(code.co_positions(), 4)

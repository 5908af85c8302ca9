"""Runs a transcript's commands in a home of its own, in this process, with a clock that is set."""

import contextlib
import io
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.store.tiny import TinyStore
from companion.testing.documents import answer_mistakes
from tests.golden.breaking import Breaker, contents
from tests.golden.transcript import Said, Step, Transcript, words

HOME = "$COMPANION_HOME"
LINES = "40"
FOLD = 100


class Terminal(io.StringIO):
    """Standard output of somebody who sits before a terminal."""

    def isatty(self) -> bool:
        return True


class Session:
    """One terminal. Settings of a transcript:

    `columns` (80) how wide it is · `seed` of what the companion draws and rolls · `errors: wrapped`
    where messages are read at that width too, instead of each sentence on one line.
    """

    def __init__(self, home: Path, settings: dict[str, str], patch: pytest.MonkeyPatch) -> None:
        unknown = settings.keys() - {"columns", "seed", "errors"}
        assert not unknown, f"no settings of a transcript: {unknown}"
        self._home, self._patch, self._minutes = home, patch, -1
        self._wrapped = settings.get("errors") == "wrapped"
        self._breaker = Breaker(home)
        patch.setenv("COMPANION_HOME", str(home))
        patch.setenv("COLUMNS", settings.get("columns", "80"))
        patch.setenv("LINES", LINES)
        patch.setenv("NO_COLOR", "1")
        patch.setenv("TERM", "dumb")
        patch.delenv("COMPANION_TRACEBACK", raising=False)
        patch.setenv("COMPANION_SEED", settings.get("seed", "1"))
        patch.setattr(run, "now", self._now)
        # Five seconds are right for people, who would not notice; here somebody waits.
        patch.setattr(TinyStore.__init__, "__defaults__", (0.02,))

    def type(self, command: str) -> Said:
        """Type one command, or several with a pipe between them: the last one's answer."""
        before, pipe, last = command.rpartition(" | ")
        if pipe:
            content = self.type(before).out.encode()
            self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        first, *rest = words(last)
        match first, rest:
            case "echo", lines:
                return Said("".join(f"{line}\n" for line in lines))
            case "companion", argv:
                return self._run(argv)
            case "break", (file, how, *details):
                self._breaker.break_(file, how, *details)
            case "mend", ():
                self._breaker.mend()
            case "cp", (source, target):
                shutil.copyfile(self._path(source), self._path(target))
            case "export", (setting,):
                name, _, value = setting.partition("=")
                self._patch.setenv(name, self._path(value))
            case _:
                raise ValueError(f"no command of a transcript: {command}")
        return Said()

    def close(self) -> None:
        self._breaker.mend()

    def _run(self, argv: list[str]) -> Said:
        self._minutes += 1
        before = contents(self._home)
        argv = [self._path(word) for word in argv]
        out, err = Terminal(), Terminal() if self._wrapped else io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run.run(argv)
        said = [text.getvalue().replace(str(self._home), HOME) for text in (out, err)]
        if "--json" in argv and said[0]:
            document = json.loads(said[0])
            assert not answer_mistakes(document, argv), f"companion {' '.join(argv)}"
            said[0] = folded(document)
        return Said(*said, code, tuple(self._changed(before)) if code else ())

    def _changed(self, before: dict[str, bytes]) -> list[str]:
        now = contents(self._home)
        return sorted(file for file in before.keys() | now if before.get(file) != now.get(file))

    def _path(self, text: str) -> str:
        return text.replace(HOME, str(self._home))

    def _now(self) -> str:
        return f"2025-03-01T{19 + self._minutes // 60:02}:{self._minutes % 60:02}:00Z"


def folded(value: Any, indent: str = "") -> str:
    """JSON for people: what fits a line stands on one. The program itself prints it longer."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= FOLD or not isinstance(value, dict | list) or not value:
        return flat
    deeper = f"{indent}  "
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {folded(each, deeper)}" for key, each in value.items()]
    else:
        rows = [folded(each, deeper) for each in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n{deeper}" + f",\n{deeper}".join(rows) + f"\n{indent}{end}"


@contextlib.contextmanager
def session(home: Path, settings: dict[str, str]) -> Iterator[Session]:
    """A terminal for the length of a block; everything is as it was afterwards."""
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        terminal = Session(home, settings, patch)
        try:
            yield terminal
        finally:
            terminal.close()


def played(transcript: Transcript, home: Path) -> Transcript:
    """The transcript with what the program says now."""
    with session(home, transcript.settings) as terminal:
        steps = [step if step.comment else _typed(terminal, step) for step in transcript.steps]
    return Transcript(transcript.settings, tuple(steps))


def _typed(terminal: Session, step: Step) -> Step:
    return step.saying(terminal.type(step.command))

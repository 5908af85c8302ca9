"""Makes the homes in which commands are attacked, and finds out what each command does when it is
left alone: what it leaves, which calls it makes, how long it takes."""

import json
import multiprocessing
import os
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.bench.elsewhere import export
from tests.faults import commands, judge, runs
from tests.faults.commands import ATTACKED, Attacked
from tests.faults.judge import Expected, Found, Verdict
from tests.faults.runs import Command, Ended
from tests.faults.shim import Call, Plan

_FIRST = datetime(2026, 3, 14, 9, tzinfo=UTC)
_WORDS = "lookup.db"
"""What is shipped, to be looked up: it is as large as all else, and most commands never ask it."""
ATTACK_AT = "2026-05-01T20:00:00Z"


class Case(NamedTuple):
    """A command where it is typed, and what is expected of it."""

    attacked: Attacked
    made: Path
    """A home as it is before; copies of it are attacked."""
    files: Path
    expected: Expected
    calls: list[Call]
    seconds: float

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return self.attacked.name

    def command(self, home: Path) -> Command:
        """What is typed, in a copy of its home."""
        return _command(self.attacked, self.files, home)


def make_cases(
    top: Path, wanted: Sequence[Attacked] = ATTACKED, *, traced: bool, workers: int = 1
) -> list[Case]:
    """The cases of these commands. Raises RuntimeError where one does not what it should."""
    files = top / "files"
    files.mkdir(parents=True)
    (files / "sheet.csv").write_text(commands.SHEET, "utf-8")
    (files / "more.csv").write_text(commands.MORE, "utf-8")
    (files / "bgstats.json").write_text(json.dumps(export(3)), "utf-8")
    made = partial(_Made(top, files).case, traced=traced)
    if workers == 1 or len(wanted) == 1:
        return [made(attacked) for attacked in wanted]
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        return pool.map(made, wanted, chunksize=1)


def copied(made: Path, to: Path) -> Path:
    """A copy of a home in a fresh folder."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    return Path(shutil.copytree(made, to / "home"))


class _Made:
    """Homes as the program makes them, line by line, a minute for each."""

    def __init__(self, top: Path, files: Path) -> None:
        self._top, self._files, self._minutes = top, files, 0
        self._home = top / "made" / "home"
        self._play(self._home, commands.HOME)
        self._play(copied(self._home, top / "elsewhere"), commands.ELSEWHERE)

    @property
    def _trial(self) -> Path:
        return self._top / f"trial-{os.getpid()}"

    def case(self, attacked: Attacked, traced: bool) -> Case:
        """A home for this command, and what it does there."""
        home = self._top / "cases" / attacked.name / "home"
        if attacked.empty:
            home.mkdir(parents=True)
        else:
            copied(self._home, home.parent)
        self._play(home, attacked.before)
        before = _looked_at(copied(home, self._trial), attacked)
        ended, last = self._run(attacked, home, traced)
        if not any(call.path.endswith(_WORDS) for call in ended.calls):
            (home / "cache" / _WORDS).unlink(missing_ok=True)
        steps = [
            self._run(attacked._replace(lines=attacked.lines[:some]), home, False)
            for some in range(1, len(attacked.lines))
        ]
        steps.append((ended, last))
        expected = Expected(before, [found for _, found in steps], [it.out for it, _ in steps])
        return Case(attacked, home, self._files, expected, ended.calls, ended.seconds)

    def _run(self, attacked: Attacked, made: Path, traced: bool) -> tuple[Ended, Found]:
        home = copied(made, self._trial)
        ended = runs.run(_command(attacked, self._files, home), Plan() if traced else None)
        if ended.code:
            raise RuntimeError(f"`{attacked.line}` ended with {ended.code}: {ended.err}")
        return ended, _looked_at(home, attacked)

    def _play(self, home: Path, lines: tuple[str, ...] | list[str]) -> None:
        home.mkdir(parents=True, exist_ok=True)
        for line in lines:
            self._minutes += 1
            now = (_FIRST + timedelta(minutes=self._minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")
            words = runs.words_of(line.replace("{files}", str(self._files)))
            code, _, err = runs.quietly(Command(home, words, now))
            if code:
                raise RuntimeError(f"`{line}` ended with {code}: {err}")


def _command(attacked: Attacked, files: Path, home: Path) -> Command:
    words = runs.words_of(attacked.line.replace("{files}", str(files)))
    return Command(home, words, ATTACK_AT, "".join(f"{line}\n" for line in attacked.lines))


def _looked_at(home: Path, attacked: Attacked) -> Found:
    found = judge.found_in(home)
    if isinstance(found, Verdict):
        raise RuntimeError(f"The home of `{attacked.line}` is {found.is_}: {found.why}")
    return found

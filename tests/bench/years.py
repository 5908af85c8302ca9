"""Looking back over a long history, and over one ten times as long: when everything is read for the
first time, when nothing has changed since, and when the group has played once more."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from tests.bench.homes import Home, in_home, run_lines
from tests.bench.launch import commands, environment
from tests.bench.rounds import Subject
from tests.bench.rows import EMPTY_RICH

AGAIN = (
    "plays",
    "plays --player ana --since 2026",
    "stats",
    "stats ana",
    "ratings",
    "chart wins",
)
"""What is asked where nothing has changed since it was asked before."""
GROWN = ("plays", "stats", "ratings")
"""What is asked when the group has played once more."""
YEARS_BUDGET = 2.0
"""Of an empty application with a table, whatever lies behind."""
ALL, PLAIN = "plays --all", "the same lines, written plainly"
ALL_BUDGET = 1.3
FIRST_SECONDS = 1.5
FIRST_MB = 60
"""Beside the processes that share the work; over what the same command takes afterwards."""
FIRST_FACTOR = 1.15
"""Ten times as many plays may take ten times as long, and as much more as a machine varies."""

_PLAIN = """
import sys
from companion.cli.run import make_desk
from companion.table.local_time import day
from companion.table.history.finished_plays import History
from companion.table.local_time import length
from companion.core.numbers import score

for play, _ in History(make_desk()).plays.newest_first():
    told = [it.name if it.score is None else f"{it.name} {score(it.score)}" for it in play.parts]
    won = f" — {' and '.join(play.winners)} won" if play.winners else ""
    when = f"{day(play.started)}  {length(play.minutes):<11}"
    line = f"   {play.play:<12}{when}{', '.join(told)}{won}"
    sys.stdout.write(line + "\\n")
"""


class Once(NamedTuple):
    """One run of a process: seconds, and the most memory that it had, in MB."""

    seconds: float
    mb: float


class Years:
    """A home with a long history, to be forgotten, or to be made longer by a play at a time."""

    def __init__(self, home: Home, plays: int) -> None:
        self._home = home.path
        self.plays = plays

    def named(self, line: str, more: str = "") -> str:
        """A command in this home."""
        return f"{line}{more}, {self.plays:,} plays"

    def forget(self) -> None:
        """As before the first statistics of all."""
        shutil.rmtree(self._home / "cache", ignore_errors=True)

    def play_on(self) -> None:
        """Finish another play, as the program does."""
        with in_home(self._home):
            lines = ("start bwd Ana Ben", "score ana +3", "finish")
            run_lines([line.split() for line in lines])

    def subjects(self, folder: Path) -> list[Subject]:
        """What is timed; the home gets a few plays more by it."""
        program, around = commands(folder)["companion"], environment(folder, self._home)
        return [
            *(Subject(self.named(it), [*program, *it.split()], around, _nothing) for it in AGAIN),
            *(
                Subject(self.named(it, ", one later"), [*program, it], around, self.play_on)
                for it in GROWN
            ),
            Subject(self.named(ALL), [*program, *ALL.split()], around, _nothing),
            Subject(self.named(PLAIN), [sys.executable, "-c", _PLAIN], around, _nothing),
        ]

    def first(self, folder: Path, line: str) -> Once:
        """A command in a home in which nothing is kept so far."""
        self.forget()
        command = [*commands(folder)["companion"], line]
        return once(command, environment(folder, self._home), folder)

    def again(self, folder: Path, line: str) -> Once:
        """The same once more."""
        command = [*commands(folder)["companion"], line]
        return once(command, environment(folder, self._home), folder)


def years_subjects(folder: Path, homes: Sequence[Years]) -> list[Subject]:
    """What is timed in homes of several sizes, and the yardstick."""
    empty = Subject(EMPTY_RICH, commands(folder)[EMPTY_RICH], environment(folder, folder), _nothing)
    return [empty, *(subject for years in homes for subject in years.subjects(folder))]


def years_rows(
    seconds: Mapping[str, Sequence[float]],
    homes: Sequence[Years],
    ms: Callable[[Sequence[float]], dict[str, float]],
) -> list[dict[str, Any]]:
    """The rows of what was timed again and again."""
    rows: list[dict[str, Any]] = []

    def held(name: str, against: str, budget: float) -> None:
        ratio = min(seconds[name]) / min(seconds[against])
        told = {"against": against, **_verdict(ratio, budget)}
        rows.append({"name": name, **ms(seconds[name]), **told})

    for years in homes:
        for line in AGAIN:
            held(years.named(line), EMPTY_RICH, YEARS_BUDGET)
        for line in GROWN:
            held(years.named(line, ", one later"), EMPTY_RICH, YEARS_BUDGET)
        held(years.named(ALL), years.named(PLAIN), ALL_BUDGET)
    return rows


def first_rows(folder: Path, homes: Sequence[Years], runs: int) -> list[dict[str, Any]]:
    """The rows of the first time of all, when everything is read: seconds, growth and memory."""
    rows: list[dict[str, Any]] = []
    best: list[float] = []
    for years in homes:
        newest = [years.first(folder, "plays") for _ in range(runs)]
        whole = [years.first(folder, "stats") for _ in range(runs)]
        more = min(it.mb for it in whole) - years.again(folder, "stats").mb
        best.append(min(it.seconds for it in whole))
        name = years.named("plays", ", the first time")
        rows.append(measured(name, min(it.seconds for it in newest), "s", FIRST_SECONDS))
        name = years.named("stats", ", the first time")
        rows.append(measured(name, best[-1], "s", FIRST_SECONDS if len(rows) < 3 else None))
        rows.append(measured(f"{name}, memory", more, "MB", FIRST_MB))
    (few, many), growth = homes, best[1] / best[0]
    limit = round(many.plays / few.plays * FIRST_FACTOR, 1)
    return [*rows, measured("the first time, by so many plays more", growth, "times", limit)]


def measured(name: str, found: float, unit: str, budget: float | None) -> dict[str, Any]:
    """A row of what was found, in its unit, held against its budget, if it has one."""
    verdict = None if budget is None else "within" if found <= budget else "over"
    told = {"name": name, "measured": round(found, 2), "unit": unit}
    return {**told, "budget": budget, "verdict": verdict}


def _verdict(ratio: float, budget: float) -> dict[str, Any]:
    verdict = "within" if ratio <= budget else "over"
    return {"ratio": round(ratio, 3), "budget": budget, "verdict": verdict}


def once(command: Sequence[str], around: Mapping[str, str], folder: Path) -> Once:
    """Run a process. Memory is 0 where the system does not tell."""
    quiet = subprocess.DEVNULL
    begun = perf_counter()
    process = subprocess.Popen(command, env=around, cwd=folder, stdout=quiet, stderr=quiet)
    if not hasattr(os, "wait4"):
        process.wait()
        return Once(perf_counter() - begun, 0.0)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - begun
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Once(seconds, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def _nothing() -> None:
    pass

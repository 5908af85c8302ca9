"""Statistics of a long history: when everything is read for the first time, when nothing has
changed since, and when the group has played once more."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.bench.homes import Home, moved
from tests.bench.launch import commands, environment
from tests.bench.rounds import Subject
from tests.bench.rows import EMPTY_RICH

FIRST, AGAIN, GROWN = "stats, the first time", "stats again", "stats, one play later"
FIRST_SECONDS = 1.5
YEARS_BUDGET = 2.0
"""Of an empty application with a table: the files of all plays are looked at, but not read."""


class Years:
    """A home with a long history, to be forgotten, or to be made longer by a play at a time."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._shelf = home.live.parent
        self._live = int(home.live.stem.rpartition("-")[2])
        self._more = 0

    def forget(self) -> None:
        """As before the first statistics of all."""
        shutil.rmtree(self._home.path / "cache", ignore_errors=True)

    def play_on(self) -> None:
        """Finish another play, on the day after the last one: its file appears."""
        self._more += 1
        content = moved((self._shelf / "bwd-1.json").read_bytes(), self._more)
        (self._shelf / f"bwd-{self._live + self._more}.json").write_bytes(content)


def years_subjects(folder: Path, home: Home) -> list[Subject]:
    """What is timed; the home gets a few plays more by it."""
    start, years = commands(folder), Years(home)
    nowhere, around = environment(folder, folder), environment(folder, home.path)
    stats = [*start["companion"], "stats"]
    return [
        Subject(EMPTY_RICH, start[EMPTY_RICH], nowhere, _nothing),
        Subject(FIRST, stats, around, years.forget),
        Subject(AGAIN, stats, around, _nothing),
        Subject(GROWN, stats, around, years.play_on),
    ]


def years_rows(
    seconds: Mapping[str, Sequence[float]],
    ms: Callable[[Sequence[float]], dict[str, float]],
) -> list[dict[str, object]]:
    """The rows of the report. The first time is held against a time that somebody waits for."""
    rich = min(seconds[EMPTY_RICH])
    held = (
        (FIRST, f"{FIRST_SECONDS} s", FIRST_SECONDS, 1.0),
        (AGAIN, EMPTY_RICH, rich, YEARS_BUDGET),
        (GROWN, EMPTY_RICH, rich, YEARS_BUDGET),
    )
    rows: list[dict[str, object]] = []
    for name, against, yardstick, budget in held:
        ratio = min(seconds[name]) / yardstick
        verdict = "within" if ratio <= budget else "over"
        told = {"against": against, "ratio": round(ratio, 3), "budget": budget, "verdict": verdict}
        rows.append({"name": name, **ms(seconds[name]), **told})
    return rows


def _nothing() -> None:
    pass

"""A group that plays all that is on its shelf: hundreds of games, thousands of plays, all told.

The plays are those of imports, five hundred each, as a log of `play.recorded` entries: written as
the program writes them, without running it a hundred thousand times. Some are in teams, some are
cooperative, in some the fewest points win; everybody has played nearly everything.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from companion.core.log import Log
from companion.core.record import UTC_TIME, Part, PlayRecord
from companion.exchange.import_log import import_made, play_drafts
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.current import HOME_GROUP
from companion.table.history.summary import IMPORTS
from tests.bench.homes import in_home, run_lines
from tests.bench.launch import commands, environment
from tests.bench.rounds import Sizes, Subject
from tests.bench.rows import BUDGET, EMPTY, EMPTY_RICH
from tests.bench.years import measured, once

GAMES, PEOPLE, PLACES = 300, 40, 12
_A_DAY, _A_LOG = 10, 500
_NAMES = ("Ana", "Ben", *(f"Player {number}" for number in range(3, PEOPLE + 1)))


def make_shelf(path: Path, plays: int) -> None:
    """A home whose group has finished so many plays of `GAMES` games; the newest are of today."""
    with in_home(path):
        run_lines([line.split() for line in ("start bwd Ana Ben", "finish --winner ana")])
    store = TinyStore(path)
    told = list(shelf_plays(plays - 1))
    for number, begin in enumerate(range(0, len(told), _A_LOG), 1):
        some = told[begin : begin + _A_LOG]
        at = some[-1].ended
        log = Log().extended([import_made("a notebook", "plays.json", len(some))], at)
        log = log.extended(play_drafts(some), at)
        store.create_log(LogRef(HOME_GROUP, IMPORTS, f"import-{number}"), log.events)
    with store.change_group(HOME_GROUP) as document:
        document["imports"] = -(-len(told) // _A_LOG)


def shelf_plays(plays: int) -> Iterator[PlayRecord]:
    """So many plays, ten a day, the last ones of yesterday; the same ones every time."""
    random = Random(1)
    today = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0)
    some_played_more = [1 / (number + 10) for number in range(GAMES)]
    for number in range(plays):
        (game,) = random.choices(range(GAMES), some_played_more)
        before = (plays - 1 - number) // _A_DAY + 1
        began = today - timedelta(days=before, hours=-(number % _A_DAY))
        yield _play(number, game, began, random)


def _play(number: int, game: int, began: datetime, random: Random) -> PlayRecord:
    at, minutes = began.strftime(UTC_TIME), 20 + random.randrange(90)
    names = random.sample(_NAMES, 2 + random.randrange(4))
    coop, teams, lowest = game % 10 == 3, game % 10 == 4, game % 10 == 5
    points = [random.randrange(5, 90) for _ in names]
    won = min(points) if lowest else max(points)
    together = random.random() < 0.5
    parts = []
    for seat, name in enumerate(names):
        side = "" if not teams else ("reds", "blues")[seat % 2]
        wins = together if coop else (seat % 2 == together) if teams else points[seat] == won
        score = None if coop or teams else points[seat]
        parts.append(Part(name, score, wins, seat == 0, side))
    return PlayRecord(
        uid=str(UUID(int=(7 << 96) + number)),
        play="",
        game="",
        title=f"Game {game + 1}",
        called=f"Game {game + 1}",
        started=at,
        ended=(began + timedelta(minutes=minutes)).strftime(UTC_TIME),
        minutes=minutes,
        rounds=None,
        parts=tuple(parts),
        source="a notebook",
        place=f"Place {number % PLACES + 1}" if number % 3 else "",
        coop=coop,
        lowest=lowest,
    )


LINES = ("plays", "stats", "stats ana")
"""What is asked of a shelf: the newest plays, and what they say together, or of one player."""
AGAIN_BUDGET = 2.0
"""Of an empty application with a table, whatever lies behind."""
FIRST_FACTOR = 10.0
"""How much longer the first statistics may take over ten times as many plays."""
ALL, ALL_SECONDS = "plays --all", 2.0
ADD = ("play", "add", "Heat", "ana=41", "ben=38", "--on", "2026-11-03")
ADDED = "play add"


class Shelves(NamedTuple):
    """Homes of a shelf with few plays and with many, one to list, and one to tell a play in."""

    few: tuple[Path, int]
    many: tuple[Path, int]
    listed: tuple[Path, int]
    added: Path

    @property
    def homes(self) -> tuple[tuple[Path, int], ...]:
        """Those that are asked again and again."""
        return self.few, self.many


def make_shelves(folder: Path, sizes: Sizes) -> Shelves:
    """All of these homes, and beside the last one what it is at first."""
    made = [(folder / f"shelf-{plays}", plays) for plays in sorted({*_sizes(sizes)})]
    for path, plays in made:
        make_shelf(path, plays)
    by_size = {plays: (path, plays) for path, plays in made}
    few, many, listed = (by_size[plays] for plays in _sizes(sizes))
    added = folder / "added"
    with in_home(_first(added)):
        run_lines([line.split() for line in ("start bwd Ana Ben", "finish --winner ana")])
    return Shelves(few, many, listed, added)


def _sizes(sizes: Sizes) -> tuple[int, int, int]:
    return sizes.plays, sizes.many, sizes.listed


def _first(added: Path) -> Path:
    """Where the home lies as it is before a play was told in it."""
    return added.with_name(f"{added.name}-first")


def shelf_subjects(folder: Path, shelves: Shelves) -> list[Subject]:
    """What is timed: what is asked again, a play that is told, and the yardsticks."""
    start, nowhere = commands(folder), environment(folder, folder)
    subjects = [Subject(name, start[name], nowhere, _nothing) for name in (EMPTY, EMPTY_RICH)]
    for path, plays in shelves.homes:
        around = environment(folder, path)
        subjects += [
            Subject(_named(line, plays), [*start["companion"], *line.split()], around, _nothing)
            for line in LINES
        ]
    if _is_command(folder, ADD[:2]):
        around = environment(folder, shelves.added)
        told = [*start["companion"], *ADD]
        subjects.append(Subject(ADDED, told, around, lambda: _made_anew(shelves.added)))
    return subjects


def shelf_rows(
    seconds: Mapping[str, Sequence[float]],
    shelves: Shelves,
    ms: Callable[[Sequence[float]], dict[str, float]],
) -> list[dict[str, Any]]:
    """The rows of what was timed again and again; none of a command that there is not."""
    asked = [(_named(line, plays), EMPTY_RICH) for _, plays in shelves.homes for line in LINES]
    budgets = {**dict.fromkeys(asked, AGAIN_BUDGET), (ADDED, EMPTY): BUDGET}
    rows: list[dict[str, Any]] = []
    for (name, against), budget in budgets.items():
        if name not in seconds:
            continue
        ratio = min(seconds[name]) / min(seconds[against])
        told = {"against": against, "ratio": round(ratio, 3), "budget": budget}
        verdict = "within" if ratio <= budget else "over"
        rows.append({"name": name, **ms(seconds[name]), **told, "verdict": verdict})
    return rows


def first_shelf_rows(folder: Path, shelves: Shelves, runs: int) -> list[dict[str, Any]]:
    """The rows of the first time of all, and of a list of everything that was played."""
    few, many = (_first_time(folder, path, runs) for path, _ in shelves.homes)
    path, listed = shelves.listed
    list_all = [*commands(folder)["companion"], *ALL.split()]
    around = environment(folder, path)
    once(list_all, around, folder)  # reads them
    every = min(once(list_all, around, folder).seconds for _ in range(runs))
    return [
        measured(f"{_named('stats', shelves.few[1])}, the first time", few, "s", None),
        measured(f"{_named('stats', shelves.many[1])}, the first time", many, "s", None),
        measured("300 games, by so many plays more", many / few, "times", FIRST_FACTOR),
        measured(_named(ALL, listed), every, "s", ALL_SECONDS),
    ]


def _first_time(folder: Path, home: Path, runs: int) -> float:
    """How long the first statistics of a home take, at best."""
    command = [*commands(folder)["companion"], "stats"]
    best: list[float] = []
    for _ in range(runs):
        shutil.rmtree(home / "cache", ignore_errors=True)
        best.append(once(command, environment(folder, home), folder).seconds)
    return min(best)


def _named(line: str, plays: int) -> str:
    return f"{line}, {plays:,} plays of {GAMES} games"


def _is_command(folder: Path, words: Sequence[str]) -> bool:
    """Whether the program has a command."""
    asked = [*commands(folder)["companion"], *words, "--help"]
    quiet = subprocess.DEVNULL
    around = environment(folder, folder)
    return subprocess.call(asked, env=around, cwd=folder, stdout=quiet, stderr=quiet) == 0


def _made_anew(home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(_first(home), home)


def _nothing() -> None:
    pass

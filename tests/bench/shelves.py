"""A group that plays all that is on its shelf: hundreds of games, thousands of plays, all told.

The plays are those of imports, five hundred each, as a log of `play.recorded` entries: written as
the program writes them, without running it a hundred thousand times. Some are in teams, some are
cooperative, in some the fewest points win; everybody has played nearly everything.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

from companion.core.log import Log
from companion.core.record import UTC_TIME, Part, PlayRecord
from companion.exchange.json_lines import import_made, play_drafts
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.current import HOME_GROUP
from companion.table.history.summary import IMPORTS
from tests.bench.homes import in_home, run_lines

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

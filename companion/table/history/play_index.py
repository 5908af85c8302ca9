"""The index of a group's plays: an SQLite file that is made from their logs.

It has a row for each log, with its mark when it was read, one for each play and one for each player
in it; and counts of all plays that go on with the next one (`run`). It may be deleted at any time.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from companion.core.record import PlayRecord
from companion.exchange.groups.merge import Pair
from companion.reference.cache import (
    CachedValues,
    Damaged,
    Unreadable,
    discarded,
    is_busy,
    loaded,
    open_index,
)
from companion.stats.counts import game_key
from companion.table.history.records import (
    RUN,
    SCHEMA,
    TABLES,
    Intake,
    Names,
    Place,
    ReadLog,
    chunks,
    placeholders,
)

_IN_ORDER = "began, uid, length(id), id"
_CHUNK = 1000
"""Rows that are fetched, and in memory, at a time."""


class PlayFilter(NamedTuple):
    """A condition on rows of `play`, with its values."""

    where: str = "1"
    values: tuple[object, ...] = ()

    def also(self, where: str, *values: object) -> "PlayFilter":
        """The filter with another condition."""
        return PlayFilter(f"{self.where} AND {where}", (*self.values, *values))


# The SQL index is named, as SQLite cannot know how few rows match.
_LIVE = "play INDEXED BY play_not_over WHERE status != 'finished' AND status = 'live'"
_BROKEN = "log INDEXED BY log_with_problem WHERE problem != ''"

EVERY = PlayFilter()
LIVE = f"number IN (SELECT number FROM {_LIVE})"
"""A condition: the play goes on."""
COUNTED = PlayFilter("counts")
SAT_IN = (
    "EXISTS (SELECT 1 FROM player JOIN part ON part.player = player.number WHERE player.folded = ?"
    " AND part.began = play.began AND part.play = play.number)"
)
"""A condition: somebody of that name (see `folded`) took part."""


class PlayedGame(NamedTuple):
    """A game that was played: its number in the index, its id or nothing, and its title."""

    number: int
    game: str
    title: str


class Index:
    """The index of a group's plays.

    Every method raises Unreadable if the file is damaged or in use. A damaged one is deleted, so
    that it can be made again.
    """

    def __init__(self, path: str | None, names: Names, pairs: Sequence[Pair] = ()) -> None:
        """Open the index at `path`, or make it there; in memory if None."""
        self._path = path
        self._db = open_index(path, SCHEMA, TABLES)
        self._kept = CachedValues(self._db)
        self._names = names
        self._pairs = pairs
        known = self._value("names") or {}, self._value("titles") or {}
        if known != (names.by_former_name, names.titles.by_key()):
            with self._writing():
                Intake(self._db, names, pairs).rename()
        before = [Pair(*row) for row in self._value("pairs") or ()]
        if before != list(pairs):
            with self._writing():
                Intake(self._db, names, pairs).pair_anew(before)

    # Questions --------------------------------------------------------------------------------

    def plays(self, wanted: PlayFilter = EVERY, after: Place = ("", "")) -> Iterator[PlayRecord]:
        """The plays that match, oldest first, after a place."""
        last: tuple[object, ...] = (*after, 1 << 62, "")
        while True:
            rows = self._rows(
                f"SELECT record, sum, {_IN_ORDER} FROM play WHERE {wanted.where}"
                f" AND ({_IN_ORDER}) > (?, ?, ?, ?) ORDER BY {_IN_ORDER} LIMIT {_CHUNK}",
                (*wanted.values, *last),
            )
            for text, check, *_ in rows:
                yield self._record(text, check)
            if len(rows) < _CHUNK:
                return
            last = rows[-1][2:]

    def listed(
        self, wanted: PlayFilter = EVERY, most: int | None = None
    ) -> Iterator[tuple[PlayRecord, str | None]]:
        """The plays that match, newest first, each with the play that counts instead, if any."""
        order = "began DESC, length(id) DESC, id DESC"
        last: tuple[object, ...] | None = None
        left = 1 << 62 if most is None else most
        while left > 0:
            beyond = "" if last is None else " AND (began, length(id), id) < (?, ?, ?)"
            rows = self._rows(
                "SELECT record, sum, same_as, began, length(id), id FROM play"
                f" WHERE {wanted.where}{beyond} ORDER BY {order} LIMIT {min(left, _CHUNK)}",
                (*wanted.values, *(last or ())),
            )
            for text, check, same_as, *_ in rows:
                yield self._record(text, check), same_as
            left -= len(rows)
            if len(rows) < _CHUNK:
                return
            last = rows[-1][3:]

    def count(self, wanted: PlayFilter = EVERY) -> int:
        """The number of plays that match."""
        rows = self._rows(f"SELECT count(*) FROM play WHERE {wanted.where}", wanted.values)
        return int(rows[0][0])

    def by_game(self, wanted: PlayFilter = EVERY) -> dict[str, int]:
        """The number of plays that match by game (see `game_key`)."""
        rows = self._rows(
            "SELECT sort.game, sort.title, found.plays FROM sort JOIN"
            f" (SELECT sort, count(*) AS plays FROM play WHERE {wanted.where} GROUP BY sort) found"
            " ON found.sort = sort.number",
            wanted.values,
        )
        counts: dict[str, int] = {}
        for game, title, plays in rows:
            key = game_key(game, title)
            counts[key] = counts.get(key, 0) + plays
        return counts

    def longest_id(self, wanted: PlayFilter = EVERY) -> int:
        """The length of the longest id of these plays; 0 for none."""
        query = f"SELECT ifnull(max(length(id)), 0) FROM play WHERE {wanted.where}"
        return int(self._rows(query, wanted.values)[0][0])

    def ids(self) -> list[str]:
        """The ids of all plays that count, oldest first."""
        rows = self._rows("SELECT id FROM play WHERE counts ORDER BY began, uid")
        return [play for (play,) in rows]

    def begun_only(self) -> list[str]:
        """The ids of the live plays in which nothing was entered."""
        return [play for (play,) in self._rows(f"SELECT id FROM {_LIVE} AND ended = began")]

    def doubles(self) -> dict[str, str]:
        """The ids of plays that do not count, each with the id of the same play that does."""
        rows = self._rows(
            "SELECT id, same_as FROM play INDEXED BY play_once_more WHERE same_as IS NOT NULL"
            f" ORDER BY {_IN_ORDER}"
        )
        return dict(rows)

    def known(self, uids: Sequence[str]) -> dict[str, PlayRecord]:
        """The plays with these uids; of several with one uid, the one that counts."""
        found: dict[str, PlayRecord] = {}
        for some in chunks(uids):
            rows = self._rows(
                f"SELECT record, sum FROM play WHERE uid IN ({placeholders(some)}) ORDER BY counts",
                some,
            )
            for text, check in rows:
                record = self._record(text, check)
                found[record.uid] = record
        return found

    def games(self) -> list[PlayedGame]:
        """Every game that was played, in the order in which it was first read."""
        played = "EXISTS (SELECT 1 FROM play WHERE play.sort = sort.number)"
        return [
            PlayedGame(*it)
            for it in self._rows(f"SELECT * FROM sort WHERE {played} ORDER BY number")
        ]

    def players(self) -> list[str]:
        """The current names of all players, in the order in which they were first read."""
        played = "EXISTS (SELECT 1 FROM part WHERE part.player = player.number)"
        rows = self._rows(f"SELECT name FROM player WHERE {played} ORDER BY number")
        return [name for (name,) in rows]

    def places(self) -> list[str]:
        """Every place that was entered, folded."""
        rows = self._rows("SELECT DISTINCT place FROM play WHERE place != '' ORDER BY place")
        return [place for (place,) in rows]

    def problems(self) -> dict[str, str]:
        """The logs that cannot be read, with the codes of the errors."""
        rows = self._rows(f"SELECT id, problem FROM {_BROKEN} ORDER BY number")
        return dict(rows)

    # Bringing it up to date --------------------------------------------------------------------

    def seen(self, shelf: str) -> str:
        """The store's mark of a shelf at the last look."""
        return str(self._value(f"seen:{shelf}") or "")

    def logs(self, shelf: str) -> int:
        """The number of known logs of a shelf."""
        return int(self._rows("SELECT count(*) FROM log WHERE shelf = ?", (shelf,))[0][0])

    def marks_of(self, shelf: str, logs: Sequence[str]) -> dict[str, str]:
        """The marks that these logs had when they were read; none for unreadable ones."""
        found: dict[str, str] = {}
        for some in chunks(logs):
            query = f"SELECT id, mark FROM log WHERE shelf = ? AND id IN ({placeholders(some)})"
            found.update(self._rows(f"{query} AND problem = ''", (shelf, *some)))
        return found

    def in_turn(self, shelf: str, most: int) -> list[str]:
        """The next logs to check again, at most `most`, and all that could not be read."""
        key = f"turn:{shelf}"
        last = self._value(key) or 0
        rows = self._rows(
            "SELECT number, id FROM log INDEXED BY log_in_turn WHERE shelf = ? AND number > ?"
            " ORDER BY number LIMIT ?",
            (shelf, last, most),
        )
        self._keep({key: rows[-1][0] if rows and len(rows) == most else 0})
        broken = self._rows(f"SELECT id FROM {_BROKEN} AND shelf = ?", (shelf,))
        return list(dict.fromkeys([*(log for _, log in rows), *(log for (log,) in broken)]))

    def differing(
        self, shelf: str, marks: Iterable[tuple[str, str]]
    ) -> tuple[list[tuple[str, str]], list[str]]:
        """The logs whose marks have changed, with their new marks; and the logs that are gone.

        `marks` are those of all logs on the shelf.
        """
        with self._guarded():
            self._db.execute("DROP TABLE IF EXISTS temp.lies")
            self._db.execute(
                "CREATE TEMP TABLE lies (id TEXT PRIMARY KEY, mark TEXT) WITHOUT ROWID"
            )
            self._db.execute("BEGIN")
            self._db.executemany(
                "INSERT INTO lies VALUES (?, ?)"
                " ON CONFLICT (id) DO UPDATE SET mark = max(mark, excluded.mark)",
                marks,
            )
            self._db.execute("COMMIT")
        fresh = self._rows(
            "SELECT lies.id, lies.mark FROM lies LEFT JOIN log ON shelf = ? AND log.id = lies.id"
            " WHERE log.mark IS NOT lies.mark OR problem != ''",
            (shelf,),
        )
        gone = self._rows(
            "SELECT id FROM log WHERE shelf = ? AND id NOT IN (SELECT id FROM lies)", (shelf,)
        )
        return fresh, [log for (log,) in gone]

    def put(self, shelf: str, logs: Sequence[ReadLog], gone: Sequence[str] = ()) -> None:
        """Replace what is known about these logs; forget those that are gone."""
        with self._writing():
            Intake(self._db, self._names, self._pairs).put(shelf, logs, gone)

    def look_done(self, shelf: str, seen: str) -> None:
        """Note that a shelf was looked at and read."""
        if self.seen(shelf) != seen:
            self._keep({f"seen:{shelf}": seen})

    # Counts that go on from play to play----------------------------------------------------------

    def run(self, key: str) -> tuple[Any, Place]:
        """The counts of the plays up to a place; None and an empty place if there are none."""
        kept = self._value(RUN + key)
        return (None, ("", "")) if kept is None else (kept[0], (kept[1], kept[2]))

    def go_on(self, runs: Mapping[str, Any], to: Place, state: int) -> None:
        """Keep counts of all plays that count up to a place, under their keys.

        Nothing is kept if the index has changed since that `state`.
        """
        with self._guarded(), suppress(sqlite3.OperationalError), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if self.state() == state:
                self._kept.store({RUN + key: [value, *to] for key, value in runs.items()})
                self._kept.store({"to": max(list(to), self._value("to") or ["", ""])})

    def state(self) -> int:
        """A number that changes with every change of plays."""
        return int(self._value("state") or 0)

    def _record(self, text: str, check: int) -> PlayRecord:
        """The record of a row, with current names."""
        try:
            return self._names.with_names_now(PlayRecord.unpacked(loaded(text, check)))
        except Damaged as problem:
            raise self._useless(problem) from problem

    # The file -----------------------------------------------------------------------------------

    def _value(self, key: str) -> Any:
        with self._guarded():
            return self._kept.value(key)

    def _keep(self, values: Mapping[str, Any]) -> None:
        """Keep values that only save time; errors of the disk are ignored."""
        with self._guarded(), suppress(sqlite3.OperationalError), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._kept.store(values)

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        with self._guarded():
            return self._db.execute(query, values).fetchall()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, Damaged) as problem:
            raise self._useless(problem) from problem

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction."""
        with self._guarded(), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    def _useless(self, problem: Exception) -> Unreadable:
        """Close the file, and delete it unless it is merely in use."""
        self._db.close()
        if self._path is not None and not is_busy(problem):
            discarded(self._path)
        return Unreadable(str(problem))

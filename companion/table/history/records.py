"""Writes the plays of logs into the index, and decides which of them count."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self
from zlib import crc32

from companion import __version__, games
from companion.core.event import RENAMES
from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.core.titles import Titles
from companion.exchange.groups.merge import Pair
from companion.reference.cache import CachedValues, loaded, packed, sum_of
from companion.table.history.dedupe import Cluster, clusters_of, each_once

SCHEMA = crc32(f"9 {__version__}".encode()) >> 1
"""Changes with every version: each may record more about a play."""
TABLES = """
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT, sum INTEGER);
CREATE TABLE log (
    number INTEGER PRIMARY KEY, shelf TEXT, id TEXT, mark TEXT, problem TEXT, UNIQUE (shelf, id)
);
CREATE INDEX log_in_turn ON log (shelf, number);
CREATE INDEX log_with_problem ON log (shelf) WHERE problem != '';
CREATE TABLE play (
    number INTEGER PRIMARY KEY, log INTEGER, id TEXT, uid TEXT, sort INTEGER, status TEXT,
    began TEXT, ended TEXT, place TEXT, counts INTEGER, same_as TEXT, record TEXT, sum INTEGER
);
CREATE INDEX play_by_log ON play (log);
CREATE INDEX play_by_id ON play (id);
CREATE INDEX play_by_uid ON play (uid);
CREATE INDEX play_by_sort ON play (sort, began);
CREATE INDEX play_in_order ON play (began, uid, length(id), id);
CREATE INDEX play_that_counts ON play (began, uid) WHERE counts;
CREATE INDEX play_at_place ON play (place, began) WHERE place != '';
CREATE INDEX play_not_over ON play (status) WHERE status != 'finished';
CREATE INDEX play_once_more ON play (same_as) WHERE same_as IS NOT NULL;
CREATE TABLE sort (number INTEGER PRIMARY KEY, game TEXT, title TEXT, UNIQUE (game, title));
CREATE TABLE player (number INTEGER PRIMARY KEY, name TEXT UNIQUE, folded TEXT);
CREATE TABLE part (
    player INTEGER, began TEXT, play INTEGER, PRIMARY KEY (player, began, play)
) WITHOUT ROWID;
CREATE INDEX part_by_play ON part (play);
"""
RUN = "run:"
"""Keys with this prefix hold counts that go on from play to play."""
_AT_ONCE = 500
"""Most values in one query."""
Place = tuple[str, str]
"""The place of a play among all: when it began, and its uid."""


NO_TITLES = Titles()


class Names:
    """The current names of players and games, by former names (see `now_called` and `Titles`)."""

    def __init__(
        self, by_former_name: Mapping[str, Sequence[Sequence[Any]]], titles: Titles = NO_TITLES
    ) -> None:
        self.by_former_name = by_former_name
        self.titles = titles
        self._has_titles = bool(titles)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """The names of a group, by its document."""
        return cls(now_called(document.get("players", [])), Titles.of(document))

    def now(self, name: str, ended: str, since: str = "", renames: int = 0) -> str:
        """The current name of a player who had that name in a play that ended then.

        `since` is when they got it, if later. The group's count of `renames` decides; for renames
        by older companions, the time does.
        """
        if not self.by_former_name:
            return name
        for until, now, number in self.by_former_name.get(folded(name), ()):
            was_before = since < until if since else ended <= until
            if renames < number if number else was_before:
                return str(now)
        return name

    def with_names_now(self, record: PlayRecord) -> PlayRecord:
        """A record with current names."""
        if self._has_titles and not record.game:
            record = with_title_now(record, self.titles)
        if not self.by_former_name:
            return record
        parts = tuple(
            part._replace(name=self.now(name, record.ended, since, renames))
            for part, (name, since, renames) in zip(record.parts, names_in(record), strict=True)
        )
        return record._replace(parts=parts)


def now_called(players: Sequence[Mapping[str, Any]]) -> dict[str, list[list[Any]]]:
    """The current names of players by their former names (see `folded`).

    For each former name: until when it was used, the current name, and the number of the rename (0
    from an older companion). Several players may have had one name, one after the other.
    """
    found: dict[str, list[list[Any]]] = {}
    for who in players:
        for former in who.get("formerly", ()):
            until, number = former["until"], former.get(RENAMES, 0)
            found.setdefault(folded(former["name"]), []).append([until, who["name"], number])
    return {name: sorted(spans, key=lambda it: (it[2], it)) for name, spans in found.items()}


def with_title_now(record: PlayRecord, titles: Titles) -> PlayRecord:
    """A record under the current title of its game."""
    if not titles or record.game:
        return record
    called = record.called or record.title
    now = titles.now(called)
    if now == called:
        return record
    game, title, now = game_of_title(now)
    return record._replace(game=game, title=title, called=now)


@lru_cache
def game_of_title(title: str) -> tuple[str, str, str]:
    """The game of a title: its id if it is built in, its title, and its title within a box."""
    inside = games.in_a_box(title)
    if inside is not None:
        return inside[0], games.TITLES[inside[0]], inside[1]
    built_in = games.titled([title])
    if built_in is None or built_in[1] == games.SHEET:
        return "", title, title
    return built_in[1], games.TITLES[built_in[1]], games.TITLES[built_in[1]]


Named = tuple[str, str, int]
"""A name in a play, when it was given if after the play, and the group's renames then."""


def names_in(record: PlayRecord) -> list[Named]:
    """The names in a play."""
    since = record.since or ("",) * len(record.parts)
    renames = record.renames or (0,) * len(record.parts)
    names = (part.name for part in record.parts)
    return list(zip(names, since, renames, strict=True))


class Row(NamedTuple):
    """A row of the index for a play: columns to search by, and the packed record."""

    id: str
    uid: str
    game: str
    title: str
    status: str
    began: str
    ended: str
    names: tuple[Named, ...]
    place: str
    record: str


class ReadLog(NamedTuple):
    """The plays of a log at its `mark`; or the code of the error."""

    id: str
    mark: str
    rows: Sequence[Row] = ()
    problem: str = ""


def row_of(record: PlayRecord) -> Row:
    """The row of the index for a record."""
    return Row(
        record.play,
        record.uid,
        record.game,
        record.called or record.title,
        record.status,
        record.started,
        record.ended,
        tuple(dict.fromkeys(names_in(record))),
        folded(record.place),
        packed(record.packed()),
    )


class Intake:
    """Changes of the tables, within a transaction of the index."""

    def __init__(self, db: sqlite3.Connection, names: Names, pairs: Sequence[Pair] = ()) -> None:
        self._db = db
        self._kept = CachedValues(db)
        self._names = names
        self._pairs = pairs
        self._clusters = clusters_of(pairs)
        self._numbers: dict[tuple[str, tuple[str, ...]], int] = {}
        """The numbers of games and players, by table and key."""

    def pair_anew(self, before: Sequence[Pair]) -> None:
        """Decide again which plays count, after pairs have changed from `before`."""
        uids = sorted({uid for one in (*before, *self._pairs) for uid in one.uids})
        standings = {
            uid: standing for some in chunks(uids) for uid, standing in self._standing(some).items()
        }
        self._settle(uids)
        self._go_on_from(standings, uids)
        self._kept.store({"pairs": self._pairs})

    def rename(self) -> None:
        """Update the names of players and games."""
        self._forget_counts()
        self._settle(sorted(self._clusters))  # merged players may make two plays one
        self._db.execute("DELETE FROM part")
        self._db.execute("DELETE FROM player")
        self._numbers.clear()
        rows = self._db.execute("SELECT number, began, ended, record, sum FROM play ORDER BY began")
        for number, began, ended, *row in rows:
            record = PlayRecord.unpacked(loaded(*row))
            self._put_parts(self._part_values(number, began, ended, names_in(record)))
            if not record.game:
                sort = self._sort(record.game, record.called or record.title)
                self._db.execute("UPDATE play SET sort = ? WHERE number = ?", (sort, number))
        self._kept.store(
            {"names": self._names.by_former_name, "titles": self._names.titles.by_key()}
        )

    def _forget_counts(self) -> None:
        """Forget all counts, which have to begin again."""
        self._db.execute("DELETE FROM kept WHERE key GLOB ? OR key = 'to'", (f"{RUN}*",))

    def put(self, shelf: str, logs: Sequence[ReadLog], gone: Sequence[str] = ()) -> None:
        """Replace what is known about these logs; forget those that are gone."""
        before = self._forget(shelf, [*(one.id for one in logs), *gone])
        ((log,),) = self._db.execute("SELECT ifnull(max(number), 0) FROM log")
        ((play,),) = self._db.execute("SELECT ifnull(max(number), 0) FROM play")
        uids = set(before)
        of_logs, of_plays = [], []
        of_parts: list[tuple[int, str, int]] = []
        for one in logs:
            log += 1
            of_logs.append((log, shelf, one.id, one.mark, one.problem))
            for row in one.rows:
                play += 1
                of_plays.append(self._play_values(play, log, row))
                of_parts += self._part_values(play, row.began, row.ended, row.names)
                uids.add(row.uid)
        self._db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", of_logs)
        self._db.executemany(
            "INSERT INTO play VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?)", of_plays
        )
        self._put_parts(of_parts)
        beside = {
            it for uid in uids if uid in self._clusters for it in self._clusters[uid].uids
        } - uids
        for some in chunks(sorted(beside)):
            before |= self._standing(some)
        self._settle(sorted(uids | beside))
        self._go_on_from(before, sorted(uids | beside))

    def _go_on_from(self, before: Mapping[str, tuple[str, str]], uids: Sequence[str]) -> None:
        """Note that plays have changed; forget counts if plays that were counted are different."""
        to = self._kept.value("to")
        if to is not None and self._has_changed(before, uids, (to[0], to[1])):
            self._forget_counts()
        self._kept.store({"state": (self._kept.value("state") or 0) + 1})

    def _forget(self, shelf: str, logs: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Remove logs and their plays; return start and record of those that counted, by uid."""
        before: dict[str, tuple[str, str]] = {}
        for some in chunks(logs):
            numbers = [
                number
                for (number,) in self._db.execute(
                    f"SELECT number FROM log WHERE shelf = ? AND id IN ({placeholders(some)})",
                    (shelf, *some),
                )
            ]
            if not numbers:
                continue
            of_these = f"log IN ({placeholders(numbers)})"
            uids = [
                uid
                for (uid,) in self._db.execute(f"SELECT uid FROM play WHERE {of_these}", numbers)
            ]
            for few in chunks(uids):
                before |= dict.fromkeys(few, ("", "")) | self._standing(few)
            self._db.execute(
                f"DELETE FROM part WHERE play IN (SELECT number FROM play WHERE {of_these})",
                numbers,
            )
            self._db.execute(f"DELETE FROM play WHERE {of_these}", numbers)
            self._db.execute(f"DELETE FROM log WHERE number IN ({placeholders(numbers)})", numbers)
        return before

    def _play_values(self, number: int, log: int, row: Row) -> tuple[object, ...]:
        return (
            *(number, log, row.id, row.uid, self._sort(row.game, row.title), row.status),
            *(row.began, row.ended, row.place, row.status == "finished"),
            *(row.record, sum_of(row.record)),
        )

    def _part_values(
        self, play: int, began: str, ended: str, names: Iterable[Named]
    ) -> Iterator[tuple[int, str, int]]:
        for name, since, renames in names:
            yield self._player(self._names.now(name, ended, since, renames)), began, play

    def _put_parts(self, values: Iterable[tuple[int, str, int]]) -> None:
        self._db.executemany("INSERT OR IGNORE INTO part VALUES (?, ?, ?)", values)

    def _sort(self, game: str, title: str) -> int:
        now = title if game else self._names.titles.now(title)
        if now != title:
            game, _, title = game_of_title(now)
        return self._numbered("sort", "game = ? AND title = ?", (game, title), (game, title))

    def _player(self, name: str) -> int:
        return self._numbered("player", "name = ?", (name,), (name, folded(name)))

    def _numbered(
        self, table: str, where: str, key: tuple[str, ...], values: tuple[str, ...]
    ) -> int:
        """The number of a row, which is made if needed."""
        known = self._numbers.get((table, key))
        if known is None:
            known = self._numbers[table, key] = self._row_number(table, where, key, values)
        return known

    def _row_number(
        self, table: str, where: str, key: tuple[str, ...], values: tuple[str, ...]
    ) -> int:
        row = self._db.execute(f"SELECT number FROM {table} WHERE {where}", key).fetchone()
        if row is None:
            made = self._db.execute(
                f"INSERT INTO {table} VALUES (NULL, {placeholders(values)})", values
            )
            return int(made.lastrowid or 0)
        return int(row[0])

    def _settle(self, uids: Sequence[str]) -> None:
        """Let one play of each uid, and of each cluster, count (see `each_once`)."""
        for cluster in dict.fromkeys(self._clusters[uid] for uid in uids if uid in self._clusters):
            self._settle_cluster(cluster)
        for some in chunks([uid for uid in uids if uid not in self._clusters]):
            of_these = f"uid IN ({placeholders(some)})"
            self._db.execute(
                "UPDATE play SET counts = (status = 'finished'), same_as = NULL"
                f" WHERE {of_these} AND same_as IS NOT NULL",
                some,
            )
            several = self._db.execute(
                f"SELECT uid FROM play WHERE {of_these} AND status = 'finished'"
                " GROUP BY uid HAVING count(*) > 1",
                some,
            ).fetchall()
            for (uid,) in several:
                same = self._db.execute(
                    "SELECT record, sum FROM play WHERE uid = ? AND status = 'finished'", (uid,)
                )
                _, doubles = each_once(PlayRecord.unpacked(loaded(*row)) for row in same)
                self._do_not_count(doubles)

    def _settle_cluster(self, cluster: Cluster) -> None:
        records: list[PlayRecord] = []
        for some in chunks(cluster.uids):
            of_these = f"uid IN ({placeholders(some)}) AND status = 'finished'"
            self._db.execute(f"UPDATE play SET counts = 1, same_as = NULL WHERE {of_these}", some)
            rows = self._db.execute(f"SELECT record, sum FROM play WHERE {of_these}", some)
            records += [
                self._names.with_names_now(PlayRecord.unpacked(loaded(*row)))
                for row in rows.fetchall()
            ]
        _, doubles = each_once(records, cluster.pairs)
        self._do_not_count(doubles)

    def _do_not_count(self, doubles: Mapping[str, str]) -> None:
        """Note plays that do not count, and the one that counts instead."""
        self._db.executemany(
            "UPDATE play SET counts = 0, same_as = ? WHERE id = ?",
            [(counts, play) for play, counts in doubles.items()],
        )

    def _standing(self, uids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """The start and record of the plays with these uids that count."""
        rows = self._db.execute(
            f"SELECT uid, began, record FROM play WHERE counts AND uid IN ({placeholders(uids)})",
            uids,
        )
        return {uid: (began, record) for uid, began, record in rows}

    def _has_changed(
        self, before: Mapping[str, tuple[str, str]], uids: Sequence[str], to: Place
    ) -> bool:
        """Whether any play that was counted, up to a place, has changed."""
        for some in chunks(uids):
            after = self._standing(some)
            for uid in some:
                was, now = before.get(uid, ("", "")), after.get(uid, ("", ""))
                if was != now and any(began and (began, uid) <= to for began, _ in (was, now)):
                    return True
        return False


def placeholders(values: Sequence[object]) -> str:
    """The placeholders for values in a query."""
    return ",".join("?" * len(values))


def chunks(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Split values for several queries."""
    return (values[at : at + _AT_ONCE] for at in range(0, len(values), _AT_ONCE))

"""The history of a group: all its plays, by way of the index that is brought up to date first."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.core.record import PlayRecord
from companion.errors import StorageError
from companion.exchange.groups.merge import pairs_in
from companion.reference.cache import Unreadable
from companion.stats.tally import Tally
from companion.store.base import LogRef, by_number
from companion.table.desk import PLAYS, Desk, unseen
from companion.table.history.play_index import COUNTED, EVERY, Index, PlayedGame, PlayFilter
from companion.table.history.records import Names, with_title_now
from companion.table.history.summary import IMPORTS, LOGGED_PREFIX, MANY, Marked, read_logs

SHELVES = (PLAYS, IMPORTS)
ELSEWHERE = f"(id LIKE 'import-%.%' OR id LIKE '{LOGGED_PREFIX}%')"
"""A condition: the play was not followed here."""
IN_TURN = 2000
"""How many files are checked at each look, in turn: an edit by hand is found at once in a group
with fewer plays, and later in others."""
_AT_ONCE = 200
"""How many of the newest plays are read if only the newest are wanted."""
_LONG = 20_000
"""Plays from which on counting shows its progress."""

T = TypeVar("T")


class Counts(Protocol):
    """Something counted play by play, which can go on with the next play."""

    def add(self, record: PlayRecord) -> object:
        """Count one more play, which began after all others."""

    def to_json(self) -> Any:
        """The counts as JSON."""


C = TypeVar("C", bound=Counts)


class Plays:
    """Plays by a filter, read lazily, oldest first."""

    def __init__(self, history: "History", wanted: PlayFilter) -> None:
        self._history = history
        self.wanted = wanted

    def __iter__(self) -> Iterator[PlayRecord]:
        return self._history.guarded(lambda index: index.plays(self.wanted))

    def __len__(self) -> int:
        return self._history.query(lambda index: index.count(self.wanted))

    def newest_first(self, most: int | None = None) -> Iterator[tuple[PlayRecord, str | None]]:
        """The plays, newest first, each with the play that counts instead of it, if any."""
        return self._history.guarded(lambda index: index.listed(self.wanted, most))

    def by_game(self) -> dict[str, int]:
        """The number of plays of each game, by its key (`key_of`)."""
        return self._history.query(lambda index: index.by_game(self.wanted))

    def longest_id(self) -> int:
        """The length of the longest id."""
        return self._history.query(lambda index: index.longest_id(self.wanted))

    def also(self, where: str, *values: object) -> "Plays":
        """The plays that meet another condition, too (see `Index`)."""
        return Plays(self._history, self.wanted.also(where, *values))


class Newest(NamedTuple):
    """The newest plays if the others are not read yet, and the number of all logs."""

    plays: Plays
    total: int


class History:
    """The plays of a group, made once for a command; everything is read when it is needed.

    Players and games have their current names.
    """

    def __init__(self, desk: Desk) -> None:
        document = desk.group_document()
        self._desk = desk
        self._has_group = bool(document)
        self._live = [str(play) for play in document.get("live", [])]
        self._names = Names.of(document)
        self._pairs = pairs_in(document)

    @property
    def plays(self) -> Plays:
        """All plays of any status, in the order in which they began."""
        return Plays(self, EVERY)

    @property
    def finished(self) -> Plays:
        """The finished plays, each once (see `each_once`)."""
        return Plays(self, COUNTED)

    @cached_property
    def unreadable(self) -> dict[str, str]:
        """The ids of the logs that cannot be read, with the code of the error."""
        return self.query(lambda index: index.problems())

    @cached_property
    def begun_only(self) -> frozenset[str]:
        """The ids of the live plays in which nothing was entered."""
        return self.query(lambda index: frozenset(index.begun_only()))

    @cached_property
    def doubles(self) -> Mapping[str, str]:
        """The ids of plays that do not count, each with the id of the same play that does."""
        return self.query(lambda index: index.doubles())

    @cached_property
    def games(self) -> Sequence[PlayedGame]:
        """Every game that was played."""
        return self.query(lambda index: index.games())

    @cached_property
    def players(self) -> Sequence[str]:
        """Everybody who has played."""
        return self.query(lambda index: index.players())

    @cached_property
    def places(self) -> Sequence[str]:
        """Every place of a play, folded."""
        return self.query(lambda index: index.places())

    @cached_property
    def tally(self) -> Tally:
        """The statistics of all finished plays."""
        return self.counted("tally", Tally, Tally.from_json)

    def with_names_now(self, record: PlayRecord) -> PlayRecord:
        """A record with current names."""
        return self._names.with_names_now(record)

    def title_now(self, title: str) -> str:
        """The current title of a game."""
        return self._names.titles.now(title)

    def with_title_now(self, record: PlayRecord) -> PlayRecord:
        """A record under the current title of its game."""
        return with_title_now(record, self._names.titles)

    def known(self, uids: Iterable[str]) -> dict[str, PlayRecord]:
        """The plays with these uids."""
        wanted = list(uids)
        return self.query(lambda index: index.known(wanted))

    def counted(self, key: str, fresh: Callable[[], C], load: Callable[[Any], C]) -> C:
        """Count all finished plays, going on from what was saved under the key (see `Counts`)."""
        return self.query(lambda index: self._gone_on(index, key, fresh, load))

    def newest(self) -> Newest | None:
        """The newest plays and the live ones; None if all are known, or few are unknown.

        Newest by the numbers in their ids. Imports are read, too.
        """
        if not self._has_group or "_index" in self.__dict__:
            return None
        store, group = self._desk.store, self._desk.group
        path = store.cache(group, "plays.db")
        if path is None:
            return None
        try:
            index = Index(path, self._names, self._pairs)
            if index.seen(PLAYS):
                return None
            logs = store.log_ids(group, PLAYS)
            if len(logs) - index.logs(PLAYS) < MANY:
                return None
            some = dict.fromkeys([*self._live, *reversed(logs[-_AT_ONCE:])])
            self._read(index, PLAYS, self._unlike(index, PLAYS, some))
            self._look(index, IMPORTS)
        except Unreadable:
            return None
        self.__dict__["_index"] = index
        count = index.count(PlayFilter(ELSEWHERE))
        return Newest(self.plays, len(logs) + count)

    def query(self, question: Callable[[Index], T]) -> T:
        """Ask the index; if it turns out to be unreadable, a new one."""
        for paths in ((self._path, None), (None,)):
            try:
                return question(self._index)
            except Unreadable:
                self.__dict__["_index"] = self._made_at(*paths)
        return question(self._index)

    def guarded(self, question: Callable[[Index], Iterator[T]]) -> Iterator[T]:
        """Ask for an iterator. Raises StorageError if the index becomes unreadable on the way."""
        try:
            yield from question(self._index)
        except Unreadable:
            raise StorageError(
                "The index of the plays was damaged and has been removed.",
                "Nothing is lost: repeat the command, which makes it again.",
            ) from None

    @property
    def _path(self) -> str | None:
        return self._desk.store.cache(self._desk.group, "plays.db")

    @cached_property
    def _index(self) -> Index:
        """The index, brought up to date."""
        return self._made_at(self._path, self._path, None)

    def _made_at(self, *paths: str | None) -> Index:
        """An index at the first of these paths where one can be made; None is in memory."""
        for path in paths:
            with suppress(Unreadable):
                return self._made(path)
        raise StorageError(
            "The plays cannot be counted: their index could not be written.",
            "Make some room and repeat the command.",
        )

    def _made(self, path: str | None) -> Index:
        index = Index(path, self._names, self._pairs)
        for shelf in SHELVES:
            self._look(index, shelf)
        return index

    def _look(self, index: Index, shelf: str) -> None:
        """Read what has changed on a shelf since the last look."""
        store, group = self._desk.store, self._desk.group
        if not self._has_group:
            index.put(shelf, (), index.differing(shelf, ())[1])
            return
        seen = index.seen(shelf)
        changes = store.changes(group, shelf, seen)
        if changes.logs is None:
            fresh, gone = index.differing(shelf, store.each_mark(group, shelf))
        else:
            looked_at = dict.fromkeys([*changes.logs, *index.in_turn(shelf, IN_TURN)])
            fresh = self._unlike(index, shelf, looked_at)
            gone = [
                log
                for log, mark in fresh
                if not mark and not store.has_log(LogRef(group, shelf, log))
            ]
        if gone:
            index.put(shelf, (), gone)
        lost = set(gone)
        self._read(index, shelf, [it for it in fresh if it[0] not in lost])
        # If a change may still come in the same instant, the mark of the look before is kept.
        index.look_done(shelf, changes.now or (seen if changes.logs is not None else ""))

    def _unlike(self, index: Index, shelf: str, logs: Collection[str]) -> list[Marked]:
        """The logs that have changed since they were read, with their marks."""
        store, group = self._desk.store, self._desk.group
        known = index.marks_of(shelf, list(logs))
        marks = ((log, store.mark(LogRef(group, shelf, log))) for log in logs)
        return [(log, mark) for log, mark in marks if known.get(log) != mark]

    def _read(self, index: Index, shelf: str, logs: Sequence[Marked]) -> None:
        """Read logs into the index, newest first; an interruption keeps what was read."""
        newest = sorted(logs, key=lambda it: by_number(it[0]), reverse=True)
        done = 0
        show = self._desk.bar if len(logs) >= MANY else unseen
        with show("Reading plays") as tick:
            for batch in read_logs(self._desk.store, self._desk.group, shelf, newest):
                index.put(shelf, batch)
                done += len(batch)
                tick(done, len(logs))

    def _gone_on(
        self, index: Index, key: str, fresh: Callable[[], C], load: Callable[[Any], C]
    ) -> C:
        state = index.state()
        kept, place = index.run(key)
        try:
            counts = fresh() if kept is None else load(kept)
        except ValueError:
            counts, place = fresh(), ("", "")
        more = index.count(COUNTED.also("(began, uid) > (?, ?)", *place))
        if not more:
            return counts
        show = self._desk.bar if more >= _LONG else unseen
        with show("Counting plays") as tick:
            for done, play in enumerate(index.plays(COUNTED, place), 1):
                counts.add(play)
                place = play.started, play.uid
                if done % 1000 == 0:
                    tick(done, more)
        index.go_on({key: counts.to_json()}, place, state)
        return counts

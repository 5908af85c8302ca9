"""All plays of a group as they are remembered: what every command about past plays asks."""

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
"""So many files are looked at each time, whatever is said of them, one after the other: what
somebody changed in them by hand is found at once in a group of fewer plays, and some day in others.
"""
_AT_ONCE = 200
"""So many of the newest plays are read where somebody only wants the newest."""
_LONG = 20_000
"""Plays that are not counted at once: somebody wants to see that it goes on."""

T = TypeVar("T")


class Counts(Protocol):
    """What is worked out of plays, one after the other, and goes on with the next."""

    def add(self, record: PlayRecord) -> object:
        """Take in one more play, that began after all others."""

    def to_json(self) -> Any:
        """All of it as JSON."""


C = TypeVar("C", bound=Counts)


class Plays:
    """Plays that are meant: read as they are asked for, the oldest first."""

    def __init__(self, history: "History", wanted: PlayFilter) -> None:
        self._history = history
        self.wanted = wanted

    def __iter__(self) -> Iterator[PlayRecord]:
        return self._history.guarded(lambda index: index.plays(self.wanted))

    def __len__(self) -> int:
        return self._history.query(lambda index: index.count(self.wanted))

    def newest_first(self, most: int | None = None) -> Iterator[tuple[PlayRecord, str | None]]:
        """The same the newest first; each with the play that counts instead of it, if one does."""
        return self._history.guarded(lambda index: index.listed(self.wanted, most))

    def by_game(self) -> dict[str, int]:
        """How many of them are of each game, by what tells games from others (`key_of`)."""
        return self._history.query(lambda index: index.by_game(self.wanted))

    def longest_id(self) -> int:
        """How many letters the longest of their ids has."""
        return self._history.query(lambda index: index.longest_id(self.wanted))

    def also(self, where: str, *values: object) -> "Plays":
        """Those of them that meet another condition as well (see `Index`)."""
        return Plays(self._history, self.wanted.also(where, *values))


class Newest(NamedTuple):
    """The newest plays, where the others are not read yet, and how many logs there are in all."""

    plays: Plays
    total: int


class History:
    """What a group has played; made once for a command, which sees all files as they are then.

    Players are called what they are called now. Nothing is looked at before it is asked for.
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
        """All of them, whatever became of them, in the order in which they began."""
        return Plays(self, EVERY)

    @property
    def finished(self) -> Plays:
        """Those that were played to their end, each once (see `each_once`)."""
        return Plays(self, COUNTED)

    @cached_property
    def unreadable(self) -> dict[str, str]:
        """The ids of the logs that cannot be read, with the code of why not."""
        return self.query(lambda index: index.problems())

    @cached_property
    def begun_only(self) -> frozenset[str]:
        """The ids of the plays that go on and in which nothing was entered since they began."""
        return self.query(lambda index: frozenset(index.begun_only()))

    @cached_property
    def doubles(self) -> Mapping[str, str]:
        """The plays that do not count as another one is the same, by their ids; and which one."""
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
        """Every place at which a play was recorded, without capital letters."""
        return self.query(lambda index: index.places())

    @cached_property
    def tally(self) -> Tally:
        """The statistics of all finished plays."""
        return self.counted("tally", Tally, Tally.from_json)

    def with_names_now(self, record: PlayRecord) -> PlayRecord:
        """A play that is not among them, with the names of today."""
        return self._names.with_names_now(record)

    def title_now(self, title: str) -> str:
        """What the game of that title is called now."""
        return self._names.titles.now(title)

    def with_title_now(self, record: PlayRecord) -> PlayRecord:
        """A play that is not among them, under the title that its game has now."""
        return with_title_now(record, self._names.titles)

    def known(self, uids: Iterable[str]) -> dict[str, PlayRecord]:
        """Those of the plays with these uids that are here."""
        wanted = list(uids)
        return self.query(lambda index: index.known(wanted))

    def counted(self, key: str, fresh: Callable[[], C], load: Callable[[Any], C]) -> C:
        """What is worked out of all finished plays, as it was saved (`load` reads it, see `Counts`)
        and gone on with. It is kept under the key, a word of its own."""
        return self.query(lambda index: self._gone_on(index, key, fresh, load))

    def newest(self) -> Newest | None:
        """The newest plays, and those that go on; None where all are known or soon will be.

        They go by the numbers in their ids. What was imported from another program is read with
        them.
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
        """Ask the index; where it turns out to be of no use, another one."""
        for paths in ((self._path, None), (None,)):
            try:
                return question(self._index)
            except Unreadable:
                self.__dict__["_index"] = self._made_at(*paths)
        return question(self._index)

    def guarded(self, question: Callable[[Index], Iterator[T]]) -> Iterator[T]:
        """Ask for what comes one by one. Raises StorageError where that breaks off."""
        try:
            yield from question(self._index)
        except Unreadable:
            raise StorageError(
                "What was kept of the plays, to be quick, is damaged; it was thrown away.",
                "Nothing is lost: repeat the command, and it is made anew.",
            ) from None

    @property
    def _path(self) -> str | None:
        return self._desk.store.cache(self._desk.group, "plays.db")

    @cached_property
    def _index(self) -> Index:
        """The index, brought up to what lies on the shelves now."""
        return self._made_at(self._path, self._path, None)

    def _made_at(self, *paths: str | None) -> Index:
        """An index at the first of these paths where one can be made; in memory it can."""
        for path in paths:
            with suppress(Unreadable):
                return self._made(path)
        raise StorageError(
            "The plays cannot be counted: what they told could not be kept.",
            "Make some room and repeat the command.",
        )

    def _made(self, path: str | None) -> Index:
        index = Index(path, self._names, self._pairs)
        for shelf in SHELVES:
            self._look(index, shelf)
        return index

    def _look(self, index: Index, shelf: str) -> None:
        """Read what has changed on a shelf since it was looked at."""
        store, group = self._desk.store, self._desk.group
        if not self._has_group:
            index.put(shelf, (), index.differing(shelf, ())[1])
            return
        seen = index.seen(shelf)
        now, changed = store.changes(group, shelf, seen)
        if changed is None:
            fresh, gone = index.differing(shelf, store.each_mark(group, shelf))
        else:
            looked_at = dict.fromkeys([*changed, *index.in_turn(shelf, IN_TURN)])
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
        # Where a change may still come in the same instant, the notes since the look before count.
        index.look_done(shelf, now or (seen if changed is not None else ""))

    def _unlike(self, index: Index, shelf: str, logs: Collection[str]) -> list[Marked]:
        """Those of the logs that are not as they were when they were read, with their marks."""
        store, group = self._desk.store, self._desk.group
        known = index.marks_of(shelf, list(logs))
        marks = ((log, store.mark(LogRef(group, shelf, log))) for log in logs)
        return [(log, mark) for log, mark in marks if known.get(log) != mark]

    def _read(self, index: Index, shelf: str, logs: Sequence[Marked]) -> None:
        """Read logs into the index, the newest first; what is read stays if it is interrupted."""
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

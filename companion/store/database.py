"""One file for the length of one operation: read once, changed as TinyDB does, written once.

A document lies in it in tables, so that it reads well in any TinyDB: a list of objects, such as the
players or the rulings, becomes a table with one row each. All the rest shares one row of the table
`settings`; so does a list that has the name of a table of ours, which would be mistaken for it on
the way back.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.core.event import Event
from companion.core.value import Value
from companion.store.base import Document, require_next
from companion.store.storage import Files, Tables, VersionedStorage, damaged, encoded, schema

if TYPE_CHECKING:
    from tinydb import TinyDB

_SETTINGS = "settings"
_OURS = {"meta", _SETTINGS}


class Database:
    """The tables of one file, as they were when they were first asked for.

    Changes stay in memory until `save`. Should that fail, begin again with a new Database: this
    one holds what was not written.
    """

    def __init__(self, path: str, kind: str, files: Files | None = None) -> None:
        self._file = VersionedStorage(path, kind, files)
        self._draft = _Draft(self._file)
        self._encoded_tables: dict[str, _EncodedTable] = {}

    @cached_property
    def _db(self) -> "TinyDB":
        """What changes the tables; who only reads needs none, and does not import it."""
        from tinydb import TinyDB

        return TinyDB(storage=lambda: self._draft)

    @property
    def path(self) -> str:
        """Where the file lies, or will."""
        return self._file.path

    def exists(self) -> bool:
        """Whether there is such a file; raises what reading it raises."""
        return self._draft.read() is not None

    def is_as_read(self) -> bool:
        """Whether the file is still the one that was read or saved here."""
        return self._file.is_as_seen()

    def tables(self) -> list[str]:
        """The names of the tables, in the order of the file."""
        return list(self._draft.read() or {})

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table in the order of the file; not to be changed."""
        # Not by way of TinyDB, which copies every row: that would double the time of a read.
        return iter((self._draft.read() or {}).get(table, {}).values())

    def meta(self) -> dict[str, Any]:
        """The table `meta` of the file; empty if there is no file."""
        return next(self.rows("meta"), {})

    def begin(self, **meta: str) -> None:
        """Start over with nothing but what the file says about itself."""
        self._db.drop_tables()
        self._encoded_tables = {}
        self.add("meta", [{"schema": schema(), "kind": self._file.kind, **meta}])

    def add(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table."""
        self._db.table(table).insert_multiple(rows)

    def append(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table of a file that is there, as TinyDB would.

        Most commands change nothing else, and importing TinyDB takes a tenth of their time.
        """
        tables = self._draft.read() or {}
        numbered = tables.setdefault(table, {})
        last = max(map(int, numbered), default=0)
        numbered.update((str(number), dict(row)) for number, row in enumerate(rows, last + 1))
        self._draft.write(tables)

    def save(self) -> None:
        """Write what was changed. Raises Conflict or StorageError."""
        self._file.put(self._encoded(self._draft.read() or {}))

    def _encoded(self, tables: Tables) -> str:
        """The tables as JSON. Rows are only ever added, so each is put into words once."""
        encoded_tables = {name: self._encode_table(name, rows) for name, rows in tables.items()}
        self._encoded_tables = {
            name: one for name, one in encoded_tables.items() if one is not None
        }
        texts = (
            f"{encoded(name)}:{{{one.text if one else ''}}}" for name, one in encoded_tables.items()
        )
        return f"{{{','.join(texts)}}}"

    def _encode_table(self, name: str, rows: Mapping[str, Any]) -> "_EncodedTable | None":
        """The rows of a table as JSON; None for none."""
        before = self._encoded_tables.get(name)
        numbered = list(rows.items())
        if before is not None and numbered[before.rows - 1 : before.rows] == [before.last]:
            fresh, texts = numbered[before.rows :], [before.text]
        else:
            fresh, texts = numbered, []
        texts += [encoded(dict(fresh))[1:-1]] if fresh else []
        return _EncodedTable(len(numbered), numbered[-1], ",".join(texts)) if numbered else None


class _EncodedTable(Value):
    """So many rows of a table, of which that one is the last, with its number, as JSON."""

    rows: int
    last: tuple[str, Any]
    text: str


class _Draft:
    """Keeps TinyDB, which reads and writes the whole file at every step, away from the disk."""

    def __init__(self, file: VersionedStorage) -> None:
        self._file = file
        self._tables: Tables | None = None

    def read(self) -> Tables | None:
        if self._tables is None:
            self._tables = self._file.read()
        return self._tables

    def write(self, data: Tables) -> None:
        self._tables = data

    def close(self) -> None:
        pass


# Documents


def write_document(database: Database, document: Document, **meta: str) -> None:
    """Make a document the whole content of a file, and save it."""
    tables = {key: value for key, value in document.items() if _makes_a_table(key, value)}
    rest = {key: value for key, value in document.items() if key not in tables}
    database.begin(**meta)
    database.add(_SETTINGS, [rest])
    for name, rows in tables.items():
        database.add(name, rows)
    database.save()


def read_document(database: Database) -> Document:
    """The document that a file holds; empty where there is no file."""
    document: Document = {}
    for row in database.rows(_SETTINGS):
        document |= row
    for name in database.tables():
        if name not in _OURS:
            document[name] = [dict(row) for row in database.rows(name)]
    return document


def _makes_a_table(key: str, value: Any) -> bool:
    if key in _OURS or not isinstance(value, list):
        return False
    return all(isinstance(row, dict) for row in value)


# Reads and lengthens the file of one log


_EVENTS = "events"


def read_events(file: Database) -> list[Event]:
    """The events of a file that exists. Raises Corrupt unless they are numbered 1, 2, 3, …"""
    events = []
    for number, record in enumerate(file.rows(_EVENTS), 1):
        try:
            event = Event.from_json(record)
        except ValueError:
            raise damaged(file.path, f"its entry {number} is not a complete entry") from None
        if event.seq != number:
            raise damaged(file.path, f"entry {number} is missing or out of place")
        events.append(event)
    return events


def begin_log(file: Database, events: Sequence[Event]) -> None:
    """Write a file that holds these events, the first of which has the number 1."""
    require_next(0, events)
    file.begin()
    file.add(_EVENTS, [event.to_json() for event in events])
    file.save()


class LogFile:
    """The file of a log as it was last read or written here, and what it holds."""

    def __init__(self, file: Database) -> None:
        self.file = file
        self.events: Sequence[Event] = read_events(file)


class HeldLog:
    """An Appender for a file, good for as long as the lock on it is held."""

    events: Sequence[Event]

    def __init__(self, log: LogFile) -> None:
        self._log = log
        self._held = True
        self.events = log.events

    @property
    def is_held(self) -> bool:
        """Whether what is in memory is what is in the file."""
        return self._held

    def append(self, events: Sequence[Event]) -> None:
        """Add events that go on where the log ends; they are kept when the transaction ends.

        Raises Conflict when the first one's number is not the one that the log expects next.
        """
        if not self._held:
            raise RuntimeError("the log is not held any more, or could not be written: reopen it")
        require_next(len(self.events), events)
        if not events:
            return
        # Where the disk refuses, what is in memory is ahead of the file and must not be used.
        self.let_go()
        self._log.file.append(_EVENTS, [event.to_json() for event in events])
        self._log.file.save()
        self.events = self._log.events = [*self.events, *events]
        self._held = True

    def replace(self, events: Sequence[Event]) -> None:
        """Put these events in the place of all; they are kept when the transaction ends."""
        if not self._held:
            raise RuntimeError("the log is not held any more, or could not be written: reopen it")
        self.let_go()
        begin_log(self._log.file, events)
        self.events = self._log.events = list(events)
        self._held = True

    def let_go(self) -> None:
        """Refuse any further append: what is in memory may not be what is in the file."""
        self._held = False


class LastLog:
    """The log that was opened last. It is not read again for as long as its file is untouched.

    Whoever takes it out brings it back only if what is in memory is what is in the file.
    """

    def __init__(self) -> None:
        self._last: LogFile | None = None

    def take(self, path: str, kind: str, files: Files) -> LogFile:
        """The log of a file that exists. Raises Corrupt, TooNew or StorageError."""
        last, self._last = self._last, None
        if last is not None and last.file.path == path and last.file.is_as_read():
            return last
        return LogFile(Database(path, kind, files))

    def keep(self, log: LogFile) -> None:
        """Remember this one, in place of any other."""
        self._last = log

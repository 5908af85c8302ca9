"""One file for the length of one operation: read once, changed as TinyDB does, written once.

A document is stored in tables, so that any TinyDB can read it: a list of objects, such as the
players or the rulings, becomes a table with one row each. All the rest shares one row of the table
`settings`; so does a list with the name of one of our own tables, with which it would be confused
when read.
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
    """The tables of one file, as they were when first read.

    Changes stay in memory until `save`. If that fails, begin again with a new Database: this one
    has unsaved changes.
    """

    def __init__(self, path: str, kind: str, files: Files | None = None) -> None:
        self._file = VersionedStorage(path, kind, files)
        self._draft = _Draft(self._file)
        self._encoded_tables: dict[str, _EncodedTable] = {}

    @cached_property
    def _db(self) -> "TinyDB":
        """The TinyDB that changes the tables; readers do not need it, and do not import it."""
        from tinydb import TinyDB

        return TinyDB(storage=lambda: self._draft)

    @property
    def path(self) -> str:
        """The path of the file, which may not exist yet."""
        return self._file.path

    def exists(self) -> bool:
        """Whether there is such a file; raises what reading it raises."""
        return self._draft.read() is not None

    def is_as_read(self) -> bool:
        """Whether the file is unchanged since it was read or saved here."""
        return self._file.is_as_seen()

    def tables(self) -> list[str]:
        """The names of the tables, in the order of the file."""
        return list(self._draft.read() or {})

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table in the order of the file; not to be changed."""
        # Not through TinyDB, which copies every row: that would double the time of a read.
        return iter((self._draft.read() or {}).get(table, {}).values())

    def meta(self) -> dict[str, Any]:
        """The table `meta` of the file; empty if there is no file."""
        return next(self.rows("meta"), {})

    def begin(self, **meta: str) -> None:
        """Discard everything except what the file says about itself."""
        self._db.drop_tables()
        self._encoded_tables = {}
        self.add("meta", [{"schema": schema(), "kind": self._file.kind, **meta}])

    def add(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table."""
        self._db.table(table).insert_multiple(rows)

    def append(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table of an existing file, in the way of TinyDB.

        Most commands change nothing else, and importing TinyDB takes a tenth of their time.
        """
        tables = self._draft.read() or {}
        numbered = tables.setdefault(table, {})
        last = max(map(int, numbered), default=0)
        numbered.update((str(number), dict(row)) for number, row in enumerate(rows, last + 1))
        self._draft.write(tables)

    def save(self) -> None:
        """Write the changes. Raises Conflict or StorageError."""
        self._file.put(self._encoded(self._draft.read() or {}))

    def _encoded(self, tables: Tables) -> str:
        """Return the tables as JSON. Rows are only ever added, so each is encoded once."""
        encoded_tables = {name: self._encode_table(name, rows) for name, rows in tables.items()}
        self._encoded_tables = {
            name: one for name, one in encoded_tables.items() if one is not None
        }
        texts = (
            f"{encoded(name)}:{{{one.text if one else ''}}}" for name, one in encoded_tables.items()
        )
        return f"{{{','.join(texts)}}}"

    def _encode_table(self, name: str, rows: Mapping[str, Any]) -> "_EncodedTable | None":
        """Return the rows of a table as JSON; None for an empty one."""
        before = self._encoded_tables.get(name)
        numbered = list(rows.items())
        if before is not None and numbered[before.rows - 1 : before.rows] == [before.last]:
            fresh, texts = numbered[before.rows :], [before.text]
        else:
            fresh, texts = numbered, []
        texts += [encoded(dict(fresh))[1:-1]] if fresh else []
        return _EncodedTable(len(numbered), numbered[-1], ",".join(texts)) if numbered else None


class _EncodedTable(Value):
    """The first rows of a table as JSON: how many, and the last one with its number."""

    rows: int
    last: tuple[str, Any]
    text: str


class _Draft:
    """Keeps TinyDB, which reads and writes the whole file at every step, off the disk."""

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
    """Replace the content of a file by a document, and save it."""
    tables = {key: value for key, value in document.items() if _makes_a_table(key, value)}
    rest = {key: value for key, value in document.items() if key not in tables}
    database.begin(**meta)
    database.add(_SETTINGS, [rest])
    for name, rows in tables.items():
        database.add(name, rows)
    database.save()


def read_document(database: Database) -> Document:
    """Return the document in a file; empty if there is no file."""
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


# Reads and extends the file of one log


_EVENTS = "events"


def read_events(file: Database) -> list[Event]:
    """Return the events of an existing file. Raises Corrupt unless they are numbered 1, 2, 3, …"""
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
    """Write a file with these events, the first of which has the number 1."""
    require_next(0, events)
    file.begin()
    file.add(_EVENTS, [event.to_json() for event in events])
    file.save()


class LogFile:
    """The file of a log as last read or written here, and its events."""

    def __init__(self, file: Database) -> None:
        self.file = file
        self.events: Sequence[Event] = read_events(file)


class HeldLog:
    """An Appender for a file, valid as long as its lock is held."""

    events: Sequence[Event]

    def __init__(self, log: LogFile) -> None:
        self._log = log
        self._held = True
        self.events = log.events

    @property
    def is_held(self) -> bool:
        """Whether the memory and the file are the same."""
        return self._held

    def append(self, events: Sequence[Event]) -> None:
        """Append events to the log; they are saved when the transaction ends.

        Raises Conflict if the first one's number is not the next one of the log.
        """
        if not self._held:
            raise RuntimeError("the log is not held any more, or could not be written: reopen it")
        require_next(len(self.events), events)
        if not events:
            return
        # After a failed write, the memory is ahead of the file and must not be used.
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
        """Refuse any further append: the memory may differ from the file."""
        self._held = False


class LastLog:
    """The log that was opened last. It is not read again as long as its file is unchanged.

    After taking it, put it back only if the memory and the file are the same.
    """

    def __init__(self) -> None:
        self._last: LogFile | None = None

    def take(self, path: str, kind: str, files: Files) -> LogFile:
        """Return the log of an existing file. Raises Corrupt, TooNew or StorageError."""
        last, self._last = self._last, None
        if last is not None and last.file.path == path and last.file.is_as_read():
            return last
        return LogFile(Database(path, kind, files))

    def keep(self, log: LogFile) -> None:
        """Remember this one, in place of any other."""
        self._last = log

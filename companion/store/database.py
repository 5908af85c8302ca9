"""One file for the length of one operation: read once, changed through TinyDB, written once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tinydb import Storage, TinyDB

from companion.store.migrate import VersionedStorage, schema
from companion.store.storage import Tables


class Database:
    """The tables of one file, as they were when they were first asked for.

    Changes stay in memory until `save`. Should that fail, begin again with a new Database: this
    one holds what was not written.
    """

    def __init__(self, path: str, kind: str) -> None:
        self._file = VersionedStorage(path, kind)
        self._draft = _Draft(self._file)
        self._db = TinyDB(storage=lambda: self._draft)

    @property
    def path(self) -> str:
        """Where the file lies, or will."""
        return self._file.path

    def exists(self) -> bool:
        """Whether there is such a file; raises what reading it raises."""
        return self._draft.read() is not None

    def tables(self) -> list[str]:
        """The names of the tables, in the order of the file."""
        return list(self._draft.read() or {})

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """What a table holds, in the order of the file; to look at, not to change."""
        # Not by way of TinyDB, which copies every row: that would double the time of a read.
        return iter((self._draft.read() or {}).get(table, {}).values())

    def meta(self) -> dict[str, Any]:
        """What the file says about itself; empty where there is no file."""
        return next(self.rows("meta"), {})

    def begin(self, **meta: str) -> None:
        """Start over with nothing but what the file says about itself."""
        self._db.drop_tables()
        self.add("meta", [{"schema": schema(), "kind": self._file.kind, **meta}])

    def add(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table."""
        self._db.table(table).insert_multiple(rows)

    def save(self) -> None:
        """Write what was changed. Raises Conflict or StorageError."""
        self._file.write(self._draft.read() or {})


class _Draft(Storage):
    """Keeps TinyDB, which reads and writes the whole file at every step, away from the disk."""

    def __init__(self, file: Storage) -> None:
        self._file = file
        self._tables: Tables | None = None

    def read(self) -> Tables | None:
        if self._tables is None:
            self._tables = self._file.read()
        return self._tables

    def write(self, data: Tables) -> None:
        self._tables = data

"""An SQLite file that an index is kept in: opened, made where there is none, replaced if damaged.

Nothing is lost with it, so it is written without waiting for the disk.
"""

import json
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from zlib import crc32

_PATIENCE = 2.0
"""Seconds to wait for another companion that is writing the same file."""


class Unreadable(Exception):
    """What is kept cannot be used now; all of it can be read anew."""


def open_index(path: str | None, schema: int, tables: str) -> sqlite3.Connection:
    """Open an index with these tables; a file with another `schema` is replaced.

    In memory for None, and where the file cannot be opened or made.
    """
    if path is not None:
        for _ in range(2):
            try:
                _make_folder(os.path.dirname(path))
                return _connected(path, schema, tables)
            except (sqlite3.Error, OSError) as problem:
                if is_busy(problem) or not discarded(path):
                    break
    return _connected(":memory:", schema, tables)


def _make_folder(path: str) -> None:
    """Make a folder and the missing ones above it, for their owner alone: the home
    may be among them."""
    if not os.path.isdir(path):
        _make_folder(os.path.dirname(path))
        with suppress(FileExistsError):  # somebody else made it a moment ago; or it is a file
            os.mkdir(path, 0o700)


def is_busy(problem: Exception) -> bool:
    """Whether another companion is using the file; if so, the file is sound."""
    return isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem)


def discarded(path: str) -> bool:
    """Remove a useless file: damaged, half written, or of another companion."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _connected(path: str, schema: int, tables: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    try:
        (found,) = db.execute("PRAGMA user_version").fetchone()
        # Whatever a crash does to it: it can be made again.
        db.execute("PRAGMA synchronous = OFF")
        if found == schema:
            return db
        if found != 0:
            raise sqlite3.DatabaseError("made by another companion")
        db.executescript(f"BEGIN IMMEDIATE;{tables}PRAGMA user_version = {schema};COMMIT;")
        return db
    except sqlite3.Error:
        db.close()
        raise


# Values in it, each with a sum by which damage is found out


class Damaged(ValueError):
    """The value that was read differs from the written one."""


class CachedValues:
    """The table `kept`: JSON values under keys. Raises sqlite3.Error where the file is damaged."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def value(self, key: str) -> Any:
        """The value of a key; None where there is none. Raises Damaged."""
        row = self._db.execute("SELECT value, sum FROM kept WHERE key = ?", (key,)).fetchone()
        return None if row is None else loaded(*row)

    def store(self, values: Mapping[str, Any]) -> None:
        """Store values under their keys, replacing earlier ones."""
        texts = [(key, packed(value)) for key, value in values.items()]
        self._db.executemany(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)",
            [(key, text, sum_of(text)) for key, text in texts],
        )


def packed(value: Any) -> str:
    """A value as it is written."""
    return json.dumps(value, separators=(",", ":"))


def loaded(text: str, check: int) -> Any:
    """The value of a text with that checksum. Raises Damaged."""
    try:
        if sum_of(text) == check:
            return json.loads(text)
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    raise Damaged("the checksum differs")


def sum_of(text: str) -> int:
    """A checksum of the text."""
    return crc32(text.encode())

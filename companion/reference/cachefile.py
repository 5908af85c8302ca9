"""The SQLite file that an index is kept in: opened, made where there is none, replaced if damaged.

Nothing is lost with it, so it is written without waiting for the disk.
"""

import os
import sqlite3

_SCHEMA = 1
_PATIENCE = 2.0
"""Seconds to wait for another companion that is writing the same file."""

_TABLES = """
CREATE TABLE source (
    key TEXT PRIMARY KEY, mark TEXT, about TEXT, problems TEXT, size INTEGER
);
CREATE TABLE entry (number INTEGER PRIMARY KEY, source TEXT, full_id TEXT, fields TEXT);
CREATE INDEX entry_by_id ON entry (full_id);
CREATE INDEX entry_by_source ON entry (source);
CREATE TABLE name (number INTEGER PRIMARY KEY, entry INTEGER, key TEXT, single TEXT, shown TEXT);
CREATE INDEX name_by_key ON name (key);
CREATE INDEX name_by_single ON name (single);
CREATE INDEX name_by_entry ON name (entry);
CREATE VIRTUAL TABLE words USING fts5(game, names, asks, body, tokenize='ascii');
CREATE VIRTUAL TABLE spelling USING fts5(pairs, tokenize="ascii tokenchars '_'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
"""


def opened(path: str | None) -> sqlite3.Connection:
    """A connection to an index of our schema; a file that is none, or of another one, makes way."""
    for _ in range(2):
        try:
            return _connected(path)
        except sqlite3.OperationalError:
            path = None  # It cannot be written or read, or another companion holds it.
        except sqlite3.DatabaseError:
            try:
                os.unlink(str(path))
            except OSError:
                path = None
    return _connected(None)


def _connected(path: str | None) -> sqlite3.Connection:
    if path is not None:
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError:
            path = None
    db = sqlite3.connect(path or ":memory:", timeout=_PATIENCE, isolation_level=None)
    try:
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        if schema == _SCHEMA:
            return db
        if schema != 0:
            raise sqlite3.DatabaseError("made by another companion")
        # Whatever a crash does to it: it can be made again.
        db.execute("PRAGMA synchronous = OFF")
        db.executescript(f"BEGIN IMMEDIATE;{_TABLES}PRAGMA user_version = {_SCHEMA};COMMIT;")
        return db
    except sqlite3.Error:
        db.close()
        raise

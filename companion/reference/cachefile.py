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


class Unreadable(Exception):
    """What is kept for quick look-ups cannot be used now; all of it can be read anew."""


def opened(path: str | None) -> sqlite3.Connection:
    """A connection to an index of our schema; a file that is none, or of another one, makes way.

    In memory for None, and where the file cannot be opened or made.
    """
    if path is not None:
        for _ in range(2):
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                return _connected(path)
            except (sqlite3.Error, OSError) as problem:
                if is_busy(problem) or not thrown_away(path):
                    break
    return _connected(":memory:")


def is_busy(problem: Exception) -> bool:
    """Whether another companion is at work on the file, which is sound."""
    return isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem)


def thrown_away(path: str) -> bool:
    """Remove a file that is of no use: damaged, of another companion, or half written."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _connected(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    try:
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        # Whatever a crash does to it: it can be made again.
        db.execute("PRAGMA synchronous = OFF")
        if schema == _SCHEMA:
            return db
        if schema != 0:
            raise sqlite3.DatabaseError("made by another companion")
        db.executescript(f"BEGIN IMMEDIATE;{_TABLES}PRAGMA user_version = {_SCHEMA};COMMIT;")
        return db
    except sqlite3.Error:
        db.close()
        raise

"""Values in a table of an SQLite file, each with a sum by which damage is found out."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any
from zlib import crc32


class Damaged(ValueError):
    """What is read is not what was written."""


class Kept:
    """The table `kept`: JSON values under keys. Raises sqlite3.Error where the file is damaged."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def value(self, key: str) -> Any:
        """The value of a key; None where there is none. Raises Damaged."""
        row = self._db.execute("SELECT value, sum FROM kept WHERE key = ?", (key,)).fetchone()
        return None if row is None else loaded(*row)

    def store(self, values: Mapping[str, Any]) -> None:
        """Put values under their keys, in place of what was there."""
        texts = [(key, packed(value)) for key, value in values.items()]
        self._db.executemany(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)",
            [(key, text, sum_of(text)) for key, text in texts],
        )


def packed(value: Any) -> str:
    """A value as it is written."""
    return json.dumps(value, separators=(",", ":"))


def loaded(text: str, check: int) -> Any:
    """The value of a text that has that sum. Raises Damaged."""
    try:
        if sum_of(text) == check:
            return json.loads(text)
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    raise Damaged("it is not what was written")


def sum_of(text: str) -> int:
    """What changes when a letter of the text does."""
    return crc32(text.encode())

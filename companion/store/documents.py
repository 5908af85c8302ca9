"""Lays a document out in tables, so that it reads well in any TinyDB, and takes it back again.

A list of objects, such as the players or the rulings, becomes a table with one row each. All the
rest shares one row of the table `settings`; so does a list that has the name of a table of ours,
which would be mistaken for it on the way back.
"""

from typing import Any

from companion.store.base import Document
from companion.store.database import Database

_SETTINGS = "settings"
_OURS = {"meta", _SETTINGS}


def put_document(database: Database, document: Document, **meta: str) -> None:
    """Make a document the whole content of a file, and save it."""
    tables = {key: value for key, value in document.items() if _makes_a_table(key, value)}
    rest = {key: value for key, value in document.items() if key not in tables}
    database.begin(**meta)
    database.add(_SETTINGS, [rest])
    for name, rows in tables.items():
        database.add(name, rows)
    database.save()


def take_document(database: Database) -> Document:
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

"""Brings a file that an older companion wrote up to today's schema, while it is read.

The file itself changes with the next write. MIGRATIONS only ever grows at its end: the function
at index n-1 takes the raw tables of schema n and returns those of schema n+1. Each one comes with
a test that reads an old file.
"""

from collections.abc import Callable
from typing import Any

from companion.errors import TooNew
from companion.store.storage import AtomicStorage, Files, Tables, damaged

MIGRATIONS: list[Callable[[Tables], Tables]] = []


def schema() -> int:
    """The schema that this companion writes."""
    return 1 + len(MIGRATIONS)


class VersionedStorage(AtomicStorage):
    """A file of ours: its table `meta` says what kind of file it is, and of which schema."""

    def __init__(self, path: str, kind: str, files: Files | None = None) -> None:
        super().__init__(path, files)
        self.kind = kind

    def read(self) -> Tables | None:
        """The tables as today's schema has them. Raises Corrupt, TooNew or StorageError."""
        tables = super().read()
        return None if tables is None else self._up_to_date(tables)

    def _up_to_date(self, tables: Tables) -> Tables:
        meta = _meta(tables)
        version, kind = meta.get("schema"), meta.get("kind")
        if type(version) is not int or version < 1:
            raise damaged(self.path, "it does not say which schema it has")
        if version > schema():
            raise TooNew(
                f"{self.path} was written by a newer companion "
                f"(it has schema {version}, this one reads up to {schema()}).",
                "Update the companion: pip install --upgrade companion",
            )
        if kind != self.kind:
            raise damaged(self.path, f'it should hold a {self.kind}, and holds "{kind}"')
        for migration in MIGRATIONS[version - 1 :]:
            tables = migration(tables)
        _meta(tables)["schema"] = schema()
        return tables


def _meta(tables: Tables) -> dict[str, Any]:
    found: dict[str, Any] = next(iter(tables.get("meta", {}).values()), {})
    return found

"""A TinyDB storage that is safe against crashes, full disks and second writers.

TinyDB's own JSONStorage writes in place. This one replaces the file as a whole, refuses to touch a
damaged one, and refuses to overwrite what another process wrote since it was read. Files of older
companions are migrated to the present schema when read.
"""

import json
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.core.value import Protocol
from companion.errors import Corrupt, StorageError, TooNew
from companion.store.disk import (
    ABSENT,
    ELSEWHERE,
    NO_FILE,
    Stamp,
    changed_meanwhile,
    exists,
    explain,
    read_file,
    replace_file,
    stamp,
    stamp_of,
)

Tables = dict[str, dict[str, Any]]


class Files(Protocol):
    """Where files are read, and how they are written: directly, or in a transaction."""

    def where(self, path: str) -> str:
        """Return where the content for `path` is until the transaction ends."""

    def put(self, path: str, content: bytes, seen: Stamp) -> os.stat_result:
        """Replace the content at `path`, which was `seen` there. Raises OSError."""


class DirectFiles:
    """Files that are read and written in place."""

    def where(self, path: str) -> str:
        """Return the path itself."""
        return path

    def put(self, path: str, content: bytes, seen: Stamp) -> os.stat_result:
        """Replace the content that was `seen` there. Raises OSError."""
        return replace_file(path, content)


class AtomicStorage:
    """One JSON file for `TinyDB(path, storage=AtomicStorage)`; hold a lock while you write.

    TinyDB accepts anything with these methods: without a base class, readers need not import it.
    """

    def __init__(self, path: str | os.PathLike[str], files: Files | None = None) -> None:
        self.path = os.fspath(path)
        self._files = files or DirectFiles()
        self._seen: Stamp | None = None  # until the file is read

    def read(self) -> Tables | None:
        """The tables in the file; None if there never was one. Raises Corrupt, StorageError."""
        try:
            content, found = read_file(self._files.where(self.path))
        except FileNotFoundError:
            if os.path.islink(self.path):
                raise damaged(self.path, "it is a link that leads nowhere") from None
            if existed(self.path):
                raise damaged(self.path, "it is gone") from None
            self._seen = ABSENT
            return None
        except OSError as problem:
            if problem.errno in NO_FILE:
                raise damaged(self.path, NO_FILE[problem.errno]) from None
            raise explain(problem, self.path) from problem
        tables = _parse(content)
        if isinstance(tables, str):
            raise damaged(self.path, tables)
        self._seen = stamp(found)
        return tables

    def write(self, data: Tables) -> None:
        """Replace the tables that were read.

        Raises Corrupt if the file is damaged, Conflict if it changed since it was read, and
        StorageError if the disk refuses; the file is then unchanged.
        """
        self.put(encoded(data))

    def put(self, content: str) -> None:
        """Write tables that are `encoded` already."""
        try:
            self._refuse_what_was_not_read()
            seen = ABSENT if self._seen is None else self._seen
            self._seen = stamp(self._files.put(self.path, content.encode("ascii"), seen))
        except OSError as problem:
            raise explain(problem, self.path) from problem

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def is_as_seen(self) -> bool:
        """Whether the file is unchanged since it was read or written here."""
        try:
            return stamp_of(self._files.where(self.path)) == self._seen
        except OSError:
            return False

    def _refuse_what_was_not_read(self) -> None:
        if os.path.islink(self.path):
            # A new file would replace the link, and leave its target unchanged.
            raise StorageError(
                f"{self.path} is a link to a file elsewhere, and files are replaced as a whole.",
                f"Put the file itself there. The folder around it may be a link. {ELSEWHERE}",
            )
        now = stamp_of(self._files.where(self.path))
        if now == ABSENT:
            return
        if self._seen is None:
            self.read()
        elif now != self._seen:  # by something that takes no lock: an editor, a synchronized folder
            raise changed_meanwhile(self.path)
        if not os.access(self._files.where(self.path), os.W_OK):
            # Replacing it would work, but the user marked it read-only on purpose.
            raise StorageError(
                f"{self.path} is read-only.",
                f"Make it writable and repeat the command. {ELSEWHERE}",
            )


# Plain ASCII can be read in any encoding that a program may assume.
encoded = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def existed(path: str) -> bool:
    """Whether there is a file or a link, or a backup that shows that one was lost.

    Raises StorageError if that cannot be determined now.
    """
    try:
        return exists(path) or exists(f"{path}.bak")
    except OSError as problem:
        raise explain(problem, path) from problem


def damaged(path: str, what: str) -> Corrupt:
    """Return the error for a damaged file, with the way to restore its backup."""
    backup = f"{path}.bak"
    try:
        content, _ = read_file(backup)
        usable = not isinstance(_parse(content), str)
    except OSError:
        usable = False
    if usable:
        hint = (
            "Its backup is good and lacks only what was entered last. "
            f"To restore it: {_copy_command(backup, path)}"
        )
    else:
        hint = f"There is no readable backup ({backup}). " + (
            "Move the file away, or repair it by hand."
            if os.path.lexists(path)
            else "If you have a copy of that file, put it back there."
        )
    return Corrupt(f"{path} is damaged, and was left as it is: {what}.", hint)


def _parse(content: bytes) -> Tables | str:
    """Return the tables, or what is wrong, to follow "is damaged:"."""
    if not content.strip():
        return "it is empty"
    try:
        tables = _decode(content)
    except json.JSONDecodeError as problem:
        return f"it stops being JSON at line {problem.lineno}, column {problem.colno}"
    except (ValueError, RecursionError):
        return "it is not JSON"
    if not isinstance(tables, dict) or not all(map(_is_table, tables.values())):
        return "it is JSON, but not made of tables"
    twice = _standing_twice(content, tables)
    return tables if twice is None else f"its table {json.dumps(twice)} is there twice"


def _decode(content: bytes) -> Any:
    """Return the value in a JSON file. Raises ValueError or RecursionError."""
    if content.isascii() and 0 not in content[:4]:  # our own format; 0 appears in UTF-16 and UTF-32
        return _DECODER.decode(content.decode("ascii"))
    return json.loads(content, parse_constant=_refuse_constant, parse_float=_finite)


def _standing_twice(content: bytes, tables: Tables) -> str | None:
    """Return a table that a file holds twice, if any: JSON itself would take the last one."""
    # A name that appears only once cannot be that of two tables; a closer look takes long.
    if all(content.count(_quoted(name)) == 1 for name in tables):
        return None
    found: list[str] = []

    def named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found[:] = [name for name, _ in pairs]  # the outermost object comes last
        return dict(pairs)

    json.loads(content, object_pairs_hook=named)
    return next((name for name in found if found.count(name) > 1), None)


@lru_cache(100)
def _quoted(name: str) -> bytes:
    """Return the name of a table as written in a JSON file."""
    return encoded(name).encode("ascii")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):  # `1e999`: readable, but it could never be written
        raise ValueError(f"{digits} is too large for a number")
    return number


# Made once: statistics read thousands of files.
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)


def _is_table(rows: object) -> bool:
    return isinstance(rows, dict) and all(
        number.isdecimal() and type(row) is dict for number, row in rows.items()
    )


def _copy_command(source: str, target: str) -> str:
    if os.name == "nt":
        return f'copy "{source}" "{target}"'
    import shlex  # only for errors

    copying = f"cp {shlex.quote(source)} {shlex.quote(target)}"
    if not os.path.lexists(target) or (os.path.isfile(target) and not os.path.islink(target)):
        return copying
    # Copying to a folder, a link or a pipe would go astray.
    return f"mv {shlex.quote(target)} {shlex.quote(f'{target}.odd')} && {copying}"


# Migrates files of older companions to the present schema when they are read


MIGRATIONS: list[Callable[[Tables], Tables]] = []


def schema() -> int:
    """Return the schema that this companion writes."""
    return 1 + len(MIGRATIONS)


class VersionedStorage(AtomicStorage):
    """A file whose table `meta` gives its kind and its schema."""

    def __init__(self, path: str, kind: str, files: Files | None = None) -> None:
        super().__init__(path, files)
        self.kind = kind

    def read(self) -> Tables | None:
        """Return the tables in the present schema. Raises Corrupt, TooNew or StorageError."""
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
                f"(it has schema {version}, this one reads up to {schema()})."
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

"""Keeps groups and logs as TinyDB files under one folder, the home.

    <home>/settings.json
    <home>/groups/<folder>/group.json
    <home>/groups/<folder>/plays/<id>.json
    <home>/groups/<folder>/copies/<id>.json
    <home>/cache/lookup.db, <home>/cache/<folder>.lookup.db

Readers take no lock and create nothing: files are replaced as a whole. Writers hold a lock on
what they change: a log's file, or a group's folder for its document and its name.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from companion.core.event import Event
from companion.errors import Corrupt, TooNew
from companion.store.base import Appender, Document, LogRef
from companion.store.database import Database
from companion.store.disk import explain, make_folder, move_folder
from companion.store.documents import put_document, take_document
from companion.store.groups import GroupFolders
from companion.store.lock import PATIENCE, locked
from companion.store.logfile import HeldLog, begin_log, read_events
from companion.store.naming import by_number, is_id
from companion.store.refusals import (
    KINDS,
    beyond_us,
    group_taken,
    log_taken,
    no_log,
    require_id,
    require_shelf,
)
from companion.store.storage import damaged, was_there


class TinyStore:
    """A store on the disk; `patience` is how many seconds a writer waits for another one."""

    def __init__(self, home: Path, patience: float = PATIENCE) -> None:
        self._home = os.path.abspath(home)
        self._folders = GroupFolders(self._home)
        self._patience = patience

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case; a damaged one by its folder."""
        return self._folders.names()

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous when there is one of that name, in whatever case."""
        make_folder(self._folders.root)
        folder = self._folders.path(name)
        with self._locked(folder):
            if self._folders.has(name):
                raise group_taken(name)
            make_folder(folder)
            put_document(self._folders.file(name), document, name=name)

    def rename_group(self, old: str, new: str) -> None:
        """Give a group another name; what it holds goes along. Errors as for the two names."""
        source, target = self._folders.require(old), self._folders.path(new)
        with contextlib.ExitStack() as locks:
            for folder in sorted({source, target}):  # in order: two renames never wait in a ring
                locks.enter_context(self._locked(folder))
            if source != target and os.path.exists(target):
                raise group_taken(new)
            file, present = self._folders.open(old)
            # Until the folder moves, the former name is the one that counts: a crash in between
            # leaves the whole group under one of the two names.
            put_document(file, take_document(file), name=new, formerly=present)
            if source != target:
                move_folder(source, target)

    def read_group(self, name: str) -> Document:
        """A group's document. Raises NotFound when there is no such group."""
        file, _ = self._folders.open(name)
        return take_document(file)

    @contextlib.contextmanager
    def change_group(self, name: str) -> Iterator[Document]:
        """A group's document, locked for a change; written when the block ends well."""
        with self._locked(self._folders.require(name)):
            file, present = self._folders.open(name)
            document = take_document(file)
            yield document
            put_document(file, document, name=present)

    def read_settings(self) -> Document:
        """The home's own settings; empty where nothing was ever set."""
        return take_document(self._settings())

    @contextlib.contextmanager
    def change_settings(self) -> Iterator[Document]:
        """The home's settings, locked for a change; written when the block ends well."""
        make_folder(self._home)
        file = self._settings()
        with self._locked(file.path):
            document = take_document(file)
            yield document
            put_document(file, document)

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """The error for the file of a log, of a group or (None) the settings, that makes no sense.

        That is: it can be read, but what it says cannot be.
        """
        if where is None:
            return damaged(self._settings().path, what)
        path = self._folders.file(where).path if isinstance(where, str) else self._path(where)
        return damaged(path, what)

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that tells `what`, which only a newer companion understands."""
        return beyond_us(self._path(where), what)

    def cache(self, group: str | None = None) -> str | None:
        """A file in the folder `cache`, which anybody may throw away."""
        of_group = "" if group is None else f"{os.path.basename(self._folders.path(group))}."
        return os.path.join(self._home, "cache", f"{of_group}lookup.db")

    def mark(self, ref: LogRef) -> str:
        """When the log's file was written, and how long it is."""
        try:
            found = os.stat(self._path(ref))
        except OSError:
            return ""
        return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """The ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`).

        Of a log that was lost, a backup may be left: it counts.
        """
        require_shelf(shelf)
        return _ids_in(os.path.join(self._folders.require(group), shelf))

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log, damaged or lost with a backup left."""
        return is_id(ref.id) and self._folders.has(ref.group) and was_there(self._path(ref))

    def read_log(self, ref: LogRef) -> list[Event]:
        """A log's events. Raises NotFound, Corrupt or TooNew."""
        self._require_log(ref)
        return read_events(self._file(ref))

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Begin a log. Raises Conflict when that id is taken."""
        require_id(ref)
        self._folders.require(ref.group)
        make_folder(os.path.dirname(self._path(ref)))
        with self._locked(self._path(ref)):
            if self.has_log(ref):
                raise log_taken(ref)
            begin_log(self._file(ref), events)

    @contextlib.contextmanager
    def change_log(self, ref: LogRef) -> Iterator[Appender]:
        """A log held for the whole of read, check and append."""
        self._require_log(ref)
        with self._locked(self._path(ref)):
            log = HeldLog(self._file(ref))
            try:
                yield log
            finally:
                log.let_go()

    def _require_log(self, ref: LogRef) -> None:
        if not self.has_log(ref):
            raise no_log(ref, self.log_ids(ref.group, ref.shelf))

    def _path(self, ref: LogRef) -> str:
        require_shelf(ref.shelf)
        return os.path.join(self._folders.path(ref.group), ref.shelf, f"{ref.id}.json")

    def _file(self, ref: LogRef) -> Database:
        return Database(self._path(ref), KINDS[ref.shelf])

    def _settings(self) -> Database:
        return Database(os.path.join(self._home, "settings.json"), "settings")

    def _locked(self, path: str) -> AbstractContextManager[None]:
        return locked(path, self._patience)


def _ids_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            names = (entry.name.removesuffix(".bak") for entry in entries)
            stems = (os.path.splitext(name) for name in names)
            ids = {stem for stem, ending in stems if ending == ".json" and is_id(stem)}
    except FileNotFoundError:
        return []  # nothing was ever put on this shelf
    except OSError as problem:
        raise explain(problem, folder) from problem
    return sorted(ids, key=by_number)

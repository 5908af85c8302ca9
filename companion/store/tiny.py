"""Keeps groups and logs as TinyDB files under one folder, the home.

    <home>/settings.json
    <home>/groups/<folder>/group.json
    <home>/groups/<folder>/plays/<id>.json
    <home>/groups/<folder>/copies/<id>.json
    <home>/cache/lookup.db, <home>/cache/<folder>.lookup.db, …

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
from companion.store.changes import Changes, Notes
from companion.store.database import Database
from companion.store.disk import explain, make_folder, move_folder
from companion.store.documents import put_document, take_document
from companion.store.groups import GroupFolders
from companion.store.lock import PATIENCE, locked
from companion.store.logfile import HeldLog, Recent, begin_log
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
        self._recent = Recent()

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

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """A file in the folder `cache`, which anybody may throw away."""
        of_group = "" if group is None else f"{os.path.basename(self._folders.path(group))}."
        return os.path.join(self._home, "cache", f"{of_group}{kind}")

    def mark(self, ref: LogRef | str) -> str:
        """When the file of a log or group was written, and how long it is."""
        path = self._folders.file(ref).path if isinstance(ref, str) else self._path(ref)
        try:
            found = os.stat(path)
        except OSError:
            return ""
        return _mark(found)

    def marks(self, group: str, shelf: str) -> dict[str, str]:
        """When each log's file on a shelf was written, and how long it is."""
        marks: dict[str, str] = {}
        for log, mark in self.each_mark(group, shelf):
            marks[log] = max(mark, marks.get(log, ""))
        return marks

    def each_mark(self, group: str, shelf: str) -> Iterator[tuple[str, str]]:
        """The same one by one; empty, too, for a backup that lies beside its log."""
        require_shelf(shelf)
        return _each_mark_in(os.path.join(self._folders.require(group), shelf))

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """What has changed on a shelf since this said `seen`; nothing is read of any log."""
        require_shelf(shelf)
        folder = os.path.join(self._folders.require(group), shelf)
        return Notes(folder, self._notes(group, shelf)).since(seen)

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
        if is_id(ref.id):
            log = self._recent.take(self._path(ref), KINDS[ref.shelf])
            if log.events:
                self._recent.keep(log)
                return list(log.events)
        self._require_log(ref)
        return []

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Begin a log. Raises Conflict when that id is taken."""
        require_id(ref)
        self._folders.require(ref.group)
        make_folder(os.path.dirname(self._path(ref)))
        with self._noting(ref), self._locked(self._path(ref)):
            if self.has_log(ref):
                raise log_taken(ref)
            begin_log(self._file(ref), events)

    @contextlib.contextmanager
    def change_log(self, ref: LogRef) -> Iterator[Appender]:
        """A log held for the whole of read, check and append."""
        self._require_log(ref)
        with self._noting(ref), self._locked(self._path(ref)):
            log = self._recent.take(self._path(ref), KINDS[ref.shelf])
            held = HeldLog(log)
            try:
                yield held
            finally:
                if held.is_held:
                    self._recent.keep(log)
                held.let_go()

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

    def _noting(self, ref: LogRef) -> AbstractContextManager[None]:
        folder = os.path.dirname(self._path(ref))
        return Notes(folder, self._notes(ref.group, ref.shelf)).taken(ref.id)

    def _notes(self, group: str, shelf: str) -> str:
        return os.path.join(
            self._home, "cache", f"{os.path.basename(self._folders.path(group))}.{shelf}.changes"
        )

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


def _mark(found: os.stat_result) -> str:
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def _each_mark_in(folder: str) -> Iterator[tuple[str, str]]:
    try:
        with _listed(folder) as entries:
            for entry in entries:
                name = entry.name
                if name.endswith(".json"):
                    log, mark = name[:-5], _mark(entry.stat())
                elif name.endswith(".json.bak"):
                    log, mark = name[:-9], ""  # all that may be left of a log that was lost
                else:
                    continue
                if is_id(log):
                    yield log, mark
    except FileNotFoundError:
        return  # nothing was ever put on this shelf, or it went away meanwhile
    except OSError as problem:
        raise explain(problem, folder) from problem


@contextlib.contextmanager
def _listed(folder: str) -> Iterator[Iterator[os.DirEntry[str]]]:
    """What is in a folder. By way of its number where the system has such: each file is then found
    without going down the whole path again, which takes a quarter less."""
    if os.scandir not in os.supports_fd:
        with os.scandir(folder) as entries:
            yield entries
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        with os.scandir(opened) as entries:
            yield entries
    finally:
        os.close(opened)

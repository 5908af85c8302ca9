"""Store groups and logs as TinyDB files in one folder, the home.

    <home>/settings.json
    <home>/groups/<folder>/group.json
    <home>/groups/<folder>/plays/<id>.json
    <home>/groups/<folder>/copies/<id>.json
    <home>/cache/lookup.db, <home>/cache/<folder>.lookup.db, …
    <home>/lock, <home>/intent.json (see `transaction`)

Readers take no lock and create nothing: files are replaced as a whole. Writers hold the lock of
the home from the first change of a transaction to its end.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from companion.core.event import Event
from companion.errors import Corrupt, StorageError, TooNew
from companion.store.base import (
    KINDS,
    Appender,
    Document,
    LogRef,
    by_number,
    group_taken,
    is_id,
    log_taken,
    no_log,
    require_id,
    require_shelf,
    written_by_newer,
)
from companion.store.database import (
    Database,
    HeldLog,
    LastLog,
    LogFile,
    begin_log,
    read_document,
    write_document,
)
from companion.store.disk import PRIVATE, explain, make_folder, require_no_broken_link
from companion.store.home import GroupFolders, set_open_home
from companion.store.journal import Changes, Notes
from companion.store.lock import PATIENCE
from companion.store.storage import damaged, existed
from companion.store.transaction import Transaction, Transactions


class TinyStore:
    """A store on the disk; `patience` is how many seconds a writer waits for another one."""

    def __init__(self, home: str | os.PathLike[str], patience: float = PATIENCE) -> None:
        self._home = os.path.abspath(home)
        self._transactions = Transactions(self._home, patience)
        self._folders = GroupFolders(self._home, self._transactions)
        self._recent = LastLog()
        set_open_home(self._home)

    def together(self) -> AbstractContextManager[Transaction]:
        """Make all changes of this block at once when it ends without an error, or none."""
        return self._transactions.open()

    @contextlib.contextmanager
    def preparing(self) -> Iterator[None]:
        """Change logs in this block, within one of `together`, without blocking others."""
        with self._transactions.open() as transaction, transaction.preparing():
            yield

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case; a damaged one by its folder."""
        with self._reading():
            return self._folders.names()

    def has_group(self, name: str) -> bool:
        """Whether there is a group of that name, including damaged ones."""
        with self._reading():
            return self._folders.has(name)

    def renamed(self, name: str) -> str | None:
        """Return the current name of a group with that former name; None if there is none."""
        with self._reading():
            return self._folders.renamed(name)

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous if there is one of that name, in any case."""
        folder = self._folders.path(name)
        with self._changing(folder) as transaction:
            if self._folders.has(name):
                raise group_taken(name)
            transaction.make_folder(folder)
            write_document(self._folders.file(name), document, name=name)

    def rename_group(self, old: str, new: str) -> None:
        """Rename a group with all its contents. Errors as for the two names."""
        source, target = self._folders.require(old), self._folders.path(new)
        with self._changing(source) as transaction:
            if source != target and self._folders.has(new):
                raise group_taken(new)
            file, present = self._folders.open(old)
            write_document(file, read_document(file), name=new, formerly=present)
            if source != target:
                self._folders.clear(target)
                transaction.move(source, target)

    def read_group(self, name: str) -> Document:
        """Return a group's document. Raises NotFound if there is no such group."""
        with self._reading():
            file, _ = self._folders.open(name)
            return read_document(file)

    @contextlib.contextmanager
    def change_group(self, name: str) -> Iterator[Document]:
        """Lock a group's document for a change; write it if the block ends without an error."""
        self._folders.require(name)
        with self._changing(self._folders.path(name)):
            file, present = self._folders.open(name)
            document = read_document(file)
            yield document
            write_document(file, document, **{**_former(file), "name": present})

    def read_settings(self) -> Document:
        """Return the home's own settings; empty if there are none."""
        with self._reading():
            return read_document(self._settings())

    @contextlib.contextmanager
    def change_settings(self) -> Iterator[Document]:
        """Lock the home's settings for a change; write them if the block ends without an error."""
        file = self._settings()
        with self._changing(file.path):
            document = read_document(file)
            yield document
            write_document(file, document)

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """Return the error for an invalid file of a log, of a group or (None) of the settings.

        It can be read, but its content is impossible.
        """
        if where is None:
            return damaged(self._settings().path, what)
        path = self._folders.file(where).path if isinstance(where, str) else self._path(where)
        return damaged(path, what)

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that holds `what`, which only a newer companion understands."""
        return written_by_newer(self._path(where), what)

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """Return a file in the folder `cache`, which may be deleted at any time."""
        of_group = "" if group is None else f"{os.path.basename(self._folders.path(group))}."
        with contextlib.suppress(StorageError):  # nothing in it is indispensable
            make_folder(self._home, PRIVATE)
        return os.path.join(self._home, "cache", f"{of_group}{kind}")

    def mark(self, ref: LogRef | str) -> str:
        """Return when the file of a log or group was written, and its length."""
        path = self._folders.file(ref).path if isinstance(ref, str) else self._path(ref)
        self._transactions.settle()
        try:
            found = os.stat(self._transactions.where(path))
        except OSError:
            return ""
        return _mark(found)

    def marks(self, group: str, shelf: str) -> dict[str, str]:
        """Return when each log's file on a shelf was written, and its length."""
        marks: dict[str, str] = {}
        for log, mark in self.each_mark(group, shelf):
            marks[log] = max(mark, marks.get(log, ""))
        return marks

    def each_mark(self, group: str, shelf: str) -> Iterator[tuple[str, str]]:
        """Return the marks of all logs one by one; also an empty one for each backup."""
        require_shelf(shelf)
        self._transactions.settle()
        return _each_mark_in(os.path.join(self._folders.require(group), shelf))

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """Return what has changed on a shelf since this returned `seen`; no log is read."""
        require_shelf(shelf)
        self._transactions.settle()
        folder = os.path.join(self._folders.require(group), shelf)
        return Notes(folder, self._notes(group, shelf)).since(seen)

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """Return the ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`).

        A missing log of which a backup is left counts.
        """
        require_shelf(shelf)
        with self._reading():
            folder = os.path.join(self._folders.require(group), shelf)
            at_hand = self._transactions.at_hand
            fresh = [] if at_hand is None else at_hand.fresh_in(folder)
            return sorted(_ids_in(folder) | set(map(_id_of, fresh)), key=by_number)

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log; also a damaged one, or a missing one with a backup."""
        with self._reading():
            return self._has_log(ref)

    def read_log(self, ref: LogRef) -> list[Event]:
        """Return a log's events. Raises NotFound, Corrupt or TooNew."""
        with self._reading():
            if is_id(ref.id):
                log = self._log(ref)
                if log.events:
                    self._recent.keep(log)
                    return list(log.events)
            self._require_log(ref)
            return []

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Create a log. Raises Conflict if that id is taken."""
        require_id(ref)
        self._folders.require(ref.group)
        with self._changing_log(ref) as transaction:
            if self._has_log(ref):
                raise log_taken(ref)
            transaction.make_folder(os.path.dirname(self._path(ref)))
            begin_log(self._file(ref), events)

    @contextlib.contextmanager
    def change_log(self, ref: LogRef) -> Iterator[Appender]:
        """Lock a log for the whole of read, check and append."""
        self._require_log(ref)
        with self._changing_log(ref):
            log = self._log(ref)
            held = HeldLog(log)
            try:
                yield held
            finally:
                if held.is_held:
                    self._recent.keep(log)
                held.let_go()

    def _log(self, ref: LogRef) -> LogFile:
        return self._recent.take(self._path(ref), KINDS[ref.shelf], self._transactions)

    def _has_log(self, ref: LogRef) -> bool:
        path = self._path(ref)
        if not is_id(ref.id):
            return False
        if self._transactions.where(path) != path:
            return True
        return existed(path) and self._folders.has(ref.group)

    def _require_log(self, ref: LogRef) -> None:
        if not self._has_log(ref):
            raise no_log(ref, self.log_ids(ref.group, ref.shelf))

    def _path(self, ref: LogRef) -> str:
        require_shelf(ref.shelf)
        return os.path.join(self._folders.path(ref.group), ref.shelf, f"{ref.id}.json")

    def _file(self, ref: LogRef) -> Database:
        return Database(self._path(ref), KINDS[ref.shelf], self._transactions)

    def _settings(self) -> Database:
        path = os.path.join(self._home, "settings.json")
        return Database(path, "settings", self._transactions)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Read after finishing interrupted changes of other processes."""
        try:
            self._transactions.settle()
            yield
        except StorageError as problem:
            self._transactions.notice(problem)
            raise

    @contextlib.contextmanager
    def _changing(self, what: str) -> Iterator[Transaction]:
        with self._transactions.open() as transaction, transaction.changing(what):
            yield transaction

    @contextlib.contextmanager
    def _changing_log(self, ref: LogRef) -> Iterator[Transaction]:
        path = self._path(ref)
        with self._changing(path) as transaction:
            notes = Notes(os.path.dirname(path), self._notes(ref.group, ref.shelf))
            transaction.note(notes, ref.id)
            yield transaction

    def _notes(self, group: str, shelf: str) -> str:
        return os.path.join(
            self._home, "cache", f"{os.path.basename(self._folders.path(group))}.{shelf}.changes"
        )


def _former(file: Database) -> dict[str, str]:
    """Return the former name in a group's file, to preserve it."""
    former = file.meta().get("formerly")
    return {"formerly": former} if isinstance(former, str) else {}


def _ids_in(folder: str) -> set[str]:
    try:
        with os.scandir(folder) as entries:
            return {_id_of(entry.name.removesuffix(".bak")) for entry in entries} - {""}
    except FileNotFoundError:
        require_no_broken_link(folder)
        return set()  # this shelf was never used
    except OSError as problem:
        raise explain(problem, folder) from problem


def _id_of(name: str) -> str:
    """Return the id of the log in a file of that name; empty for another file."""
    stem, ending = os.path.splitext(name)
    return stem if ending == ".json" and is_id(stem) else ""


def _mark(found: os.stat_result) -> str:
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def _each_mark_in(folder: str) -> Iterator[tuple[str, str]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name.endswith(".json"):
                    log, mark = name[:-5], _mark_of(entry)
                elif name.endswith(".json.bak"):
                    log, mark = name[:-9], ""  # a missing log may have only its backup left
                else:
                    continue
                if is_id(log):
                    yield log, mark
    except FileNotFoundError:
        require_no_broken_link(folder)
        return  # this shelf was never used
    except OSError as problem:
        raise explain(problem, folder) from problem


def _mark_of(entry: os.DirEntry[str]) -> str:
    """Return the mark of a file; empty if it has just vanished, or is a broken link."""
    try:
        return _mark(entry.stat())
    except OSError:
        return ""

"""Keeps groups and logs as TinyDB files under one folder, the home.

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
        """Change all that is changed in this block at once when it ends well, or else nothing."""
        return self._transactions.open()

    @contextlib.contextmanager
    def preparing(self) -> Iterator[None]:
        """Hold nobody up while logs are changed in this block, within one of `together`."""
        with self._transactions.open() as transaction, transaction.preparing():
            yield

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case; a damaged one by its folder."""
        with self._reading():
            return self._folders.names()

    def has_group(self, name: str) -> bool:
        """Whether there is a group of that name, damaged ones too."""
        with self._reading():
            return self._folders.has(name)

    def renamed(self, name: str) -> str | None:
        """The current name of a group with that former name; None for none."""
        with self._reading():
            return self._folders.renamed(name)

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous when there is one of that name, in whatever case."""
        folder = self._folders.path(name)
        with self._changing(folder) as transaction:
            if self._folders.has(name):
                raise group_taken(name)
            transaction.make_folder(folder)
            write_document(self._folders.file(name), document, name=name)

    def rename_group(self, old: str, new: str) -> None:
        """Give a group another name; what it holds goes along. Errors as for the two names."""
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
        """A group's document. Raises NotFound when there is no such group."""
        with self._reading():
            file, _ = self._folders.open(name)
            return read_document(file)

    @contextlib.contextmanager
    def change_group(self, name: str) -> Iterator[Document]:
        """A group's document, locked for a change; written when the block ends well."""
        self._folders.require(name)
        with self._changing(self._folders.path(name)):
            file, present = self._folders.open(name)
            document = read_document(file)
            yield document
            write_document(file, document, **{**_former(file), "name": present})

    def read_settings(self) -> Document:
        """The home's own settings; empty where nothing was ever set."""
        with self._reading():
            return read_document(self._settings())

    @contextlib.contextmanager
    def change_settings(self) -> Iterator[Document]:
        """The home's settings, locked for a change; written when the block ends well."""
        file = self._settings()
        with self._changing(file.path):
            document = read_document(file)
            yield document
            write_document(file, document)

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """The error for the file of a log, of a group or (None) the settings, that makes no sense.

        That is: it can be read, but what it says cannot be.
        """
        if where is None:
            return damaged(self._settings().path, what)
        path = self._folders.file(where).path if isinstance(where, str) else self._path(where)
        return damaged(path, what)

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that holds `what`, which only a newer companion understands."""
        return written_by_newer(self._path(where), what)

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """A file in the folder `cache`, which anybody may throw away."""
        of_group = "" if group is None else f"{os.path.basename(self._folders.path(group))}."
        with contextlib.suppress(StorageError):  # what is kept there is needed by nobody
            make_folder(self._home, PRIVATE)
        return os.path.join(self._home, "cache", f"{of_group}{kind}")

    def mark(self, ref: LogRef | str) -> str:
        """When the file of a log or group was written, and how long it is."""
        path = self._folders.file(ref).path if isinstance(ref, str) else self._path(ref)
        self._transactions.settle()
        try:
            found = os.stat(self._transactions.where(path))
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
        """The marks of all logs one by one; also an empty one for each backup."""
        require_shelf(shelf)
        self._transactions.settle()
        return _each_mark_in(os.path.join(self._folders.require(group), shelf))

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """What has changed on a shelf since this said `seen`; nothing is read of any log."""
        require_shelf(shelf)
        self._transactions.settle()
        folder = os.path.join(self._folders.require(group), shelf)
        return Notes(folder, self._notes(group, shelf)).since(seen)

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """The ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`).

        Of a log that was lost, a backup may be left: it counts.
        """
        require_shelf(shelf)
        with self._reading():
            folder = os.path.join(self._folders.require(group), shelf)
            at_hand = self._transactions.at_hand
            fresh = [] if at_hand is None else at_hand.fresh_in(folder)
            return sorted(_ids_in(folder) | set(map(_id_of, fresh)), key=by_number)

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log; also a damaged one, or a lost one with a backup."""
        with self._reading():
            return self._has_log(ref)

    def read_log(self, ref: LogRef) -> list[Event]:
        """A log's events. Raises NotFound, Corrupt or TooNew."""
        with self._reading():
            if is_id(ref.id):
                log = self._log(ref)
                if log.events:
                    self._recent.keep(log)
                    return list(log.events)
            self._require_log(ref)
            return []

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Begin a log. Raises Conflict when that id is taken."""
        require_id(ref)
        self._folders.require(ref.group)
        with self._changing_log(ref) as transaction:
            if self._has_log(ref):
                raise log_taken(ref)
            transaction.make_folder(os.path.dirname(self._path(ref)))
            begin_log(self._file(ref), events)

    @contextlib.contextmanager
    def change_log(self, ref: LogRef) -> Iterator[Appender]:
        """A log held for the whole of read, check and append."""
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
        """Read what there is, also what somebody else had no time to put in its place."""
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
    """The former name in a group's file, to keep it there."""
    former = file.meta().get("formerly")
    return {"formerly": former} if isinstance(former, str) else {}


def _ids_in(folder: str) -> set[str]:
    try:
        with os.scandir(folder) as entries:
            return {_id_of(entry.name.removesuffix(".bak")) for entry in entries} - {""}
    except FileNotFoundError:
        require_no_broken_link(folder)
        return set()  # nothing was ever put on this shelf
    except OSError as problem:
        raise explain(problem, folder) from problem


def _id_of(name: str) -> str:
    """The id of the log in a file of that name; empty for another file."""
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
                    log, mark = name[:-9], ""  # all that may be left of a log that was lost
                else:
                    continue
                if is_id(log):
                    yield log, mark
    except FileNotFoundError:
        require_no_broken_link(folder)
        return  # nothing was ever put on this shelf
    except OSError as problem:
        raise explain(problem, folder) from problem


def _mark_of(entry: os.DirEntry[str]) -> str:
    """The mark of a file; empty for one that went away meanwhile, or a link that leads nowhere."""
    try:
        return _mark(entry.stat())
    except OSError:
        return ""

"""What one command changes is changed at once, in however many files: all of it, or nothing.

Whatever is to be written lies beside its place until the command has come to its end. One file
then takes its place in one step. Of several, a small file in the home, the *intent*, says which
they are; as soon as it is on the disk, the change is made, and they are put in their places. Should
the companion be killed there, or the disk refuse, whoever comes next, to read or to write, puts the
rest in place first. Without an intent, what lies beside its place counts for nothing.

One lock keeps others from changing anything of the home meanwhile. It is taken at the first change.
"""

import contextlib
import json
import os
from _thread import get_ident
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from zlib import crc32

from companion.errors import Conflict, Corrupt, Locked, StorageError
from companion.store.changes import MOST_NAMED, Notes
from companion.store.disk import (
    FRESH,
    PRIVATE,
    explain,
    make_folder,
    put_in_place,
    read_file,
    remove,
    sync_folder,
    write_new,
)
from companion.store.lock import PATIENCE, locked

LOCK, INTENT = "lock", "intent.json"
_PREPARED = "prepared"
"""The folder of what is made ready without holding anybody up, and the lock of whoever does so."""

Stamp = tuple[int, int, int]
ABSENT: Stamp = (0, 0, 0)


def stamp(status: os.stat_result) -> Stamp:
    """What tells a file from the one that it was before it was written."""
    return status.st_ino, status.st_size, status.st_mtime_ns


def stamp_of(path: str) -> Stamp:
    """The stamp of the file that lies there now. Raises OSError."""
    try:
        return stamp(os.stat(path))
    except FileNotFoundError:
        return ABSENT


class _Fresh(NamedTuple):
    """What is to take the place of `path`, if that is still as it was `seen`; it lies in `file`."""

    path: str
    file: str
    crc: int
    seen: Stamp


class Transaction:
    """What is changed from its beginning to its end, in one thread. `is_made` as soon as it is."""

    def __init__(self, home: str, patience: float) -> None:
        self._home = home
        self._patience = patience
        self._held = contextlib.ExitStack()
        self.holds = False
        self._prepares = False
        self._fresh: dict[str, _Fresh] = {}
        self._moves: list[tuple[str, str]] = []
        self._notes: dict[str, _Noted] = {}
        self._busy: set[str] = set()
        self._broken: OSError | None = None
        self.is_made = False

    def hold(self) -> None:
        """Keep everybody else from changing anything until the end. Raises Locked, StorageError."""
        if not self.holds:
            make_folder(self._home, PRIVATE)
            self._held.enter_context(locked(os.path.join(self._home, LOCK), self._patience))
            self.holds = True
            _go_on(self._home)
            for noted in self._notes.values():
                noted.begin()

    @contextlib.contextmanager
    def changing(self, what: str) -> Iterator[None]:
        """Change something, which nothing else in here may be doing. Raises what `hold` does."""
        if what in self._busy:
            raise Locked("Another part of this program is at work on that.")
        if not self._prepares:
            self.hold()
        self._busy.add(what)
        try:
            yield
        finally:
            self._busy.remove(what)

    @contextlib.contextmanager
    def preparing(self) -> Iterator[None]:
        """Hold nobody up as yet: what is changed here is only made ready.

        Should somebody else change the same before the end, nothing is changed: then the end raises
        Conflict. Only one at a time prepares; others wait for their turn, or raise Locked.
        """
        make_folder(self._home, PRIVATE)
        folder = os.path.join(self._home, _PREPARED)
        self._held.enter_context(locked(f"{folder}.lock", self._patience))
        self._held.callback(self._clear, folder)
        if not self.holds:
            settle(self._home, self._patience)
        self._clear(folder)  # what a crash left
        make_folder(folder)
        self._prepares = not self.holds
        try:
            yield
        finally:
            self._prepares = False

    def note(self, notes: Notes, log: str) -> None:
        """Note that a log is changed, for those who ask what has changed."""
        noted = self._notes.setdefault(notes.path, _Noted(notes))
        noted.logs[log] = None
        if self.holds:
            noted.begin()

    # What is read and written meanwhile

    def where(self, path: str) -> str:
        """Where what is to be read there lies as yet."""
        for old, new in self._moves:
            if path.startswith(f"{new}{os.sep}"):
                path = f"{old}{path[len(new) :]}"
        fresh = self._fresh.get(path)
        return path if fresh is None else fresh.file

    def fresh_in(self, folder: str) -> list[str]:
        """The names of the files that are to be in a folder at the end."""
        return [os.path.basename(path) for path in self._fresh if os.path.dirname(path) == folder]

    def put(self, path: str, content: bytes, seen: Stamp) -> os.stat_result:
        """Let this be what lies there, in place of what was `seen` there. Raises OSError."""
        before = self._fresh.get(path)
        if before is not None:
            seen, file = before.seen, before.file
        elif self._prepares:
            file = os.path.join(self._home, _PREPARED, f"{len(self._fresh)}{FRESH}")
        else:
            file = f"{path}{FRESH}"
        self._fresh[path] = _Fresh(path, file, crc32(content), seen)
        try:
            return write_new(file, content, like=path)
        except OSError as problem:
            self._broken = problem  # whoever passes over this error shall make nothing half
            raise

    def move(self, old: str, new: str) -> None:
        """Give a folder another name, in which nothing lies that counts."""
        self._moves.append((old, new))

    # The end

    def make(self) -> None:
        """Make the change. Raises StorageError: Conflict where something has changed meanwhile.

        Nothing was changed then.
        """
        if not self._fresh and not self._moves:
            return
        self.hold()
        path = next(iter(self._fresh), self._home)
        try:
            if self._broken is not None:
                raise self._broken
            with _undisturbed():
                for fresh in self._fresh.values():
                    path = fresh.path
                    _require_as_seen(fresh)
                self._put_on_one_disk()
                self._make()
        except OSError as problem:
            raise explain(problem, path) from problem

    def _make(self) -> None:
        if len(self._fresh) == 1 and not self._moves:
            [fresh] = self._fresh.values()
            put_in_place(fresh.file, fresh.path)
            self.is_made = True
            sync_folder(os.path.dirname(fresh.path))
            return
        intent = os.path.join(self._home, INTENT)
        content = _told(self._home, self._fresh.values(), self._moves)
        try:
            write_new(f"{intent}{FRESH}", content)
            os.replace(f"{intent}{FRESH}", intent)
        except OSError:
            remove(f"{intent}{FRESH}")
            raise
        self.is_made = True
        sync_folder(self._home)
        with contextlib.suppress(OSError):  # whoever comes next does the rest
            _carry_out(self._home, self._fresh.values(), self._moves)

    def end(self) -> None:
        """Let others go on; of what was not made, nothing is left."""
        try:
            if not self.is_made:
                for fresh in self._fresh.values():
                    remove(fresh.file)
            if self.holds:
                for noted in self._notes.values():
                    noted.end()
        finally:
            self._held.close()

    def _clear(self, folder: str) -> None:
        """Remove what was prepared, unless it is still to be put in its place."""
        with contextlib.suppress(OSError, StorageError):
            if not is_intended(self._home):
                for name in os.listdir(folder):
                    remove(os.path.join(folder, name))
                os.rmdir(folder)

    def _put_on_one_disk(self) -> None:
        """See to it that what was prepared lies where it can take its place in one step."""
        disks: dict[str, bool] = {}
        for path, fresh in self._fresh.items():
            if fresh.file == f"{path}{FRESH}":
                continue
            folder = os.path.dirname(path)
            if folder not in disks:
                disks[folder] = os.stat(folder).st_dev == os.stat(fresh.file).st_dev
            if not disks[folder]:  # a link leads from the home to another disk
                content, _ = read_file(fresh.file)
                write_new(f"{path}{FRESH}", content, like=path)
                self._fresh[path] = fresh._replace(file=f"{path}{FRESH}")


class Transactions:
    """The transactions of one home, at most one at a time in each thread.

    Where none is open, files are as they lie there.
    """

    def __init__(self, home: str, patience: float = PATIENCE) -> None:
        self._home = home
        self._patience = patience
        self._open: dict[int, Transaction] = {}

    @property
    def at_hand(self) -> Transaction | None:
        """The one that is open in this thread."""
        return self._open.get(get_ident())

    @contextlib.contextmanager
    def open(self) -> Iterator[Transaction]:
        """The one that is open in this thread, or else one that ends with the block.

        It is made if the block ends well. Raises what `Transaction.make` does.
        """
        there = self.at_hand
        if there is not None:
            yield there
            return
        ours = self._open[get_ident()] = Transaction(self._home, self._patience)
        try:
            yield ours
            ours.make()
        finally:
            del self._open[get_ident()]
            ours.end()

    def settle(self) -> None:
        """Put in its place what somebody else had no time for. Raises StorageError."""
        at_hand = self.at_hand
        if at_hand is None or not at_hand.holds:  # whoever holds the lock has done so already
            settle(self._home, self._patience)

    def where(self, path: str) -> str:
        """Where what is to be read there lies as yet."""
        there = self.at_hand
        return path if there is None else there.where(path)

    def put(self, path: str, content: bytes, seen: Stamp) -> os.stat_result:
        """Let this be what lies there at the end. Raises OSError."""
        there = self.at_hand
        if there is None:
            raise RuntimeError("nothing is written but in a transaction")
        return there.put(path, content, seen)


class _Noted:
    """The logs that a transaction changes on one shelf, and since when."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._before: int | None = None
        self.logs: dict[str, None] = {}

    def begin(self) -> None:
        if self._before is None:
            self._before = self._notes.time()

    def end(self) -> None:
        # Where very many have changed, a look at all of them is as quick.
        if self._before is not None and len(self.logs) <= MOST_NAMED:
            self._notes.add(self._before, self.logs)


# Intents


def settle(home: str, patience: float) -> None:
    """Put in its place what somebody had no time for. Raises StorageError, Locked."""
    if is_intended(home):
        with locked(os.path.join(home, LOCK), patience):
            _go_on(home)


def is_intended(home: str) -> bool:
    """Whether something waits for its place. Raises StorageError."""
    try:
        os.stat(os.path.join(home, INTENT))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as problem:
        raise explain(problem, os.path.join(home, INTENT)) from problem
    return True


def _go_on(home: str) -> None:
    """Do the rest of what somebody had begun; whoever does so holds the lock."""
    if not is_intended(home):
        return
    path = os.path.join(home, INTENT)
    try:
        content, _ = read_file(path)
        fresh, moves = _understood(home, content)
        _carry_out(home, [one for one in fresh if _is_whole(one)], moves)
    except ValueError:
        raise Corrupt(
            f"{path} is damaged, and was left as it is: it does not say which files are to take "
            "their places.",
            "Move it away; then look whether what was entered last is there.",
        ) from None
    except OSError as problem:
        raise explain(problem, path) from problem


def _carry_out(home: str, fresh: Iterable[_Fresh], moves: Iterable[tuple[str, str]]) -> None:
    """Put everything in its place, then remove the intent. Raises OSError.

    What was done before is not done again.
    """
    folders = {home}
    for one in fresh:
        put_in_place(one.file, one.path)
        folders.add(os.path.dirname(one.path))
    for old, new in moves:
        if os.path.lexists(old):
            os.rename(old, new)
            folders.add(os.path.dirname(new))
    for folder in folders:
        sync_folder(folder)
    os.unlink(os.path.join(home, INTENT))


def _is_whole(fresh: _Fresh) -> bool:
    """Whether it still waits for its place, and is what was written for it."""
    try:
        content, _ = read_file(fresh.file)
    except FileNotFoundError:
        return False
    return crc32(content) == fresh.crc


def _told(home: str, fresh: Iterable[_Fresh], moves: Iterable[tuple[str, str]]) -> bytes:
    def inside(path: str) -> str:
        return os.path.relpath(path, home)

    files = [[inside(one.path), inside(one.file), one.crc] for one in fresh]
    folders = [[inside(old), inside(new)] for old, new in moves]
    return json.dumps({"files": files, "folders": folders}).encode("ascii")


def _understood(home: str, content: bytes) -> tuple[list[_Fresh], list[tuple[str, str]]]:
    """What an intent says. Raises ValueError."""

    def path(text: Any) -> str:
        if not isinstance(text, str) or os.path.isabs(text) or ".." in text.split(os.sep):
            raise ValueError("it leads out of the home")
        return os.path.join(home, text)

    try:
        told = json.loads(content)
        fresh = [_Fresh(path(at), path(file), crc, ABSENT) for at, file, crc in told["files"]]
        return fresh, [(path(old), path(new)) for old, new in told["folders"]]
    except (KeyError, TypeError, RecursionError) as problem:
        raise ValueError("it is no intent") from problem


# Lesser matters


def _require_as_seen(fresh: _Fresh) -> None:
    """Raises Conflict where something else has written there; OSError."""
    if stamp_of(fresh.path) != fresh.seen:
        raise Conflict(
            f"Something else changed {fresh.path} since it was read; it is left as it is.",
            "Look at what it holds now, then repeat the command.",
        )


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let a Ctrl-C of just now change nothing: it would say of what is made that it was not."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():  # which Ctrl-C never meets
        yield
        return
    before: Callable[..., Any] | int | None = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)

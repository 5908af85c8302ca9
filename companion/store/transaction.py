"""Make all changes of one command at once, in any number of files: all, or nothing.

New content is written beside its place until the command ends. One file then replaces the old one
in one step. For several, a small file in the home, the *intent*, lists them; as soon as it is on
the disk, the change is made, and they are put in their places. If the companion is killed there, or
the disk refuses, the next process, whether it reads or writes, puts the rest in place first.
Without an intent, the temporary files are ignored.

One lock keeps others from changing anything in the home meanwhile. It is taken at the first change.
"""

import contextlib
import os
import time
from _thread import get_ident
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

from companion.core.value import replace
from companion.errors import Conflict, Locked, StorageError
from companion.store.disk import (
    ABSENT,
    FRESH,
    PRIVATE,
    Stamp,
    changed_meanwhile,
    explain,
    make_folder,
    put_in_place,
    read_file,
    remove,
    require_no_folder_beside,
    stamp_of,
    sync_file,
    sync_folder,
    write_new,
)
from companion.store.journal import (
    INTENT,
    LOCK,
    Fresh,
    Notes,
    carry_out_intent,
    finish_intent,
    has_intent,
    intent_content,
    settle,
)
from companion.store.lock import PATIENCE, locked

_PREPARED = "prepared"
"""The folder for what is prepared without blocking others, and the lock for preparing."""


class Transaction:
    """The changes from its beginning to its end, in one thread. `is_made` once they are made."""

    def __init__(self, home: str, patience: float) -> None:
        self._home = home
        self._patience = patience
        self._held = contextlib.ExitStack()
        self.holds = False
        self._prepares = self._has_turn = False
        self._fresh: dict[str, Fresh] = {}
        self._moves: list[tuple[str, str]] = []
        self._folders: list[str] = []
        self._notes: dict[str, _Noted] = {}
        self._busy: set[str] = set()
        self.problem: StorageError | None = None
        """What the disk refused: whoever passed over it shall make nothing half."""
        self.is_made = False

    def hold(self) -> None:
        """Keep everybody else from changing anything until the end. Raises Locked, StorageError."""
        if not self.holds:
            make_folder(self._home, PRIVATE)
            self._held.enter_context(locked(os.path.join(self._home, LOCK), self._patience))
            self.holds = True
            finish_intent(self._home)
            for noted in self._notes.values():
                noted.begin()

    @contextlib.contextmanager
    def changing(self, what: str) -> Iterator[None]:
        """Change something, which nothing else in the transaction may be doing. Raises what `hold`
        does.
        """
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
        """Prepare changes without blocking others yet.

        If somebody else changes the same meanwhile, this raises Conflict and discards everything;
        or the end of the transaction does, if it happens after this. Then try again: a change that
        takes only a moment succeeds, as others wait from then on. Only one process at a time
        prepares; others wait ten times as long for their turn.
        """
        if self.holds:  # everybody is blocked already
            yield
            return
        make_folder(self._home, PRIVATE)
        folder = os.path.join(self._home, _PREPARED)
        if not self._has_turn:
            self._held.enter_context(locked(f"{folder}.lock", 10 * self._patience))
            self._held.callback(self._clear, folder)
            self._has_turn = True
        settle(self._home, self._patience)
        self._clear(folder)  # left by a crash
        make_folder(folder)
        self._prepares, begun = True, time.monotonic()
        try:
            yield
            for path, fresh in self._fresh.items():
                try:
                    _require_as_seen(fresh)  # the sooner it is known, the sooner it is repeated
                    sync_file(fresh.file)
                except OSError as problem:
                    raise explain(problem, path) from problem
        except Conflict:
            self._forget()
            if time.monotonic() - begun < self._patience / 4:
                self.hold()  # nobody else comes first again, and nobody waits for long
            raise
        finally:
            self._prepares = False

    def note(self, notes: Notes, log: str) -> None:
        """Note that a log is changed, for queries about changes."""
        noted = self._notes.setdefault(notes.path, _Noted(notes))
        noted.logs[log] = None
        if self.holds:
            noted.begin()

    # Reading and writing during the transaction

    def where(self, path: str) -> str:
        """Return where the content for `path` is until the transaction ends."""
        for old, new in self._moves:
            if path.startswith(f"{new}{os.sep}"):
                path = f"{old}{path[len(new) :]}"
        fresh = self._fresh.get(path)
        return path if fresh is None else fresh.file

    def fresh_in(self, folder: str) -> list[str]:
        """Return the names of the new files in a folder."""
        return [os.path.basename(path) for path in self._fresh if os.path.dirname(path) == folder]

    def put(self, path: str, content: bytes, seen: Stamp) -> os.stat_result:
        """Replace the content at `path`, which was `seen` there, at the end. Raises OSError."""
        before = self._fresh.get(path)
        if before is not None:
            seen, file = before.seen, before.file
        elif self._prepares:
            file = os.path.join(self._home, _PREPARED, f"{len(self._fresh)}{FRESH}")
        else:
            file = f"{path}{FRESH}"
        self._fresh[path] = Fresh(path, file, crc32(content), seen)
        try:
            return write_new(file, content, like=path, synced=not self._prepares)
        except OSError as problem:
            self.problem = explain(problem, path)
            raise
        except BaseException:
            self.problem = StorageError(
                f"{path} could not be written completely, and is as it was."
            )
            raise

    def make_folder(self, path: str) -> None:
        """Make a folder for new files; without any, it is removed again. Raises StorageError."""
        missing = path
        while missing not in self._folders and not os.path.isdir(missing):
            self._folders.append(missing)
            missing = os.path.dirname(missing)
        make_folder(path)

    def move(self, old: str, new: str) -> None:
        """Rename a folder, replacing one without contents."""
        self._moves.append((old, new))

    # The end

    def make(self) -> None:
        """Make the change. Raises StorageError; Conflict if something has changed meanwhile.

        After an error, nothing was changed.
        """
        if not self._fresh and not self._moves:
            return
        self.hold()
        if self.problem is not None:
            raise self.problem
        path = self._home
        try:
            self._held.enter_context(_undisturbed())
            for fresh in self._fresh.values():
                path = fresh.path
                _require_as_seen(fresh)
                if fresh.seen != ABSENT:
                    require_no_folder_beside(path)
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
        content = intent_content(self._home, self._fresh.values(), self._moves)
        try:
            write_new(f"{intent}{FRESH}", content)
            os.replace(f"{intent}{FRESH}", intent)
        except OSError:
            remove(f"{intent}{FRESH}")
            raise
        self.is_made = True
        sync_folder(self._home)
        with contextlib.suppress(OSError):  # the next process does the rest
            carry_out_intent(self._home, self._fresh.values(), self._moves)

    def end(self) -> None:
        """End the transaction; discard what was not made."""
        try:
            if not self.is_made:
                self._forget()
            if self.holds:
                for noted in self._notes.values():
                    noted.end()
        finally:
            self._held.close()

    def _forget(self) -> None:
        """Discard all changes so far."""
        for fresh in self._fresh.values():
            remove(fresh.file)
        for folder in sorted(self._folders, key=len, reverse=True):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        self._fresh.clear()
        self._folders.clear()

    def _clear(self, folder: str) -> None:
        """Remove prepared files, unless an intent still needs them."""
        with contextlib.suppress(OSError, StorageError):
            if not has_intent(self._home):
                for name in os.listdir(folder):
                    remove(os.path.join(folder, name))
                os.rmdir(folder)

    def _put_on_one_disk(self) -> None:
        """Move prepared files to the disk of their places, so that one step renames them."""
        disks: dict[str, bool] = {}
        for path, fresh in self._fresh.items():
            if fresh.file == f"{path}{FRESH}":
                continue
            folder = os.path.dirname(path)
            if folder not in disks:
                disks[folder] = os.stat(folder).st_dev == os.stat(fresh.file).st_dev
            if not disks[folder]:  # a link in the home leads to another disk
                content, _ = read_file(fresh.file)
                there = self._fresh[path] = replace(fresh, file=f"{path}{FRESH}")
                write_new(there.file, content, like=path)


class Transactions:
    """The transactions of one home, at most one at a time in each thread.

    Without an open one, files are read as they are.
    """

    def __init__(self, home: str, patience: float = PATIENCE) -> None:
        self._home = home
        self._patience = patience
        self._open: dict[int, Transaction] = {}

    @property
    def at_hand(self) -> Transaction | None:
        """The open transaction of this thread."""
        return self._open.get(get_ident())

    @contextlib.contextmanager
    def open(self) -> Iterator[Transaction]:
        """Return the open transaction of this thread, or else one that ends with the block.

        Its changes are made if the block ends without an error. Raises what `Transaction.make`
        does.
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
        """Finish interrupted changes. Raises StorageError."""
        at_hand = self.at_hand
        if at_hand is None or not at_hand.holds:  # the holder of the lock has done so already
            settle(self._home, self._patience)

    def notice(self, problem: StorageError) -> None:
        """Prevent changes after something could not be read just now, even if the caller goes on.

        The result would be different with it. Damage is another matter: it is permanent.
        """
        there = self.at_hand
        if there is not None and type(problem) is StorageError:
            there.problem = problem

    def where(self, path: str) -> str:
        """Return where the content for `path` is until the transaction ends."""
        there = self.at_hand
        return path if there is None else there.where(path)

    def put(self, path: str, content: bytes, seen: Stamp) -> os.stat_result:
        """Write this content at the end of the transaction. Raises OSError."""
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
        if self._before is not None:
            self._notes.add(self._before, self.logs)


# Helpers


def _require_as_seen(fresh: Fresh) -> None:
    """Raise Conflict if something else has written there; OSError."""
    if stamp_of(fresh.path) != fresh.seen:
        raise changed_meanwhile(fresh.path)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let a Ctrl-C of just now change nothing: it would say of what is made that it was not."""
    # What `signal` is made of: its enums take a fiftieth of all time that a short command takes.
    import _signal  # type: ignore[import-not-found]

    try:
        before: Callable[..., Any] | int | None = _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    except ValueError:  # in another thread than the first, which Ctrl-C never meets
        yield
        return
    try:
        yield
    finally:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL if before is None else before)

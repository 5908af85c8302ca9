"""What one command changes is changed at once, in however many files: all of it, or nothing.

Whatever is to be written lies beside its place until the command has come to its end. One file
then takes its place in one step. Of several, a small file in the home, the *intent*, says which
they are; as soon as it is on the disk, the change is made, and they are put in their places. Should
the companion be killed there, or the disk refuse, whoever comes next, to read or to write, puts the
rest in place first. Without an intent, what lies beside its place counts for nothing.

One lock keeps others from changing anything of the home meanwhile. It is taken at the first change.
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
"""The folder of what is made ready without holding anybody up, and the lock of whoever does so."""


class Transaction:
    """What is changed from its beginning to its end, in one thread. `is_made` as soon as it is."""

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

        Should somebody else change the same meanwhile, that raises Conflict, and nothing of it is
        left. It may be tried again: what took but a moment is sure to do then, as others wait from
        there on. Should that be after this and before the end, the end raises it. Only one at a
        time prepares; others wait ten times as long for their turn.
        """
        if self.holds:  # everybody is held up already
            yield
            return
        make_folder(self._home, PRIVATE)
        folder = os.path.join(self._home, _PREPARED)
        if not self._has_turn:
            self._held.enter_context(locked(f"{folder}.lock", 10 * self._patience))
            self._held.callback(self._clear, folder)
            self._has_turn = True
        settle(self._home, self._patience)
        self._clear(folder)  # what a crash left
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
                self.hold()  # nobody else comes first once more, and nobody waits for long
            raise
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
        """Where the file at `path` lies until the transaction ends."""
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
        """Make a folder for what is to lie there; it goes again if nothing does. Raises
        StorageError."""
        missing = path
        while missing not in self._folders and not os.path.isdir(missing):
            self._folders.append(missing)
            missing = os.path.dirname(missing)
        make_folder(path)

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
        with contextlib.suppress(OSError):  # whoever comes next does the rest
            carry_out_intent(self._home, self._fresh.values(), self._moves)

    def end(self) -> None:
        """Let others go on; of what was not made, nothing is left."""
        try:
            if not self.is_made:
                self._forget()
            if self.holds:
                for noted in self._notes.values():
                    noted.end()
        finally:
            self._held.close()

    def _forget(self) -> None:
        """Let nothing have been changed so far."""
        for fresh in self._fresh.values():
            remove(fresh.file)
        for folder in sorted(self._folders, key=len, reverse=True):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        self._fresh.clear()
        self._folders.clear()

    def _clear(self, folder: str) -> None:
        """Remove what was prepared, unless it is still to be put in its place."""
        with contextlib.suppress(OSError, StorageError):
            if not has_intent(self._home):
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
                there = self._fresh[path] = replace(fresh, file=f"{path}{FRESH}")
                write_new(there.file, content, like=path)


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

    def notice(self, problem: StorageError) -> None:
        """Let nothing be changed by whoever passes over it that something cannot be read just now.

        What is made without it would be made otherwise with it. Damage is another matter: it lasts.
        """
        there = self.at_hand
        if there is not None and type(problem) is StorageError:
            there.problem = problem

    def where(self, path: str) -> str:
        """Where the file at `path` lies until the transaction ends."""
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
        if self._before is not None:
            self._notes.add(self._before, self.logs)


# Lesser matters


def _require_as_seen(fresh: Fresh) -> None:
    """Raises Conflict where something else has written there; OSError."""
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

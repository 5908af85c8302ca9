"""Let one process at a time change a home; the lock ends with its process.

These are the system's own file locks: they vanish when their holder is killed, so nobody has to
remove one. Waiting processes are in the system's queue, and so take turns. The library `filelock`
would poll, and takes 29 ms to import.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from companion.errors import Locked
from companion.store.disk import explain

PATIENCE = 10.0
"""Seconds: far more than many companions need that take turns."""


_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextlib.contextmanager
def locked(path: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock file `path` for the length of the block; the file stays afterwards.

    Waits at most `patience` seconds, then raises Locked. Not re-entrant.
    """
    try:
        file = _acquired(path, patience)
    except OSError as problem:
        raise explain(problem, path) from problem
    if file is None:
        raise Locked(
            f"Another companion is using {os.path.dirname(path)}.",
            "Repeat the command in a moment. If a companion hangs, end it.",
        )
    try:
        yield
    finally:
        # The work is done, even if the system reports an error now: nothing must look as if it had
        # failed.
        with contextlib.suppress(OSError):
            _unlock(file)
        with contextlib.suppress(OSError):
            os.close(file)


def _acquired(path: str, patience: float) -> int | None:
    """Return the open lock file, or None when the time is up."""
    deadline = time.monotonic() + patience
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
        with _closed_on_error(file):
            held = _is_free(file)
        if not held and not _had_its_turn(file, deadline - time.monotonic()):
            return None
        with _closed_on_error(file):
            if _is_still_there(file, path):
                return file
        os.close(file)  # somebody has removed it meanwhile: that lock keeps nobody out


@contextlib.contextmanager
def _closed_on_error(file: int) -> Iterator[None]:
    try:
        yield
    except BaseException:
        os.close(file)
        raise


if sys.platform == "win32":
    import msvcrt

    _PAUSE = 0.005

    def _is_free(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _had_its_turn(file: int, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            time.sleep(_PAUSE)
            if _is_free(file):
                return True
        os.close(file)
        return False

    def _is_still_there(file: int, path: str) -> bool:
        return True

    def _unlock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _is_free(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _had_its_turn(file: int, seconds: float) -> bool:
        """Wait in the queue; close the file if that fails or takes too long.

        In a thread of its own, as nothing else ends such a wait at a given time on every system.
        """
        from threading import Event, Lock, Thread

        turn, guard, given_up = Event(), Lock(), False
        problems: list[OSError] = []

        def wait() -> None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError as problem:
                problems.append(problem)
            with guard:
                if given_up:
                    os.close(file)  # the next one's turn
                else:
                    turn.set()

        Thread(target=wait, name="lock", daemon=True).start()
        try:
            turn.wait(max(0.0, seconds))
        except BaseException:  # a Ctrl-C
            with guard:
                given_up = not turn.is_set()
            if not given_up:
                os.close(file)
            raise
        with guard:
            given_up = not turn.is_set()
        if problems and not given_up:
            os.close(file)
            raise problems[0]
        return not given_up

    def _is_still_there(file: int, path: str) -> bool:
        try:
            return os.path.samestat(os.fstat(file), os.stat(path))
        except FileNotFoundError:
            return False

    def _unlock(file: int) -> None:
        # Explicitly, as a child process may have inherited the open file.
        fcntl.flock(file, fcntl.LOCK_UN)

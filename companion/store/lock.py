"""Lets one process at a time change a file, and ends with the process that holds it.

The system's own file locks: they vanish when their holder is killed, so nobody ever has to clear
one away by hand. The library `filelock` would do the same, and takes 29 ms to import.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from companion.errors import Locked
from companion.store.disk import explain

PATIENCE = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.03


@contextlib.contextmanager
def locked(path: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold `path` for the length of the block, by means of a file `<path>.lock`.

    Waits at most `patience` seconds, then raises Locked. Not re-entrant.
    """
    name = f"{path}.lock"
    try:
        file = _acquire(name, patience)
    except OSError as problem:
        raise explain(problem, name) from problem
    if file is None:
        raise Locked(
            f"Another companion is at work on {path}.",
            "Repeat the command in a moment, or look for a companion that hangs and end it.",
        )
    try:
        yield
    finally:
        _release(file, name)


def _acquire(name: str, patience: float) -> int | None:
    """The open lock file, or None when the time is up."""
    deadline = time.monotonic() + patience
    pause = _FIRST_PAUSE
    while True:
        file = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if _try_lock(file):
                if _is_still_there(file, name):
                    return file
                pause = 0.0  # its last holder removed it just now; take the next one at once
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        if time.monotonic() >= deadline:
            return None
        time.sleep(pause)
        pause = min(max(pause, _FIRST_PAUSE) * 2, _LONGEST_PAUSE)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _is_still_there(file: int, name: str) -> bool:
        return True

    def _release(file: int, name: str) -> None:
        # Windows removes no file that others have open: here the empty lock file stays behind.
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
        os.close(file)

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _is_still_there(file: int, name: str) -> bool:
        # Removing a lock file is safe only because everybody asks this: a lock on a file that
        # its holder removed while we waited excludes nobody who comes after us.
        try:
            return os.path.samestat(os.fstat(file), os.stat(name))
        except FileNotFoundError:
            return False

    def _release(file: int, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(name)
        # Explicitly, as a child that this process started may have inherited the open file.
        fcntl.flock(file, fcntl.LOCK_UN)
        os.close(file)

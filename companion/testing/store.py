"""The store for tests: the real one, in a folder that is removed at the end."""

import atexit
import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from companion.store.tiny import TinyStore

_IN_MEMORY = "/dev/shm"
"""A disk in memory, if the system has one, as it is fast."""


class TemporaryStore(TinyStore):
    """A new, empty store."""

    def __init__(self) -> None:
        super().__init__(Path(mkdtemp(dir=_folder(os.getpid()))))

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """None, so that indexes are made in memory."""
        return None


@cache
def _folder(process: int) -> str:
    """The folder for all stores of this process."""
    usable = os.access(_IN_MEMORY, os.W_OK | os.X_OK)
    folder = mkdtemp(prefix="companion-", dir=_IN_MEMORY if usable else None)
    atexit.register(_remove, folder, process)
    return folder


def _remove(folder: str, process: int) -> None:
    if os.getpid() == process:  # not in a forked process, which ends earlier
        shutil.rmtree(folder, ignore_errors=True)

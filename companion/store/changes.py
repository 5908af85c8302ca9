"""What has changed on a shelf since somebody looked, without a look at every file on it.

The time of a folder moves whenever a file in it is made, replaced or removed. Whoever writes a log
notes for which one, and from when to when that moved the time of the folder. Where the notes cover
all the time between two looks, they name all that was changed; where they do not, somebody else
was at work (another program, a disk that is shared), and every file has to be looked at.

Notes lie in the cache, and none are made where there is no such folder. They may be thrown away.
What another program changes within a file, in place, moves no folder's time and is not seen here;
nor is what it does in the very instant in which we write.
"""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from companion.store.disk import read_file

_MOST = 1 << 18
"""Bytes of notes, some five thousand: with more, one look at everything is as quick."""
_LONGEST = 20
"""Digits of a time in nanoseconds, and one more."""
MOST_NAMED = 1_000
"""Of more logs that are changed at once, nothing is noted, for the same reason."""

_GRAIN, _COARSE_GRAIN = 20_000_000, 2_000_000_000
"""Nanoseconds within which two changes may have one time: by the system's clock, and on disks that
keep whole seconds."""


class Changes(NamedTuple):
    """What has changed since a look: the ids of `logs`, None where that is not known.

    `now` is what to ask with the next time; empty where another change may have the same time.
    """

    now: str
    logs: frozenset[str] | None


class Notes:
    """The notes about one folder of logs."""

    def __init__(self, folder: str, path: str) -> None:
        """`path` is the file of the notes; it and its folder need not be there."""
        self._folder = folder
        self.path = path

    def time(self) -> int:
        """When the folder was changed last."""
        try:
            return os.stat(self._folder).st_mtime_ns
        except OSError:
            return 0  # not there yet

    def add(self, before: int, logs: Iterable[str]) -> None:
        """Note what was done to these logs, or beside them, from that time of the folder on."""
        told = f"{before} {self.time()}"
        content = "".join(f"{told} {log}\n" for log in logs).encode()
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        # Nobody waits for a pipe that lies there, and nothing is added to what a link leads to.
        flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
        with suppress(OSError):
            file = os.open(self.path, flags, 0o666)
            try:
                if os.fstat(file).st_size > _MOST:
                    os.ftruncate(file, 0)
                os.write(file, content)
            finally:
                os.close(file)

    def since(self, seen: str) -> Changes:
        """What has changed since this was asked for the last time, when it said `seen`."""
        now = self.time()
        grain = _GRAIN if now % 1_000_000_000 else _COARSE_GRAIN
        told = str(now) if time.time_ns() - now > grain else ""
        if not seen:
            return Changes(told, None)
        logs, covered = set[str](), int(seen)
        for before, after, log in sorted(self._read()):
            if after >= int(seen):
                logs.add(log)
                if before <= covered:
                    covered = max(covered, after)
        return Changes(told, frozenset(logs) if covered == now else None)

    def _read(self) -> Iterator[tuple[int, int, str]]:
        try:
            content, _ = read_file(self.path)
        except OSError:
            return
        for line in content.decode("ascii", "replace").splitlines():
            before, _, rest = line.partition(" ")
            after, _, log = rest.partition(" ")
            if all(one.isdecimal() and len(one) <= _LONGEST for one in (before, after)):
                yield int(before), int(after), log

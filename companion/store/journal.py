"""Changes of several files at once, and notes on what has changed on a shelf.

A change of several files is first described in one file, the *intent*. As soon as that file exists,
the change is made. Any process that finds it carries it out first; steps that were done are not
repeated.

The time of a folder changes whenever a file in it is created, replaced or removed. A process that
writes a log notes which one, and the folder's times before and after. If the notes cover all the
time between two looks, they name everything that changed; if not, something else was at work
(another program, a shared disk), and every file has to be looked at.

Notes are in the cache, and none are made if that folder does not exist. They may be deleted.
Changes by other programs inside a file do not change the folder's time and are not noticed here;
nor are their changes at the very moment of one of ours.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any
from zlib import crc32

from companion.core.value import Value
from companion.errors import Corrupt
from companion.store.disk import (
    ABSENT,
    Stamp,
    explain,
    put_in_place,
    read_file,
    stamp_of,
    sync_folder,
)
from companion.store.lock import locked

LOCK, INTENT = "lock", "intent.json"


class Fresh(Value):
    """A file that will replace `path`, if that is still as it was `seen`; its path is `file`."""

    path: str
    file: str
    crc: int
    seen: Stamp


def settle(home: str, patience: float) -> None:
    """Finish interrupted changes. Raises StorageError, Locked."""
    if has_intent(home):
        with locked(os.path.join(home, LOCK), patience):
            finish_intent(home)


def has_intent(home: str) -> bool:
    """Whether a change is unfinished. Raises StorageError."""
    path = os.path.join(home, INTENT)
    try:
        return stamp_of(path) != ABSENT
    except OSError as problem:
        raise explain(problem, path) from problem


def finish_intent(home: str) -> None:
    """Finish a change that another process began; the caller holds the lock."""
    if not has_intent(home):
        return
    path = os.path.join(home, INTENT)
    try:
        content, _ = read_file(path)
        fresh, moves = _understood(home, content)
        carry_out_intent(home, [one for one in fresh if _is_whole(one)], moves)
    except ValueError:
        raise Corrupt(
            f"{path} is damaged, and was left as it is: it does not say which files to replace.",
            "Move it away, then check whether the newest entries are there.",
        ) from None
    except OSError as problem:
        raise explain(problem, path) from problem


def carry_out_intent(home: str, fresh: Iterable[Fresh], moves: Iterable[tuple[str, str]]) -> None:
    """Put everything in its place, then remove the intent. Raises OSError.

    Steps that were done are not repeated.
    """
    folders = {home}
    for one in fresh:
        put_in_place(one.file, one.path)
        folders.add(os.path.dirname(one.path))
    for folder in folders:  # as long as they have these names
        sync_folder(folder)
    for old, new in moves:
        with suppress(FileNotFoundError):  # this was done before
            os.rename(old, new)
        sync_folder(os.path.dirname(new))
    os.unlink(os.path.join(home, INTENT))


def _is_whole(fresh: Fresh) -> bool:
    """Whether the file is still waiting, with the content written for it."""
    try:
        content, _ = read_file(fresh.file)
    except FileNotFoundError:
        return False
    return crc32(content) == fresh.crc


def intent_content(home: str, fresh: Iterable[Fresh], moves: Iterable[tuple[str, str]]) -> bytes:
    """Return the content of an intent: which files replace which, and which folders are renamed."""

    def inside(path: str) -> str:
        return os.path.relpath(path, home)

    files = [[inside(one.path), inside(one.file), one.crc] for one in fresh]
    folders = [[inside(old), inside(new)] for old, new in moves]
    return json.dumps({"files": files, "folders": folders}).encode("ascii")


def _understood(home: str, content: bytes) -> tuple[list[Fresh], list[tuple[str, str]]]:
    """Parse an intent. Raises ValueError."""

    def path(text: Any) -> str:
        if not isinstance(text, str) or os.path.isabs(text) or ".." in text.split(os.sep):
            raise ValueError("it leads out of the home")
        return os.path.join(home, text)

    try:
        intent = json.loads(content)
        fresh = [Fresh(path(at), path(file), crc, ABSENT) for at, file, crc in intent["files"]]
        return fresh, [(path(old), path(new)) for old, new in intent["folders"]]
    except (KeyError, TypeError, RecursionError) as problem:
        raise ValueError("it is no intent") from problem


_MOST_BYTES = 1 << 18
"""Bytes of notes, about five thousand: with more, looking at everything is as quick."""
_LONGEST_TIME = 20
"""Digits of a time in nanoseconds, and one more."""

_GRAIN, _COARSE_GRAIN = 20_000_000, 2_000_000_000
"""Nanoseconds within which two changes may have the same time: by the system's clock, and on disks
with whole seconds.
"""


class Changes(Value):
    """What has changed since a look: the ids of `logs`, None where that is not known.

    `now` is the value for the next look; empty if another change may have the same time.
    """

    now: str
    logs: frozenset[str] | None


class Notes:
    """The notes about one folder of logs."""

    def __init__(self, folder: str, path: str) -> None:
        """`path` is the file of the notes; it and its folder may not exist."""
        self._folder = folder
        self.path = path

    def time(self) -> int:
        """Return when the folder was last changed."""
        try:
            return os.stat(self._folder).st_mtime_ns
        except OSError:
            return 0  # does not exist yet

    def add(self, before: int, logs: Iterable[str]) -> None:
        """Note a change of these logs, or of files beside them, from that time of the folder on."""
        times = f"{before} {self.time()}"
        content = "".join(f"{times} {log}\n" for log in logs).encode()
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        # Do not wait for a pipe, and do not append to the target of a link.
        flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
        with suppress(OSError):
            file = os.open(self.path, flags, 0o666)
            try:
                if os.fstat(file).st_size > _MOST_BYTES:
                    os.ftruncate(file, 0)
                os.write(file, content)
            finally:
                os.close(file)

    def since(self, seen: str) -> Changes:
        """Return what has changed since the last look, which returned `seen`."""
        now = self.time()
        grain = _GRAIN if now % 1_000_000_000 else _COARSE_GRAIN
        stamp = str(now) if time.time_ns() - now > grain else ""
        if not seen:
            return Changes(stamp, None)
        logs, covered = set[str](), int(seen)
        for before, after, log in sorted(self._read()):
            if after >= int(seen):
                logs.add(log)
                if before <= covered:
                    covered = max(covered, after)
        return Changes(stamp, frozenset(logs) if covered == now else None)

    def _read(self) -> Iterator[tuple[int, int, str]]:
        try:
            content, _ = read_file(self.path)
        except OSError:
            return
        for line in content.decode("ascii", "replace").splitlines():
            before, _, rest = line.partition(" ")
            after, _, log = rest.partition(" ")
            if all(one.isdecimal() and len(one) <= _LONGEST_TIME for one in (before, after)):
                yield int(before), int(after), log

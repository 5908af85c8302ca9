"""The files of a shared folder, which may be on a slow or hanging network share.

Each call to the folder runs in a thread of its own, so that it can be given up: a thread that hangs
in the system cannot be interrupted, and neither can a program that waits in it.
"""

import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from companion.core.terminal import Bar
from companion.errors import Invalid, StorageError
from companion.exchange.groups.segments import Segment, is_device, is_group, segment_of, segments_of
from companion.exchange.limits import LARGEST_GROUP

PATIENCE = 30.0
"""Seconds without an answer after which a folder is given up. A file that is being read or written
in pieces may take longer."""
SHOWN_AFTER = 2.0
"""Seconds without an answer after which a terminal shows that a folder is waited for."""
_PIECE = 1_000_000
_MOST_FILES = 100_000
"""Files in a device's folder that are looked at."""
_waiting: dict[Path, threading.Thread] = {}
"""The calls that were given up, by folder: while one hangs, no other is begun."""
T = TypeVar("T")


class NoAnswer(StorageError):
    """A folder hangs."""


class SharedFolder:
    """A folder with a folder for each group, in which each device has one.

    Every method raises NoAnswer if the folder hangs.
    """

    def __init__(self, path: Path, bar: Bar) -> None:
        self.path, self._bar = path, bar
        self._answered = 0.0

    def __str__(self) -> str:
        return str(self.path)

    def within(self, group: str, device: str) -> "Segments":
        """The segments of a device in a group's folder."""
        return Segments(self, group, device)

    def groups(self) -> list[str]:
        """The names of the groups' folders."""
        return self.patiently(lambda: _folders(self.path, is_group))

    def devices(self, group: str) -> list[str]:
        """The names of the devices' folders in a group's folder."""
        return self.patiently(lambda: _folders(self.path / group, is_device))

    def has(self, *names: str) -> bool:
        """Whether there is a folder of that name."""
        return self.patiently(self.path.joinpath(*names).is_dir)

    def make(self) -> None:
        """Make the folder if it is not there, and the one that it is in is. Raises StorageError."""

        def made() -> None:
            if self.path.parent.is_dir():
                self.path.mkdir(exist_ok=True)

        self.changing(self.path, made)

    def changing(self, path: Path, call: Callable[[], Any]) -> None:
        """Call something that changes `path`. Raises StorageError."""
        try:
            self.patiently(call)
        except OSError as problem:
            raise StorageError(
                f"{path} cannot be written ({problem.strerror}).",
                "Nothing was changed. Make some room or allow writing there, then repeat the "
                "command.",
            ) from None

    def patiently(self, call: Callable[[], T]) -> T:
        """Call something that uses the folder. Raises what it raises, and NoAnswer if it hangs."""
        stuck = _waiting.get(self.path)
        if stuck is not None:
            stuck.join(PATIENCE)
            if stuck.is_alive():
                raise self._no_answer()
            _waiting.pop(self.path, None)
        results: list[T] = []
        problems: list[BaseException] = []

        def run() -> None:
            try:
                results.append(call())
            except BaseException as problem:
                problems.append(problem)

        thread = threading.Thread(target=run, daemon=True)
        self.answered()
        thread.start()
        thread.join(SHOWN_AFTER)
        if thread.is_alive():
            with self._bar(f"Waiting for {self.path}"):
                self._wait_for(thread)
        if problems:
            raise problems[0]
        return results[0]

    def _wait_for(self, thread: threading.Thread) -> None:
        while thread.is_alive():
            left = self._answered + PATIENCE - time.monotonic()
            if left <= 0:
                _waiting[self.path] = thread
                raise self._no_answer()
            thread.join(left)

    def answered(self) -> None:
        """Note, during a long call, that the folder has just answered."""
        self._answered = time.monotonic()

    def _no_answer(self) -> NoAnswer:
        return NoAnswer(
            f"{self.path} does not answer.",
            "Is the network there, and the share connected? Sync again when it is: nothing is "
            "lost until then.",
        )


class Segments:
    """The segments of a device in a shared folder."""

    def __init__(self, folder: SharedFolder, group: str, device: str) -> None:
        self.folder, self.group, self.device = folder, group, device
        self._path = folder.path / group / device

    def files(self) -> list[str]:
        """The names of all files that are there."""
        return self.folder.patiently(lambda: _names(self._path))

    def all(self) -> set[Segment]:
        """The segments that are there."""
        return segments_of(self.files())

    def digest(self, segment: Segment) -> str:
        """The SHA-256 of a segment; empty if it cannot be read."""

        def read() -> str:
            digest = hashlib.sha256()
            with (self._path / segment.file).open("rb") as file:
                while piece := file.read(_PIECE):
                    self.folder.answered()
                    digest.update(piece)
            return digest.hexdigest()

        try:
            return self.folder.patiently(read)
        except OSError:
            return ""

    def copy(self, segment: Segment, target: Path) -> None:
        """Copy a segment. Raises OSError, or Invalid for no regular file or too large a one."""

        def copied() -> None:
            source = self._path / segment.file
            found = source.lstat()
            if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_GROUP:
                raise Invalid("It is no file, or too large.")
            with source.open("rb") as file, target.open("wb") as copy:
                while piece := file.read(_PIECE):
                    self.folder.answered()
                    copy.write(piece)

        self.folder.patiently(copied)

    def make(self) -> None:
        """Make the device's folder if it is not there. Raises StorageError."""
        self.folder.changing(self._path, lambda: self._path.mkdir(parents=True, exist_ok=True))

    def write(self, segment: Segment, content: bytes) -> None:
        """Write a segment, completely or not at all. Raises StorageError."""
        path = self._path / segment.file
        fresh = path.with_name(f".{path.name}.tmp")

        def written() -> None:
            try:
                with fresh.open("wb") as file:
                    for start in range(0, len(content), _PIECE):
                        file.write(content[start : start + _PIECE])
                        self.folder.answered()
                    file.flush()
                    os.fsync(file.fileno())
                self.folder.answered()
                fresh.replace(path)
            except OSError:
                with suppress(OSError):
                    fresh.unlink(missing_ok=True)
                raise

        self.folder.changing(self._path, written)

    def remove_before(self, segment: Segment) -> None:
        """Remove the segments that a whole one stands for. Raises StorageError."""

        def removed() -> None:
            for name in _names(self._path):
                older = segment_of(name)
                if older is not None and older.number < segment.number:
                    (self._path / name).unlink(missing_ok=True)
                    self.folder.answered()

        self.folder.changing(self._path, removed)


def _folders(path: Path, is_one: Callable[[str], bool]) -> list[str]:
    try:
        return sorted(it.name for it in path.iterdir() if is_one(it.name) and it.is_dir())
    except OSError:
        return []


def _names(path: Path) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return [entry.name for entry, _ in zip(entries, range(_MOST_FILES), strict=False)]
    except OSError:
        return []

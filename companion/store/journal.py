"""What is meant to take its place, in several files at once: said in one file before it begins.

As soon as that file is there, the change is made. Whoever finds it carries it out first, as often
as it takes: what was done before is not done again.
"""

import contextlib
import json
import os
from collections.abc import Iterable
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
    """What is to take the place of `path`, if that is still as it was `seen`; it lies in `file`."""

    path: str
    file: str
    crc: int
    seen: Stamp


def settle(home: str, patience: float) -> None:
    """Put in its place what somebody had no time for. Raises StorageError, Locked."""
    if is_intended(home):
        with locked(os.path.join(home, LOCK), patience):
            go_on(home)


def is_intended(home: str) -> bool:
    """Whether something waits for its place. Raises StorageError."""
    path = os.path.join(home, INTENT)
    try:
        return stamp_of(path) != ABSENT
    except OSError as problem:
        raise explain(problem, path) from problem


def go_on(home: str) -> None:
    """Do the rest of what somebody had begun; whoever does so holds the lock."""
    if not is_intended(home):
        return
    path = os.path.join(home, INTENT)
    try:
        content, _ = read_file(path)
        fresh, moves = _understood(home, content)
        carry_out(home, [one for one in fresh if _is_whole(one)], moves)
    except ValueError:
        raise Corrupt(
            f"{path} is damaged, and was left as it is: it does not say which files are to take "
            "their places.",
            "Move it away; then look whether what was entered last is there.",
        ) from None
    except OSError as problem:
        raise explain(problem, path) from problem


def carry_out(home: str, fresh: Iterable[Fresh], moves: Iterable[tuple[str, str]]) -> None:
    """Put everything in its place, then remove the intent. Raises OSError.

    What was done before is not done again.
    """
    folders = {home}
    for one in fresh:
        put_in_place(one.file, one.path)
        folders.add(os.path.dirname(one.path))
    for old, new in moves:
        with contextlib.suppress(FileNotFoundError):  # that was done before
            os.rename(old, new)
        folders.add(os.path.dirname(new))
    for folder in folders:
        sync_folder(folder)
    os.unlink(os.path.join(home, INTENT))


def _is_whole(fresh: Fresh) -> bool:
    """Whether it still waits for its place, and is what was written for it."""
    try:
        content, _ = read_file(fresh.file)
    except FileNotFoundError:
        return False
    return crc32(content) == fresh.crc


def told(home: str, fresh: Iterable[Fresh], moves: Iterable[tuple[str, str]]) -> bytes:
    """What an intent is to say: which files take which places, and which folders other names."""

    def inside(path: str) -> str:
        return os.path.relpath(path, home)

    files = [[inside(one.path), inside(one.file), one.crc] for one in fresh]
    folders = [[inside(old), inside(new)] for old, new in moves]
    return json.dumps({"files": files, "folders": folders}).encode("ascii")


def _understood(home: str, content: bytes) -> tuple[list[Fresh], list[tuple[str, str]]]:
    """What an intent says. Raises ValueError."""

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

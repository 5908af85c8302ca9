"""Things that go wrong around the program: `$ break FILE HOW`, until `$ mend` puts all back.

HOW is one of

    truncate             half of the file is gone
    empty, garbage       nothing in it, or no text at all
    missing              no file
    holds TEXT           TEXT and nothing else
    replace OLD NEW      one text in it instead of another
    schema N             written by a companion of schema N
    lock                 another companion holds it: `$ break lock lock`
    readonly             marked as not to be changed
    unreadable           belongs to somebody else
    full-disk            no room on the disk that it lies on
    readonly-disk        that disk can only be read

The tests may run as root, whom no permission stops and who fills no disk: the last four are said
by the calls of the system that the store makes.
"""

import contextlib
import errno
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from companion.store.lock import locked

LOCKS = ("lock", "prepared.lock")
"""Files that hold nothing, and stay where they were made."""


class Breaker:
    """Breaks things under a home, and mends them again."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._before: dict[Path, bytes | None] = {}
        self._held = contextlib.ExitStack()
        self._patch = pytest.MonkeyPatch()

    def break_(self, name: str, how: str, *details: str) -> None:
        """Break one file, or the disk that it lies on."""
        path = self._home / name
        match how, details:
            case "truncate", ():
                content = path.read_bytes()
                self._put(path, content[: len(content) // 2])
            case "empty", ():
                self._put(path, b"")
            case "garbage", ():
                self._put(path, b"\x89PNG\x00\xff\xfe\x00 not what you think")
            case "missing", ():
                self._put(path, None)
            case "holds", (text,):
                self._put(path, text.encode())
            case "replace", (old, new):
                content = path.read_bytes()
                assert old.encode() in content, f"{name} does not hold {old!r}"
                self._put(path, content.replace(old.encode(), new.encode()))
            case "schema", (number,):
                tables = json.loads(path.read_bytes())
                next(iter(tables["meta"].values()))["schema"] = int(number)
                self._put(path, json.dumps(tables).encode())
            case "lock", ():
                self._held.enter_context(locked(str(path)))
            case "readonly", ():
                self._refuse_access(path)
            case "unreadable", ():
                self._refuse_reading(path)
            case "full-disk", ():
                self._fail("write", errno.ENOSPC)
            case "readonly-disk", ():
                self._fail("open", errno.EROFS)
                self._fail("mkdir", errno.EROFS)
            case _:
                raise ValueError(f"nothing is broken like that: {how} {' '.join(details)}")

    def mend(self) -> None:
        """Put everything back as it was before it was broken."""
        self._held.close()
        self._patch.undo()
        for path, content in self._before.items():
            if content is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(content)
        self._before.clear()

    def _put(self, path: Path, content: bytes | None) -> None:
        self._before.setdefault(path, path.read_bytes() if path.exists() else None)
        if content is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def _refuse_access(self, path: Path) -> None:
        access = os.access

        def refused(asked: Any, mode: int, **more: Any) -> bool:
            forbidden = mode & os.W_OK and os.fspath(asked) == str(path)
            return not forbidden and access(asked, mode, **more)

        self._patch.setattr(os, "access", refused)

    def _refuse_reading(self, path: Path) -> None:
        opened = os.open

        def refused(asked: Any, flags: int, *more: Any) -> int:
            if os.fspath(asked) == str(path):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return opened(asked, flags, *more)

        self._patch.setattr(os, "open", refused)

    def _fail(self, call: str, number: int) -> None:
        """Make a call of the system fail, for whatever would change something at home."""
        real = getattr(os, call)

        def failing(*given: Any, **more: Any) -> Any:
            changes = call != "open" or given[1] & (os.O_CREAT | os.O_WRONLY | os.O_RDWR)
            at_home = not isinstance(given[0], str) or given[0].startswith(str(self._home))
            if changes and at_home:
                raise OSError(number, os.strerror(number))
            return real(*given, **more)

        self._patch.setattr(os, call, failing)


def contents(home: Path) -> dict[str, bytes]:
    """Every file under a home with what it holds; locks and caches come and go."""
    return {
        re.sub(r"\\", "/", str(path.relative_to(home))): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.name not in LOCKS and path.parent.name != "cache"
    }

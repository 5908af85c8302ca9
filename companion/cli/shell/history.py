"""The prompt's history on disk, without secrets: a text file with a line for each, newest last.

As in other shells, a line that begins with a space is not kept. Only the owner can read the file.
"""

import contextlib
import os
import stat
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import IO

from companion.cli.run import home
from companion.cli.shell.grammar import split, unfinished
from companion.core.names import folded
from companion.errors import Invalid, StorageError
from companion.store.disk import PRIVATE, make_folder, read_file
from companion.store.home import HISTORY

KEPT = 1_000
_ALIKE = 0.7
_FIRST = 3
"""Among this many first words, one may be a verb: `companion boolean hold`."""


class History:
    """The lines in a file; errors of reading and writing are ignored."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lines(self) -> list[str]:
        """The newest lines, oldest first; shortens the file if it has many more."""
        try:
            found = read_file(str(self._path))[0].decode("utf-8", "replace").splitlines()
        except OSError:
            return []
        if len(found) > 2 * KEPT:
            with contextlib.suppress(OSError):
                self._cut_down("".join(f"{line}\n" for line in found[-KEPT:]))
        return found[-KEPT:]

    def add(self, line: str) -> bool:
        """Add a line, unless it should not be kept; return whether it should."""
        if not is_kept(line):
            return False
        with contextlib.suppress(OSError, StorageError):
            make_folder(str(self._path.parent), PRIVATE)
            with _for_its_owner(str(self._path), os.O_APPEND) as file:
                file.write(f"{line}\n")
        return True

    def _cut_down(self, text: str) -> None:
        """Replace the content of the file, or of its target if it is a link."""
        path = os.path.realpath(self._path)
        spare = f"{path}.tmp"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(spare)  # left by a crash
        with _for_its_owner(spare, os.O_EXCL) as file:
            file.write(text)
        os.replace(spare, path)


def _for_its_owner(path: str, flags: int) -> IO[str]:
    """Open a file for writing that nobody else may read: lines may hold secrets of the game.

    Raises OSError, without blocking if it is not a regular file.
    """
    flags |= os.O_WRONLY | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    file = os.open(path, flags, 0o600)
    try:
        mode = os.fstat(file).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(f"{path} is no file")
        if stat.S_IMODE(mode) & 0o077 and hasattr(os, "fchmod"):  # an older companion made it
            os.fchmod(file, 0o600)
    except OSError:
        os.close(file)
        raise
    return open(file, "w", encoding="utf-8")


def is_kept(line: str) -> bool:
    """Whether to keep a line: it is printable, and does not begin with a space."""
    return bool(line.strip()) and not line.startswith(" ") and line.isprintable()


def history() -> History:
    """The history of this home."""
    return History(Path(home()) / HISTORY)


def is_secret(line: str, secret: Collection[str]) -> bool:
    """Whether a line contains one of these verbs or options; a verb may be mistyped."""
    if not secret:
        return False
    words = [folded(word.partition("=")[0]) for word in _words(line)]
    verbs = [word for word in secret if not word.startswith("-")]
    return any(word in secret for word in words) or any(
        get_close_matches(word, verbs, cutoff=_ALIKE) for word in words[:_FIRST]
    )


def _words(line: str) -> list[str]:
    try:
        return split(line)
    except Invalid:  # a quote that is not closed
        typed = unfinished(line)
        return [] if typed is None else [*typed.words, typed.last]

"""What was typed on other evenings: a text file with a line for each, the newest last.

A line that begins with a blank is not kept, as in other shells: what nobody else should read.
"""

import contextlib
import os
from pathlib import Path

KEPT = 1_000


class History:
    """The lines in a file. One that cannot be read or written is no reason to stop playing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lines(self) -> list[str]:
        """The newest lines, oldest first; the file is cut down to them where it has many more."""
        try:
            found = self._path.read_text("utf-8", "replace").splitlines()
        except OSError:
            return []
        if len(found) > 2 * KEPT:
            spare = self._path.with_name(f"{self._path.name}.tmp")
            with contextlib.suppress(OSError):
                spare.write_text("".join(f"{line}\n" for line in found[-KEPT:]), "utf-8")
                os.replace(spare, self._path)
        return found[-KEPT:]

    def add(self, line: str) -> bool:
        """Keep a line; says whether it was one to be kept."""
        if not is_kept(line):
            return False
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        return True


def is_kept(line: str) -> bool:
    """Whether a line is one to be kept: it can be shown, and does not begin with a blank."""
    return bool(line.strip()) and not line.startswith(" ") and line.isprintable()


def history() -> History:
    """The history of this home."""
    from companion.store.home import HISTORY, home

    return History(home() / HISTORY)

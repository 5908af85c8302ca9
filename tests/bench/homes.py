"""Homes to measure in: a group with many finished plays, and one play that is going on.

Plays are made by the program itself, once; the other finished ones are copies of its file, each of
a day of its own, which is all that ten thousand evenings would have left.
"""

import contextlib
import io
import os
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from companion.cli.run import run
from companion.core.event import Event
from companion.core.record import UTC_TIME
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.current import HOME_GROUP
from companion.table.desk import PLAYS

SETUP = (
    "start bwd Ana Ben --set V1",
    "bwd tag ana.1 points",
    "bwd tag ana.1 investment",
    "bwd tag ana.2 multitag",
    "bwd tag ana.2 junk-food",
    "bwd tag ben.1 points",
    "bwd tag ben.1 wheels-in-wheels",
    "bwd tag ben.2 investment",
    "bwd tag ben.2 split-strategy",
    "bwd tag common tag",
    "next --skip",
)
"""A game with dice as it begins: a tableau, and two faces of every die."""
PLAY = (
    *SETUP,
    "bwd roll ana.1=3 ana.2=blank ben.1=-2 ben.2=investment",
    "next",
    "bwd resolve ana.1",
    "score ana +2",
    "pass",
    "score ben +1",
)
"""The middle of a game with dice: everything that the program helps with is switched on."""

_ENDINGS = (".json", ".json.bak")
_AT = re.compile(rb'(?<="at":")[^"]+')


class Home(NamedTuple):
    """A home folder, and the play in it that is going on."""

    path: Path
    live: Path
    content: bytes

    def restore(self) -> None:
        """Put the play back to where it began, so that every measured command meets the same."""
        if self.live.read_bytes() == self.content:
            return
        with self.live.open("wb") as file:
            file.write(self.content)
            file.flush()
            os.fsync(file.fileno())  # or the measured program would have to wait for it


def make_home(path: Path, finished: int) -> Home:
    """A home whose group has that many finished plays (at least one), and a live one."""
    with in_home(path):
        _play([*PLAY, "finish --winner ana"])
        store = TinyStore(path)
        first = store.log_ids(HOME_GROUP, PLAYS)[0]
        ids = [f"bwd-{number}" for number in range(2, finished + 1)]
        _copy_files(path / "groups" / HOME_GROUP / PLAYS, first, ids)
        with store.change_group(HOME_GROUP) as document:
            document["count"] = finished
        _play(PLAY)
        live = path / "groups" / HOME_GROUP / PLAYS / f"bwd-{finished + 1}.json"
    return Home(path, live, live.read_bytes())


def read_play(home: Home) -> list[Event]:
    """The events of the play that is going on."""
    return TinyStore(home.path).read_log(LogRef(HOME_GROUP, PLAYS, home.live.stem))


def _copy_files(shelf: Path, first: str, ids: Sequence[str]) -> None:
    """Copies of a play that are each of a day of their own: no two evenings are one."""
    contents = [(ending, (shelf / f"{first}{ending}").read_bytes()) for ending in _ENDINGS]
    for days, play in enumerate(reversed(ids), 1):
        for ending, content in contents:
            (shelf / f"{play}{ending}").write_bytes(moved(content, -days))


def moved(content: bytes, days: int) -> bytes:
    """The file of a play as it would be, had it all been so many days later."""

    def later(at: re.Match[bytes]) -> bytes:
        then = datetime.fromisoformat(at[0].decode()) + timedelta(days=days)
        return then.strftime(UTC_TIME).encode()

    return _AT.sub(later, content)


def _play(lines: Sequence[str]) -> None:
    run_lines([line.split() for line in lines])


def run_lines(lines: Sequence[Sequence[str]]) -> None:
    """Run commands in this process. Raises RuntimeError where one fails."""
    for line in lines:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = run(line)
        if code != 0:
            raise RuntimeError(f"`companion {' '.join(line)}` ended with {code}: {said.getvalue()}")


@contextlib.contextmanager
def in_home(path: Path) -> Iterator[None]:
    """Let commands that run in this process keep everything there."""
    before = os.environ.get("COMPANION_HOME")
    os.environ["COMPANION_HOME"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COMPANION_HOME"]
        else:
            os.environ["COMPANION_HOME"] = before

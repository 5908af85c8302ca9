"""Times a line of the shell in the middle of a long play, by the very function that its loop calls.

Each run is one line: read, understood, checked, on the disk (fsync included), and answered.
"""

import contextlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.cli.run import make_desk
from companion.cli.shell.display import Display
from companion.cli.shell.session import Session
from companion.core.event import Event
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.current import HOME_GROUP
from companion.table.desk import PLAYS
from tests.bench.homes import in_home
from tests.bench.inside import long_play, timed

ENTRIES = 300
LINE = "ana +1"
NAME = f"`{LINE}` in the shell, entry {ENTRIES:,}"
BUDGET_MS = 3.0
LEAST_RUNS = 15
"""Few would tell of the disk's mood."""


def time_line(events: Sequence[Event], runs: int, folder: Path) -> list[float]:
    """Seconds of a line; the play is one of so many entries, made of these."""
    store, play = TinyStore(folder), "bwd-1"
    store.create_group(HOME_GROUP, {"current": play, "live": [play], "count": 1})
    store.create_log(LogRef(HOME_GROUP, PLAYS, play), long_play(events, ENTRIES))
    with in_home(folder):
        session = Session(make_desk())
        display = Display(session, table=False)

        def line() -> None:
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                code = session.run(LINE, display)
            if code != 0:
                raise RuntimeError(f"`{LINE}` ended with {code}: {said.getvalue()}")

        return timed(line, max(runs, LEAST_RUNS))


def line_row(seconds: Sequence[float], times: dict[str, float]) -> dict[str, Any]:
    """The row of the measurement."""
    verdict = "within" if min(seconds) * 1000 <= BUDGET_MS else "over"
    return {"name": NAME, **times, "budget_ms": BUDGET_MS, "verdict": verdict}

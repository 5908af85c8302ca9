"""The program in tests: desks for any store, a ticking clock, lines to run, screens."""

import json
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random
from typing import Any, NamedTuple, Self

from rich.cells import cell_len
from rich.console import Console

from companion.cli.app import root
from companion.cli.run import run, run_at
from companion.core.blocks import Block
from companion.core.log import Log
from companion.core.reply import Refusal, Reply
from companion.render.terminal import draw
from companion.store.base import LogRef, Store
from companion.table.current import CommonOptions
from companion.table.desk import Desk
from companion.testing.store import TemporaryStore

BEGINNING = datetime(2025, 3, 1, 19, 30, tzinfo=UTC)


def clock() -> Iterator[str]:
    """Times, each a second after the last."""
    time = BEGINNING
    while True:
        yield time.strftime("%Y-%m-%dT%H:%M:%SZ")
        time += timedelta(seconds=1)


def chance(entry: int) -> Random:
    """A source of chance that is the same for an entry in every test."""
    return Random(f"7/{entry}")


class FakeTerminal:
    """A terminal (see `companion.core.terminal`) on which a key is pressed every second.

    None is a second without a key; after the last one, the input ends. `shown` are its lines.
    """

    def __init__(self, *keys: str | None) -> None:
        self.keys = list(keys)
        self.shown: list[str] = []
        self.time = 1000.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.shown.append("left")

    def seconds(self) -> float:
        """A time that advances by a second for each awaited key."""
        return self.time

    def key(self, wait: float) -> str | None:
        """The next key; None for a second without one."""
        self.time += 1
        if not self.keys:
            return "q"
        key = self.keys.pop(0)
        if key == "ctrl-c":
            raise KeyboardInterrupt
        return key

    def say(self, line: str) -> None:
        """Add a line that stays."""
        self.shown.append(line)

    def show(self, line: str) -> None:
        """Add a line that replaces the one before."""
        self.shown.append(line)


class Desks:
    """Makes a fresh desk for each command on one store, as the command line does.

    `desks()` is the desk of a plain command, `desks(play="2", house="we agreed")` that of one with
    these options. Chance is the same in every test. `keys` are pressed on a live terminal.
    """

    def __init__(
        self, store: Store, keys: Sequence[str | None] = ("q",), date_order: str = ""
    ) -> None:
        self.store = store
        self.keys = keys
        self.date_order = date_order
        self.chance = chance
        self._clock = clock()

    def __call__(self, **options: Any) -> Desk:
        """Make a desk for one command with these options."""
        return Desk(
            self.store,
            lambda: next(self._clock),
            self.chance,
            CommonOptions(**options),
            lambda instead: FakeTerminal(*self.keys),
            date_order=self.date_order,
        )


def desks_with(ref: LogRef, log: Log) -> Desks:
    """Desks for a store that holds only a play, the current one."""
    desks = Desks(TemporaryStore())
    players = [{"name": seat["name"]} for seat in log.events[0].data["seats"]]
    document = {"current": ref.id, "live": [ref.id], "players": players}
    desks.store.create_group(ref.group, document)
    desks.store.create_log(ref, log.events)
    return desks


class Run(NamedTuple):
    """One run of the program: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which has to be one JSON document."""
        return json.loads(self.out)


class Companion:
    """The program, run in this process: `companion("score ana +3")`.

    The first argument is split as a shell would; further ones are passed unchanged.
    """

    def __init__(self, capture: Any) -> None:
        self._capture = capture

    def __call__(self, line: str, *arguments: str) -> Run:
        """Run a line."""
        self._capture.readouterr()
        code = run([*shlex.split(line), *arguments])
        captured = self._capture.readouterr()
        return Run(code, captured.out, captured.err)

    def must(self, line: str, *arguments: str) -> Run:
        """Run a line that prepares a test; it has to succeed."""
        ran = self(line, *arguments)
        assert ran.code == 0, f"companion {line}: {ran.err}"
        return ran


class Outcome:
    """The outcome of a line that was run at a desk: its exit code, and the answer or refusal."""

    def __init__(self) -> None:
        self.code = 0
        self.reply: Reply | None = None
        self.refused: Refusal | None = None
        self.refusal = ""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Keep the answer."""
        self.reply = reply

    def refuse(self, refusal: Refusal) -> None:
        """Keep the refusal."""
        self.refused = refusal
        self.refusal = "\n".join(refusal.lines)

    @property
    def document(self) -> Any:
        """What `--json` would print."""
        assert self.reply is not None, self.refusal
        return self.reply.document()

    def screen(self, width: int) -> str:
        """What a terminal of that width would show, warnings last; or the refusal."""
        if self.reply is None:
            return self.refusal
        warnings = (f"! {warning}" for warning in self.reply.warnings)
        return "\n".join([*drawn(self.reply.blocks(), width), *self.reply.lines, *warnings])


def typed_at(desks: Desks, words: Sequence[str]) -> Outcome:
    """Run a line, given as words, on a store; nothing is printed."""
    outcome = Outcome()
    outcome.code = run_at(desks, root, lambda desk: words, outcome)
    return outcome


def drawn(blocks: Sequence[Block], width: int) -> list[str]:
    """Draw blocks as lines of a terminal of that width."""
    paper = StringIO()
    console = Console(file=paper, width=width, highlight=False, emoji=False, markup=False)
    draw(blocks, console)
    return paper.getvalue().splitlines()


def too_wide(lines: Sequence[str], width: int) -> list[str]:
    """The lines that are too wide for a terminal of that width."""
    return [line for line in lines if cell_len(line) > width]

"""What tests sit down with: desks over any store, a clock that ticks, the program itself."""

import json
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple, Self

from companion.cli.main import run
from companion.core.play import PlayState
from companion.core.seats import seats_for
from companion.games.bwd.game import GAME as BWD
from companion.store.base import Store
from companion.table.desk import Asked, Desk
from companion.table.reply import Reply

BEGINNING = datetime(2025, 3, 1, 19, 30, tzinfo=UTC)


def clock() -> Iterator[str]:
    """A time that moves on by a second each time somebody looks."""
    time = BEGINNING
    while True:
        yield time.strftime("%Y-%m-%dT%H:%M:%SZ")
        time += timedelta(seconds=1)


def chance(entry: int) -> Random:
    """The same for the same entry, in every test."""
    return Random(f"7/{entry}")


class Pressed:
    """A terminal (see `companion.table.live`) on which a key is pressed every second.

    None is a second without any; behind the last one, the input ends. `shown` are its lines.
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
        return self.time

    def key(self, wait: float) -> str | None:
        self.time += 1
        if not self.keys:
            return "q"
        key = self.keys.pop(0)
        if key == "ctrl-c":
            raise KeyboardInterrupt
        return key

    def say(self, line: str) -> None:
        self.shown.append(line)

    def show(self, line: str) -> None:
        self.shown.append(line)


class Desks:
    """Gives a fresh desk for each command over one store, as the command line does.

    `desks()` is what a plain command works with; `desks(play="2", house="we agreed")` what it
    works with under these options. Chance is the same in every test. `keys` are those that are
    pressed on a terminal that is looked at while time goes by.
    """

    def __init__(self, store: Store, keys: Sequence[str | None] = ("q",)) -> None:
        self.store = store
        self.keys = keys
        self._clock = clock()

    def __call__(self, **asked: Any) -> Desk:
        return Desk(
            self.store,
            lambda: next(self._clock),
            lambda entry: Random(f"7/{entry}"),
            Asked(**asked),
            lambda instead: Pressed(*self.keys),
        )


class Ran(NamedTuple):
    """One run of the program: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON document that it has to be."""
        return json.loads(self.out)


class Companion:
    """The program, run in this process: `companion("score ana +3")`.

    The first argument is split as a shell would; further ones are handed over as they are.
    """

    def __init__(self, capture: Any) -> None:
        self._capture = capture

    def __call__(self, line: str, *arguments: str) -> Ran:
        self._capture.readouterr()
        code = run([*shlex.split(line), *arguments])
        captured = self._capture.readouterr()
        return Ran(code, captured.out, captured.err)

    def must(self, line: str, *arguments: str) -> Ran:
        """Run what is only there to prepare a test: it has to succeed."""
        ran = self(line, *arguments)
        assert ran.code == 0, f"companion {line}: {ran.err}"
        return ran


def scores(reply: Reply) -> dict[str, int]:
    """Everybody's points in a reply's document."""
    return {player["name"]: player["score"] for player in reply.document()["players"]}


def table_of(*names: str, first: int = 0, **options: Any) -> PlayState:
    """A play of Blank White Dice as it begins: the nearest real state where any would do."""
    return BWD.opening(seats_for(names, BWD.reserved_handles), first, options)

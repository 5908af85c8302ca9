"""Times whole processes, in rounds, so that a machine that slows down does so for all alike."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple


class Subject(NamedTuple):
    """A process to time: a name, its command and surroundings, and what comes before each run."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    prepare: Callable[[], None]


MANY = 200
"""Phones at one table, far more than there are seats."""


class Load(NamedTuple):
    """How much is measured; a test of the benchmark itself makes do with less."""

    phones: int = MANY
    lines: int = 100
    entries: int = 1_000
    """Of the play whose page is measured."""
    idle: float = 10.0
    """Seconds."""
    knocks: int = 5_000


class Sizes(NamedTuple):
    """How much there is of what is measured; a test of the benchmark itself makes do with less."""

    plays: int = 10_000
    """Finished plays of a long history."""
    many: int = 100_000
    """The same of a history that is longer than anybody's."""
    listed: int = 20_000
    """The same of one that is listed as a whole."""
    cards: int = 10_000
    """Rule cards of a large box, and lines of an import of them."""
    imported: int = 10_000
    """Plays of another program."""
    pages: int = 3_000
    """Plays of BoardGameGeek."""
    questions: int | None = None
    """How many of each set are asked; None for all."""
    lines: int = 500
    """Half-typed lines, with a menu at every prefix."""
    network: Load = Load()
    """What the table on phones has to bear."""
    warm: bool = True
    """Whether every command runs once before it counts."""


def time_rounds(
    subjects: Sequence[Subject], runs: int, folder: Path, warm: bool = True
) -> dict[str, list[float]]:
    """Seconds of every run, by subject. All run once a round, in turn forwards and backwards.

    A first run that does not count writes the bytecode, unless they are not to be `warm`. Raises
    RuntimeError where a command fails.
    """
    for subject in subjects if warm else ():
        subject.prepare()
        _warm_up(subject, folder)
    seconds: dict[str, list[float]] = {subject.name: [] for subject in subjects}
    for number in range(runs):
        for subject in subjects if number % 2 == 0 else reversed(subjects):
            subject.prepare()
            seconds[subject.name].append(_time(subject, folder))
    return seconds


def _warm_up(subject: Subject, folder: Path) -> None:
    done = subprocess.run(
        subject.command, env=subject.environment, cwd=folder, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{subject.name} ended with {done.returncode}: {done.stderr.decode()}")


def _time(subject: Subject, folder: Path) -> float:
    nowhere = subprocess.DEVNULL
    begun = perf_counter()
    code = subprocess.call(
        subject.command,
        env=subject.environment,
        cwd=folder,
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
    )
    seconds = perf_counter() - begun
    if code != 0:
        raise RuntimeError(f"{subject.name} ended with {code}")
    return seconds

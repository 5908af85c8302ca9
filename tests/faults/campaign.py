"""All attacks of one run of this program: shared among workers, counted, and told."""

import fnmatch
import itertools
import multiprocessing
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults import attacks, crowd, disk, runs, shim
from tests.faults.attacks import CTRL_C, DISK, FAIL, KILL, Attack, Report
from tests.faults.commands import ATTACKED
from tests.faults.homes import Case, make_cases
from tests.faults.tally import Tally

_SHARE_OF_KILLS = 0.25
"""Where only the time is told."""
_SHARE_OF_CROWDS, _SHARE_OF_DISKS = 0.15, 0.05
"""Of the time."""


class Wanted(NamedTuple):
    """What was asked for on the command line."""

    seed: int
    minutes: float
    kills: int | None
    calls: int | None
    only: str | None
    workers: int


class Campaign:
    """Attacks in a folder, until the time is over or all is done."""

    def __init__(self, folder: Path, wanted: Wanted) -> None:
        self._folder = folder
        self._wanted = wanted
        self._ends = 0.0
        self._tally = Tally(wanted.seed)

    def run(self) -> int:
        """Attack; the exit code."""
        only = self._wanted.only or ""
        if not shim.is_there():
            print("No C compiler, or not Linux: no call is made to fail, kills come at any moment.")
        runs.load_all()
        homes, workers = self._folder / "homes", self._wanted.workers
        cases = make_cases(homes, _named(only), traced=shim.is_there(), workers=workers)
        runs.at_once()
        self._ends = time.monotonic() + 60 * self._wanted.minutes
        if only.startswith("crowd"):
            self._crowds(only, self._ends - time.monotonic())
        elif (attack := attacks.parsed(only)) is not None:
            self._one(attack, cases)
        else:
            self._many(cases)
        print(self._tally.told())
        return self._tally.code

    def _one(self, attack: Attack, cases: Sequence[Case]) -> None:
        """One attack, as it was told; at a moment that no call marks, several times."""
        by_name = {case.name: case for case in cases}
        for _ in range(50 if attack.how == "time" else 1):
            report = _carry_out(attack, by_name, self._folder / "one")
            self._tally.take(report)
        print(report.ended.told())

    def _many(self, cases: Sequence[Case]) -> None:
        seconds = self._ends - time.monotonic()
        every = not self._wanted.only
        for_disks = _SHARE_OF_DISKS * seconds if every else 0.0
        for_crowds = _SHARE_OF_CROWDS * seconds if every else 0.0
        filled = every or self._wanted.only.startswith(DISK)
        if every or not filled:
            self._shared(cases, self._attacks(cases), self._ends - for_disks - for_crowds)
        if filled:
            if disk.can_be_made(self._folder):
                on_disk = disk.attacks_on(cases, random.Random(self._wanted.seed))
                self._shared(cases, on_disk, time.monotonic() + (for_disks or seconds))
            else:
                print("No disk can be made here (that takes root): none is filled.")
        if every:
            self._crowds("", for_crowds)

    def _attacks(self, cases: Sequence[Case]) -> Iterator[Attack]:
        """Kills and failing calls, mixed, as many as are wanted."""
        chance = random.Random(self._wanted.seed)
        traced = shim.is_there()
        left = {KILL: self._wanted.kills, FAIL: self._wanted.calls if traced else 0}
        ways = {KILL: attacks.kills(cases, chance), FAIL: attacks.failures(cases, chance)}
        while any(count is None or count > 0 for count in left.values()):
            counts = {kind: count for kind, count in left.items() if count is None or count > 0}
            kind = _drawn(counts, chance)
            attack = next(ways[kind], None)
            if attack is None or time.monotonic() > self._ends:
                return
            if _fits(attack, self._wanted.only):
                yield attack
            if left[kind] is not None and attack.how != CTRL_C:
                left[kind] -= 1

    def _shared(self, cases: Sequence[Case], found: Iterator[Attack], ends: float) -> None:
        """Carry out attacks in several processes, each taking every so-many-th."""
        work = multiprocessing.get_context("fork")
        said: Any = work.SimpleQueue()
        by_name = {case.name: case for case in cases}
        many = self._wanted.workers

        def worker(place: int) -> None:
            # All draw the same attacks, each keeps its own: nothing has to be sent to them.
            for attack in itertools.islice(found, place, None, many):
                if time.monotonic() > ends:
                    break
                said.put(_carry_out(attack, by_name, self._folder / f"work-{place}"))
            said.put(None)

        workers = [work.Process(target=worker, args=(place,), daemon=True) for place in range(many)]
        for each in workers:
            each.start()
        waiting = many
        while waiting:
            report = said.get()
            if report is None:
                waiting -= 1
            else:
                self._tally.take(report)
        for each in workers:
            each.join()

    def _crowds(self, only: str, seconds: float) -> None:
        for kind in crowd.KINDS:
            if not only or fnmatch.fnmatch(f"crowd:{kind}", only):
                found = crowd.crowded(
                    kind, self._folder / f"crowd-{kind}", seconds / len(crowd.KINDS)
                )
                self._tally.take_crowd(found)


def _carry_out(attack: Attack, by_name: dict[str, Case], folder: Path) -> Report:
    carry_out: Callable[..., Report]
    carry_out = disk.carried_out if attack.kind == DISK else attacks.carried_out
    return carry_out(attack, by_name, folder)


def _named(only: str) -> list[Any]:
    """The commands that are attacked."""
    _, _, rest = only.partition(":")
    pattern = rest.partition(":")[0] or "*"
    found = [one for one in ATTACKED if fnmatch.fnmatch(one.name, pattern)]
    if not found and not only.startswith("crowd"):
        sys.exit(f"No command that is attacked is called {pattern}.")
    return found or list(ATTACKED[:1])


def _fits(attack: Attack, only: str | None) -> bool:
    return not only or fnmatch.fnmatch(str(attack), f"{only.rstrip('*')}*")


def _drawn(counts: dict[str, int | None], chance: random.Random) -> str:
    """Which kind comes next, so that both last about as long."""
    if len(counts) == 1:
        return next(iter(counts))
    kills, calls = counts[KILL], counts[FAIL]
    share = kills / (kills + calls) if kills and calls else _SHARE_OF_KILLS
    return KILL if chance.random() < share else FAIL

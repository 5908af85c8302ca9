"""One attack on one command, as it is told in a word that repeats it: `kill:finish:after:57`.

    kill:CASE:before|amid|after:N    killed at its N-th call to the system
    kill:CASE:ctrl-c:N               somebody presses Ctrl-C before its N-th call
    kill:CASE:time:MS                killed so many milliseconds after it began
    fail:CASE:N:EIO                  the N-th call fails so; SHORT: it does half of what was asked
    fail:CASE:N:EIO+                 so does every later one that a lasting flaw would spoil
    disk:CASE:KB                     typed on a disk with so little room

and behind it how it is run: `whole`, a process of its own; `warm`, in a home that was looked at
before; `again-N`, whoever comes next is attacked as well; `then-N`, killed so many calls after the
one that failed.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.faults import judge, runs, shim
from tests.faults.homes import Case, copied
from tests.faults.judge import Judge, Verdict
from tests.faults.runs import Command, Ended
from tests.faults.shim import ERRORS, LASTING, Act, Call, Plan

KILL, FAIL, DISK = "kill", "fail", "disk"
CTRL_C = "ctrl-c"
_ACTS = {
    "before": Act.KILL_BEFORE,
    "amid": Act.KILL_AMID,
    "after": Act.KILL_AFTER,
    CTRL_C: Act.INTERRUPT,
}
_AT_A_MOMENT, _WHOLE, _WARM, _TWICE = 0.2, 0.02, 0.1, 0.15
"""Shares of the runs."""
_CACHED = 0.2
"""So often are calls attacked that are about what may be thrown away, as against all others."""
_NEXT = ("table --json", "ruling retire 99")
"""Whoever comes next: one that reads, and one that would change something and does not."""
_SECOND: Sequence[Callable[[int], Plan]] = (
    lambda at: Plan(at, Act.KILL_AFTER),
    lambda at: Plan(at, Act.FAIL, "EIO"),
    lambda at: Plan(at, Act.KILL_BEFORE),
    lambda at: Plan(at, Act.FAIL_FROM_HERE, "ENOSPC"),
    lambda at: Plan(at, Act.KILL_AMID),
)


class Attack(NamedTuple):
    """What is done to which command."""

    kind: str
    case: str
    how: str
    at: float
    way: str = ""

    def __str__(self) -> str:
        at = f"{self.at:g}"
        told = (self.how, at) if self.kind == KILL else (at, self.how)
        return ":".join(part for part in (self.kind, self.case, *told, self.way) if part)

    @property
    def plan(self) -> Plan | None:
        """What the shim is told; None where it has nothing to do."""
        if self.how == "time" or self.kind == DISK:
            return None
        at = int(self.at)
        then = int(self.way.removeprefix("then-")) if self.way.startswith("then-") else 0
        if self.kind == KILL:
            return Plan(at, _ACTS[self.how])
        if self.how == "SHORT":
            return Plan(at, Act.SHORT, then=then)
        if self.how.endswith("+"):
            return Plan(at, Act.FAIL_FROM_HERE, self.how[:-1], then)
        return Plan(at, Act.FAIL, self.how, then)


class Report(NamedTuple):
    """What an attack came to."""

    attack: Attack
    verdict: Verdict
    ended: Ended
    left: list[str]
    answered: bool


def parsed(text: str) -> Attack | None:
    """The attack that a word tells; None where it is only a beginning, or a pattern."""
    kind, *parts = text.split(":")
    if "*" in text or len(parts) < (2 if kind == DISK else 3):
        return None
    case, one, other, way, *_ = (*parts, "", "")
    if kind == KILL:
        return Attack(kind, case, one, float(other), way)
    return Attack(kind, case, other, float(one), way)


def kills(cases: Sequence[Case], chance: random.Random) -> Iterator[Attack]:
    """Kills for ever: before, amid and after every call of every command, then the same anew."""
    while True:
        found = [
            Attack(KILL, case.name, how, call.number)
            for case in cases
            for call in _calls_of(case, chance)
            for how in _ACTS
            if how != "amid" or call.kind == "write"
        ]
        chance.shuffle(found)
        for attack in found:
            yield attack._replace(way=_way(chance, "again"))
            while chance.random() < _AT_A_MOMENT:
                yield at_a_moment(chance.choice(cases), chance)
        if not found:
            yield at_a_moment(chance.choice(cases), chance)


def at_a_moment(case: Case, chance: random.Random) -> Attack:
    """A kill at any moment of the time that a command takes."""
    return Attack(KILL, case.name, "time", round(1000 * case.seconds * chance.random() * 1.1, 3))


def failures(cases: Sequence[Case], chance: random.Random) -> Iterator[Attack]:
    """Failing calls for ever: every call of every command in every way, then the same anew."""
    while True:
        found = [
            Attack(FAIL, case.name, error, call.number)
            for case in cases
            for call in _calls_of(case, chance)
            for error in _errors_of(call)
        ]
        if not found:
            return
        chance.shuffle(found)
        for attack in found:
            yield attack._replace(way=_way(chance, "then"))


def _errors_of(call: Call) -> Iterator[str]:
    yield from ERRORS[call.kind]
    yield from (f"{error}+" for error, kinds in LASTING.items() if call.kind in kinds)


def _calls_of(case: Case, chance: random.Random) -> Iterator[Call]:
    for call in case.calls:
        if not call.path.startswith("cache/") or chance.random() < _CACHED:
            yield call


def _way(chance: random.Random, twice: str) -> str:
    drawn = chance.random()
    if drawn < _WHOLE:
        return "whole"
    if drawn < _WHOLE + _WARM:
        return "warm"
    return f"{twice}-{chance.randrange(1, 40)}" if drawn < _WHOLE + _WARM + _TWICE else ""


def carried_out(attack: Attack, cases: Mapping[str, Case], folder: Path) -> Report:
    """Attack a copy of the command's home, made in this folder."""
    case = cases[attack.case]
    home = copied(case.made, folder)
    if attack.way == "warm":
        runs.run(Command(home, ["plays", "--json"], judge.AFTERWARDS))
    after = attack.at / 1000 if attack.how == "time" else None
    whole = attack.way == "whole"
    plan = attack.plan if shim.is_there() else None
    ended = runs.run(case.command(home), plan, whole=whole, after=after)
    if attack.way.startswith("again-"):
        _attacked_again(attack, home)
    return reported(attack, ended, case, home)


_judge = Judge()


def reported(attack: Attack, ended: Ended, case: Case, home: Path) -> Report:
    """What it came to, by what is found in the home."""
    verdict, left = judge.judged(ended, case.expected, home, _judge)
    answered = case.expected.answered(ended) == len(case.expected.steps)
    return Report(attack, verdict, ended, left, answered)


def _attacked_again(attack: Attack, home: Path) -> None:
    """Kill whoever comes next, or let one of their calls fail."""
    at = int(attack.way.removeprefix("again-"))
    line = _NEXT[at % len(_NEXT)]
    runs.run(Command(home, line.split(), judge.AFTERWARDS), _SECOND[at % len(_SECOND)](at))

"""Eight companions at once: on one play, on a play each, in one group, where some finish plays and
take that back while others rename players, and while whole groups come in. Some are killed while
the others wait for them."""

import json
import multiprocessing
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from tests.faults import judge, runs, shim
from tests.faults.homes import ATTACK_AT
from tests.faults.runs import Command, Ended
from tests.faults.shim import Act, Plan

PEOPLE = 8
WHOLE = 0.3
"""Share of the time in which every command is a process of its own, as at a real table."""
_RENAMING = {6: ("Ana", "Anna"), 7: ("Ben", "Benny")}
"""Who renames players to and fro."""
_TAKING_IN = (0, 1)
_GROUP = "group.jsonl"
_KILLED = 0.05


class Said(NamedTuple):
    """A command of one of them, and what became of it."""

    words: tuple[str, ...]
    code: int
    err: str
    seconds: float
    waited: float

    @property
    def gave_up(self) -> bool:
        """Whether it waited in vain."""
        return judge.gave_up(self.code, self.err)


class Crowded(NamedTuple):
    """What became of all."""

    kind: str
    counts: Counter[str]
    times: list[str]
    wrong: list[str]

    @property
    def called(self) -> str:
        """What they are at work on."""
        return _CALLED[self.kind]


class _Place(NamedTuple):
    """Where they are at work, and until when."""

    home: Path
    ends: float
    whole: bool


_Line = Callable[[Path, int, list[Said]], str]
"""What one of them types next, after all that was said to them so far."""


def crowded(kind: str, folder: Path, seconds: float) -> Crowded:
    """Let eight of them at a fresh home, for so long."""
    home = folder / "home"
    home.mkdir(parents=True)
    for _ in range(1 if kind == "play" else PEOPLE + 1):
        _typed(home, "start bwd Ana Ben Cho")
        _typed(home, "score ana +1")
    _typed(home, f"group export home -o {folder / _GROUP}")
    before = _entries(home)
    said: list[list[Said]] = [[] for _ in range(PEOPLE)]
    times = []
    for whole, share in ((False, 1 - WHOLE), (True, WHOLE)):
        place = _Place(home, time.monotonic() + seconds * share, whole)
        found = _at_once(kind, place, said)
        times.append(_times(kind, whole, [one for lines in found for one in lines]))
        for person, lines in enumerate(found):
            said[person] += lines
    return _counted(kind, home, said, before, times)


def _one_play(home: Path, person: int, said: list[Said]) -> str:
    return "score ana +1 --play bwd-1"


def _eight_plays(home: Path, person: int, said: list[Said]) -> str:
    return f"score ana +1 --play bwd-{person + 1}"


def _one_group(home: Path, person: int, said: list[Said]) -> str:
    """Six finish their plays and take that back, two give players other names."""
    last = _done_last(said)
    if person in _RENAMING:
        one, other = _RENAMING[person]
        is_other = bool(last) and last[-1] == other
        return f"player rename {other} {one}" if is_other else f"player rename {one} {other}"
    if last and last[0] == "finish":
        return f"undo {_end_of(home, person)} --play bwd-{person + 1}"
    return f"finish --winner cho --play bwd-{person + 1}"


def _done_last(said: list[Said]) -> tuple[str, ...]:
    return next((one.words for one in reversed(said) if one.code == 0), ())


def _coming_in(home: Path, person: int, said: list[Said]) -> str:
    """Two take in groups, the others play on."""
    if person not in _TAKING_IN:
        return _eight_plays(home, person, said)
    name = f"Group-{person}-{len(said)}"
    return f"group import {home.parent / _GROUP} --same --as {name}"


KINDS: dict[str, _Line] = {
    "play": _one_play,
    "plays": _eight_plays,
    "group": _one_group,
    "groups": _coming_in,
}
_CALLED = {
    "play": "one play",
    "plays": "eight plays",
    "group": "one group",
    "groups": "groups that come in",
}


def _at_once(kind: str, place: _Place, said: list[list[Said]]) -> list[list[Said]]:
    """What is said to each of them now, after what was said before."""
    work = multiprocessing.get_context("fork")
    answers: Any = work.SimpleQueue()

    def person(number: int) -> None:
        answers.put((number, _at_work(kind, place, number, said[number])))

    people = [work.Process(target=person, args=(number,)) for number in range(PEOPLE)]
    for each in people:
        each.start()
    found = dict(answers.get() for _ in people)
    for each in people:
        each.join()
    return [found[number] for number in range(PEOPLE)]


def _at_work(kind: str, place: _Place, person: int, before: list[Said]) -> list[Said]:
    """One of them, line by line; some are killed, where that can be told from the entries."""
    chance = random.Random(person)
    said: list[Said] = []
    while time.monotonic() < place.ends:
        line = KINDS[kind](place.home, person, [*before, *said])
        plan = Plan() if shim.is_there() else None
        if plan and kind != "group" and chance.random() < _KILLED:
            plan = Plan(chance.randrange(1, 60), Act.KILL_AFTER)
        command = Command(place.home, line.split(), ATTACK_AT)
        said.append(_said(command, runs.run(command, plan, whole=place.whole)))
    return said


def _said(command: Command, ended: Ended) -> Said:
    code = 0 if ended.killed and ended.out.endswith("\n") else ended.code
    return Said(tuple(command.words), code, ended.err, ended.seconds, ended.waited)


def _counted(
    kind: str, home: Path, said: list[list[Said]], before: dict[str, int], times: list[str]
) -> Crowded:
    """What all of them came to, against what is there."""
    every = [one for lines in said for one in lines]
    done = [one for one in every if one.code == 0]
    refused = [one for one in every if one.code > 0 and not one.gave_up]
    gave_up = [one for one in every if one.gave_up]
    wrong = [f"`{' '.join(one.words)}`: {one.err.strip()}" for one in (*refused, *gave_up)]
    check = _group_of(home, said) if kind == "group" else _points_of(home, every, before)
    check += _taken_in(home, every, len(before))
    broken = [] if check else _broken(home)
    counts = Counter(
        {
            "runs": len(every),
            "acknowledged": len(done),
            "kept": len(done) if not check else 0,
            "refused": len(refused),
            "absent": len(refused) if not check else 0,
            "killed": sum(one.code == -signal.SIGKILL for one in every),
            "half": len(check),
            "broken": len(broken),
            "given up": len(gave_up),
        }
    )
    return Crowded(kind, counts, times, [*wrong, *check, *broken])


def _points_of(home: Path, every: list[Said], before: dict[str, int]) -> list[str]:
    """Where fewer entries arrived than were acknowledged, or more than were made."""
    wrong = []
    for play, now in _entries(home).items():
        told = [one for one in every if one.words[-1] == play]
        least = before[play] + sum(one.code == 0 for one in told)
        most = least + sum(one.code < 0 for one in told)
        if not least <= now <= most:
            wrong.append(f"{play} has {now} entries: {least} were acknowledged, {most} made")
    return wrong


def _taken_in(home: Path, every: list[Said], plays: int) -> list[str]:
    """Where a group that came in is not there as a whole, or one that did not is."""
    store, taken = TinyStore(home), [one for one in every if one.words[1] == "import"]
    there = set(store.groups())
    wrong = []
    for name, code in ((one.words[-1], one.code) for one in taken):
        if (code == 0 and name not in there) or (code > 0 and name in there):
            wrong.append(f"the import of {name} ended with {code}; it is there: {name in there}")
        elif name in there and len(store.log_ids(name, "plays")) != plays:
            wrong.append(f"{name} has not all its plays")
    return wrong


def _group_of(home: Path, said: list[list[Said]]) -> list[str]:
    """Where the group's file says otherwise than the plays, or than was answered last."""
    document = TinyStore(home).read_group("home")
    wrong = []
    names = {who["name"] for who in document["players"]}
    for person, lines in enumerate(said):
        last = _done_last(lines)
        play = f"bwd-{person + 1}"
        if person in _RENAMING:
            told = last[-1] if last else _RENAMING[person][0]
            if told not in names:
                wrong.append(f"{told} was the last name told, and nobody is called so")
            if told not in _names_in(home, f"bwd-{PEOPLE + 1}"):
                wrong.append(f"{told} is called otherwise in the play that nobody finished")
        elif play in document["live"] and last[:1] == ("finish",):
            wrong.append(f"{play} is over; the group says that it goes on")
        elif play not in document["live"] and last[:1] == ("undo",):
            wrong.append(f"{play} goes on; the group says that it is over")
    return wrong


def _names_in(home: Path, play: str) -> list[str]:
    shown = json.loads(_typed(home, f"table --json --play {play}"))
    return [who["name"] for who in shown["players"]]


def _broken(home: Path) -> list[str]:
    found = judge.found_in(home)
    return [found.why] if isinstance(found, judge.Verdict) else []


def _entries(home: Path) -> dict[str, int]:
    store = TinyStore(home)
    logs = store.log_ids("home", "plays")
    return {log: store.read_log(LogRef("home", "plays", log))[-1].action for log in logs}


def _end_of(home: Path, person: int) -> int:
    """The number of the entry that ended a play last."""
    events = TinyStore(home).read_log(LogRef("home", "plays", f"bwd-{person + 1}"))
    return max((one.action for one in events if one.kind == "play.finished"), default=1)


def _typed(home: Path, line: str) -> str:
    code, out, err = runs.quietly(Command(home, line.split(), ATTACK_AT))
    if code:
        raise RuntimeError(f"`{line}` ended with {code}: {err}")
    return out


def _times(kind: str, whole: bool, said: list[Said]) -> str:
    """How long the commands took, and waited for each other."""
    took = [one.seconds for one in said if one.code == 0] or [0.0, 0.0]
    waited = [one.waited for one in said if one.code == 0] or [0.0, 0.0]
    how = "processes" if whole else "forks"
    return (
        f"{_CALLED[kind]}, {len(took)} {how}: median {1000 * median(took):.0f} ms, "
        f"p99 {1000 * _p99(took):.0f} ms, longest {1000 * max(took):.0f} ms; "
        f"for the lock p99 {1000 * _p99(waited):.0f} ms, longest {1000 * max(waited):.0f} ms"
    )


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]

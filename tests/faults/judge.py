"""What became of a home: all that it keeps, what the next commands say, and whether that is right.

A command that ended with 0 has done all that it does where nothing goes wrong. One that ended
otherwise has done nothing, and one that was killed, all or nothing; all if its answer was out.
"""

import json
import os
from collections.abc import Container, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from companion.store.base import KINDS, LogRef
from companion.store.tiny import TinyStore
from tests.faults import runs
from tests.faults.runs import HUNG, MISTAKE, Command, Ended

LOOKS = (
    "group list --json",
    "plays --json",
    "table --json",
    "stats --json",
    "player list --json",
    "ruling list --all --json",
    "import --list --json",
    "deck list --json",
    "deck sheet list --json",
)
"""What is looked at afterwards; it says the same as where nothing went wrong."""
NEXT = ("score ana +1 --json", "player new Yan --json")
"""What is entered next."""
AFTERWARDS = "2026-06-01T12:00:00Z"

KEPT, NOTHING, HALF, LOST, THERE, BROKEN, GIVEN_UP = (
    "kept",
    "nothing there",
    "half",
    "lost",
    "there after all",
    "broken",
    "given up",
)
"""Verdicts. The first two are right; LOST and THERE are the two ways of answering wrongly."""
_RARELY = 6
"""One of so many homes that are the same is looked at again."""
_WAITS_NO_LONGER = "Another companion is at work"
_MISTAKES = ("The companion itself made a mistake", "Traceback (most recent call last)")


class Found(NamedTuple):
    """A home as the next ones find it."""

    state: str
    """All that is kept, as one text."""
    looks: list[list[Any]]
    """What each look and what is entered next says: the line, the exit code, the answer."""
    files: list[str]
    """What lies there afterwards, but for what may be thrown away."""


class Verdict(NamedTuple):
    """What is to be thought of a run, and in a few words, why."""

    is_: str
    why: str = ""

    @property
    def is_right(self) -> bool:
        """Whether nothing is to be mended."""
        return self.is_ in (KEPT, NOTHING)


class Expected(NamedTuple):
    """A home before a command, and after it; of several lines, after each; and what was answered
    by then."""

    before: Found
    steps: list[Found]
    answers: list[str]

    @property
    def after(self) -> Found:
        """As it is when all is done."""
        return self.steps[-1]

    def answered(self, ended: Ended) -> int:
        """How many of the lines were answered, all in all."""
        if ended.code == 0:
            return len(self.steps)
        if ended.code > 0 and len(self.steps) == 1:
            return 0  # whatever was printed: it says that nothing is there
        told = (place for place, out in enumerate(self.answers, 1) if ended.out.startswith(out))
        return max(told, default=0) if ended.out else 0


def found_in(home: Path, known: Container[str] = (), turn: int = 0) -> Found | Verdict:
    """What a home holds, looked at by processes that come later; BROKEN where they cannot.

    Of a state that is `known`, only some commands are asked, which is why it has its `turn`.
    """
    code, told = runs.in_fork(lambda: _look(home, known, turn))
    if code == HUNG:
        return Verdict(GIVEN_UP, "the next command waits for ever")
    if code:
        return Verdict(BROKEN, told.strip().splitlines()[-1] if told.strip() else f"ended {code}")
    found = Found(*json.loads(told))
    return _unreadable(found) or found


class Judge:
    """Remembers what was found: homes that are byte for byte the same are rarely looked at again,
    though what may be thrown away is no part of that; of a known state, less is asked."""

    def __init__(self) -> None:
        self._homes: dict[str, Found] = {}
        self._states: dict[str, Found] = {}
        self._asked = 0

    def found_in(self, home: Path) -> Found | Verdict:
        """What a home holds."""
        self._asked += 1
        same = _digest(home)
        if same in self._homes and self._asked % _RARELY:
            return self._homes[same]
        found = found_in(home, self._states, self._asked)
        if isinstance(found, Found):
            self._homes[same] = self._states.setdefault(found.state, found)
        return found


def judged(ended: Ended, expected: Expected, home: Path, judge: Judge) -> tuple[Verdict, list[str]]:
    """The verdict on a run, and what it left lying about."""
    if gave_up(ended.code, ended.err):
        return Verdict(GIVEN_UP, _first_line(ended.err) or "it waits for ever"), []
    if ended.code == MISTAKE or any(sign in ended.err for sign in _MISTAKES):
        return Verdict(BROKEN, _mistake(ended.err)), []
    found = judge.found_in(home)
    if isinstance(found, Verdict):
        return found, []
    return _compared(ended, expected, found, home)


def gave_up(code: int, err: str) -> bool:
    """Whether a companion waited for another one in vain."""
    return code == HUNG or _WAITS_NO_LONGER in err


def _compared(
    ended: Ended, expected: Expected, found: Found, home: Path
) -> tuple[Verdict, list[str]]:
    known = [expected.before, *expected.steps]
    same = [place for place, one in enumerate(known) if one.state == found.state]
    if not same:
        return Verdict(HALF, f"ended {ended.code}, {_difference(found, known)}"), []
    like = known[same[-1]]
    left = sorted(set(found.files) - set(like.files))
    answers = {line: (code, out) for line, code, out in like.looks}
    for line, code, out in found.looks:
        right, other = answers[line]
        if (code, out) != (right, other):
            return Verdict(BROKEN, f"`{line}` answers {code}: {_apart(out, other)}"), left
    return _in_time(ended, expected, same, home), left


def _in_time(ended: Ended, expected: Expected, same: list[int], home: Path) -> Verdict:
    """Whether as much is there as was said; the states before and after may look the same."""
    answered = expected.answered(ended)
    if answered in same:
        return Verdict(KEPT if answered else NOTHING)
    if max(same) < answered:
        return Verdict(LOST, f"{answered} of {len(expected.steps)} were answered")
    if ended.killed and answered + 1 in same:
        return Verdict(KEPT)
    return Verdict(THERE, _first_line(ended.err).replace(f"{home}/", ""))


def _look(home: Path, known: Container[str], turn: int) -> str:
    state = json.dumps(_kept_in(home), sort_keys=True, ensure_ascii=False)
    lines: Sequence[str] = (*LOOKS, *NEXT)
    if state in known:
        lines = (LOOKS[turn % len(LOOKS)], NEXT[turn % len(NEXT)])
    looks = []
    for line in lines:
        code, out, err = runs.quietly(Command(home, line.split(), AFTERWARDS))
        looks.append([line, code, out + err])
    return json.dumps([state, looks, _files_in(home)])


def _kept_in(home: Path) -> dict[str, Any]:
    """All that is kept, read as every command reads it."""
    store = TinyStore(home)
    groups = {}
    for group in store.groups():
        shelves = {
            shelf: {
                log: [event.to_json() for event in store.read_log(LogRef(group, shelf, log))]
                for log in store.log_ids(group, shelf)
            }
            for shelf in KINDS
        }
        groups[group] = {"document": store.read_group(group), "shelves": shelves}
    return {"settings": store.read_settings(), "groups": groups}


def _digest(home: Path) -> str:
    """The same for homes in which the same files lie, whatever may be thrown away."""
    made = sha256()
    for name in _files_in(home):
        content = (home / name).read_bytes()
        made.update(f"{name} {len(content)} ".encode() + content)
    return made.hexdigest()


def _files_in(home: Path) -> list[str]:
    return sorted(
        os.path.relpath(os.path.join(folder, name), home)
        for folder, _, names in os.walk(home)
        for name in names
        if os.path.basename(folder) != "cache"
    )


def _unreadable(found: Found) -> Verdict | None:
    for line, code, out in found.looks:
        if code == 3 or any(sign in out for sign in _MISTAKES):
            return Verdict(BROKEN, f"`{line}` answers {code}: {_first_line(out)}")
    return None


def _difference(found: Found, known: Iterable[Found]) -> str:
    """In which files a home differs from what it should be, from the one that is nearest."""
    parts = _parts(json.loads(found.state))
    return min((_unlike(parts, _parts(json.loads(one.state))) for one in known), key=len)


def _parts(state: Mapping[str, Any]) -> dict[str, Any]:
    parts = {"settings": state["settings"]}
    for group, held in state["groups"].items():
        parts[f"{group}/group"] = held["document"]
        for shelf, logs in held["shelves"].items():
            parts |= {f"{group}/{shelf}/{log}": events for log, events in logs.items()}
    return parts


def _unlike(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    differing = sorted(
        f"{name} {'is missing' if name not in one else 'differs' if name in other else 'is more'}"
        for name in {*one, *other}
        if one.get(name) != other.get(name)
    )
    return ", ".join(differing)


def _apart(one: str, other: str) -> str:
    """What one text says where it begins to differ from another."""
    pairs = enumerate(zip(one, other, strict=False))
    place = next((place for place, (ours, theirs) in pairs if ours != theirs), 0)
    return repr(one[max(0, place - 20) : place + 60])


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _mistake(text: str) -> str:
    """The line that says what mistake it was."""
    lines = text.strip().splitlines() or ["an exit code that says nothing"]
    return next((line for line in lines if _MISTAKES[0] in line), lines[-1])

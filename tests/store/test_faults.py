"""`python -m tests.faults`: it knows all commands that write, and notices what is broken."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import run
from tests.cli.tree import leaves, play_verbs, spoken
from tests.faults import judge, runs
from tests.faults.commands import ATTACKED, ENTRIES, OF_A_FOLDER, READING, UNENDING
from tests.faults.homes import copied, make_cases
from tests.faults.judge import Expected, Found
from tests.faults.runs import Ended

ROOT = Path(__file__).parents[2]
KILLED = -9


def test_every_command_is_attacked_or_said_to_need_no_attack():
    entries = {f"{path} {verb}" for path, verbs in ENTRIES.items() for verb in verbs.split()}
    named = READING | UNENDING | OF_A_FOLDER | entries
    of_plays = {spoken(path) for path in play_verbs()}
    commands = {spoken(path) for path in leaves()}
    lines = [f"{attacked.line} " for attacked in ATTACKED]
    attacked = {name for name in commands if any(line.startswith(f"{name} ") for line in lines)}
    assert named - commands == set(), "no such commands (any more)"
    rest = commands - attacked - named - of_plays
    assert rest == set(), "neither attacked, nor said to write nothing new"
    assert attacked & (READING | UNENDING) == set()


def home(points, *files):
    state = f'{{"settings": {{}}, "groups": {{"home": {{"document": {points}, "shelves": {{}}}}}}}}'
    return Found(state, [["table --json", 0, str(points)]], list(files))


@pytest.mark.parametrize(
    ("code", "points", "verdict"),
    [
        (0, 2, judge.KEPT),
        (0, 1, judge.LOST),
        (3, 1, judge.NOTHING),
        (3, 2, judge.THERE),
        (KILLED, 1, judge.NOTHING),
        (KILLED, 2, judge.KEPT),
        (KILLED, 7, judge.HALF),
        (0, 7, judge.HALF),
    ],
)
def test_what_was_answered_is_held_against_what_is_there(tmp_path, code, points, verdict):
    ended = Ended(code, "", "", 0.0, [])
    seen = Seen(home(points, "group.json"))
    found, left = judge.judged(ended, Expected(home(1), [home(2)], ["Ana +1\n"]), tmp_path, seen)
    assert (found.is_, left) == (verdict, ["group.json"] if verdict != judge.HALF else [])


def test_an_answer_that_was_out_before_the_end_counts():
    ended = Ended(KILLED, "Ana +1\n", "", 0.0, [])
    expected = Expected(home(1), [home(2)], ["Ana +1\n"])
    found, _ = judge.judged(ended, expected, Path(), Seen(home(1)))
    assert found.is_ == judge.LOST


def test_an_answer_that_ends_with_a_refusal_is_none():
    ended = Ended(3, "Ana +1\n", "", 0.0, [])
    found, _ = judge.judged(
        ended, Expected(home(1), [home(2)], ["Ana +1\n"]), Path(), Seen(home(2))
    )
    assert found.is_ == judge.THERE


@pytest.mark.parametrize(
    ("out", "there", "verdict"),
    [
        ("one\n", 1, judge.LOST),
        ("one\n", 2, judge.KEPT),
        ("one\n", 3, judge.KEPT),
        ("one\ntw", 2, judge.KEPT),
        ("one\n", 4, judge.HALF),
        ("", 3, judge.THERE),
        ("", 2, judge.KEPT),
    ],
)
def test_of_several_lines_those_that_were_answered_are_there(out, there, verdict):
    ended = Ended(KILLED, out, "", 0.0, [])
    expected = Expected(home(1), [home(2), home(3)], ["one\n", "one\ntwo\n"])
    found, _ = judge.judged(ended, expected, Path(), Seen(home(there)))
    assert found.is_ == verdict


def test_a_companion_that_says_otherwise_afterwards_is_broken():
    other = home(2)._replace(looks=[["table --json", 0, "1"]])
    ended = Ended(0, "", "", 0.0, [])
    found, _ = judge.judged(ended, Expected(home(1), [home(2)], ["Ana +1\n"]), Path(), Seen(other))
    assert found.is_ == judge.BROKEN


class Seen(judge.Judge):
    """Finds what it is told to find."""

    def __init__(self, found):
        super().__init__()
        self.found = found

    def found_in(self, home):
        return self.found


@pytest.fixture(scope="module")
def score(tmp_path_factory):
    """`score` as it is attacked, in a home that the program made."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("COMPANION_HOME", "COMPANION_TRACEBACK"):
            patched.setenv(name, "")
        patched.setattr(run, "now", run.now)
        before = os.getcwd()
        wanted = [one for one in ATTACKED if one.name == "score"]
        [case] = make_cases(tmp_path_factory.mktemp("faults") / "homes", wanted, traced=False)
        yield case
        os.chdir(before)


def test_damage_and_loss_are_found_in_real_homes(score, tmp_path):
    home = copied(score.made, tmp_path / "attacked")
    ended = runs.run(score.command(home))
    play = home / "groups/home/plays/bwd-4.json"
    whole, before = play.read_bytes(), play.with_name("bwd-4.json.bak").read_bytes()

    def verdict(content):
        play.write_bytes(content)
        again = Path(shutil.copytree(home, tmp_path / f"copy-{len(content)}"))
        return judge.judged(ended, score.expected, again, judge.Judge())[0].is_

    assert ended.code == 0, ended.err
    assert verdict(whole) == judge.KEPT
    assert verdict(before) == judge.LOST
    assert verdict(whole[:-20]) == judge.BROKEN


def test_it_kills_real_companions_and_ends_with_its_verdict():
    asked = [sys.executable, "-m", "tests.faults", "--seed", "1", "--only"]
    ended = subprocess.run(
        [*asked, "kill:score:before:1"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "ended with -9" in ended.stdout or "No C compiler" in ended.stdout
    assert "all well" in ended.stdout

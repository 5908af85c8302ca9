"""The contributing guide: its tables of layers and folders, and its two walks, are true."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from companion.cli import run as program
from tests.contract.test_layers import ALLOWED, PACKAGE
from tests.web.room import served

GUIDE = (PACKAGE.parent / ".docs" / "contributing.md").read_text("utf-8")
STEP = re.compile(r"^ *\d+  ([\w.]+):([\w.]+) ", re.MULTILINE)
WAYS = ("A walk: `lwd guess ana 3x5`", "A walk: a tap on a phone")


def section(title: str) -> str:
    """What stands below a heading of the guide."""
    return GUIDE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def steps(title: str) -> list[tuple[str, str]]:
    """The functions in a walk: modules and names."""
    return [(f"companion.{module}", name) for module, name in STEP.findall(section(title))]


def table(heading: str) -> Iterator[list[str]]:
    """The rows of the table whose first column is called so, cell by cell."""
    lines = GUIDE.splitlines()
    for line in lines[lines.index(next(x for x in lines if x.startswith(f"| {heading} |"))) + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def words(cell: str) -> set[str]:
    """What stands between backticks."""
    return set(re.findall(r"`([^`]+)`", cell))


def test_the_table_of_layers_is_what_the_checker_uses():
    drawn = {words(row[0]).pop(): words(row[2]) for row in table("`companion/`")}
    assert drawn == {layer: parts for layer, (parts, _) in ALLOWED.items() if layer != "__main__"}


def test_the_folders_of_table_are_listed():
    drawn = {words(row[0]).pop() for row in table("`table/`")}
    assert drawn == {path.parent.name for path in PACKAGE.glob("table/*/__init__.py")}
    for name in ("desk", "current", "files", "local_time"):
        assert f"`{name}`" in section("Layers")
    modules = {path.stem for path in PACKAGE.glob("table/*.py")} - {"__init__"}
    assert modules == {"desk", "current", "files", "local_time"}


def test_every_place_to_look_at_exists():
    places = {place for row in table("to find") for place in words(row[1]) if "/" in place}
    named = {place for place in places if place.startswith("companion/") and "<" not in place}
    assert len(named) > 10
    assert [place for place in named if not (PACKAGE.parent / place).exists()] == []


@pytest.mark.parametrize("title", WAYS)
def test_a_walk_has_about_ten_steps(title):
    assert 8 <= len(steps(title)) <= 12


def test_a_guess_takes_the_steps_of_the_walk(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    assert program.run(["start", "lwd", "Ana", "Ben"]) == 0
    with calls() as made:
        assert program.run(["lwd", "guess", "ana", "3x5"]) == 0
    assert is_way(WAYS[0], made) == []
    assert "Ana guesses 3×5" in capsys.readouterr().out


def test_a_tap_goes_the_way_that_is_drawn():
    with calls() as made, served() as host:
        phone = host.phone("Ana")
        del made[:]
        assert host.say("score ana +3", phone).status == 200
    assert is_way(WAYS[1], made) == []


@contextmanager
def calls() -> Iterator[list[tuple[str, str]]]:
    """The functions of the program that are called meanwhile, in any thread, in their order."""
    made: list[tuple[str, str]] = []

    def note(frame, event, argument):
        if event == "call":
            made.append((str(frame.f_globals.get("__name__")), frame.f_code.co_qualname))

    before: Callable | None = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield made
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def is_way(title: str, made: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The steps that are not called behind the one before them."""
    missing, place = [], 0
    for step in steps(title):
        if step in made[place:]:
            place = made.index(step, place) + 1
        else:
            missing.append(step)
    return missing

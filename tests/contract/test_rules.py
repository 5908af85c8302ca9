"""The rules of every game as data: complete, in place, and shown by a test where the program acts.

Every game that ships a `data/<game>/rules.toml` is held to this.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.reference.data import data_folder
from tests.games.scenes import FILES, scenes_in

ROOT = Path(__file__).parents[2]
RULES = sorted(data_folder().glob("*/rules.toml"))
FIELDS = ["id", "section", "kind", "text"]
KINDS = ("enforced", "tracked", "told", "position")


@cache
def entries(path: Path) -> tuple[dict[str, Any], ...]:
    with path.open("rb") as file:
        return tuple(tomllib.load(file)["rule"])


@cache
def known() -> frozenset[str]:
    return frozenset(entry["id"] for path in RULES for entry in entries(path))


@cache
def cited() -> re.Pattern[str]:
    """What reads like an id of one of the games: `BWD-17`, `A-BW-03`."""
    prefixes = {rule_id.rpartition("-")[0] for rule_id in known()}
    return re.compile(rf"\b(?:{'|'.join(sorted(prefixes, key=len, reverse=True))})-\d+\b")


@cache
def marked() -> tuple[tuple[Path, str], ...]:
    """Every id in a `pytest.mark.rule(...)` of a test, or by which a scene is refused; its file."""
    marks = (
        (path, rule_id)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for rule_id in _marked_in(path)
    )
    refusals = (
        (path, rule_id) for path in FILES for scene in scenes_in(path) for rule_id in scene.rules
    )
    return (*marks, *refusals)


def _marked_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if "pytest.mark.rule(" in text:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{path}: ids are written out"
                    yield argument.value


each_file = pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)


@each_file
def test_every_field_is_there_and_in_place(path):
    for entry in entries(path):
        assert list(entry) == FIELDS, entry
        assert all(isinstance(value, str) and value == value.strip() for value in entry.values())
        assert all(entry.values()), entry
        assert entry["kind"] in KINDS, entry
        assert entry["text"][-1] in ".?!", entry


@each_file
def test_ids_are_counted_without_a_gap(path):
    counts: Counter[str] = Counter()
    for entry in entries(path):
        prefix, _, number = entry["id"].rpartition("-")
        counts[prefix] += 1
        assert int(number) == counts[prefix], entry["id"]
    # The rulebook's statements, and the positions that we take, where it leaves anything open.
    silent = any(entry["kind"] == "position" for entry in entries(path))
    assert len(counts) == 1 + silent


@each_file
def test_positions_have_ids_of_their_own_and_stand_at_the_end(path):
    positions = [entry["kind"] == "position" for entry in entries(path)]
    assert positions == sorted(positions)
    assert [entry["id"].startswith("A-") for entry in entries(path)] == positions


@each_file
def test_no_rule_is_told_twice(path):
    texts = Counter(entry["text"] for entry in entries(path))
    twice = [text for text, count in texts.items() if count > 1]
    # Several games of one set may have the same number of players.
    assert [
        text for text in twice if not re.fullmatch("(.* )?can play.|.*people play.", text)
    ] == []


def test_ids_are_unique_over_all_games():
    ids = Counter(entry["id"] for path in RULES for entry in entries(path))
    assert [rule_id for rule_id, count in ids.items() if count > 1] == []


@each_file
def test_every_enforced_rule_is_shown_by_a_test(path):
    shown = {rule_id for _, rule_id in marked()}
    missing = [e["id"] for e in entries(path) if e["kind"] == "enforced" and e["id"] not in shown]
    assert missing == []


def test_every_marker_names_a_rule_that_there_is():
    unknown = [(path.name, rule_id) for path, rule_id in marked() if rule_id not in known()]
    assert unknown == []


def test_every_id_that_the_program_cites_is_a_rule():
    sources = sorted((ROOT / "companion").rglob("*.py"))
    found = {
        (path.relative_to(ROOT).as_posix(), rule_id)
        for path in sources
        for rule_id in cited().findall(path.read_text(encoding="utf-8"))
    }
    assert found
    assert {place for place in found if place[1] not in known()} == set()


@each_file
def test_every_statement_and_every_position_is_there(path):
    """As many as the head of the file says that an independent reading has counted."""
    with path.open("rb") as file:
        counts = tomllib.load(file).get("counts")
    assert counts, f"{path} does not say in [counts] how many statements and positions there are"
    kinds = Counter(entry["kind"] == "position" for entry in entries(path))
    assert kinds[True] == counts["positions"]
    assert kinds[False] >= counts["statements"]


def test_a_game_that_nobody_follows_yet_has_nothing_that_is_said_to_be_enforced():
    for path in RULES:
        if path.parent.name not in games.OWN:
            assert {entry["kind"] for entry in entries(path)} == {"told", "position"}

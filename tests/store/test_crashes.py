"""A companion killed at any stage of a change leaves the old state or the new one, whole."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tinydb import TinyDB

from companion.store.tiny import TinyStore

from . import kills
from .samples import DOCUMENT, PLAY, append_one, entry, play_file, store_with_play

ROOT = Path(__file__).parents[2]
AFTERWARDS = {**DOCUMENT, "players": [*DOCUMENT["players"], {"name": "Cid"}]}


def killed_homes(tmp_path: Path, action: str) -> Iterator[Path]:
    """A home for every stage at which the action can be killed, just after that happened."""
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork, and a process for every stage takes too long")
    append_one(store_with_play(tmp_path / "made"))
    command = [sys.executable, "-m", "tests.store.kills", tmp_path, action]
    subprocess.run(command, cwd=ROOT, timeout=60, check=True)
    stages = sorted(int(path.name) for path in tmp_path.iterdir() if path.name.isdecimal())
    assert len(stages) > 10, "too few stages: does the action still use the calls we count?"
    assert len(stages) < kills.LAST, "the action never came to its end"
    for stage in stages[:-1]:
        yield tmp_path / str(stage)


def leftovers(home: Path) -> list[str]:
    return [
        path.name for path in home.rglob("*") if path.suffix == ".tmp" or path.name == "intent.json"
    ]


def test_killed_while_appending(tmp_path):
    for home in killed_homes(tmp_path, "append"):
        store = TinyStore(home)
        before = store.read_log(PLAY)
        assert len(before) in (3, 4)
        with TinyDB(play_file(home), access_mode="r") as plain:
            assert len(plain.table("events")) == len(before)
        append_one(store)
        assert [event.seq for event in store.read_log(PLAY)] == list(range(1, len(before) + 2))
        assert leftovers(home) == [], "the next write clears away what a crash left"


def test_killed_while_beginning_a_log(tmp_path):
    for home in killed_homes(tmp_path, "create"):
        store = TinyStore(home)
        if not store.has_log(kills.NEW_PLAY):
            store.create_log(kills.NEW_PLAY, [entry(1)])
        append_one(store, kills.NEW_PLAY)
        assert [event.seq for event in store.read_log(kills.NEW_PLAY)] == [1, 2]
        assert leftovers(home) == []


def test_killed_while_changing_a_group(tmp_path):
    for home in killed_homes(tmp_path, "change"):
        store = TinyStore(home)
        assert store.read_group("Home") in (DOCUMENT, AFTERWARDS)
        with store.change_group("Home") as document:
            document.update(AFTERWARDS)
        assert store.read_group("Home") == AFTERWARDS
        assert leftovers(home) == []


def test_killed_while_renaming_a_group(tmp_path):
    for home in killed_homes(tmp_path, "rename"):
        store = TinyStore(home)
        [name] = store.groups()
        assert name in ("Home", "Éva's")
        assert store.read_group(name) == DOCUMENT
        assert len(store.read_log(PLAY._replace(group=name))) == 3
        if name == "Home":
            store.rename_group("Home", "Éva's")
        with store.change_group("Éva's") as document:
            document.update(AFTERWARDS)
        assert store.groups() == ["Éva's"]
        append_one(store, PLAY._replace(group="Éva's"))


def test_killed_while_making_a_group(tmp_path):
    for home in killed_homes(tmp_path, "found"):
        store = TinyStore(home)
        if store.groups() == ["Home"]:
            kills.act(store, "found")
        assert store.groups() == ["Attic", "Home"]
        assert store.read_group("Attic") == {"players": [{"name": "Dee"}]}
        assert store.read_group("Home") == DOCUMENT

"""A companion killed at any stage of a change leaves the old state or the new one, whole."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tinydb import TinyDB

from companion.store.tiny import TinyStore

from . import dying
from .samples import DOCUMENT, PLAY, append_one, entry, play_file, store_with_play

ROOT = Path(__file__).parents[2]
AFTERWARDS = {**DOCUMENT, "players": [*DOCUMENT["players"], {"name": "Cid"}]}


def killed_homes(tmp_path: Path, action: str) -> Iterator[Path]:
    """A home for every stage at which the action can be killed, just after that happened."""
    for stage in range(200):
        home = tmp_path / f"killed-{stage}"
        append_one(store_with_play(home))
        command = [sys.executable, "-m", "tests.store.dying", home, action, str(stage)]
        code = subprocess.run(command, cwd=ROOT, timeout=20, check=False).returncode
        if code == 0:
            assert stage > 10, "too few stages: does the action still use the calls we count?"
            return
        assert code == dying.KILLED
        yield home
        shutil.rmtree(home)
    pytest.fail("the action never came to its end")


def leftovers(home: Path) -> list[str]:
    return [path.name for path in home.rglob("*") if path.suffix in (".tmp", ".lock")]


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
        if not store.has_log(dying.NEW_PLAY):
            store.create_log(dying.NEW_PLAY, [entry(1)])
        append_one(store, dying.NEW_PLAY)
        assert [event.seq for event in store.read_log(dying.NEW_PLAY)] == [1, 2]
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
            dying.act(store, "found")
        assert store.groups() == ["Attic", "Home"]
        assert store.read_group("Attic") == {"players": [{"name": "Dee"}]}
        assert store.read_group("Home") == DOCUMENT

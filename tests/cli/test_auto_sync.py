"""Syncs that nobody types: after `start` and `finish`, and while somebody watches."""

import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from companion.cli import auto_sync
from companion.table.groups.sync import SyncOptions, sync
from tests.table.groups.test_devices import a_group_on
from tests.table.groups.test_import import began, nothing_shown
from tests.table.groups.test_sync import Computers


@pytest.fixture
def shared(companion, tmp_path, monkeypatch) -> Computers:
    """A group on one computer that syncs after `start` and `finish`."""
    computers = Computers(companion, tmp_path, monkeypatch)
    computers("anas", "start bwd Ana Ben")
    said = computers("anas", f"group sync {computers.share} --auto")
    assert said.endswith("`start` and `finish` sync from now on.\n")
    return computers


def arrived(computers: Computers, number: int) -> bool:
    """Whether so many segments are there, or come soon."""
    for _ in range(300):
        if len(list(computers.share.rglob("0*.jsonl"))) >= number:
            return True
        time.sleep(0.1)
    return False


def test_start_and_finish_sync_by_themselves_if_the_group_says_so(shared):
    shared("anas", "score ana +3")
    shared("anas", "finish")
    assert arrived(shared, 2)
    shared("anas", "start lwd Ana Ben")
    assert arrived(shared, 3)
    assert shared("anas", "group sync --manual").endswith("do not sync any more.\n")


def test_a_folder_that_is_not_there_makes_no_command_fail(shared):
    shutil.rmtree(shared.share)
    assert "Ana has won" in shared("anas", "finish --winner ana")
    assert shared.run("anas", "group sync", fails=True).err.startswith("There is no folder ")


def test_a_system_that_begins_no_process_makes_no_command_fail(shared, monkeypatch):
    def refuse(*args: object, **options: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(auto_sync.subprocess, "Popen", refuse)
    assert "Ana has won" in shared("anas", "finish --winner ana")


def test_who_watches_is_told_what_comes_in_and_once_what_is_wrong(tmp_path):
    devices, _ = a_group_on(tmp_path, 2, Random(1))
    one, other = devices
    said: list[str] = []
    steps = iter(range(5))

    def pause() -> bool:
        match next(steps):
            case 0:
                began(other.desks, "Ana", "Cho")
                other.sync()
                copied(other.folder, one.folder)
            case 1:
                said.append("-")
                one.folder.rename(tmp_path / "away")
            case 3:
                (tmp_path / "away").rename(one.folder)
                return False
        return True

    options = SyncOptions()  # the folder that the group remembers
    auto_sync.watch(one.desks, lambda desk: sync(desk, options, nothing_shown), said.append, pause)
    news, trouble = said[: said.index("-")], said[said.index("-") + 1 :]
    assert any("1 new" in line for line in news)
    (line,) = trouble
    assert line.startswith("There is no folder ")


def copied(source: Path, target: Path) -> None:
    shutil.copytree(source, target, dirs_exist_ok=True)


def test_a_command_that_does_not_sync_loads_nothing_of_it(shared):
    """Not even where the group syncs after `start` and `finish`."""
    code = (
        "import sys; from companion.cli.run import run; run(['score', 'ana', '+1']);"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Ana 4" in ran.stdout
    loaded = ran.stderr.split()
    of_sync = ("sync", "segments", "sealed", "cryptography", "companion.exchange.groups.people")
    assert [name for name in loaded if name.endswith(of_sync)] == []

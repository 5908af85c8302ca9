"""git carries a group between two computers: no two ever write one file, so nothing conflicts."""

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from companion.table.groups import players
from companion.table.groups.sync import SyncOptions, sync
from companion.table.plays import enter, start
from tests.table.groups.test_devices import Device, amounts_to, use
from tests.table.groups.test_import import GROUP, nothing_shown

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *who, *words]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 or "nothing to commit" in ran.stdout, ran.stderr


def carried(device: Device) -> None:
    """Pull, sync, commit, push."""
    git(device.folder, "pull", "--quiet", "--rebase", "origin", "main")
    device.sync()
    git(device.folder, "add", "--all")
    git(device.folder, "commit", "--quiet", "--message", "An evening")
    git(device.folder, "push", "--quiet", "origin", "HEAD:main")


def test_two_clones_end_with_the_same_group(tmp_path):
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "shared.git")
    one, other = (Device(tmp_path, number) for number in range(2))
    for device in (one, other):
        git(device.folder, "init", "--quiet", "--initial-branch=main")
        git(device.folder, "remote", "add", "origin", str(tmp_path / "shared.git"))
    players.new_group(one.desks(), GROUP)
    start.start(one.desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(one.desks(), ["ana", "+1"])
    start.start(one.desks(), "sheet", ["Ana", "Ben"], None, {"title": "Heat"})
    one.sync()
    git(one.folder, "add", "--all")
    git(one.folder, "commit", "--quiet", "--message", "The first evening")
    git(one.folder, "push", "--quiet", "origin", "HEAD:main")
    git(other.folder, "pull", "--quiet", "origin", "main")
    sync(other.desks(), SyncOptions(str(other.folder), new=True), nothing_shown)
    for evening in ([("score", 1), ("rename", 1)], [("start", 3), ("rule", 2), ("title", 2)]):
        for device in (one, other):
            use(device, evening, Random(1))
    for device in (one, other, one):
        carried(device)
    assert amounts_to(one) == amounts_to(other)
    assert len(amounts_to(one)["plays"]) == 5, "one in two ways, the sheet, a new one on each"

"""A program that is killed in the middle of a sync: the next one goes on, and nothing is lost."""

import builtins
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.plays import enter
from companion.testing.program import typed_at
from tests.table.groups.test_devices import (
    Carrier,
    Device,
    a_group_on,
    amounts_to,
    until_nothing_is_new,
)
from tests.table.groups.test_import import began
from tests.table.groups.test_merged_boxes import with_a_box

CALLS = ("open", "replace", "rename", "fsync", "mkdir", "write", "unlink", "scandir", "stat")
EVERY = 4


def killed_at(number: int, work: Callable[[], Any]) -> bool:
    """Run it in a process that dies at that call to the system; whether it came so far."""
    child = os.fork()
    if not child:
        left = number

        def dying(call: Callable[..., Any]) -> Callable[..., Any]:
            def instead(*args: Any, **options: Any) -> Any:
                nonlocal left
                left -= 1
                if left == 0:
                    os._exit(9)
                return call(*args, **options)

            return instead

        for name in CALLS:
            setattr(os, name, dying(getattr(os, name)))
        io.open = builtins.open = dying(builtins.open)
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.long
def test_a_sync_that_is_killed_anywhere_goes_on_the_next_time(tmp_path, pytestconfig):
    """At every fourth call; at which ones depends on `--seed`, and so on the day."""
    devices, carrier = a_group_on(tmp_path, 2, Random(1))
    one, other = devices
    with_a_box(devices)
    until_nothing_is_new(devices, carrier)
    enter.score(other.desks(play="bwd-1"), ["ben", "+2"])
    began(other.desks, "Ben", "Dan")
    other.sync()
    carrier.carry(all_of_it=True)
    began(one.desks, "Ana", "Cho")
    enter.score(one.desks(), ["cho", "+1"])
    for device in (other, one):  # so that their boxes are joined
        assert typed_at(device.desks, ["blank", "rule", "add", "--effect", "sing"]).code == 0
    other.sync()
    carrier.carry(all_of_it=True)
    before = tmp_path / "before"
    for device in devices:
        shutil.copytree(device.home, before / device.home.name)
        shutil.copytree(device.folder, before / device.folder.name)
    until_nothing_is_new(devices, carrier)
    expected = amounts_to(one)
    number = 1 + (pytestconfig.getoption("--seed") or 0) % EVERY
    while True:
        for device in devices:
            restored(before, device)
        survived = not killed_at(number, one.sync)
        reply = one.sync()
        assert not any("restored from a backup" in line for line in reply.warnings), number
        until_nothing_is_new(devices, Carrier(devices, Random(2)))
        assert amounts_to(one) == amounts_to(other) == expected, number
        assert len({path.parent for path in one.files()}) == 2, "no third device"
        if survived:
            break
        number += EVERY
    assert number > 100


def restored(before: Path, device: Device) -> None:
    for path in (device.home, device.folder):
        shutil.rmtree(path)
        shutil.copytree(before / path.name, path)

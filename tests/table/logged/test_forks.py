"""A play that two devices went on with, each in its own way."""

from pathlib import Path
from random import Random

import pytest

from companion.errors import Refused
from companion.table.groups import players
from companion.table.history.finished_plays import History
from companion.table.logged.forks import keep_play, list_forks
from companion.table.plays import enter
from companion.testing.program import Desks
from tests.table.groups.test_devices import Device, a_group_on
from tests.table.groups.test_import import GROUP


@pytest.fixture
def parted(tmp_path) -> list[Device]:
    """Two devices on which bwd-1 went on in two ways, and both have both."""
    devices, _ = a_group_on(tmp_path, 2, Random(1))
    enter.score(devices[0].desks(play="bwd-1"), ["ana", "+2"])
    players.use_player(devices[1].desks(), "Ben")
    enter.score(devices[1].desks(play="bwd-1"), ["ben", "+3"])
    enter.score(devices[1].desks(play="bwd-1"), ["ben", "+1"])
    replies = synced(devices)
    assert any("`companion play keep bwd-1` or `… bwd-3` chooses one." in it for it in replies)
    return devices


def synced(devices: list[Device]) -> list[str]:
    """Everything is carried and synced; what was answered."""
    lines: list[str] = []
    for _ in range(2):
        for device in devices:
            lines += device.sync().lines
            for one in devices:
                carry(one.folder, device.folder)
                carry(device.folder, one.folder)
    return lines


def carry(source: Path, target: Path) -> None:
    for path in source.rglob("*.jsonl"):
        there = target / path.relative_to(source)
        if not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(path.read_bytes())


def ways(desks: Desks) -> dict[str, int]:
    """The ways of the only fork, with how many entries each has of its own."""
    (fork,) = list_forks(desks(group=GROUP)).document()["forks"]
    return {way["play"]: way["entries"] for way in fork}


def scores(device: Device) -> list[list[int]]:
    """The points in all plays of Blank White Dice that are not deleted."""
    plays = History(device.desks(group=GROUP)).plays
    return [
        [part.score for part in play.parts]
        for play in plays
        if play.game == "bwd" and play.status in ("live", "finished")
    ]


def test_both_ways_are_shown_with_what_was_entered_in_each(parted):
    assert ways(parted[0].desks) == {"bwd-1": 1, "bwd-3": 2}
    assert ways(parted[1].desks) == {"bwd-1": 2, "bwd-3": 1}
    lines = list_forks(parted[0].desks(group=GROUP)).lines
    assert "; 1 entry of its own on this computer, the last at 2025-03-01" in lines[0]
    assert "; 2 entries of its own on Ben's computer, the last at 2025-03-01" in lines[1]
    assert lines[-1] == "→ `companion play keep bwd-1` or `companion play keep bwd-3` chooses one."


def test_the_way_that_is_kept_on_one_device_is_kept_on_both(parted):
    assert keep_play(parted[0].desks(group=GROUP), "bwd-3").lines[0] == (
        "bwd-3 counts; bwd-1 is deleted."
    )
    synced(parted)
    for device in parted:
        assert scores(device) == [[4, 7]]
        assert list_forks(device.desks(group=GROUP)).lines == ("No play went on in two ways.",)
    enter.score(parted[1].desks(play="bwd-1"), ["ana", "+1"])
    synced(parted)
    assert scores(parted[0]) == scores(parted[1]) == [[5, 7]]


def test_a_choice_can_be_changed(parted):
    keep_play(parted[0].desks(group=GROUP), "bwd-3")
    synced(parted)
    keep_play(parted[0].desks(group=GROUP), "bwd-1")
    synced(parted)
    enter.score(parted[0].desks(play="bwd-1"), ["ana", "+1"])
    synced(parted)
    assert scores(parted[0]) == scores(parted[1]) == [[7, 3]]


def test_a_play_that_went_one_way_leaves_nothing_to_choose(parted):
    with pytest.raises(Refused, match="one way only"):
        keep_play(parted[0].desks(group=GROUP), "sheet-2")

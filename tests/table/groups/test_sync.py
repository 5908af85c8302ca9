"""`group sync`: several computers share a group by way of a folder that something carries."""

import json
import shutil
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.exchange.groups.segments import Segment, due, segment_of, strangers
from companion.table.groups.sync import SyncOptions, sync
from companion.table.history import finished_plays
from companion.table.history.finished_plays import History
from companion.table.history.summary import read_logs
from companion.table.plays import enter, start
from companion.testing.program import Desks
from companion.testing.store import TemporaryStore
from tests.table.groups.test_import import contents, nothing_shown


class Computers:
    """Computers with a home each, and a program on each."""

    def __init__(self, companion: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._companion, self._folder, self._monkeypatch = companion, folder, monkeypatch
        self.share = folder / "share"
        self.share.mkdir()

    def __call__(self, computer: str, line: str) -> str:
        """What a computer answers."""
        return self.run(computer, line).out

    def run(self, computer: str, line: str, *, fails: bool = False) -> Any:
        self._monkeypatch.setenv("COMPANION_HOME", str(self._folder / computer))
        ran = self._companion(line)
        assert (ran.code != 0) is fails, ran.err
        return ran

    def both(self, line: str) -> None:
        self("anas", line)
        self("bens", line)

    def files(self) -> list[Path]:
        return sorted(path for path in self.share.rglob("*") if path.is_file())


@pytest.fixture
def computers(companion, tmp_path, monkeypatch):
    return Computers(companion, tmp_path, monkeypatch)


@pytest.fixture
def shared(computers):
    """Two computers that share a group with a play."""
    computers("anas", "start bwd Ana Ben")
    computers("anas", "score ana +3")
    computers("anas", f"group sync {computers.share}")
    computers("bens", f"group sync {computers.share} --new")
    return computers


def test_what_one_computer_enters_is_on_the_other(shared):
    assert "Ana 6 · Ben 5" in shared("bens", "score ben +2")
    assert shared("bens", "group sync").startswith("Sent: 1 play.")
    assert "bwd-1 goes on: 1 entry more." in shared("anas", "group sync")
    assert "Ana 7 · Ben 5" in shared("anas", "score ana +1")


def test_nothing_is_sent_where_nothing_changed(shared):
    shared.both("group sync")
    before = shared.files()
    assert shared("anas", "group sync") == "Nothing new to send.\nNothing new has arrived.\n"
    shared.both("group sync")
    assert shared.files() == before


def test_of_many_plays_only_the_new_one_is_sent(shared):
    for _ in range(5):
        shared("anas", "play add Azul ana=3 ben=4 --new")
    shared("anas", "group sync")
    newest = shared.files()
    shared("anas", "play add Azul ana=8 ben=4 --new")
    assert shared("anas", "group sync").startswith("Sent: no plays, 1 import.")
    (fresh,) = set(shared.files()) - set(newest)
    assert fresh.read_bytes().count(b"\n") == 3, "a head, a log, an end"


def test_the_second_computer_says_how_to_get_the_group(computers):
    computers("anas", "start bwd Ana Ben")
    computers("anas", f"group sync {computers.share}")
    ran = computers.run("bens", f"group sync {computers.share}", fails=True)
    assert "--new` brings the groups of that folder here" in ran.err
    assert computers.run("bens", "group sync", fails=True).err.startswith("Which folder")
    ran = computers.run("bens", "group sync no/where", fails=True)
    assert ran.err.startswith("There is no folder ")


def test_a_computer_can_join_after_the_others_have_synced_for_long(shared):
    for line in ("start lwd Ana Cho", "play add Azul ana=3 cho=4", "player rename Cho Clea"):
        shared("bens", line)
        shared("bens", "group sync")
        shared("anas", "group sync")
    shared("chos", f"group sync {shared.share} --new")
    for line in ("plays", "player list --json"):  # each has a current play of its own: ▸
        assert shared("chos", line).replace("▸", " ") == shared("anas", line).replace("▸", " ")


def test_a_new_computer_reads_all_plays_once_and_then_only_what_comes_in(shared, monkeypatch):
    for _ in range(5):
        shared("bens", "start lwd Ana Cho")
    shared("bens", "group sync")
    shared("chos", f"group sync {shared.share} --new")
    shared("bens", "start lwd Ana Cho")
    shared("bens", "group sync")
    read: list[str] = []

    def noted(store, group, shelf, logs):
        read.extend(log for log, _ in logs)
        return read_logs(store, group, shelf, logs)

    monkeypatch.setattr(finished_plays, "read_logs", noted)
    assert "1 new" in shared("chos", "group sync")
    assert len(read) <= 1, "the index of the plays was made when they came in"


def test_two_groups_of_one_name_and_no_common_play_are_one_only_if_somebody_says_so(computers):
    for computer in ("anas", "bens"):
        computers(computer, "player new Ana")
    computers("anas", f"group sync {computers.share}")
    ran = computers.run("bens", f"group sync {computers.share}", fails=True)
    assert "Ana is in both: is it the same person?" in ran.err
    computers("bens", f"group sync {computers.share} --same")
    assert computers("bens", "player list --json") == computers("anas", "player list --json")


def test_copies_made_in_a_conflict_and_half_files_are_named_and_wait(shared):
    shared("anas", "score ana +1")
    shared("anas", "group sync")
    newest = next(path for path in shared.files() if path.name == "000002.jsonl")
    whole = newest.read_bytes()
    newest.with_name("000002.sync-conflict-20261128.jsonl").write_bytes(whole)
    newest.with_name(".000003.jsonl.tmp").write_bytes(b"{")
    newest.write_bytes(whole[:-9])
    ran = shared.run("bens", "group sync")
    assert "Nothing new has arrived." in ran.out
    assert "000002.sync-conflict-20261128… is not a file of the companion" in ran.err
    assert "000002.jsonl cannot be read yet" in ran.err
    newest.rename(newest.with_name("000003.jsonl"))
    assert "Segment 2 of " in shared.run("bens", "group sync").err
    newest.write_bytes(whole)
    newest.with_name("000003.jsonl").unlink()
    assert "bwd-1 goes on: 1 entry more." in shared("bens", "group sync")


def test_a_computer_restored_from_a_backup_loses_nothing(shared, tmp_path):
    shutil.copytree(tmp_path / "anas", tmp_path / "backup")
    shared("anas", "score ana +5")
    shared("anas", "group sync")
    shutil.rmtree(tmp_path / "anas")
    shutil.move(tmp_path / "backup", tmp_path / "anas")
    ran = shared.run("anas", "group sync")
    assert "restored from a backup or copied" in ran.err
    assert "bwd-1 goes on: 1 entry more." in ran.out
    assert len({path.parent for path in shared.files()}) == 2
    assert "Nothing new to send." in shared("bens", "group sync")


def test_compacting_leaves_one_file_that_stands_for_all(shared):
    for _ in range(3):
        shared("anas", "score ana +1")
        shared("anas", "group sync")
    shared("anas", "group sync --compact")
    assert [path.name for path in shared.files() if "anas" not in path.name] == ["000005-all.jsonl"]
    assert "3 entries more" in shared("bens", "group sync")


def test_secret_dice_are_sent_when_the_play_is_over(computers):
    computers("anas", "start liar Ana Ben")
    computers("anas", "boolean holds ana 0w 2w-a 2w-o 3w-c 3w-b")
    ran = computers.run("anas", f"group sync {computers.share}")
    assert "boolean-1 is still going on with secret dice, and sent when over." in ran.err
    assert not any(b"play.started" in path.read_bytes() for path in computers.files())
    computers("anas", "finish --winner ana")
    assert computers("anas", "group sync").startswith("Sent: 1 play.")


def test_a_folder_that_cannot_be_written_changes_nothing(shared):
    shared("anas", "score ana +1")
    device = next(path.parent for path in shared.files())
    device.rename(device.with_name("away"))
    device.write_text("a file where a folder must be")
    ran = shared.run("anas", "group sync", fails=True)
    assert (ran.code, "cannot be written" in ran.err) == (3, True)
    device.unlink()
    device.with_name("away").rename(device)
    assert shared("anas", "group sync").startswith("Sent: 1 play.")


def test_the_segments_that_are_due():
    files = ["000001-all.jsonl", "000002.jsonl", "000003.jsonl", "000005.jsonl", "readme.txt"]
    segments = {segment for name in files if (segment := segment_of(name)) is not None}
    assert due(segments, 1) == ([Segment(2, False), Segment(3, False)], 4)
    assert due(segments, 3) == ([], 4)
    assert due({Segment(4, True), Segment(5, False)}, 0) == (
        [Segment(4, True), Segment(5, False)],
        None,
    )
    assert strangers([*files, ".stfolder", "000002.jsonl.tmp"]) == ["readme.txt"]


# Any number of devices, in any order


def _chance_of(device: int, entry: int) -> Random:
    return Random(f"{device}/{entry}")


class Devices:
    """Devices with a folder each; what carries the folders between them is the test."""

    def __init__(self, count: int, path: Path) -> None:
        self.desks = [Desks(TemporaryStore()) for _ in range(count)]
        self.folders = [path / str(device) for device in range(count)]
        for device, desks in enumerate(self.desks):
            self.folders[device].mkdir(parents=True)
            desks.chance = partial(_chance_of, device)  # so that their ids differ
            for _ in range(device * 1000):  # so that no two plays begin in the same second
                desks().now()

    def sync(self, device: int, *, new: bool = False) -> Any:
        options = SyncOptions(str(self.folders[device]), new=new)
        with self.desks[device].store.together():
            return sync(self.desks[device](), options, nothing_shown).document()

    def carry(self, source: int, target: int, cut: int | None = None) -> None:
        """Bring the files of one folder to another; cut, the newest ends in the middle."""
        files = sorted(path for path in self.folders[source].rglob("*.jsonl"))
        for path in files:
            there = self.folders[target] / path.relative_to(self.folders[source])
            if there.exists() and there.stat().st_size >= path.stat().st_size:
                continue
            there.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes()
            there.write_bytes(content if cut is None or path != files[-1] else content[:cut])

    def plays(self, device: int) -> dict[str, Any]:
        """All plays that count, by what they are on every device."""
        return {
            play.uid: [(part.name, part.score, part.won) for part in play.parts]
            for play in History(self.desks[device]()).plays
        }

    def logs(self, device: int) -> set[str]:
        """All logs without their ids and numbers."""
        found = contents(self.desks[device].store, "home")["logs"]
        return {
            json.dumps([shelf, [[event.kind, event.data, event.at] for event in events]])
            for (shelf, _), events in found.items()
        }


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.integers(0, 2)),
        st.tuples(st.just("score"), st.integers(0, 2)),
        st.tuples(st.just("finish"), st.integers(0, 2)),
        st.tuples(st.just("sync"), st.integers(0, 2)),
        st.tuples(st.just("carry"), st.integers(0, 2), st.integers(0, 2), st.integers(0, 900)),
    ),
    max_size=25,
)


@settings(max_examples=30, deadline=None)
@given(STEPS)
def test_whatever_is_entered_and_carried_all_devices_have_the_same_in_the_end(
    tmp_path_factory, steps
):
    devices = Devices(3, tmp_path_factory.mktemp("devices"))
    start.start(devices.desks[0](), "bwd", ("Ana", "Ben"), None, {})
    devices.sync(0)
    for device in (1, 2):
        devices.carry(0, device)
        devices.sync(device, new=True)
    for what, device, *more in steps:
        desks = devices.desks[device]
        if what == "play":
            start.start(desks(), "bwd", ("Ana", "Ben", f"P{device}"), None, {})
        elif what == "score" and desks().group_document().get("live"):
            live = desks().group_document()["live"]
            owned = [play for play in live if is_of(devices, device, play)]
            if owned:
                enter.score(desks(play=owned[-1]), ["ana", "+1"])
        elif what == "sync":
            devices.sync(device)
        elif what == "carry":
            devices.carry(device, more[0], cut=more[1] or None)
    for _ in range(3):
        for device in range(3):
            for other in range(3):
                devices.carry(other, device)
            devices.sync(device)
    assert devices.logs(0) == devices.logs(1) == devices.logs(2)
    assert devices.plays(0) == devices.plays(1) == devices.plays(2)


def is_of(devices: Devices, device: int, play: str) -> bool:
    """Whether a play goes on at this device: one that began here."""
    document = contents(devices.desks[device].store, "home")["logs"]["plays", play]
    return any(seat["name"] == f"P{device}" for seat in document[0].data["seats"])

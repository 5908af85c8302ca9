"""A group on several devices, by way of a folder that something carries between them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.core.event import RENAMED, Draft
from companion.core.log import Log
from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.exchange.groups.segments import segment_of
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.groups import agreements, import_plan, players
from companion.table.groups.document import PLAYS
from companion.table.groups.group_file import GroupExport, export_group
from companion.table.groups.import_run import ImportOptions, import_group
from companion.table.groups.sync import SyncOptions, sync
from companion.table.history.finished_plays import History
from companion.table.logged.what_counts import delete_play, restore_play
from companion.table.plays import enter, start
from tests.table.groups.test_import import (
    GROUP,
    Later,
    box,
    contents,
    do,
    nothing_shown,
    quiet,
    titles_now,
)


class Device:
    """A home, the folder that it shares, and what it has of the others' files."""

    def __init__(self, root: Path, number: int) -> None:
        self.number = number
        self.folder = root / f"shared-{number}"
        self.folder.mkdir()
        self.home = root / f"home-{number}"
        self.desks = Later(TinyStore(self.home), 5_000 * number)
        self.desks.chance = lambda entry: Random(f"{number}/{entry}")  # ids of devices differ

    def sync(self, **how: Any) -> Reply:
        return sync(self.desks(group=GROUP), SyncOptions(str(self.folder), **how), nothing_shown)

    def files(self) -> dict[Path, bytes]:
        """The files of its folder that a companion wrote."""
        return {
            path.relative_to(self.folder): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and segment_of(path.name) is not None
        }


class Carrier:
    """Carries files between folders: late, twice, in any order, and sometimes only half of one."""

    def __init__(self, devices: list[Device], chance: Random) -> None:
        self._devices, self._chance = devices, chance
        self._had: dict[Path, bytes] = {}

    def carry(self, *, all_of_it: bool = False) -> None:
        for device in self._devices:
            for path, content in device.files().items():
                if len(content) >= len(self._had.get(path, b"")):
                    self._had[path] = content
        moves = [(device, path) for device in self._devices for path in self._had]
        self._chance.shuffle(moves)
        for device, path in moves:
            if not all_of_it and self._chance.random() < 0.4:
                continue
            self._put(device, path, all_of_it)

    def _put(self, device: Device, path: Path, whole: bool) -> None:
        there, content = device.folder / path, self._had[path]
        if there.exists() and len(there.read_bytes()) == len(content):
            if not whole and self._chance.random() < 0.1:
                twice = there.with_name(f"{there.stem} (conflicted copy){there.suffix}")
                twice.write_bytes(content)
            return
        there.parent.mkdir(parents=True, exist_ok=True)
        size = len(content) if whole else self._chance.choice([len(content)] * 3 + [20])
        there.write_bytes(content[:size])


def amounts_to(device: Device) -> dict[str, Any]:
    """What a group holds, whatever its plays are called by: the same on all devices."""
    store = device.desks.store
    document, logs = store.read_group(GROUP), contents(store, GROUP)["logs"]
    plays = [
        sorted(
            str((event.kind, sorted(event.data.items(), key=str), event.at))
            for event in Log(tuple(events)).standing()
            if event.kind != RENAMED
        )
        for (shelf, _), events in logs.items()
        if shelf == PLAYS
    ]
    names = {part.name for play in History(device.desks(group=GROUP)).plays for part in play.parts}
    return {
        "players": sorted(players.player_names(document)),
        "plays": sorted(plays),
        "seats": sorted(
            [part.name for part in play.parts] for play in History(device.desks(group=GROUP)).plays
        ),
        "strangers": names - set(players.player_names(document)),
        "boxes": sorted(
            str(sorted(str((event.kind, event.data)) for event in events if event.seq > 1))
            for (shelf, _), events in logs.items()
            if shelf == "copies"
        ),
        "rulings": sorted(it["text"] for it in document.get("rulings", ())),
        "titles": titles_now(device.desks),
    }


def use(device: Device, told: list[tuple[str, int]], chance: Random) -> None:
    """Do things at a device, as people would; what is refused is refused."""
    desks, store = device.desks, device.desks.store
    for what, number in told:
        try:
            if what == "rule":
                agreements.agree(desks(), f"Rule {device.number}.{number}", ["ward"], [])
            elif what == "box":
                number += 10 * device.number
                _described(device, number)
            elif what in ("delete", "restore"):
                play = chance.choice(store.log_ids(GROUP, PLAYS))
                (delete_play if what == "delete" else restore_play)(desks(), play)
            else:
                do(desks, [(what, number)])
        except CompanionError:
            continue


def _described(device: Device, number: int) -> None:
    ref = LogRef(GROUP, "copies", "bwd")
    fact = {"key": f"#{number}", "name": f"Card {number}", "number": number}
    with device.desks.store.change_log(ref) as held:
        log = Log(tuple(held.events)).extended(
            [Draft("card.described", fact)], device.desks().now()
        )
        held.append(log.events[len(held.events) :])


KINDS = (
    *("start", "score", "undo", "finish", "rename", "title", "merge", "split"),
    *("rule", "box", "delete", "restore"),
)
acts = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 3)), max_size=4)


@pytest.fixture
def root() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder)


def a_group_on(root: Path, number: int, chance: Random) -> tuple[list[Device], Carrier]:
    """A group that is on all of these devices."""
    devices = [Device(root, it) for it in range(number)]
    first = devices[0].desks
    players.new_group(first(), GROUP)
    start.start(first(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(first(), ["ana", "+1"])
    start.start(first(), "sheet", ["Ana", "Ben"], None, {"title": "Heat"})
    box(first, ("Medkit", 1), since=1)
    devices[0].sync()
    carrier = Carrier(devices, chance)
    carrier.carry(all_of_it=True)
    for device in devices[1:]:
        sync(device.desks(), SyncOptions(str(device.folder), new=True), nothing_shown)
    return devices, carrier


def until_nothing_is_new(devices: list[Device], carrier: Carrier) -> None:
    for _ in range(6):
        carrier.carry(all_of_it=True)
        before = [device.files() for device in devices]
        replies = [device.sync() for device in devices]
        is_still = all("Nothing new has arrived." in reply.lines for reply in replies)
        if is_still and before == [device.files() for device in devices]:
            return
    pytest.fail("the devices go on sending")


@settings(max_examples=15, deadline=None)
@example(
    2,
    [[], [("start", 1), ("start", 3)], [], [], [("rename", 1), ("start", 1)], [("merge", 3)]],
    6093,
).via("a merge that a newer rename undoes, where somebody new has the former name")
@given(st.integers(2, 5), st.lists(acts, min_size=2, max_size=6), st.integers(0, 10_000))
def test_all_devices_end_with_the_same_group_and_as_with_group_import(number, evenings, seed):
    with TemporaryDirectory() as folder:
        chance = Random(seed)
        devices, carrier = a_group_on(Path(folder), number, chance)
        for evening in evenings:
            device = chance.choice(devices)
            use(device, evening, chance)
            if chance.random() < 0.7:
                device.sync()
                carrier.carry()
        imported = [_copy_of(device, Path(folder)) for device in devices]
        until_nothing_is_new(devices, carrier)
        first = amounts_to(devices[0])
        for device in devices[1:]:
            assert amounts_to(device) == first
        by_import(imported, Path(folder) / "file.jsonl")
        for device in imported:
            assert amounts_to(device) == first


def _copy_of(device: Device, root: Path) -> Device:
    copy = Device(root, device.number + 10)
    shutil.copytree(device.home, copy.home, dirs_exist_ok=True)
    return copy


def by_import(devices: list[Device], file: Path) -> None:
    """Bring devices together as people do by hand, until nobody has anything new."""
    for _ in range(3):
        for one in devices:
            export_group(GroupExport(one.desks(), GROUP), str(file), quiet)
            for other in devices:
                if other is not one:
                    how = ImportOptions(str(file), into=GROUP)
                    import_group(other.desks(), how, None, nothing_shown)


def test_what_a_newer_companion_entered_waits_until_this_one_is_updated(tmp_path, monkeypatch):
    """It stays in the folder, from which other devices read it."""
    devices, carrier = a_group_on(tmp_path, 2, Random(1))
    one, other = devices
    ref = LogRef(GROUP, PLAYS, "bwd-1")
    with other.desks.store.change_log(ref) as held:
        log = Log(tuple(held.events)).extended([Draft("song.sung", {})], other.desks().now())
        held.append(log.events[len(held.events) :])
    other.sync()
    carrier.carry(all_of_it=True)
    for _ in range(2):
        (left,) = one.sync().warnings
        assert "song.sung" in left
        assert "newer companion" in left
    monkeypatch.setattr(import_plan, "replayed", lambda *log: import_plan.Replay())
    assert any("1 entry more" in line for line in one.sync().lines)


def test_after_a_rename_only_the_document_is_sent_and_then_nothing(tmp_path):
    (one,), _ = a_group_on(tmp_path, 1, Random(1))
    players.rename_player(one.desks(), "Ben", "Benno")
    one.sync()  # the play that goes on, in which the seat was renamed
    agreements.agree(one.desks(), "A ward wards", ["ward"], [])
    assert one.sync().document()["sent"] == {"copies": 0, "labels": 0, "plays": 0, "imports": 0}
    files = one.files()
    assert len(files) == 3
    one.sync()
    assert one.files() == files

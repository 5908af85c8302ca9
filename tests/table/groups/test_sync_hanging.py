"""A shared folder that hangs, as on a network share: it is given up, and the next sync goes on."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, current_thread, main_thread
from typing import Any

import pytest

from companion.cli import auto_sync
from companion.errors import StorageError
from companion.table.groups import shared_folder
from companion.table.groups.sync import SyncOptions, sync
from companion.table.plays import enter
from tests.table.groups.test_devices import Device, a_group_on, amounts_to, until_nothing_is_new
from tests.table.groups.test_import import GROUP, began, nothing_shown

CALLS = ("open", "replace", "rename", "mkdir", "unlink", "scandir", "listdir", "stat", "lstat")


class Share:
    """A folder of which a call to the system hangs until `release`; all calls are counted."""

    def __init__(self, folder: Path, hangs_at: int = 0) -> None:
        self._folder, self._hangs_at = str(folder), hangs_at
        self._released = Event()
        self.calls = 0

    def slow(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*args: Any, **options: Any) -> Any:
            if any(self._folder in str(arg) for arg in args[:2]):
                assert current_thread() is not main_thread(), "this could never be given up"
                self.calls += 1
                if self.calls == self._hangs_at:
                    assert self._released.wait(30)
            return call(*args, **options)

        return instead

    def release(self) -> None:
        self._released.set()


@contextmanager
def hanging(folder: Path, at: int = 0) -> Iterator[Share]:
    share = Share(folder, at)
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, share.slow(getattr(os, name)))
        patch.setattr(io, "open", share.slow(io.open))
        patch.setattr(shared_folder, "PATIENCE", 0.05)
        patch.setattr(shared_folder, "SHOWN_AFTER", 0.02)
        yield share
        share.release()
        for thread in list(shared_folder._waiting.values()):
            thread.join()


def problem_of(device: Device) -> str | None:
    try:
        device.sync()
    except StorageError as problem:
        return problem.message
    return None


def test_a_folder_that_hangs_at_any_call_is_given_up_and_nothing_is_lost(tmp_path):
    devices, carrier = a_group_on(tmp_path, 2, Random(1))
    one, other = devices
    at = 0
    while True:
        at += 1
        began(other.desks, "Ana", "Cho")
        other.sync()
        carrier.carry(all_of_it=True)
        enter.score(one.desks(play="bwd-1"), ["ana", "+1"])
        with hanging(one.folder, at) as share:
            problem = problem_of(one)
            if problem is not None:  # and while it hangs, nothing else is begun
                assert problem == problem_of(one) == f"{one.folder} does not answer."
        if problem is None:
            assert share.calls < at
            break
        assert not any("backup" in line for line in one.sync().warnings), at
    until_nothing_is_new(devices, carrier)
    assert amounts_to(one) == amounts_to(other)
    assert at > 10


def test_who_watches_is_told_once_that_a_folder_hangs_and_then_what_came_in(tmp_path):
    devices, carrier = a_group_on(tmp_path, 2, Random(1))
    one, other = devices
    began(other.desks, "Ana", "Cho")
    other.sync()
    carrier.carry(all_of_it=True)
    said: list[str] = []
    with hanging(one.folder, 5) as share:
        steps = iter(range(4))

        def pause() -> bool:
            step = next(steps)
            if step == 1:
                share.release()
            return step < 3

        auto_sync.watch(one.desks, lambda desk: one.sync(), said.append, pause)
    assert [line for line in said if "does not answer" in line] == said[:1]
    assert any("1 new" in line for line in said)


def test_a_pipe_in_the_place_of_a_segment_is_given_up(tmp_path, monkeypatch):
    """Until then, a terminal shows that the folder is waited for."""
    (one,), _ = a_group_on(tmp_path, 1, Random(1))
    monkeypatch.setattr(shared_folder, "PATIENCE", 0.05)
    monkeypatch.setattr(shared_folder, "SHOWN_AFTER", 0.02)
    shown = list[str]()

    def bar(what: str) -> Any:
        shown.append(what)
        return nothing_shown(what)

    (newest,) = (one.folder / next(iter(one.files())),)
    newest.rename(newest.with_suffix(".away"))
    os.mkfifo(newest)
    with pytest.raises(StorageError, match="does not answer"):
        sync(one.desks(group=GROUP), SyncOptions(str(one.folder)), bar)
    assert shown == [f"Waiting for {one.folder}"]
    with newest.open("wb"):  # lets go of it
        pass
    newest.with_suffix(".away").replace(newest)
    assert one.sync().warnings == ()

"""Several companions at once: nothing is lost, nobody waits for ever."""

import multiprocessing
import os
import signal
import sys

import pytest

from companion.errors import Conflict, Locked
from companion.store.lock import locked
from companion.store.tiny import TinyStore
from tests.terminal import LIMIT

from .samples import PLAY, append_one, entry, store_with_play

WRITERS, ENTRIES = 8, 25
# New processes that share nothing with this one, as companions in several terminals are.
processes = multiprocessing.get_context("spawn")


def add_entries(home):
    store = TinyStore(home, patience=LIMIT)
    for _ in range(ENTRIES):
        append_one(store)


def begin_plays(home, taken):
    store = TinyStore(home, patience=LIMIT)
    for number in range(10):
        try:
            store.create_log(PLAY._replace(id=f"lwd-{number}"), [entry(1)])
        except Conflict:
            continue
        taken.put(number)


def hold(path, held):
    with locked(path):
        held.set()
        signal.pause()


def run(target, *args, count):
    workers = [processes.Process(target=target, args=args) for _ in range(count)]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            worker.join(LIMIT)
        assert [worker.exitcode for worker in workers] == [0] * count
    finally:
        for worker in workers:
            worker.kill()


def test_eight_processes_lose_no_entry(tmp_path):
    store = store_with_play(tmp_path, entries=0)
    run(add_entries, tmp_path, count=WRITERS)
    events = store.read_log(PLAY)
    assert [event.seq for event in events] == list(range(1, WRITERS * ENTRIES + 1))
    assert [path.name for path in tmp_path.rglob("*lock")] == ["lock"]


def test_an_id_is_given_to_one_process_only(tmp_path):
    store = store_with_play(tmp_path)
    taken = processes.Queue()
    run(begin_plays, tmp_path, taken, count=3)
    assert sorted(taken.get(timeout=LIMIT) for _ in range(10)) == list(range(10))
    assert len(store.log_ids("Home", "plays")) == 11


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_lock_is_waited_for_and_ends_with_its_holder(tmp_path):
    path = str(tmp_path / "lock")
    held = processes.Event()
    holder = processes.Process(target=hold, args=(path, held))
    holder.start()
    try:
        assert held.wait(LIMIT)
        with pytest.raises(Locked, match=tmp_path.name) as refusal, locked(path, patience=0.05):
            pytest.fail("held by another process")
        assert refusal.value.hint
    finally:
        os.kill(holder.pid, signal.SIGKILL)
        holder.join(LIMIT)
    with locked(path, patience=5):
        assert os.path.exists(path), "the file that the killed process left, used again"


def test_a_lock_is_free_again_after_a_block_that_failed(tmp_path):
    path = str(tmp_path / "play.json")
    with pytest.raises(ZeroDivisionError), locked(path):
        raise ZeroDivisionError
    with locked(path, patience=0):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_whoever_gave_up_waiting_takes_no_turn_later(tmp_path):
    path = str(tmp_path / "lock")
    with locked(path), pytest.raises(Locked), locked(path, patience=0.05):
        pytest.fail("held by this very process")
    with locked(path, patience=LIMIT):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that is open")
def test_a_lock_whose_file_was_removed_meanwhile_is_taken_anew(tmp_path, monkeypatch):
    """Older companions removed the file on leaving; somebody may clear it away by hand."""
    import fcntl

    path = str(tmp_path / "lock")
    flock, tries = fcntl.flock, []

    def removed_just_before(file, operation):
        flock(file, operation)
        if not tries:
            os.unlink(path)
        tries.append(file)

    monkeypatch.setattr(fcntl, "flock", removed_just_before)
    with locked(path), pytest.raises(Locked), locked(path, patience=0):
        pytest.fail("the second one must meet the lock of the first")
    assert len(tries) > 1

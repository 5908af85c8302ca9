"""Several companions at once: nothing is lost, nobody waits for ever."""

import contextlib
import errno
import json
import multiprocessing
import os
import signal
import sys
import threading

import pytest

from companion.errors import Conflict, Locked, StorageError
from companion.store.lock import locked
from companion.store.tiny import TinyStore
from tests.terminal import LIMIT

from .samples import PLAY, append_one, entry, play_file, store_with_play

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


def give_up(path):
    with pytest.raises(Locked), locked(path, patience=0.05):
        pytest.fail("held by somebody else")


def open_files(path):
    """The numbers by which this process has that file open."""
    found = []
    for name in os.listdir("/dev/fd"):
        with contextlib.suppress(OSError):  # the listing itself is closed again
            if os.path.samestat(os.fstat(int(name)), os.stat(path)):
                found.append(int(name))
    return found


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
    rows = json.loads(play_file(tmp_path).read_text())["events"]
    assert list(rows) == [str(event.seq) for event in events], "numbered as TinyDB would"
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
    with locked(path):
        give_up(path)
        run(give_up, path, count=1)  # and ends, though the lock is still held
    with locked(path, patience=LIMIT):
        pass


@pytest.mark.parametrize(
    ("where", "problem", "raised"),
    [
        ("tried", OSError(errno.EIO, "gone"), StorageError),
        ("waited for", OSError(errno.EIO, "gone"), StorageError),
        ("waited for", KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="flock is of POSIX")
def test_a_lock_that_fails_is_not_held_and_leaves_no_file_open(
    tmp_path, monkeypatch, where, problem, raised
):
    import fcntl

    class Interrupted(threading.Event):
        def wait(self, timeout=None):
            if timeout is not None:  # not the one within a thread, which waits for its start
                raise problem
            return super().wait()

    def failing(file, operation):
        if operation == fcntl.LOCK_EX or where == "tried":
            raise problem
        flock(file, operation)

    flock, path = fcntl.flock, str(tmp_path / "lock")
    with locked(path), monkeypatch.context() as patched:
        if isinstance(problem, OSError):
            patched.setattr(fcntl, "flock", failing)
        else:
            patched.setattr(threading, "Event", Interrupted)
        with pytest.raises(raised), locked(path):
            pytest.fail("it could not be had")
    for thread in threading.enumerate():
        if thread.name == "lock":
            thread.join(LIMIT)
    assert open_files(path) == []


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

"""What is changed together: all of it or nothing, whoever is killed, whatever the disk refuses."""

import errno
import fcntl
import json
import os
import shutil
import stat

import pytest

from companion.errors import Conflict, Corrupt, Locked, StorageError
from companion.store import transaction
from companion.store.tiny import TinyStore

from . import kills
from .samples import DOCUMENT, PLAY, append_one, entry, play_file, store_with_play
from .test_crashes import killed_homes, leftovers

CALLS = (*kills.CALLS, "read", "fstat", "stat", "close")
ERRORS = (errno.EIO, errno.ENOSPC)  # `python -m tests.faults` has more


def state(store):
    """All that a home holds: its groups, their plays, its settings."""
    groups = {
        name: (
            store.read_group(name),
            {log: len(store.read_log(PLAY._replace(group=name, id=log))) for log in ids},
        )
        for name in store.groups()
        for ids in [store.log_ids(name, "plays")]
    }
    return groups, store.read_settings()


BEFORE = {"Home": (DOCUMENT, {"bwd-1": 3})}, {}
AFTER = (
    {"Éva's": ({**DOCUMENT, "current": "bwd-2"}, {"bwd-1": 4, "bwd-2": 1})},
    {"group": "Éva's"},
)


def goes_on(home):
    """Whether everything can be changed in a home as if nothing had happened."""
    store = TinyStore(home)
    if state(store) == BEFORE:
        kills.change_everything(store)
    assert state(store) == AFTER
    append_one(store, PLAY._replace(group="Éva's"))
    assert leftovers(home) == []


@pytest.mark.long
def test_killed_while_changing_everything_and_looked_at_by_a_reader(tmp_path):
    seen = set()
    for home in killed_homes(tmp_path, "everything"):
        found = state(TinyStore(home))
        assert found in (BEFORE, AFTER)
        seen.add(found == AFTER)
        goes_on(home)
    assert seen == {False, True}


@pytest.mark.long
def test_killed_while_changing_everything_and_written_to_at_once(tmp_path):
    for home in killed_homes(tmp_path, "everything"):
        store = TinyStore(home)
        with store.change_settings() as settings:
            settings["seen"] = True
        groups, settings = state(store)
        del settings["seen"]
        assert (groups, settings) in (BEFORE, AFTER)


def refuse(monkeypatch, number, wrong):
    """Let that call of the system fail, among those that the store makes."""
    passed = 0

    def failing(call):
        def wrapped(*args, **more):
            nonlocal passed
            passed += 1
            if passed == number:
                raise OSError(wrong, os.strerror(wrong))
            return call(*args, **more)

        return wrapped

    for name in CALLS:
        monkeypatch.setattr(os, name, failing(getattr(os, name)))
    monkeypatch.setattr(fcntl, "flock", failing(fcntl.flock))
    return lambda: passed


@pytest.mark.parametrize("wrong", ERRORS, ids=errno.errorcode.get)
def test_what_was_refused_is_not_there_and_what_was_not_is(tmp_path, monkeypatch, wrong):
    append_one(store_with_play(tmp_path / "made"))
    outcomes, number = set(), 0
    while True:
        number += 1
        home = tmp_path / str(number)
        shutil.copytree(tmp_path / "made", home)
        with monkeypatch.context() as patched:
            calls = refuse(patched, number, wrong)
            try:
                kills.change_everything(TinyStore(home))
                expected = AFTER
            except StorageError:
                expected = BEFORE
            over = calls() < number
        assert state(TinyStore(home)) == expected, f"call {number} failed"
        outcomes.add(expected == AFTER)
        goes_on(home)
        shutil.rmtree(home)
        if over:
            break
    assert number > 60
    assert outcomes == {False, True}


def test_a_power_cut_meets_nothing_half(tmp_path, monkeypatch):
    """New names are on the disk before anything relies on them: an intent before files take their
    places, and these before it goes."""
    unsynced, intent = {}, str(tmp_path / "home" / "intent.json")

    def naming(call, place):
        def wrapped(*args, **more):
            assert not place or intent not in unsynced, "the intent might not be there"
            call(*args, **more)
            unsynced[args[place]] = os.stat(os.path.dirname(args[place]))

        return wrapped

    def syncing(file):
        for path, folder in list(unsynced.items()):
            if os.path.samestat(folder, os.fstat(file)):
                del unsynced[path]

    def removing(path, **more):
        assert path != intent or not unsynced, "what was intended might not be there"
        unlink(path, **more)

    unlink = os.unlink
    for name, place in (("mkdir", 0), ("replace", 1), ("rename", 1)):
        monkeypatch.setattr(os, name, naming(getattr(os, name), place))
    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "unlink", removing)
    append_one(store_with_play(tmp_path / "home"))
    assert not unsynced
    kills.change_everything(TinyStore(tmp_path / "home"))
    assert not unsynced


def test_whoever_reads_while_a_change_is_made_sees_all_of_it(tmp_path, monkeypatch):
    """A reader that comes after the intent waits until everything is in its place."""
    home = tmp_path / "home"
    append_one(store_with_play(home))
    replaced, found = os.replace, []

    def looked_at(old, new):
        if new.endswith("group.json"):
            with pytest.raises(Locked):  # its maker is still at work, in this very thread
                TinyStore(home, patience=0.01).read_group("Home")
            found.append(new)
        return replaced(old, new)

    monkeypatch.setattr(os, "replace", looked_at)
    kills.change_everything(TinyStore(home))
    assert found
    assert state(TinyStore(home)) == AFTER


def stopped_after_the_intent(home, monkeypatch):
    """A home whose change is intended, and nothing of it in its place."""
    append_one(store_with_play(home))
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.transaction.carry_out_intent", lambda *_: None)
        kills.change_everything(TinyStore(home))
    assert (home / "intent.json").exists()


def test_a_change_that_is_intended_is_made_by_whoever_comes_next(tmp_path, monkeypatch):
    for number, look in enumerate(
        (
            lambda store: store.groups(),
            lambda store: store.read_settings(),
            lambda store: store.read_group("Éva's"),
            lambda store: store.read_log(PLAY._replace(group="Éva's")),
            lambda store: store.has_log(PLAY),
            lambda store: store.mark(PLAY),
            lambda store: store.log_ids("Éva's", "plays"),
            lambda store: list(store.each_mark("Éva's", "plays")),
        )
    ):
        home = tmp_path / str(number)
        stopped_after_the_intent(home, monkeypatch)
        look(TinyStore(home))
        assert not (home / "intent.json").exists()
        goes_on(home)


def test_what_was_written_beside_since_is_not_taken_for_what_was_intended(tmp_path, monkeypatch):
    """A power cut brings the intent back whose files have long been in their places."""
    home = tmp_path / "home"
    stopped_after_the_intent(home, monkeypatch)
    intent = (home / "intent.json").read_bytes()
    goes_on(home)
    (home / "intent.json").write_bytes(intent)
    play = home / "groups" / next((home / "groups").iterdir()).name / "plays" / "bwd-1.json"
    play.with_name("bwd-1.json.tmp").write_bytes(b"half of what somebody was about to wri")
    before = play.read_bytes()
    assert state(TinyStore(home))[1] == AFTER[1]
    assert play.read_bytes() == before
    assert not (home / "intent.json").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"files": [], "folders": [["groups/home"]]}',
        b'{"files": [["../elsewhere", "x", 1]], "folders": []}',
        b'{"files": [["/etc/passwd", "x", 1]], "folders": []}',
        json.dumps([[]] * 9).encode(),
        b"[" * 100_000,
    ],
)
def test_an_intent_that_makes_no_sense_is_named_and_nothing_is_done(tmp_path, content):
    store = store_with_play(tmp_path)
    (tmp_path / "intent.json").write_bytes(content)
    for use in (store.groups, lambda: append_one(store)):
        with pytest.raises(Corrupt, match=r"intent\.json") as refusal:
            use()
        assert "Move it away" in refusal.value.hint
    (tmp_path / "intent.json").unlink()
    append_one(store)


def test_what_was_prepared_gives_way_to_what_somebody_else_has_entered(tmp_path):
    home = tmp_path / "home"
    append_one(store_with_play(home))
    store, other = TinyStore(home), TinyStore(home)
    before = state(store)

    def prepare():
        with store.together(), store.preparing():
            with store.change_log(PLAY) as log:
                log.append([entry(4)])
            store.create_log(PLAY._replace(id="bwd-2"), [entry(1)])
            append_one(other)  # nobody is held up

    with pytest.raises(Conflict, match=r"bwd-1\.json"):
        prepare()
    assert state(store) == ({"Home": (DOCUMENT, {"bwd-1": 4})}, {}) != before
    assert leftovers(home) == []


def test_after_what_was_prepared_all_others_wait_for_the_end(tmp_path):
    store, other = store_with_play(tmp_path), TinyStore(tmp_path, patience=0.01)
    with store.together():
        with store.preparing():
            store.create_log(PLAY._replace(id="bwd-2"), [entry(1)])
        with store.change_log(PLAY), pytest.raises(Locked):
            append_one(other)


def test_what_was_given_up_leaves_no_folder(tmp_path):
    store = TinyStore(tmp_path / "home")
    store.create_group("Attic", {})

    def give_up():
        with store.together():
            store.create_group("Home", DOCUMENT)
            store.create_log(PLAY, [entry(1)])
            store.create_log(PLAY._replace(group="Attic"), [entry(1)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        give_up()
    folders = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_dir()}
    assert folders == {"home", "home/groups", "home/groups/attic"}


@pytest.fixture
def shelf_elsewhere(tmp_path, monkeypatch):
    """A home of which a link leads to where no file can be moved in one step: its shelf."""
    home = tmp_path / "home"
    append_one(store_with_play(home))
    shelf, status = play_file(home).parent, os.stat

    def elsewhere(path, *more, **named):
        found = status(path, *more, **named)
        if os.fspath(path) == str(shelf):
            return os.stat_result((*found[:2], found.st_dev + 1, *found[3:10]))
        return found

    monkeypatch.setattr(os, "stat", elsewhere)
    return home


def test_what_was_prepared_for_another_disk_is_brought_there_first(shelf_elsewhere, monkeypatch):
    kills.change_everything(TinyStore(shelf_elsewhere))
    monkeypatch.undo()
    assert state(TinyStore(shelf_elsewhere)) == AFTER


def test_another_disk_that_is_full_is_left_as_it_was(shelf_elsewhere, monkeypatch):
    shelf, write = str(play_file(shelf_elsewhere).parent), transaction.write_new

    def full(path, content, *more, **named):
        if os.path.dirname(path) == shelf:
            write(path, content[:9], *more, **named)
            raise OSError(errno.ENOSPC, "full")
        return write(path, content, *more, **named)

    monkeypatch.setattr(transaction, "write_new", full)
    store = TinyStore(shelf_elsewhere)
    with pytest.raises(StorageError, match="disk is full"), store.together(), store.preparing():
        store.create_log(PLAY._replace(id="bwd-2"), [entry(1)])
    assert leftovers(shelf_elsewhere) == []
    assert state(TinyStore(shelf_elsewhere)) == BEFORE


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_home_is_its_owners_and_files_stay_as_private_as_they_were_made(tmp_path):
    home = tmp_path / "deep" / "home"
    store = store_with_play(home)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    group = next((home / "groups").iterdir()) / "group.json"
    for file in (play_file(home), group):
        file.chmod(0o600)
    with store.change_group("Home") as document:
        document["current"] = "bwd-1"
    append_one(store)
    for file in (play_file(home), group, play_file(home).with_suffix(".json.bak")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_looking_something_up_makes_a_home_that_is_private(tmp_path):
    home = tmp_path / "home"
    assert TinyStore(home).cache()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700

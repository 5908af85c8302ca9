"""Odd files in a home: named, never taken for nothing, never waited for, never replaced."""

import errno
import json
import os
import subprocess

import pytest

from companion.errors import Ambiguous, Corrupt, NotFound, StorageError
from companion.store.disk import explain
from companion.store.tiny import TinyStore
from tests.terminal import LIMIT

from .samples import DOCUMENT, PLAY, append_one, entry, play_file, store_with_play

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")

SECOND = PLAY._replace(id="bwd-2")


@pytest.fixture
def home(tmp_path):
    """A home with a group of two plays and settings, each of which has a backup."""
    store = store_with_play(tmp_path / "home")
    store.create_log(SECOND, [entry(1)])
    for _ in range(2):
        append_one(store)
        append_one(store, SECOND)
        with store.change_group("Home") as document:
            document["current"] = PLAY.id
        with store.change_settings() as settings:
            settings["group"] = "Home"
    return tmp_path / "home"


def group_file(home):
    return home / "groups" / "home" / "group.json"


def change_group(store):
    with store.change_group("Home") as document:
        document["current"] = SECOND.id


def change_settings(store):
    with store.change_settings() as settings:
        settings["group"] = "Attic"


USES = {
    "groups/home/plays/bwd-1.json": (lambda store: store.read_log(PLAY), append_one),
    "groups/home/group.json": (lambda store: store.read_group("Home"), change_group),
    "settings.json": (lambda store: store.read_settings(), change_settings),
}


@pytest.fixture(params=USES)
def used(request, home):
    """A file of the home, and what reads and what changes it."""
    return home / request.param, *USES[request.param]


def pipe(file):
    os.mkfifo(file)


def folder(file):
    file.mkdir()


def loop(file):
    file.symlink_to(file.name)


def dangling(file):
    file.symlink_to("nowhere.json")


def endless(file):
    file.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [pipe, folder, loop, dangling, endless])
def test_what_is_no_file_is_damage_and_stays_as_it_is(home, used, make):
    file, read, change = used
    file.unlink()
    make(file)
    before = os.lstat(file)
    for use in (read, change):
        with pytest.raises(Corrupt) as refused:
            use(TinyStore(home))
        assert str(file) in refused.value.message
        assert f"{file}.bak" in refused.value.hint
    assert os.path.samestat(os.lstat(file), before)


@pytest.mark.parametrize("make", [pipe, folder, loop])
def test_a_backup_that_is_none_is_not_offered(home, make):
    backup = play_file(home).with_suffix(".json.bak")
    backup.unlink()
    make(backup)
    play_file(home).write_bytes(b"{")
    with pytest.raises(Corrupt) as refused:
        TinyStore(home).read_log(PLAY)
    assert "no readable backup" in refused.value.hint


def test_a_link_to_a_file_elsewhere_is_read_and_never_replaced(home, used, tmp_path):
    file, read, change = used
    before = read(TinyStore(home))
    elsewhere = tmp_path / "elsewhere.json"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    content = elsewhere.read_bytes()
    assert read(TinyStore(home)) == before
    with pytest.raises(StorageError, match="is a link") as refused:
        change(TinyStore(home))
    assert refused.value.hint
    assert file.is_symlink()
    assert elsewhere.read_bytes() == content


def test_a_folder_that_is_a_link_is_written_through(home, tmp_path):
    (home / "groups").rename(tmp_path / "synced")
    (home / "groups").symlink_to(tmp_path / "synced")
    store = TinyStore(home)
    append_one(store)
    change_group(store)
    assert (home / "groups").is_symlink()
    assert len(TinyStore(home).read_log(PLAY)) == 5


@pytest.mark.parametrize("place", [".", "groups", "groups/home", "groups/home/plays"])
def test_a_folder_on_a_disk_that_is_not_there_is_named_and_never_taken_for_none(home, place):
    folder, elsewhere = home / place, home.with_name("elsewhere")
    folder.rename(elsewhere)
    folder.symlink_to(home.with_name("nowhere"))
    for use in (
        lambda store: store.log_ids("Home", "plays"),
        lambda store: store.marks("Home", "plays"),
        lambda store: store.create_log(PLAY._replace(id="bwd-9"), [entry(1)]),
    ):
        with pytest.raises(StorageError, match="leads nowhere") as refusal:
            use(TinyStore(home))
        assert str(home.with_name("nowhere")) in refusal.value.hint
    folder.unlink()
    elsewhere.rename(folder)
    append_one(TinyStore(home))


def test_a_group_whose_plays_cannot_be_looked_for_is_there(home):
    for file in ("group.json", "group.json.bak"):
        (home / "groups" / "home" / file).unlink()
    plays = home / "groups" / "home" / "plays"
    plays.rename(home / "plays")
    loop(plays)
    assert TinyStore(home).groups() == ["home"]
    with pytest.raises(StorageError, match=str(plays)):
        TinyStore(home).create_group("Home", {})


@pytest.mark.parametrize("make", [loop, dangling, pipe])
def test_one_odd_file_among_the_plays_leaves_the_others_readable(home, make):
    play_file(home).unlink()
    make(play_file(home))
    store = TinyStore(home)
    assert store.log_ids("Home", "plays") == ["bwd-1", "bwd-2"]
    assert {log for log, mark in store.each_mark("Home", "plays") if mark} >= {"bwd-2"}
    assert len(store.read_log(SECOND)) == 3
    append_one(store, SECOND)
    with pytest.raises(Corrupt, match=r"bwd-1\.json"):
        store.read_log(PLAY)


def test_a_table_that_stands_twice_is_damage(home, used):
    file, read, change = used
    tables = json.loads(file.read_text())
    name = list(tables)[-1]
    double = f'{json.dumps(tables)[:-1]},"{name}":{{}}}}'
    file.write_text(double)
    for use in (read, change):
        with pytest.raises(Corrupt, match=f'"{name}" is there twice'):
            use(TinyStore(home))
    assert file.read_text() == double


def test_a_name_that_stands_twice_in_what_was_told_is_none_of_a_table(home):
    store = TinyStore(home)
    nested = {"events": {"events": "meta"}, "meta": ["events", {"settings": 1}]}
    with store.change_group("Home") as document:
        document["note"] = nested
    assert TinyStore(home).read_group("Home")["note"] == nested


def test_a_group_that_lost_its_file_is_damaged_and_never_begun_anew(home):
    for file in (group_file(home), group_file(home).with_suffix(".json.bak")):
        file.unlink()
    store = TinyStore(home)
    assert store.groups() == ["home"]
    for use in (lambda: store.read_group("Home"), lambda: change_group(store)):
        with pytest.raises(Corrupt, match="it is gone, and what the group has played is there"):
            use()
    with pytest.raises(Ambiguous):
        store.create_group("Home", DOCUMENT)
    assert not group_file(home).exists()
    assert len(store.read_log(PLAY)) == 4


def test_a_folder_that_a_crash_left_is_no_group(home):
    (home / "groups" / "attic" / "plays").mkdir(parents=True)
    (home / "groups" / "attic" / "group.json.tmp").write_text("{")
    store = TinyStore(home)
    assert store.groups() == ["Home"]
    with pytest.raises(NotFound):
        store.read_group("Attic")
    store.create_group("Attic", DOCUMENT)
    assert store.groups() == ["Attic", "Home"]


@pytest.mark.parametrize("name", ["lock", "prepared.lock"])
def test_a_pipe_in_the_place_of_a_lock_hangs_nobody(home, name):
    (home / name).unlink(missing_ok=True)
    os.mkfifo(home / name)
    store = TinyStore(home, patience=0.2)
    with store.together(), store.preparing():
        append_one(store)
    assert len(store.read_log(PLAY)) == 5


def test_a_pipe_in_the_place_of_an_intent_hangs_nobody(home):
    os.mkfifo(home / "intent.json")
    for use in (append_one, lambda store: store.read_log(PLAY)):
        with pytest.raises(StorageError, match=r"intent\.json"):
            use(TinyStore(home))


def test_a_pipe_in_the_place_of_notes_hangs_nobody(home):
    store = TinyStore(home)
    cache = home / "cache"
    cache.mkdir(exist_ok=True)
    notes = cache / "home.plays.changes"
    notes.unlink(missing_ok=True)
    os.mkfifo(notes)
    append_one(store)
    assert store.changes("Home", "plays", "1").logs is None


def test_notes_are_added_to_nothing_elsewhere(home, tmp_path):
    theirs = tmp_path / "diary.txt"
    theirs.write_text("Dear diary\n")
    notes = home / "cache" / "home.plays.changes"
    notes.parent.mkdir(exist_ok=True)
    notes.unlink(missing_ok=True)
    notes.symlink_to(theirs)
    append_one(TinyStore(home))
    assert theirs.read_text() == "Dear diary\n"


def test_a_pipe_in_the_place_of_a_shelf_hangs_nobody(home):
    shelf = home / "groups" / "home" / "plays"
    shelf.rename(home / "elsewhere")
    os.mkfifo(shelf)
    with pytest.raises(StorageError, match="where a folder must be"):
        TinyStore(home).marks("Home", "plays")


@pytest.mark.parametrize("make", [loop, dangling])
def test_an_odd_link_among_the_groups_leaves_the_others_in_use(home, make):
    make(home / "groups" / "odd")
    store = TinyStore(home)
    assert store.groups() == ["Home", "odd"]
    append_one(store)
    with pytest.raises(StorageError, match="odd"):
        store.create_group("Odd", DOCUMENT)


@pytest.mark.parametrize("beside", [".bak", ".tmp", ".bak.tmp"])
def test_a_folder_beside_a_file_is_named_before_anything_is_changed(home, beside):
    file = group_file(home)
    odd = file.with_name(f"{file.name}{beside}")
    odd.unlink(missing_ok=True)
    odd.mkdir()
    store = TinyStore(home)
    before = file.read_bytes(), play_file(home).read_bytes()

    def change_both():
        with store.together():
            append_one(store)
            change_group(store)

    with pytest.raises(StorageError) as refusal:
        change_both()
    assert str(odd) in refusal.value.message
    assert (file.read_bytes(), play_file(home).read_bytes()) == before
    assert not (home / "intent.json").exists()
    store.read_log(PLAY)
    odd.rmdir()
    change_both()


@pytest.mark.parametrize("make", [pipe, folder, loop, dangling, endless])
def test_the_way_back_to_the_backup_works_as_typed(home, make):
    file = play_file(home)
    file.unlink()
    make(file)
    with pytest.raises(Corrupt) as damage:
        TinyStore(home).read_log(PLAY)
    command = damage.value.hint.partition("To restore it: ")[2]
    subprocess.run(command, shell=True, check=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
    assert not file.is_symlink()
    append_one(TinyStore(home))


def test_a_link_in_the_place_of_a_lock_is_named(home):
    (home / "lock").unlink()
    loop(home / "lock")
    with pytest.raises(StorageError, match=r"lock is a link") as refusal:
        append_one(TinyStore(home))
    assert "Move that link away" in refusal.value.hint


def test_a_home_that_one_may_not_look_into_is_named_itself(home, monkeypatch):
    def may(path, what):
        return not str(path).startswith(str(home))

    monkeypatch.setattr("os.access", may)
    problem = explain(PermissionError(errno.EACCES, "no"), str(home / "intent.json"))
    assert problem.message == f"You may not open or change {home}."

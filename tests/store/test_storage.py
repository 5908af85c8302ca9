"""Damaged files, full disks and other trouble: nothing is lost, and people are told what to do."""

import errno
import json
import os
import subprocess

import pytest
from tinydb import TinyDB

from companion.errors import Conflict, Corrupt, StorageError
from companion.store.storage import AtomicStorage
from tests.terminal import LIMIT

OLD = {"events": {"1": {"text": "first"}}}
NEW = {"events": {"1": {"text": "first"}, "2": {"text": "zweiter Würfel 🎲"}}}


@pytest.fixture
def path(tmp_path):
    """A file that was written twice, so that its backup holds the empty table of before."""
    folder = tmp_path / "it's here"
    folder.mkdir()
    path = folder / "play.json"
    storage = AtomicStorage(path)
    storage.write({"events": {}})
    storage.write(OLD)
    return path


def files_beside(path):
    return sorted(each.name for each in path.parent.iterdir())


# The everyday


def test_plain_tinydb_works_with_it_and_opens_what_it_wrote(path):
    with TinyDB(path, storage=AtomicStorage) as database:
        database.table("events").insert({"text": "zweiter Würfel 🎲"})
        database.insert({"more": 1})
    with TinyDB(path) as plain:
        assert [row["text"] for row in plain.table("events")] == ["first", "zweiter Würfel 🎲"]
        assert plain.all() == [{"more": 1}]
    assert path.read_bytes().isascii()


def test_no_file_reads_as_nothing_and_reading_makes_none(tmp_path):
    assert AtomicStorage(tmp_path / "missing" / "play.json").read() is None
    assert list(tmp_path.iterdir()) == []


def test_the_previous_state_is_kept_as_a_backup_and_nothing_else(path):
    assert files_beside(path) == ["play.json", "play.json.bak"]
    assert json.loads((path.parent / "play.json.bak").read_text()) == {"events": {}}
    AtomicStorage(path).write(NEW)
    assert json.loads((path.parent / "play.json.bak").read_text()) == OLD


def test_the_backup_is_a_copy_where_the_disk_has_no_links(path, monkeypatch):
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    AtomicStorage(path).write(NEW)
    assert AtomicStorage(path).read() == NEW
    assert json.loads((path.parent / "play.json.bak").read_text()) == OLD
    assert files_beside(path) == ["play.json", "play.json.bak"]


def test_a_folder_that_cannot_be_synced_does_not_undo_a_write(path, monkeypatch):
    fsync, calls = os.fsync, []

    def only_files(file):
        calls.append(file)
        if len(calls) > 1:
            raise OSError(errno.EINVAL, "not for folders")
        fsync(file)

    monkeypatch.setattr(os, "fsync", only_files)
    AtomicStorage(path).write(NEW)
    assert len(calls) == 2
    assert AtomicStorage(path).read() == NEW


# Damage

DAMAGE = {
    "empty": (b"", "empty"),
    "blank": (b" \n", "empty"),
    "cut off": (b'{"events":{"1":{"te', "stops being JSON at line 1, column"),
    "not text": (b"\x80\xff\x00\x01", "not JSON"),
    "zeros": (b"\0" * 64, "JSON"),
    "too deep": (b"[" * 200_000, "not JSON"),
    "not a number": (b'{"events":{"1":{"points":NaN}}}', "not JSON"),
    "a list": (b"[1,2]", "tables"),
    "no tables": (b'{"events":[1]}', "tables"),
    "no rows": (b'{"events":{"1":"first"}}', "tables"),
    "no numbers": (b'{"events":{"one":{}}}', "tables"),
}


@pytest.fixture(params=list(DAMAGE))
def damage(request):
    return DAMAGE[request.param]


def test_a_damaged_file_is_named_with_what_is_wrong(path, damage):
    content, what = damage
    path.write_bytes(content)
    with pytest.raises(Corrupt) as refusal:
        AtomicStorage(path).read()
    assert str(path) in refusal.value.message
    assert what in refusal.value.message


def test_a_damaged_file_is_never_written_over(path, damage):
    reader = AtomicStorage(path)
    reader.read()
    path.write_bytes(damage[0])
    with pytest.raises(Corrupt):
        AtomicStorage(path).write(NEW)
    with pytest.raises(Conflict):  # it was good when this one read it
        reader.write(NEW)
    with pytest.raises(Corrupt), TinyDB(path, storage=AtomicStorage) as database:
        database.insert({"more": 1})
    assert path.read_bytes() == damage[0]
    assert json.loads((path.parent / "play.json.bak").read_text()) == {"events": {}}


def test_the_hint_restores_the_backup(path):
    path.write_bytes(b"{")
    with pytest.raises(Corrupt) as refusal:
        AtomicStorage(path).read()
    command = refusal.value.hint[refusal.value.hint.index("cp ") :]
    subprocess.run(command, shell=True, check=True, timeout=LIMIT)
    assert AtomicStorage(path).read() == {"events": {}}
    AtomicStorage(path).write(NEW)
    assert AtomicStorage(path).read() == NEW


@pytest.mark.parametrize("backup", [None, b"", b"[]", b"{"])
def test_a_backup_that_is_missing_or_damaged_too_is_not_offered(path, backup):
    path.write_bytes(b"{")
    kept = path.parent / "play.json.bak"
    kept.unlink() if backup is None else kept.write_bytes(backup)
    with pytest.raises(Corrupt) as refusal:
        AtomicStorage(path).read()
    assert "no readable backup" in refusal.value.hint
    assert "cp " not in refusal.value.hint


@pytest.mark.parametrize("read_before", [True, False])
def test_what_others_wrote_since_it_was_read_is_not_written_over(path, read_before):
    if not read_before:
        path.unlink()
        path.with_name("play.json.bak").unlink(missing_ok=True)
    storage = AtomicStorage(path)
    storage.read()
    theirs = {"events": {"1": {"text": "from a synced folder"}}}
    path.write_text(json.dumps(theirs))
    with pytest.raises(Conflict, match=r"play\.json"):
        storage.write(NEW)
    assert AtomicStorage(path).read() == theirs


# Trouble with the disk


def failing(number):
    def call(*args, **kwargs):
        raise OSError(number, os.strerror(number))

    return call


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EDQUOT, "disk is full"),
        (errno.EROFS, "read-only disk"),
        (errno.EACCES, "may not open or change"),
        (errno.EIO, "could not be used"),
    ],
)
def test_a_write_that_the_disk_refuses_leaves_everything_as_it_was(
    path, monkeypatch, call, number, sentence
):
    before = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, call, failing(number))
        with pytest.raises(StorageError, match=sentence) as refusal:
            AtomicStorage(path).write(NEW)
    assert str(path) in refusal.value.message
    assert "COMPANION_HOME" in refusal.value.hint
    assert path.read_bytes() == before
    assert files_beside(path) == ["play.json", "play.json.bak"]
    AtomicStorage(path).write(NEW)
    assert AtomicStorage(path).read() == NEW


def test_a_disk_that_fills_up_in_the_middle_of_a_write_leaves_everything_as_it_was(
    path, monkeypatch
):
    write, before = os.write, path.read_bytes()

    def a_little(file, content):
        if len(content) < 30:
            raise OSError(errno.ENOSPC, "full")
        return write(file, content[:10])

    monkeypatch.setattr(os, "write", a_little)
    with pytest.raises(StorageError, match="full"):
        AtomicStorage(path).write(NEW)
    assert path.read_bytes() == before
    assert files_beside(path) == ["play.json", "play.json.bak"]


def test_a_disk_that_takes_a_little_at_a_time_gets_it_all(path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, content: write(file, content[:7]))
    AtomicStorage(path).write(NEW)
    assert AtomicStorage(path).read() == NEW


def test_a_file_that_somebody_marked_read_only_is_left_alone(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StorageError, match="read-only"):
        AtomicStorage(path).write(NEW)
    assert AtomicStorage(path).read() == OLD


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path):
    with pytest.raises(StorageError, match="is a folder"):
        AtomicStorage(tmp_path).read()
    with pytest.raises(StorageError, match="is a folder"):
        AtomicStorage(tmp_path).write(NEW)


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(StorageError, match="does not exist"):
        AtomicStorage(tmp_path / "gone" / "play.json").write(NEW)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "home").write_text("")
    for use in (AtomicStorage.read, lambda storage: storage.write(NEW)):
        with pytest.raises(StorageError, match="A file on the way"):
            use(AtomicStorage(tmp_path / "home" / "play.json"))


def test_what_is_not_json_is_a_mistake_in_the_program_and_touches_nothing(path):
    for wrong in (float("inf"), {1}):
        with pytest.raises((TypeError, ValueError)):
            AtomicStorage(path).write({"events": {"1": {"points": wrong}}})
    assert AtomicStorage(path).read() == OLD

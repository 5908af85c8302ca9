"""What lies on the disk, how often it is read and written, and what happens when it was damaged."""

import errno
import json
import os
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tinydb import TinyDB

from companion.errors import Ambiguous, Conflict, Corrupt, NotFound, StorageError
from companion.store import base as naming
from companion.store.storage import AtomicStorage
from companion.store.tiny import TinyStore

from .samples import DOCUMENT, PLAY, append_one, entry, play_file, store_with_play

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=12,
)
keys = st.sampled_from(["meta", "settings", "events", "players", "_default", ""]) | st.text(
    max_size=5
)
rows = st.lists(st.dictionaries(st.text(max_size=3), json_values, max_size=3), max_size=4)
documents = st.dictionaries(keys, rows | json_values, max_size=5)


# The files


def test_every_file_opens_with_plain_tinydb(tmp_path):
    store = store_with_play(tmp_path)
    with TinyDB(play_file(tmp_path)) as play:
        assert play.table("meta").all() == [{"schema": 1, "kind": "play"}]
        assert play.table("events").all() == [entry(1).to_json(), entry(2).to_json()]
    with TinyDB(tmp_path / "groups" / "home" / "group.json") as group:
        assert group.table("meta").all() == [{"schema": 1, "kind": "group", "name": "Home"}]
        assert group.table("players").all() == DOCUMENT["players"]
        assert group.table("settings").all() == [{"default": True}]
    with store.change_settings() as values:
        values["group"] = "Home"
    with TinyDB(tmp_path / "settings.json") as home:
        assert home.table("settings").all() == [{"group": "Home"}]


def test_what_plain_tinydb_changed_is_read(tmp_path):
    store = store_with_play(tmp_path)
    with TinyDB(tmp_path / "groups" / "home" / "group.json") as group:
        group.table("players").insert({"name": "Cid"})
    assert store.read_group("Home")["players"][-1] == {"name": "Cid"}


def test_only_what_is_needed_lies_there(tmp_path):
    store = store_with_play(tmp_path)
    append_one(store)
    with store.change_group("home"):
        pass
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")) == [
        "groups/home/group.json",
        "groups/home/group.json.bak",
        "groups/home/plays/bwd-1.json",
        "groups/home/plays/bwd-1.json.bak",
    ]


def test_other_files_on_a_shelf_are_not_logs(tmp_path):
    store = store_with_play(tmp_path)
    for name in ("bwd-1.json.bak", "bwd-2.json.tmp", "bwd-3.json.lock", ".json", "a b.json", "x"):
        (play_file(tmp_path).parent / name).write_text("")
    assert store.log_ids("Home", "plays") == ["bwd-1"]


def test_a_log_that_was_lost_is_listed_while_its_backup_is_there(tmp_path):
    store = store_with_play(tmp_path)
    play_file(tmp_path).rename(play_file(tmp_path).with_suffix(".json.bak"))
    assert store.log_ids("Home", "plays") == ["bwd-1"]
    assert store.has_log(PLAY)


def test_reading_makes_no_file_and_no_folder(tmp_path):
    home = tmp_path / "home"
    store = TinyStore(home)
    assert store.groups() == []
    assert store.read_settings() == {}
    assert not store.has_log(PLAY)
    for attempt in (
        lambda: store.read_group("Home"),
        lambda: store.read_log(PLAY),
        lambda: store.log_ids("Home", "plays"),
        lambda: store.change_log(PLAY).__enter__(),
        lambda: store.change_group("Home").__enter__(),
        lambda: store.rename_group("Home", "Attic"),
        lambda: store.create_log(PLAY, []),
    ):
        with pytest.raises(NotFound):
            attempt()
    assert not home.exists()


def test_a_group_of_any_name_stays_inside_the_home(tmp_path):
    store = TinyStore(tmp_path / "home")
    names = ["../out", "/etc", "..", ".", "con", "NUL.txt", "a\nb", "🎲🎲", "\udcff", "x" * 200, ""]
    for name in names:
        store.create_group(name, {"name": name})
    assert sorted(store.groups()) == sorted(names)
    for name in names:
        assert store.read_group(name) == {"name": name}
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(documents)
def test_any_document_comes_back_exactly(tmp_path, document):
    store = TinyStore(tmp_path)
    with store.change_settings() as values:
        values.clear()
        values.update(document)
    assert json.dumps(store.read_settings(), sort_keys=True) == json.dumps(document, sort_keys=True)


# The cost


@pytest.fixture
def counted(monkeypatch):
    """How often files are read and written, by the name of the file."""
    counts = {"read": [], "write": []}

    def counting(name, method_name):
        method = getattr(AtomicStorage, method_name)

        def call(self, *args):
            counts[name].append(os.path.basename(self.path))
            return method(self, *args)

        monkeypatch.setattr(AtomicStorage, method_name, call)

    counting("read", "read")
    counting("write", "put")
    return counts


def test_an_append_reads_and_writes_one_file_once(tmp_path, counted):
    store = store_with_play(tmp_path)
    for times in counted.values():
        times.clear()
    append_one(store)
    assert counted == {"read": ["bwd-1.json"], "write": ["bwd-1.json"]}


def test_a_log_that_nobody_else_touched_is_not_read_again(tmp_path, counted):
    store = store_with_play(tmp_path)
    append_one(store)
    for times in counted.values():
        times.clear()
    append_one(store)
    append_one(store)
    assert len(store.read_log(PLAY)) == 5
    assert counted == {"read": [], "write": ["bwd-1.json"] * 2}
    assert TinyStore(tmp_path).read_log(PLAY) == store.read_log(PLAY)


def test_what_another_terminal_added_is_read(tmp_path):
    here, there = store_with_play(tmp_path), TinyStore(tmp_path)
    for number in range(3, 9):
        append_one(here if number % 2 else there)
        assert len(here.read_log(PLAY)) == len(there.read_log(PLAY)) == number
    assert [event.seq for event in TinyStore(tmp_path).read_log(PLAY)] == list(range(1, 9))


def test_what_could_not_be_written_is_not_remembered(tmp_path, monkeypatch):
    store = store_with_play(tmp_path)
    append_one(store)

    def full(*args):
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StorageError):
            append_one(store)
    assert len(store.read_log(PLAY)) == 3
    append_one(store)
    assert len(TinyStore(tmp_path).read_log(PLAY)) == 4


def test_a_file_that_was_damaged_since_is_not_written_over(tmp_path):
    store = store_with_play(tmp_path)
    append_one(store)
    play_file(tmp_path).write_text("{")
    with pytest.raises(Corrupt):
        append_one(store)
    with pytest.raises(Corrupt):
        store.read_log(PLAY)
    assert play_file(tmp_path).read_text() == "{"


def test_a_log_that_was_put_back_to_its_backup_is_read(tmp_path):
    store = store_with_play(tmp_path)
    append_one(store)
    append_one(store)
    shutil.copyfile(f"{play_file(tmp_path)}.bak", play_file(tmp_path))
    assert len(store.read_log(PLAY)) == 3


def test_what_is_handed_out_can_be_changed_without_harm(tmp_path):
    store = store_with_play(tmp_path)
    store.read_log(PLAY).clear()
    assert len(store.read_log(PLAY)) == 2


def test_a_new_file_is_written_once_with_all_that_belongs_in_it(tmp_path, counted):
    store_with_play(tmp_path)
    assert counted["write"] == ["group.json", "bwd-1.json"]


def test_other_groups_and_plays_are_not_opened(tmp_path, counted):
    store = store_with_play(tmp_path)
    for number in range(2, 6):
        store.create_log(PLAY._replace(id=f"bwd-{number}"), [])
        store.create_group(f"Group {number}", {})
    for times in counted.values():
        times.clear()
    store.read_group("home")
    store.read_log(PLAY)
    assert store.has_log(PLAY)
    assert store.log_ids("Home", "plays")
    assert counted["read"] == ["group.json", "bwd-1.json"]


# Damage and trouble


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (lambda rows: rows.pop("2"), "entry 2 is missing"),
        (lambda rows: rows["2"].update(seq=3), "entry 2 is missing or out of place"),
        (lambda rows: rows["2"].update(seq="2"), "entry 2 is not a complete entry"),
        (lambda rows: rows["2"].pop("kind"), "entry 2 is not a complete entry"),
        (lambda rows: rows["2"].update(data=[]), "entry 2 is not a complete entry"),
        (lambda rows: rows["2"].update(house={"why": 1}), "entry 2 is not a complete entry"),
    ],
)
def test_a_log_with_a_damaged_entry_is_not_added_to(tmp_path, damage, what):
    store = store_with_play(tmp_path, entries=3)
    tables = json.loads(play_file(tmp_path).read_text())
    damage(tables["events"])
    play_file(tmp_path).write_text(json.dumps(tables))
    with pytest.raises(Corrupt, match=what):
        store.read_log(PLAY)
    with pytest.raises(Corrupt, match=what):
        append_one(store)
    assert json.loads(play_file(tmp_path).read_text()) == tables
    assert store.has_log(PLAY)
    assert store.log_ids("Home", "plays") == ["bwd-1"]


def test_a_damaged_group_hides_no_other(tmp_path):
    store = store_with_play(tmp_path)
    store.create_group("Attic", {})
    (tmp_path / "groups" / "attic" / "group.json").write_text("{")
    assert store.groups() == ["attic", "Home"]
    for attempt in (
        lambda: store.read_group("Attic"),
        lambda: store.rename_group("Attic", "Roof"),
        lambda: store.change_group("Attic").__enter__(),
    ):
        with pytest.raises(Corrupt):
            attempt()
    assert store.read_group("Home") == DOCUMENT


def test_a_group_restored_from_before_its_renaming_is_found_by_its_new_name(tmp_path):
    store = store_with_play(tmp_path)
    store.rename_group("Home", "Ana & Ben")
    [file] = (tmp_path / "groups").glob("*/group.json")
    shutil.copy(f"{file}.bak", file)
    assert store.read_group("Ana & Ben") == DOCUMENT
    append_one(store, PLAY._replace(group="Ana & Ben"))


def test_a_folder_copied_by_hand_is_a_group_of_its_own(tmp_path):
    store = store_with_play(tmp_path)
    shutil.copytree(tmp_path / "groups" / "home", tmp_path / "groups" / "spare")
    assert store.groups() == ["Home", "spare"]
    append_one(store, PLAY._replace(group="spare"))
    assert len(store.read_log(PLAY)) == 2


@pytest.fixture
def one_checksum(monkeypatch):
    """Every name has the same checksum, also one that another test has asked for."""
    naming.folder_of.cache_clear()
    monkeypatch.setattr("companion.store.base.zlib.crc32", lambda _: 0)
    yield
    naming.folder_of.cache_clear()


@pytest.mark.usefixtures("one_checksum")
def test_two_names_with_one_checksum_are_not_mixed_up(tmp_path):
    store = TinyStore(tmp_path)
    store.create_group("a b", {"which": "the first"})
    with pytest.raises(NotFound):
        store.read_group("a/b")
    with pytest.raises(Ambiguous):
        store.create_group("a/b", {})
    assert store.read_group("a b") == {"which": "the first"}


def test_an_append_that_fails_leaves_a_log_that_can_be_used_again(tmp_path, monkeypatch):
    store = store_with_play(tmp_path)

    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    def append_without_room():
        with store.change_log(PLAY) as log:
            with monkeypatch.context() as patched:
                patched.setattr(os, "write", full)
                with pytest.raises(StorageError, match="full"):
                    log.append([entry(3)])
            assert len(log.events) == 2
            with pytest.raises(RuntimeError, match="reopen"):
                log.append([entry(3)])

    with pytest.raises(StorageError, match="full"):
        append_without_room()
    append_one(store)
    assert [event.seq for event in store.read_log(PLAY)] == [1, 2, 3]


def test_a_log_is_not_written_to_when_it_is_not_held_any_more(tmp_path):
    store = store_with_play(tmp_path)
    with store.change_log(PLAY) as log:
        pass
    with pytest.raises(RuntimeError, match="not held"):
        log.append([entry(3)])


def test_what_others_wrote_without_the_lock_is_not_written_over(tmp_path):
    store = store_with_play(tmp_path)
    with store.change_log(PLAY) as log:
        with TinyDB(play_file(tmp_path)) as plain:
            plain.table("events").insert(entry(3).to_json())
        with pytest.raises(Conflict):
            log.append([entry(3)])
    append_one(store)
    assert len(store.read_log(PLAY)) == 4


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.create_group("Home", {}),
        lambda store: store.change_settings().__enter__(),
    ],
)
def test_a_home_that_cannot_be_made_is_told(tmp_path, change):
    (tmp_path / "file").write_text("")
    store = TinyStore(tmp_path / "file" / "home")
    with pytest.raises(StorageError, match="A file on the way") as refusal:
        change(store)
    assert "COMPANION_HOME" in refusal.value.hint


def test_a_home_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    def forbidden(*_args, **_keywords):
        raise PermissionError(errno.EACCES, "no")

    store = store_with_play(tmp_path)
    monkeypatch.setattr(os, "mkdir", forbidden)
    with pytest.raises(StorageError, match="You may not open"):
        store.create_group("Attic", {})
    opened = os.open

    def forbidden_to_write(path, flags, *more):
        return (forbidden if flags & (os.O_WRONLY | os.O_RDWR) else opened)(path, flags, *more)

    monkeypatch.setattr(os, "open", forbidden_to_write)
    with pytest.raises(StorageError, match="You may not open"):
        append_one(store)
    with pytest.raises(StorageError, match="You may not open"):
        store.rename_group("Home", "Attic")
    assert store.groups() == ["Home"]

"""Files of older companions are brought up to date, those of newer ones are left alone."""

import json

import pytest

from companion.errors import Corrupt, TooNew
from companion.store import storage
from companion.store.tiny import TinyStore
from tests.store.samples import PLAY, append_one, entry, play_file, store_with_play

# A play as schema 1 has it: a fixture that stays as it is, whatever schema is written today.
SCHEMA_1 = {
    "meta": {"1": {"schema": 1, "kind": "play"}},
    "events": {
        "1": {
            "seq": 1,
            "action": 1,
            "kind": "points.gained",
            "data": {"points": 1},
            "at": "2025-03-01T19:30:00Z",
        }
    },
}


def call_points_score(tables):
    """A migration as one could come to be: what was `points` is now `score`."""
    for row in tables["events"].values():
        row["data"] = {"score": row["data"].pop("points")}
    return tables


def sign_off(tables):
    tables["signed"] = {"1": {"by": "the second migration"}}
    return tables


@pytest.fixture
def home(tmp_path):
    store_with_play(tmp_path)
    play_file(tmp_path).write_text(json.dumps(SCHEMA_1))
    return tmp_path


def on_disk(home):
    return json.loads(play_file(home).read_text())


def test_a_file_of_schema_1_reads_today(home):
    assert TinyStore(home).read_log(PLAY) == [entry(1)]


def test_an_old_file_is_migrated_when_read_and_stored_with_the_next_write(home, monkeypatch):
    monkeypatch.setattr(storage, "MIGRATIONS", [call_points_score, sign_off])
    store = TinyStore(home)
    assert store.read_log(PLAY)[0].data == {"score": 1}
    assert on_disk(home) == SCHEMA_1
    append_one(store)
    assert on_disk(home)["meta"] == {"1": {"schema": 3, "kind": "play"}}
    assert on_disk(home)["signed"]
    assert [event.data for event in store.read_log(PLAY)] == [{"score": 1}, {"points": 2}]


def test_a_migration_runs_once(home, monkeypatch):
    monkeypatch.setattr(storage, "MIGRATIONS", [call_points_score])
    append_one(TinyStore(home))
    monkeypatch.setattr(storage, "MIGRATIONS", [call_points_score, sign_off])
    assert len(TinyStore(home).read_log(PLAY)) == 2


def test_a_file_of_a_newer_companion_is_left_alone(home):
    newer = {**SCHEMA_1, "meta": {"1": {"schema": 7, "kind": "play"}}}
    play_file(home).write_text(json.dumps(newer))
    store = TinyStore(home)
    with pytest.raises(TooNew, match=r"bwd-1\.json.*schema 7.*up to 1") as refusal:
        store.read_log(PLAY)
    assert "pip install" in refusal.value.hint
    with pytest.raises(TooNew):
        append_one(store)
    assert on_disk(home) == newer


@pytest.mark.parametrize(
    "meta",
    [None, {}, {"1": {}}, {"1": {"schema": "1"}}, {"1": {"schema": True}}, {"1": {"schema": 0}}],
)
def test_a_file_that_does_not_say_its_schema_is_damaged(home, meta):
    tables = {**SCHEMA_1, "meta": meta}
    if meta is None:
        del tables["meta"]
    play_file(home).write_text(json.dumps(tables))
    with pytest.raises(Corrupt, match="does not say which schema"):
        TinyStore(home).read_log(PLAY)


def test_a_file_of_another_kind_is_told_apart(home):
    play_file(home).write_bytes((home / "groups" / "home" / "group.json").read_bytes())
    with pytest.raises(Corrupt, match='should hold a play, and holds "group"'):
        append_one(TinyStore(home))

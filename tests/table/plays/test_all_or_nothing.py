"""Commands that touch several files: what fails, fails before anything is written."""

import pytest

from companion.errors import StorageError
from companion.store.tiny import TinyStore
from companion.table.groups import players
from companion.table.plays import enter, start
from companion.table.plays.undo import undo
from companion.table.plays.views import table
from tests.desks import Desks


@pytest.fixture
def begun(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+1"])
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    return desks


def fail(*args, **kwargs):
    raise StorageError("The disk is full.")


def test_a_player_is_renamed_everywhere_or_nowhere(begun, monkeypatch):
    read = type(begun.store).read_log

    def unreadable(self, ref):
        return fail() if ref.id == "bwd-2" else read(self, ref)

    monkeypatch.setattr(type(begun.store), "read_log", unreadable)
    with pytest.raises(StorageError):
        players.rename_player(begun(), "Ana", "Anna")
    monkeypatch.undo()
    assert [who["name"] for who in begun.store.read_group("home")["players"]] == ["Ana", "Ben"]
    for play in ("bwd-1", "bwd-2"):
        assert table(begun(play=play)).document()["players"][0]["name"] == "Ana"


def test_a_play_does_not_end_while_its_group_cannot_be_changed(begun, monkeypatch):
    monkeypatch.setattr(begun.store, "_patience", 0.02, raising=False)
    with begun.store.change_group("home"), pytest.raises(StorageError):
        enter.finish(begun(), ["ana"], False)
    assert table(begun()).document()["status"] == "live"
    enter.finish(begun(), ["ana"], False)
    assert begun.store.read_group("home")["live"] == ["bwd-1"]
    with begun.store.change_group("home"), pytest.raises(StorageError):
        undo(begun(), None)
    assert table(begun()).document()["status"] == "finished"


def test_an_end_that_the_group_cannot_be_told_of_is_no_end(begun, monkeypatch):
    change = type(begun.store).change_group

    class FullDisk:
        def __init__(self, inner):
            self.inner = inner

        def __enter__(self):
            return self.inner.__enter__()

        def __exit__(self, *raised):
            self.inner.__exit__(*raised)
            fail()

    def full(self, name):
        return FullDisk(change(self, name))

    monkeypatch.setattr(type(begun.store), "change_group", full)
    with pytest.raises(StorageError):
        enter.finish(begun(), ["ana"], False)
    monkeypatch.undo()
    assert table(begun()).document()["status"] == "live"
    assert begun.store.read_group("home")["live"] == ["bwd-1", "bwd-2"]


def test_an_entry_whose_answer_fails_is_no_entry(begun, monkeypatch):
    from companion.games.bwd.game import GAME

    before = table(begun()).document()["entries"]
    monkeypatch.setattr(type(GAME), "todo", fail)
    with pytest.raises(StorageError):
        enter.score(begun(), ["ana", "+1"])
    monkeypatch.undo()
    assert table(begun()).document()["entries"] == before


def test_who_ended_a_play_hears_of_the_other_one(begun):
    reply = enter.finish(begun(), ["ana"], False)
    assert any("bwd-1 is still going on" in warning for warning in reply.warnings)


def test_a_group_is_renamed_onto_no_folder_in_which_something_lies(tmp_path):
    desks = Desks(TinyStore(tmp_path))
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    lies_there = tmp_path / "groups" / "friday" / "notes.txt"
    lies_there.parent.mkdir()
    lies_there.write_text("mine")
    with pytest.raises(StorageError, match="friday"):
        players.rename_group(desks(), "home", "Friday")
    assert desks.store.groups() == ["home"]
    lies_there.unlink()
    players.rename_group(desks(), "home", "Friday")
    assert desks.store.groups() == ["Friday"]


# Halves that older companions left, when they were killed between one file and the next


@pytest.fixture
def dice_last(monkeypatch):
    """Whatever is played leaves its dice behind."""
    from companion.games.bwd.box import BOX_RULES

    monkeypatch.setattr(type(BOX_RULES), "is_changed_by", lambda self, state: True)


def half(desks, **group):
    """The group's file as it was before the play that it is about."""
    with desks.store.change_group("home") as document:
        document.update(group)


@pytest.mark.usefixtures("dice_last")
def test_an_end_of_which_the_group_knew_nothing_is_noted(begun):
    enter.finish(begun(), ["ana"], False)
    half(begun, live=["bwd-1", "bwd-2"], kept={}, reminded=None)
    assert begun().kept_play("bwd").ref.id == "bwd-2", "the dice of that play, not of another one"
    reply = start.start(begun(), "lwd", ["Ana", "Ben"], None, {})
    assert any("bwd-1 is still going on" in warning for warning in reply.warnings)
    document = begun.store.read_group("home")
    assert document["live"] == ["bwd-1", "lwd-3"]
    assert document["kept"] == {"bwd": "bwd-2"}


@pytest.mark.usefixtures("dice_last")
def test_an_older_end_does_not_take_the_place_of_a_newer_one(desks):
    for _ in range(2):
        start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
        enter.finish(desks(), ["ana"], False)
    half(desks, live=["bwd-1"], kept={"bwd": "bwd-2"})
    assert desks().kept_play("bwd").ref.id == "bwd-2"


def test_a_play_that_was_reopened_and_of_which_the_group_knew_nothing_goes_on(begun):
    enter.finish(begun(), ["ana"], False)
    undo(begun(), None)
    half(begun, live=["bwd-1"])
    enter.score(begun(), ["ana", "+1"])
    assert begun.store.read_group("home")["live"] == ["bwd-1", "bwd-2"]


def test_a_group_that_was_renamed_is_in_use_still(tmp_path):
    desks = Desks(TinyStore(tmp_path))
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    players.rename_group(desks(), "home", "Friday")
    with desks.store.change_settings() as settings:
        settings["group"] = "home"
    assert desks().group == "Friday"
    enter.score(desks(), ["ana", "+1"])
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    assert desks.store.groups() == ["Friday"]

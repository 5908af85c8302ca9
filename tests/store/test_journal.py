"""What has changed on a shelf since somebody looked: noted by whoever writes, never guessed."""

import os
import re
import time
from random import Random

import pytest

from companion.store.base import LogRef
from companion.store.tiny import TinyStore

from .samples import entry

FOLDER = "groups/home/plays"


@pytest.fixture
def shelf(tmp_path):
    """A store whose cache is there, with ten plays."""
    (tmp_path / "cache").mkdir()
    store = TinyStore(tmp_path)
    store.create_group("home", {})
    for number in range(1, 11):
        begin(store, number)
    return store


def begin(store, number):
    store.create_log(LogRef("home", "plays", f"bwd-{number}"), [entry(1)])


def go_on(store, number):
    with store.change_log(LogRef("home", "plays", f"bwd-{number}")) as held:
        held.append([entry(len(held.events) + 1)])


def looked(store, seen=""):
    """A look at a time that is not that of the last change."""
    time.sleep(0.03)
    return store.changes("home", "plays", seen)


def test_who_looks_for_the_first_time_has_to_look_at_everything(shelf):
    assert looked(shelf).logs is None


def test_what_our_writers_did_is_known(shelf):
    seen = looked(shelf).now
    assert looked(shelf, seen).logs <= {"bwd-10"}  # it was written last
    go_on(shelf, 3)
    begin(shelf, 11)
    assert looked(shelf, seen).logs - {"bwd-10"} == {"bwd-3", "bwd-11"}


def test_a_look_in_the_instant_of_a_change_is_no_ground_to_go_on_from(shelf):
    go_on(shelf, 1)
    assert shelf.changes("home", "plays", "").now == ""


def test_an_entry_that_was_refused_has_changed_at_most_itself(shelf):
    seen = looked(shelf).now
    with pytest.raises(KeyError), shelf.change_log(LogRef("home", "plays", "bwd-2")):
        raise KeyError
    assert looked(shelf, seen).logs <= {"bwd-2", "bwd-10"}


@pytest.mark.parametrize("what", ["brought", "removed", "moved"])
def test_where_others_were_at_work_nothing_is_said_to_be_known(shelf, tmp_path, what):
    seen = looked(shelf).now
    go_on(shelf, 1)
    file = tmp_path / FOLDER / "bwd-5.json"
    if what == "brought":
        (tmp_path / FOLDER / "lwd-12.json").write_text("{}")
    elif what == "removed":
        file.unlink()
    else:
        os.replace(file, tmp_path / "away")
    assert looked(shelf, seen).logs is None
    go_on(shelf, 2)
    assert looked(shelf, seen).logs is None


def test_without_its_notes_everything_is_looked_at_again(shelf, tmp_path):
    seen = looked(shelf).now
    go_on(shelf, 1)
    for notes in (tmp_path / "cache").iterdir():
        notes.write_text("7 9\nnonsense\n\n12 x y\n")
    assert looked(shelf, seen).logs is None


def test_notes_do_not_grow_for_ever(shelf, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.store.journal._MOST_BYTES", 500)
    for _ in range(40):
        go_on(shelf, 1)
    (notes,) = (tmp_path / "cache").iterdir()
    assert notes.stat().st_size < 700
    assert re.fullmatch(r"(\d{19} \d{19} bwd-1\n)+", notes.read_text())
    seen = looked(shelf).now
    go_on(shelf, 4)
    assert looked(shelf, seen).logs in (None, {"bwd-4"}, {"bwd-1", "bwd-4"})


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_done_no_change_is_left_out(shelf, tmp_path, seed):
    random, seen, changed, by_hand = Random(seed), looked(shelf).now, set(), False
    for _ in range(40):
        number = random.randint(1, 10)
        if random.random() < 0.1:
            time.sleep(0.03)
            (tmp_path / FOLDER / f"note-{random.random()}").touch()
            by_hand = True
        elif random.random() < 0.8:
            go_on(shelf, number)
            changed.add(f"bwd-{number}")
        else:
            found = looked(shelf, seen)
            assert found.logs is None if by_hand else changed <= found.logs
            seen, changed, by_hand = found.now, set(), False

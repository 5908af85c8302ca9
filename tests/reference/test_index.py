"""The index: what is put in is found by name, by words and by looks; what is gone is not."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.lookup import UNREAD, Item
from companion.core.names import visible
from companion.reference.index import Index, Source

WARD = Item(
    "ward", "bwd", "Ward", "keyword", "Works while it is active.", aliases=("shield",),
    asks=("stop somebody", "does it protect me"),
)  # fmt: skip
ERASE = Item("erase", "bwd", "Erase", "icon", "Wipes a face clean.", aliases=("wipe", "rub out"))
ROLL = Item("roll", "lwd", "Roll", "action", "Shuffles a pile of cards.")


@pytest.fixture(params=["file", "memory"])
def path(request, tmp_path):
    return str(tmp_path / "cache" / "lookup.db") if request.param == "file" else None


@pytest.fixture
def index(path):
    index = Index(path)
    index.replace([Source("bwd", "1", (WARD, ERASE)), Source("lwd", "1", (ROLL,))])
    return index


def liked(index, text):
    return [item.id for _, item in index.names_like(text, 3)]


def test_an_item_comes_back_as_it_was_put_in(index):
    assert index.of(["bwd/ward", "bwd/nothing"]) == {"bwd/ward": WARD}
    assert index.named("WARD") == index.named("shields") == [WARD]


def test_names_by_their_beginning_and_by_their_looks(index):
    assert index.names("wi") == ["wipe"]
    assert index.names("rub o") == ["rub out"]
    assert liked(index, "erace")[0] == "erase"


def test_words_are_found_wherever_they_stand(index):
    assert [found.item.id for found in index.about(["protect"], 9)] == ["ward"]
    assert [found.item.id for found in index.about(["pil"], 9)] == ["roll"]
    assert [found.item.id for found in index.about(["fac", "shield"], 9, "bwd")] == [
        "ward",
        "erase",
    ]
    assert index.about(["pil"], 9, "bwd") == []
    assert index.about([], 9) == []
    (found,) = index.about(["protect"], 9)
    assert found.asks == [["stop", "somebody"], ["doe", "it", "protect", "me"]]


def test_how_many_items_have_a_word(index):
    assert index.frequencies(["fac", "nothing"]) == {"fac": 1}
    assert index.count() == 3
    assert "shield" in index.words_like("shiedl")


def test_a_source_that_changed_takes_the_place_of_the_old_one(index):
    changed = WARD._replace(text="Anew.", aliases=("guard",))
    index.replace([Source("bwd", "2", (changed,), about="x", problems=("torn",))])
    assert index.named("guard") == [changed]
    assert index.named("shield") == index.named("erase") == []
    assert index.about(["clean"], 9) == []
    assert "erase" not in liked(index, "erase")
    assert (index.marks(), index.count()) == ({"bwd": "2", "lwd": "1"}, 2)
    assert (index.about_sources()["bwd"], index.problems()) == ("x", ["torn"])


def test_a_source_that_is_gone_is_forgotten(index):
    index.replace([], gone=["bwd"])
    assert index.named("ward") == []
    assert index.marks() == {"lwd": "1"}
    assert index.frequencies(["protect"]) == {}


def test_a_card_that_nobody_read_goes_by_its_number_alone(path):
    index = Index(path)
    card = Item("#23", "bwd", "#23", UNREAD, "Nobody has told.", aliases=("23", "card 23"))
    index.replace([Source("bwd", "1", (card,))])
    assert index.named("23") == index.named("card 23") == [card]
    assert index.about(["nobody", "card"], 9) == []


def test_a_file_is_read_again_by_the_next_run(tmp_path):
    path = str(tmp_path / "lookup.db")
    Index(path).replace([Source("bwd", "1", (WARD,))])
    assert Index(path).named("ward") == [WARD]
    assert Index(path).marks() == {"bwd": "1"}


def test_a_file_of_another_companion_makes_way(tmp_path):
    path = tmp_path / "lookup.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE source (something TEXT)")
        db.execute("PRAGMA user_version = 99")
    db.close()
    index = Index(str(path))
    assert index.marks() == {}
    index.replace([Source("bwd", "1", (WARD,))])
    assert Index(str(path)).named("ward") == [WARD]


def test_where_another_one_writes_it_goes_on_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.reference.cache._PATIENCE", 0.01)
    path = str(tmp_path / "lookup.db")
    Index(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    index = Index(path)
    index.replace([Source("bwd", "1", (WARD,))])
    assert index.named("ward") == [WARD]
    other.execute("ROLLBACK")
    other.close()
    assert Index(path).marks() == {}


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5), st.text())
def test_any_text_can_be_put_in_and_asked_for(names, asked):
    index = Index(None)
    first, *others = names
    item = Item("x", "bwd", first, "card", " ".join(names), aliases=tuple(others))
    index.replace([Source("bwd", "1", (item,))])
    for text in (*names, asked):
        assert index.named(text) in ([], [item])
        assert {found.id for _, found in index.names_like(text, 3)} <= {"x"}
        assert set(index.names(text)) <= {visible(name) for name in names}

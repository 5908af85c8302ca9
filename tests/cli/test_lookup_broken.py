"""Look-ups where something is broken: data files, caches, packages, files edited by hand.

What is broken is told, with its file and line; everything else answers as ever.
"""

import json
import shutil
import sqlite3

import pytest

from companion.reference.data import data_folder
from companion.table.lookup import sources
from tests.site import installed, published


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The shipped data, in a copy that can be damaged."""
    folder = tmp_path / "data"
    shutil.copytree(data_folder(), folder)
    monkeypatch.setattr(sources, "data_folder", lambda: folder)
    return folder


def touch(path, text):
    path.write_text(text, "utf-8")


# Data files

BROKEN = [
    ("glossary.toml", "[[entry]\n", "line 1"),
    ("glossary.toml", 'title = "x"\n\n[[entry]]\nid = "a"\n', "line 3: this entry has no “title”"),
    ("glossary.toml", 'title = "x"\n[[entry]]\nid = 5\n', "line 2: this entry has no"),
    ("glossary.toml", 'title = "x"\nentry = [1]\n', "this entry is not a table of its own"),
    ("glossary.toml", 'title = "x"\nalso = 5\n', "its head has no list of texts in “also”"),
    ("glossary.toml", 'title = "x"\nalso = "dice"\n', "its head has no list of texts in “also”"),
    ("glossary.toml", "title = 5\n", "its head has no text in “title”"),
    ("glossary.toml", "", "has no [[entry]] in it"),
    ("glossary.toml", "a = " + "[" * 5000, "cannot be read"),
    ("rules.toml", "[[rule]]\nid = 'LW-1'\n", "line 1: this rule has no “section”"),
    ("rules.toml", "rule = 'x'\n", "has no [[rule]] in it"),
]


@pytest.mark.parametrize(("file", "text", "told"), BROKEN)
def test_a_broken_file_is_named_and_the_other_games_answer(companion, data, file, text, told):
    touch(data / "lwd" / file, text)
    for _ in range(2):
        ran = companion.must("lookup ward")
        assert ran.out.startswith("Ward  Blank White Dice")
        assert str(data / "lwd" / file) in ran.err
        assert told in ran.err
    assert companion.must("lookup seed --game dicebox").out.startswith("Seed")


def test_once_it_is_mended_all_is_well(companion, data):
    sound = (data / "lwd" / "glossary.toml").read_text("utf-8")
    touch(data / "lwd" / "glossary.toml", "[[entry]\n")
    assert companion("lookup liar --game lwd").err
    touch(data / "lwd" / "glossary.toml", sound)
    ran = companion.must("lookup liar --game lwd")
    assert (ran.err, ran.out.splitlines()[0][:4]) == ("", "Liar")


def test_a_glossary_that_is_gone_is_told(companion, data):
    (data / "lwd" / "glossary.toml").unlink()
    assert "There is no glossary in" in companion.must("lookup ward").err


@pytest.mark.parametrize("text", ["", '{"card": 5}', '{"card": [{}]}', '{"card": ['])
def test_broken_cards_take_nothing_else_down(companion, data, text):
    touch(data / "bwd" / "cards.json", text)
    ran = companion.must("lookup roll --game boolean")
    assert "cards" in ran.err
    assert str(data / "bwd") in ran.err
    assert companion.must("lookup ward").out.startswith("Ward")


def test_the_groups_cards_come_back_when_the_data_is_mended(companion, data, monkeypatch):
    companion.must("bwd card set 23 --name Hourglass --text 'Turn time around.'")
    monkeypatch.setattr("companion.reference.data.data_place", lambda: str(data))
    sound = (data / "bwd" / "cards.json").read_text("utf-8")
    touch(data / "bwd" / "cards.json", '{"card": [')
    assert companion("lookup hourglass").err
    touch(data / "bwd" / "cards.json", sound)
    monkeypatch.setattr("companion.reference.data._parsed", _parsed_anew)
    ran = companion.must("lookup hourglass")
    assert (ran.err, "Turn time around." in ran.out) == ("", True)


def _parsed_anew(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def test_a_folder_of_another_game_is_looked_up_at_once(companion, data):
    (data / "hive").mkdir()
    touch(
        data / "hive" / "glossary.toml",
        'title = "Hive"\n[[entry]]\nid = "queen"\ntitle = "Queen Bee"\nkind = "component"\n'
        'section = "Pieces"\ntext = "The piece to surround."\n',
    )
    assert companion.must("lookup queen bee").out.startswith("Queen Bee  Hive")


def test_without_any_data_it_says_so(companion, data):
    shutil.rmtree(data)
    ran = companion("lookup ward")
    assert (ran.code, ran.out) == (1, "")
    assert "The data of the games cannot be read" in ran.err


# Caches


def cache_of(home, name="lookup.db"):
    return home / "cache" / name


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE item SET fields = '['",
        "UPDATE item SET fields = '[1, 2]'",
        "UPDATE item SET fields = NULL",
        "UPDATE source SET about = '{'",
        "UPDATE source SET about = NULL",
        "UPDATE source SET problems = 'x'",
        "DROP TABLE words",
        "DROP TABLE name",
        "ALTER TABLE source DROP COLUMN size",
    ],
)
def test_a_cache_that_makes_no_sense_is_made_anew_in_the_same_run(companion, home, harm):
    companion.must("lookup ward")
    with sqlite3.connect(cache_of(home)) as db:
        db.execute(harm)
    db.close()
    for asked in ("ward", "can I reroll a die", "erace"):
        assert companion.must("lookup", asked).err == ""
    assert companion.must("lookup ward").err == ""


def test_where_the_cache_cannot_be_written_nothing_is_missing(companion, home, monkeypatch):
    companion.must("bwd card set 23 --name Hourglass --text 'Turn time around.'")
    companion.must("blank box new Friday")
    companion.must("blank rule add 'If a 1 is played, then yodel' --printed")
    companion.must("ruling add 'So be it' --on ward")
    companion.must("lookup ward")
    monkeypatch.setattr("companion.reference.cache._PATIENCE", 0.01)
    others = []
    for file in (home / "cache").glob("*.db"):
        others.append(sqlite3.connect(file, isolation_level=None))
        others[-1].execute("BEGIN IMMEDIATE")
    companion.must("bwd card set 24 --name Teapot --text 'Short and stout.'")
    for asked in ("hourglass", "teapot", "rule 1", "yodel", "ruling 1", "ward", "BWD-38"):
        ran = companion.must("lookup", asked)
        assert (ran.err, "Nothing is named" in ran.out) == ("", False), asked
    for other in others:
        other.execute("ROLLBACK")
        other.close()
    assert all(file.exists() for file in (home / "cache").glob("*.db"))


def test_a_cache_that_is_held_is_not_thrown_away(companion, home, monkeypatch):
    companion.must("lookup ward")
    monkeypatch.setattr("companion.reference.cache._PATIENCE", 0.01)
    before = cache_of(home).stat().st_ino
    other = sqlite3.connect(cache_of(home), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert companion.must("lookup ward").err == ""
    other.execute("ROLLBACK")
    other.close()
    assert cache_of(home).stat().st_ino == before


# What people type and edit


@pytest.mark.parametrize("asked", ['"!"!', '^\\_^_@#,"?\\_%??"?$.%$<&', '"', "'\"'", 'a OR b"'])
def test_signs_that_mean_something_to_a_search_mean_nothing_here(companion, home, asked):
    companion.must("lookup ward")
    before = cache_of(home).stat().st_ino
    assert companion("lookup", asked).code in (0, 1, 2)
    assert companion("lookup", asked, "--json").code in (0, 1, 2)
    assert cache_of(home).stat().st_ino == before


def test_a_card_with_line_breaks(companion):
    companion.must("bwd card set 13 --name Saga --text", "1\n2\n3\n4\n5\n\n7")
    told = companion.must("lookup 13").out
    assert told.startswith("Saga")
    assert "…" in told


def test_an_icon_that_is_nothing_but_a_plus_is_refused(companion):
    companion.must("start bwd Ana Ben")
    ran = companion("bwd card set 49 --icon +")
    assert (ran.code, ran.out) == (2, "")
    assert "needs a name" in ran.err
    assert companion.must("bwd card list").err == ""


@pytest.mark.parametrize(
    "change",
    [
        {"on": ["gone/x"]},
        {"on": ["/"]},
        {"text": "a\ud800b"},
        {"on": ["bwd/\ud800"]},
        {"text": "one\n\n\n\n\n\n\nseven"},
    ],
)
def test_a_ruling_edited_by_hand_stands_in_nobodys_way(companion, home, change):
    companion.must("ruling add 'So be it' --on ward")
    edit_ruling(home, lambda ruling: {**ruling, **change})
    for line in ("lookup ward", "lookup 'ruling 1'", "ruling list", "lookup 'so be it' --json"):
        assert "itself made a mistake" not in companion(line).err, line
    companion("ruling add another --on 'ruling 1'")
    companion.must("ruling add another --on erase")


def test_a_ruling_without_a_play_and_with_more_than_we_know(companion, home):
    companion.must("ruling add 'So be it' --on ward")

    def newer(ruling):
        del ruling["play"]
        return {**ruling, "extra": "keep me"}

    edit_ruling(home, newer)
    companion.must("ruling add 'Another' --on erase")
    companion.must("ruling retire 2")
    assert companion.must("ruling list --json").json["rulings"][0]["play"] is None
    document = json.loads((home / "groups" / "home" / "group.json").read_text("utf-8"))
    assert document["rulings"]["1"]["extra"] == "keep me"


def edit_ruling(home, change):
    """Change the first ruling in the group's file, a row in the table of that name."""
    path = home / "groups" / "home" / "group.json"
    document = json.loads(path.read_text("utf-8"))
    document["rulings"]["1"] = change(document["rulings"]["1"])
    path.write_text(json.dumps(document), "utf-8")


@pytest.mark.parametrize("why", ["bad\udcff", "x" * 1001])
def test_a_reason_is_held_to_what_a_ruling_is(companion, why):
    companion.must("ruling add 'So be it' --on ward")
    assert companion("ruling retire 1 --why", why).code == 2
    assert len(companion.must("ruling list --json").json["rulings"]) == 1


def test_no_more_people_agree_than_sit_at_a_table(companion):
    names = ",".join(f"P{number}" for number in range(60))
    assert companion("ruling add 'So be it' --on ward --agreed-by", names).code == 2


# Other packages' games

FILES = published("pebbles")
GAME = FILES["pebbles/game.py"]


@pytest.mark.parametrize(
    "method",
    [
        "def lookup_items(self, box):\n        raise RuntimeError('no')",
        "def lookup_items(self, box):\n        return None",
        "def lookup_items(self, box):\n        return ['a']",
        "box_rules = property(lambda self: {}['no'])",
    ],
)
def test_a_package_that_fails_takes_nothing_else_down(tmp_path, monkeypatch, companion, method):
    bad = GAME.replace("def advance(", f"{method}\n\n    def advance(", 1)
    with installed(tmp_path / "site", monkeypatch, {**FILES, "pebbles/game.py": bad}):
        ran = companion.must("lookup ward")
        assert ran.out.startswith("Ward")
        assert "pebbles" in ran.err
        assert "Two to six people" in companion.must("lookup PEB-1").out


def test_what_is_in_play_in_a_package_that_fails(tmp_path, monkeypatch, companion):
    method = "def in_play(self, state, reference):\n        raise RuntimeError('no')"
    bad = GAME.replace("def advance(", f"{method}\n\n    def advance(", 1)
    with installed(tmp_path / "site", monkeypatch, {**FILES, "pebbles/game.py": bad}):
        companion.must("start pebbles Ana Ben")
        ran = companion("lookup --here")
        assert ran.code == 1
        assert "cannot say what is in play (RuntimeError: no)" in ran.err


def test_two_games_of_one_id_are_told(tmp_path, monkeypatch, companion):
    """Of two packages with a game of the same id, the words of one are looked up."""
    again = {
        name.replace("pebbles", "stones"): text.replace("pebbles.", "stones.").replace(
            "Name: pebbles", "Name: stones"
        )
        for name, text in FILES.items()
    }
    with installed(tmp_path / "site", monkeypatch, FILES | again):
        ran = companion.must("lookup ward")
        assert "Two games are named “pebbles”" in ran.err
        assert companion.must("lookup PEB-1").out.startswith("PEB-1")

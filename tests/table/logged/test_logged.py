"""Plays logged afterwards, corrected, deleted and restored, as every other command sees them."""

import json

import pytest

from companion import games
from companion.core.names import folded
from tests.desks import clock

SHEET = """\
title,date,player,score,won
Catan,2024-05-01,Ana,10,1
Catan,2024-05-01,Ben,8,0
"""


def plays(companion, *options: str) -> list[dict]:
    return companion.must(" ".join(("plays --all --json", *options))).json["plays"]


def ids(companion, *options: str) -> list[str]:
    return [play["play"] for play in plays(companion, *options)]


def exported(companion) -> list[str]:
    told = companion("export --json")
    return [] if told.code else [play["play"] for play in told.json["plays"]]


def wins(companion, name: str) -> int:
    told = companion(f"stats {name} --json")
    return told.json["player"]["wins"] if told.code == 0 else 0


def test_titles_of_ours_are_those_of_the_games():
    assert {game_id: games.game(game_id).title for game_id in games.TITLES} == games.TITLES
    assert {"bwd", "blank", "dicebox", "lwd", "boolean"} <= set(games.TITLES)


@pytest.mark.parametrize(
    ("line", "game", "title", "called"),
    [
        ("bwd ana=14 ben=9", "bwd", "Blank White Dice", "Blank White Dice"),
        ("'blank white dice' ana=14 ben=9", "bwd", "Blank White Dice", "Blank White Dice"),
        ("blank white dice ana=14 ben=9", "bwd", "Blank White Dice", "Blank White Dice"),
        ("Dice Box ana=3 ben=4", "dicebox", "Dice Box", "Dice Box"),
        ("boolean liar ana ben", "boolean", "Boolean Dice", "Liar's Boolean Dice"),
        ("'Dice Forge' ana=3 ben=4", "", "Dice Forge", "Dice Forge"),
        ("Heat ana=3 ben=4", "", "Heat", "Heat"),
    ],
)
def test_what_was_played_is_one_of_ours_or_any_other(companion, line, game, title, called):
    told = companion.must(f"play add {line} --json").json
    assert (told["game"], told["title"], told["called"]) == (game, title, called)
    assert [folded(part["name"]) for part in told["players"]] == ["ana", "ben"]


def test_a_word_of_a_title_is_never_seated(companion):
    companion.must("player new Ana")
    for line in ("ticket to ride ana=3 ben=4", "ticket to ride ana ben", "Heat pedal Ana"):
        ran = companion(f"play add {line}")
        assert ran.code == 1
        assert "one title" in ran.err
    assert companion.must("player list --json").json["players"] == [
        {"name": "Ana", "in_use": False}
    ]
    companion.must("play add Heat Zoe Ana=3 --new")


def test_names_that_look_mistyped_are_asked_about(companion):
    companion.must("play add Heat Ana=3 Ben=4")
    ran = companion("play add Heat ana=3 bne=4")
    assert (ran.code, "bne is new here; did you mean Ben?" in ran.err) == (1, True)
    assert ids(companion) == ["told-1"]
    companion.must("play add Heat ana=3 bne=4 --new")
    assert companion("play add Heet2 ana=3 ben=4").code == 0  # a title is one's own affair


def test_a_comment_has_an_end(companion):
    ran = companion("play add Heat ana=3", "--comment", "x" * 5001)
    assert (ran.code, "at most 5,000" in ran.err) == (2, True)
    companion.must("play add Heat ana=3", "--comment", "x" * 5000)


def test_a_told_play_is_in_everything(companion):
    companion.must("play add Heat Ana=41 Ben=38 --on yesterday --minutes 60 --place Attic")
    companion.must("play add Heat ben=50 ana=20")
    assert ids(companion) == ["told-2", "told-1"]
    assert ids(companion, "--place attic") == ["told-1"]
    assert ids(companion, "--game HEAT") == ["told-2", "told-1"]
    assert ids(companion, "--until yesterday") == ["told-1"]
    assert exported(companion) == ["told-1", "told-2"]
    assert wins(companion, "ana") == 1
    assert companion.must("import --list --json").json["imports"] == []
    assert companion("import --undo told-1").code == 1
    companion.must("play same told-1 told-2")
    assert exported(companion) == ["told-1"] or exported(companion) == ["told-2"]
    companion.must("play apart told-1 told-2")
    assert len(exported(companion)) == 2


def test_imports_and_told_plays_are_numbered_apart(companion, tmp_path):
    sheet = tmp_path / "plays.csv"
    sheet.write_text(SHEET)
    companion.must("play add Heat Ana=41 Ben=38")
    companion.must(f"import {sheet} --same")
    companion.must("play add Heat Ana=41 Ben=39")
    assert sorted(ids(companion)) == ["import-1.1", "told-1", "told-2"]
    assert [one["import"] for one in companion.must("import --list --json").json["imports"]] == [
        "import-1"
    ]


def test_a_name_of_today_is_meant_however_long_ago_it_was_played(companion):
    companion.must("player new Ben")
    companion.must("player rename Ben Benjamin")
    companion.must("player new Ben")  # somebody else
    companion.must("play add Heat Ben=3 Ana=1 --on 2020-01-01")
    (told,) = plays(companion)
    assert [who["name"] for who in told["players"]] == ["Ben", "Ana"]


@pytest.mark.parametrize("which", ["told-1", "import-1.1", "bwd-1"])
def test_a_deleted_play_counts_nowhere_and_comes_back(companion, tmp_path, which):
    sheet = tmp_path / "plays.csv"
    sheet.write_text(SHEET)
    companion.must("start bwd Ana Ben")
    companion.must("score ana +3")
    companion.must("finish")
    companion.must("play add Heat Ana=41 Ben=38")
    companion.must(f"import {sheet} --same")
    before = (sorted(ids(companion)), exported(companion), wins(companion, "ana"))
    assert before[2] == 3
    companion.must(f"play delete {which}")
    assert which not in ids(companion)
    assert ids(companion, "--deleted") == [which]
    assert which not in exported(companion)
    assert wins(companion, "ana") == 2
    assert companion.must(f"play show {which} --json").json["status"] == "deleted"
    assert companion(f"play delete {which}").code == 1
    assert companion(f"play edit {which} --place Attic").code == 1
    if which == "import-1.1":  # what was deleted does not come in again
        assert "would be new" not in companion.must(f"import {sheet} --check").out
    companion.must(f"play restore {which}")
    assert (sorted(ids(companion)), exported(companion), wins(companion, "ana")) == before
    assert companion(f"play restore {which}").code == 1


def test_a_followed_play_is_put_right_beside_its_entries(companion):
    companion.must("start bwd Ana Ben")
    companion.must("score ana +3")
    companion.must("finish")
    before = companion.must("play show --json").json
    companion.must("play edit --place Attic --comment rain --on yesterday --at 20:00 --minutes 45")
    told = companion.must("play show --json").json
    assert (told["place"], told["comment"], told["minutes"]) == ("Attic", "rain", 45)
    assert told["started"] < before["started"]
    assert told["uid"] == before["uid"]
    companion.must("play edit", "--place", "", "--comment", "")
    told = companion.must("play show --json").json
    assert (told["place"], told["comment"]) == (None, None)
    companion.must("undo")
    assert companion.must("table --json").json["status"] == "live"


def test_seats_of_a_followed_play_are_called_otherwise(companion):
    companion.must("start bwd Ana Ben")
    companion.must("finish --winner ben")
    companion.must("play edit --players ana,Cho")
    assert [it["name"] for it in companion.must("play show --json").json["players"]] == [
        *("Ana", "Cho")
    ]
    names = [who["name"] for who in companion.must("player list --json").json["players"]]
    assert names == ["Ana", "Ben", "Cho"]
    assert wins(companion, "cho") == 1


def test_what_was_put_right_of_an_import_goes_with_it(companion, tmp_path):
    sheet = tmp_path / "plays.csv"
    sheet.write_text(SHEET)
    companion.must(f"import {sheet} --same")
    companion.must("play edit import-1.1 --players ana=7,Cho=9 --on 2024-05-02 --comment mended")
    told = companion.must("play show import-1.1 --json").json
    assert [(it["name"], it["score"], it["won"]) for it in told["players"]] == [
        *(("Ana", 7, False), ("Cho", 9, True))
    ]
    companion.must("import --undo import-1")
    assert ids(companion) == []
    assert "taken back" in companion("play edit import-1.1 --place Attic").err
    companion.must("import --redo import-1")
    assert companion.must("play show import-1.1 --json").json["comment"] == "mended"
    assert [entry["lines"] for entry in companion.must("play show import-1.1 --json").json["log"]]


def test_two_books_that_were_put_right_apart_come_to_the_same(companion, tmp_path, monkeypatch):
    ticking = clock()
    monkeypatch.setattr("companion.cli.run.now", lambda: next(ticking))
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    companion.must("group new Friday")
    companion.must("start bwd Ana Ben")
    companion.must("score ana +3")
    companion.must("finish")
    companion.must("play add Heat Ana=41 Ben=38")
    companion.must(f"group export Friday -o {one}")
    companion.must(f"group import {one} --as Elsewhere")
    companion.must("group use Elsewhere")
    companion.must("play edit bwd-1 --place Attic --comment theirs")
    companion.must("play edit told-1 --players ana=41,ben=42")
    companion.must("group use Friday")
    companion.must("play edit bwd-1 --comment ours --minutes 30")
    companion.must("play delete told-1")
    companion.must(f"group export Friday -o {two}")
    companion.must(f"group export Elsewhere -o {one}")
    companion.must(f"group import {one} --into Friday --same")
    companion.must(f"group import {two} --into Elsewhere --same")
    found = {}
    for group in ("Friday", "Elsewhere"):
        companion.must(f"group use {group}")
        told = [companion.must(f"play show {it} --json").json for it in ("bwd-1", "told-1")]
        for play in told:
            del play["group"], play["log"], play["track"]
        found[group] = told
        assert (told[0]["place"], told[0]["comment"], told[0]["minutes"]) == ("Attic", "ours", 30)
        assert told[1]["status"] == "deleted"
        assert [part["score"] for part in told[1]["players"]] == [41, 42]
        assert len(plays(companion)) == 1
    assert found["Friday"] == found["Elsewhere"]


def test_told_plays_go_out_and_come_in_again(companion, tmp_path):
    companion.must("play add Tichu ana=610 ben cho=420 dan --team red=ana,ben --team blue=cho,dan")
    companion.must("play add Golf ana=71.5 ben=68,5 --lowest --on yesterday")
    companion.must("play add Pandemic ana ben --coop lost")
    told = companion.must("export --json").json["plays"]
    file = tmp_path / "plays.jsonl"
    companion.must(f"export -o {file}")
    companion.must("group new Elsewhere")
    companion.must(f"import {file}")
    again = companion.must("export --json").json["plays"]
    for play in (*told, *again):
        del play["play"], play["group"]
    assert sorted(map(json.dumps, again)) == sorted(map(json.dumps, told))


@pytest.mark.parametrize("day", ["1899-12-31", "1066-10-14", "0026-11-03"])
def test_a_play_of_before_all_plays_is_refused(companion, day):
    ran = companion(f"play add Ludo ana=3 ben=1 --on {day}")
    assert ran.code == 2
    assert "plays are kept from 1900-01-10 on" in ran.err


def test_a_play_that_was_told_in_the_second_of_a_merge_goes_along(companion, monkeypatch):
    monkeypatch.setattr("companion.cli.run.now", lambda: "2025-03-01T20:00:00Z")
    companion.must("play add Go Cho=1 Ana=2")
    companion.must("play add Go Coh=3 Ana=1 --new")
    companion.must("player merge Coh Cho --yes")
    for play in companion.must("plays --json").json["plays"]:
        assert {who["name"] for who in play["players"]} == {"Cho", "Ana"}

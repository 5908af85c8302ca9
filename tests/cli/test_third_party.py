"""A game from another package: registered through an entry point, it is played like our own.

The package lies in `tests/packages/pebbles` as somebody would publish it.
"""

import importlib
import sys
from pathlib import Path

import pytest

from companion import games
from companion.core.seats import seats_for
from companion.reference.data import _parsed as reader_cache
from tests.site import copied, installed, own_tests, published


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """The package `pebbles`, installed for one test."""
    with installed(tmp_path / "site", monkeypatch, published("pebbles")):
        yield tmp_path / "site" / "pebbles"


@pytest.mark.long
def test_its_own_tests_pass_far_from_ours(tmp_path):
    """It is held to all that our games are, by `companion.testing`."""
    ran = own_tests(tmp_path, copied("pebbles"))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "skipped" not in ran.stdout


@pytest.mark.usefixtures("pebbles")
def test_it_is_found_beside_our_own_games():
    assert games.game_ids() == [*games.OWN, "pebbles"]
    assert games.game("pebbles").title == "Pebbles"
    assert games.find_game("peb").id == "pebbles"
    assert games.find_game("PEBBLES").id == "pebbles"


@pytest.mark.usefixtures("pebbles")
def test_help_lists_it_its_start_and_its_verbs(companion):
    assert "pebbles" in companion.must("-h").out
    assert "pebbles" in companion.must("start -h").out
    assert "--pebbles" in companion.must("start pebbles -h").out
    assert "Let a pebble fall back" in companion.must("pebbles -h").out
    assert "--house" in companion.must("pebbles take -h").out


@pytest.mark.usefixtures("pebbles")
def test_it_is_played_from_start_to_finish(companion):
    begun = companion.must("start pebbles Ana Ben --pebbles 6 --json").json
    assert (begun["game"], begun["play"], begun["pond"]) == ("pebbles", "pebbles-1", 6)
    assert begun["players"][0] == {"name": "Ana", "seat": 1, "score": 0}
    assert "Pebbles" in companion.must("table").out
    assert "6 pebbles lie in the pond." in companion.must("table").out
    assert companion.must("score ana +2 --json").json["pond"] == 4
    assert companion.must("pebbles take ben 3 --json").json["pond"] == 1
    assert companion.must("undo --json").json["pond"] == 4
    assert companion.must("redo --json").json["pond"] == 1
    assert companion.must("next --json").json["round"] == 2
    assert companion.must("log --json").json["entries"][0]["text"] == (
        "Pebbles begins: Ana, Ben; Ana is first; 6 pebbles"
    )
    companion.must("pebbles spill ana")
    companion.must("undo")
    companion.must("pebbles take ana")
    companion.must("pebbles drop ben")
    companion.must("pebbles take ana")
    finished = companion.must("next --json").json
    assert (finished["status"], finished["winners"]) == ("finished", ["Ana"])
    assert companion.must("plays --json").json["plays"][0]["game"] == "pebbles"
    assert companion("pebbles drop ben").code == 1


@pytest.mark.usefixtures("pebbles")
def test_both_games_are_played_in_one_group(companion):
    companion.must("start pebbles Ana Ben --pebbles 5")
    companion.must("start bwd Ana Ben")
    companion.must("resume pebbles-1")
    assert companion.must("score ana +5 --json").json["play"] == "pebbles-1"
    assert companion.must("finish --json").json["winners"] == ["Ana"]
    assert companion.must("table --play bwd-2 --json").json["status"] == "live"


def test_its_rules_are_cited_and_looked_up(companion, pebbles):
    with (pebbles / "data" / "rules.toml").open("a", encoding="utf-8") as file:
        # A kind that the companion has no words for is shown as it is.
        file.write(
            "\n[[rule]]\nid = 'PEB-6'\nsection = 'X'\nkind = 'house of cards'\ntext = 'Y.'\n"
        )
    ran = companion("start pebbles", *"ABCDEFG")
    assert ran.code == 1
    assert "PEB-1" in ran.err
    assert "Two to six people" in companion.must("lookup peb-1").out
    assert "house of cards" in companion.must("lookup PEB-6").out
    assert "PEB-1" in companion("lookup PEB-11").err
    assert "one, two or three" in companion.must("lookup handful").out


@pytest.mark.usefixtures("pebbles")
def test_its_data_is_its_own_and_so_are_the_handles_that_it_reserves(companion):
    begun = companion.must("start pebbles Pond Common --json").json
    assert begun["pond"] == 21, "as its own data says"
    assert companion.must("score common +1 --json").json["players"][1]["score"] == 1
    stored = companion.must("first --json").json["players"]
    assert [who["name"] for who in stored] == ["Pond", "Common"]
    game = games.game("pebbles")
    assert seats_for(["Pond", "Common"], game.reserved_handles)[0].handle != "pond"


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("typed", ["Pebbles", "peb", "PEB"])
def test_it_is_begun_by_any_beginning_of_its_name(companion, typed):
    assert companion.must(f"start {typed} Ana Ben --json").json["game"] == "pebbles"


def test_without_the_package_its_plays_say_what_is_missing(companion, home, request):
    request.getfixturevalue("pebbles")
    companion.must("start pebbles Ana Ben")
    for place in [place for place in sys.path if place.endswith("site")]:
        sys.path.remove(place)
    importlib.invalidate_caches()
    ran = companion("table")
    assert ran.code == 1
    assert "pebbles" in ran.err
    assert companion("plays --json").json["plays"][0]["status"] == "not-found"


@pytest.mark.usefixtures("pebbles")
def test_its_boxes_are_listed_printed_and_checked_like_our_own(companion, tmp_path):
    assert "Pebbles" in companion("deck list").out
    told = companion("deck show pebbles --json").json
    assert [item["id"] for item in told["items"]] == [
        "pebble",
        *(f"handful-{number}" for number in range(1, 4)),
    ]
    file = str(tmp_path / "pebbles.png")
    assert companion("deck print pebbles --json -o", file).json["printed"] == 3
    assert companion("deck check pebbles --json", file).json["complete"]


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("content", ["", "title = 3", "title = 'P'\n[[item]]\nid = 'a'", "no toml"])
def test_components_that_make_no_sense_leave_its_boxes_out(companion, content):
    data = Path(games.game("pebbles").data) / "components.toml"
    data.write_text(content, "utf-8")
    reader_cache.cache_clear()
    assert "Dice Box" in companion("deck list").out
    ran = companion("deck show pebbles")
    assert ran.code == 1
    assert "itself made a mistake" not in ran.err

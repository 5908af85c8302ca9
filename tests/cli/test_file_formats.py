"""Everything that is written, read back as JSON: each file and each code is of its format."""

import json
import os
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.boxes.archive import from_json, join, read_part, split
from companion.core.record import Part, PlayRecord
from companion.exchange.bgstats_export import LINK, Known, links
from companion.testing.documents import mistakes
from tests.cli.test_json import LINES
from tests.exchange.test_bgstats_import import PLAY, export, play
from tests.golden.session import session
from tests.store.test_migrations import SCHEMA_1

AT = "2025-03-01T19:30:00Z"
KEPT = {
    "plays": "play-file",
    "copies": "box-file",
    "labels": "labels-file",
    "imports": "import-file",
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> Path:
    """A folder with a home in which much was done, and with what other commands wrote."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "bg.json").write_text(json.dumps(export(play())))
    more = ["import bg.json --same", "export -o plays.jsonl", "export -o plays.bgsplay"]
    more += ["deck export friday -o box.json", "group export -o all.jsonl"]
    with pytest.MonkeyPatch.context() as patch, session(folder / "home", {}) as terminal:
        patch.chdir(folder)
        patch.setattr(os, "fsync", lambda file: None)
        for line in [*(line for line in LINES if line != "shell"), "group use friday", *more]:
            said = terminal.type(f"companion {line}")
            assert said.code == 0, f"{line}: {said.err}"
    return folder


def loaded(path: Path) -> object:
    return json.loads(path.read_text("utf-8"))


def test_the_files_of_a_home_are_of_their_formats(evening):
    home = evening / "home"
    assert mistakes(loaded(home / "settings.json"), "settings-file") == []
    for path in home.glob("groups/*/group.json"):
        assert mistakes(loaded(path), "group-store") == [], path
    logs = list(home.glob("groups/*/*/*.json"))
    assert {path.parent.name for path in logs} == set(KEPT)
    for path in logs:
        assert mistakes(loaded(path), KEPT[path.parent.name]) == [], path


@pytest.mark.parametrize(
    ("file", "name"), [("plays.jsonl", "play-line"), ("all.jsonl", "group-line")]
)
def test_lines_that_go_out_are_of_their_format(evening, file, name):
    lines = (evening / file).read_text("utf-8").splitlines()
    assert len(lines) > 3
    for line in lines:
        assert mistakes(json.loads(line), name) == []


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("plays.bgsplay", "bgsplay"),
        ("plays.bgsplay", "bgstats-export"),
        ("bg.json", "bgstats-export"),
        ("box.json", "box-export"),
    ],
)
def test_a_file_that_goes_out_or_comes_in_is_of_its_format(evening, file, name):
    assert mistakes(loaded(evening / file), name) == []


def test_what_stands_in_a_link_is_of_its_format():
    record = PlayRecord(
        **{"uid": PLAY.lower(), "play": "bwd-1", "game": "bwd", "title": "Blank White Dice"},
        **{"called": "Blank White Dice", "started": AT, "ended": AT, "minutes": 40, "rounds": 3},
        parts=(Part("Ana", 13, True, True), Part("Ben", None)),
        place="Kitchen",
    )
    for link in links(record, Known()):
        told = json.loads(unquote(link.removeprefix(LINK)))
        assert mistakes(told, "bgstats-link") == []


def test_what_stands_in_the_codes_of_a_deck_is_of_its_format(evening):
    archive = from_json(loaded(evening / "box.json"))
    whole = join(part for text in split(archive.packed()) if (part := read_part(text)) is not None)
    assert mistakes(whole, "box-packed") == []
    assert mistakes([*whole, 5], "box-packed")


def test_a_file_that_was_changed_by_hand_is_not_of_its_format(evening):
    path = next(evening.glob("home/groups/*/plays/bwd-*.json"))
    for change in (
        lambda told: told["events"].pop("1"),
        lambda told: told["events"]["2"].pop("at"),
        lambda told: told["events"]["2"]["data"].update(unheard_of=1),
        lambda told: told["meta"]["1"].update(kind="copy"),
        lambda told: told.update(more={}),
    ):
        told = loaded(path)
        assert mistakes(told, "play-file") == []
        change(told)
        assert mistakes(told, "play-file")


def test_files_of_older_companions_are_of_these_formats_too():
    assert mistakes(SCHEMA_1, "play-file") == []


def test_what_is_no_export_of_bg_stats_is_told_apart():
    assert mistakes({"games": [], "players": []}, "bgstats-export")

"""Everything that is answered and written is of its format: answers as JSON, files, codes."""

import json
from pathlib import Path
from urllib.parse import unquote

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


def test_an_evening_of_every_command_answers_and_writes_in_these_formats(tmp_path, monkeypatch):
    """Each answers with one JSON document of its format, as `session` sees to."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bg.json").write_text(json.dumps(export(play())))
    more = ["import bg.json --same", "export -o plays.jsonl", "export -o plays.bgsplay"]
    more += ["deck export friday -o box.json", "group export -o all.jsonl"]
    with session(tmp_path / "home", {}) as terminal:
        for line in [*LINES, "group use friday", *more]:
            typed = "echo table | companion shell" if line == "shell" else f"companion {line}"
            said = terminal.type(f"{typed} --json")
            assert said.code == 0, f"{line}: {said.err}"
            assert isinstance(json.loads(said.out), dict), line
    check_files_of_a_home(tmp_path / "home")
    check_files_that_go_out(tmp_path)
    check_codes_of_a_box(tmp_path / "box.json")
    check_files_changed_by_hand(next(tmp_path.glob("home/groups/*/plays/bwd-*.json")))


def loaded(path: Path) -> object:
    return json.loads(path.read_text("utf-8"))


def check_files_of_a_home(home: Path) -> None:
    assert mistakes(loaded(home / "settings.json"), "settings-file") == []
    for path in home.glob("groups/*/group.json"):
        assert mistakes(loaded(path), "group-store") == [], path
    logs = list(home.glob("groups/*/*/*.json"))
    assert {path.parent.name for path in logs} == set(KEPT)
    # One of each game and kind, as looking at a file takes longer than making it.
    for path in {(path.parent.name, path.stem.split("-")[0]): path for path in logs}.values():
        assert mistakes(loaded(path), KEPT[path.parent.name]) == [], path


def check_files_that_go_out(folder: Path) -> None:
    for file, name in (("plays.jsonl", "play-line"), ("all.jsonl", "group-line")):
        lines = (folder / file).read_text("utf-8").splitlines()
        assert len(lines) > 3
        for line in lines:
            assert mistakes(json.loads(line), name) == [], file
    assert mistakes(loaded(folder / "plays.bgsplay"), "bgsplay") == []
    assert mistakes(loaded(folder / "plays.bgsplay"), "bgstats-export") == []
    assert mistakes(loaded(folder / "bg.json"), "bgstats-export") == []
    assert mistakes(loaded(folder / "box.json"), "box-export") == []


def check_codes_of_a_box(file: Path) -> None:
    archive = from_json(loaded(file))
    whole = join(part for text in split(archive.packed()) if (part := read_part(text)) is not None)
    assert mistakes(whole, "box-packed") == []
    assert mistakes([*whole, 5], "box-packed")


def check_files_changed_by_hand(path: Path) -> None:
    for change in (
        lambda play: play["events"].pop("1"),
        lambda play: play["events"]["2"].pop("at"),
        lambda play: play["events"]["2"]["data"].update(unheard_of=1),
        lambda play: play["meta"]["1"].update(kind="copy"),
        lambda play: play.update(more={}),
    ):
        changed = loaded(path)
        assert mistakes(changed, "play-file") == []
        change(changed)
        assert mistakes(changed, "play-file")


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


def test_files_of_older_companions_are_of_these_formats_too():
    assert mistakes(SCHEMA_1, "play-file") == []


def test_what_is_no_export_of_bg_stats_is_told_apart():
    assert mistakes({"games": [], "players": []}, "bgstats-export")

"""Whatever is given where a file is named: what is wrong is said, and nothing is lost."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.faults.homes import copied
from tests.golden.breaking import contents

from .tree import commands, spoken

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no links and pipes")

WRITING = {
    "play show bwd-2 -o": ".html",
    "chart points -o": ".svg",
    "chart wins -o": ".svg",
    "chart ratings -o": ".png",
    "chart growth -o": ".pdf",
    "deck print friday --card 15 -o": ".pdf",
    "deck labels friday --card 15 -o": ".html",
    "deck export friday -o": ".json",
    "export -o": ".csv",
    "group export -o": ".jsonl",
    "blank rule export -o": ".csv",
    "blank rule export": ".txt",
    "dicebox board --play dicebox -o": ".svg",
    "boolean puzzle mandala -o": ".svg",
}
"""What writes a file, and how the name of one ends that it takes."""
READING = {
    "deck check friday": ".txt",
    "deck scan": ".png",
    "deck receive": ".json",
    "deck import": ".json",
    "import": ".csv",
    "group import": ".jsonl",
    "group sync shared --passphrase-file": ".txt",
    "blank rule import": ".csv",
    "boolean puzzle mandala --links": ".txt",
}


def test_all_that_name_a_file_stand_here():
    named = {
        spoken(path)
        for path, command in commands().items()
        for param in command.params
        if "FILE" in str(param.metavar) or param.name in ("images", "output", "links")
    }
    listed = {*WRITING, *READING}
    assert {name for name in named if not any(line.startswith(name) for line in listed)} == set()


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> Path:
    """A home in which all of these commands have something to do."""
    from unittest.mock import patch

    from companion.cli.run import run

    home = tmp_path_factory.mktemp("evening") / "home"
    with patch.dict(os.environ, {"COMPANION_HOME": str(home), "COMPANION_SEED": "7"}):
        for line in (
            *("start dicebox Ana Ben", "start bwd Ana Ben", "score ana +3", "finish"),
            *("blank box new Friday", "blank rule add Sing --printed"),
        ):
            assert run(line.split()) == 0
    return home


@pytest.fixture
def at_table(evening, companion, tmp_path, monkeypatch):
    """The program in a copy of it, which is reached by a link; what waits for ever is ended."""
    copied(evening, tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "home")
    (tmp_path / "home" / "shell-history.txt").write_text("table\n")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "link"))
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, _waited)
    signal.alarm(30)
    yield companion
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _waited(*_):
    raise AssertionError("it waits for what never comes")


def refused(ran, codes=(2,)) -> bool:
    """Whether it was refused in a sentence that a terminal can show."""
    text = ran.err.replace("\n", "")
    return ran.code in codes and text.strip() != "" and text.isprintable() and ran.out == ""


@pytest.mark.parametrize("line", WRITING)
def test_it_is_written_where_that_is_somebodys_own(at_table, tmp_path, line):
    at_table.must(line, f"out{WRITING[line]}")
    assert (tmp_path / f"out{WRITING[line]}").stat().st_size > 0


@pytest.mark.parametrize("line", WRITING)
def test_no_file_of_the_home_is_overwritten(at_table, tmp_path, line):
    play = tmp_path / "home" / "groups" / "home" / "plays" / "bwd-2.json"
    ending = WRITING[line]
    (tmp_path / f"a{ending}").symlink_to(play)
    (tmp_path / f"b{ending}").symlink_to(tmp_path / "link" / "shell-history.txt")
    before = contents(tmp_path)
    for name in (
        *(f"a{ending}", f"b{ending}", f"link/cache/x{ending}", f"home/groups/home/x{ending}"),
        *(f"home/../link/groups/home/plays/x{ending}", f"link/intent.json{ending}"),
    ):
        ran = at_table(line, name)
        assert refused(ran), (name, ran)
        assert "keeps its own files" in ran.err
    for name in ("link/settings.json", "link/lock", str(play), "home/shell-history.txt"):
        assert refused(at_table(line, name)), name
    assert contents(tmp_path) == before


@pytest.mark.parametrize("line", WRITING)
def test_what_cannot_be_written_is_said(at_table, tmp_path, line):
    ending = WRITING[line]
    (tmp_path / f"folder{ending}").mkdir()
    (tmp_path / f"full{ending}").symlink_to("/dev/full")
    (tmp_path / f"loop{ending}").symlink_to(tmp_path / f"loop{ending}")
    before = contents(tmp_path)
    long = "n" * 300
    for name in ("", " ", f"a\0b{ending}", f"\ud800{ending}", f"{long}{ending}", f"folder{ending}"):
        assert refused(at_table(line, name)), name
    for name in (f"full{ending}", f"nowhere/x{ending}", f"loop{ending}"):
        assert refused(at_table(line, name), (2, 3)), name
    assert contents(tmp_path) == before


@pytest.mark.parametrize("line", READING)
def test_what_cannot_be_read_is_said(at_table, tmp_path, line):
    ending = READING[line]
    (tmp_path / f"folder{ending}").mkdir()
    (tmp_path / f"loop{ending}").symlink_to(tmp_path / f"loop{ending}")
    (tmp_path / f"empty{ending}").write_bytes(b"")
    os.mkfifo(tmp_path / f"pipe{ending}")
    before = contents(tmp_path / "home")
    for name in (
        *("", f"a\0b{ending}", f"\ud800{ending}", f"{'n' * 300}{ending}", f"folder{ending}"),
        *(f"loop{ending}", f"empty{ending}", f"pipe{ending}", "pipe", f"nowhere{ending}"),
        *("/dev/null", "/dev/full"),
    ):
        ran = at_table(line, name)
        nothing_seen = line.startswith("deck check") and name in (f"empty{ending}", "/dev/null")
        assert refused(ran, (1, 2)) or (nothing_seen and ran.code == 0), (name, ran)
    assert contents(tmp_path / "home") == before

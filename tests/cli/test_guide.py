"""`companion guide`: which there are, what is shown of them, and how long ones are paged."""

import io
import sys

import pytest

from companion import games
from tests.docs.documents import GUIDES
from tests.site import installed, published


@pytest.mark.parametrize("game", games.OWN)
def test_every_game_has_a_guide(game):
    assert game in GUIDES


def test_every_guide_is_listed_with_what_it_is_about(companion):
    listed = companion("guide --json").json["guides"]
    assert [guide["guide"] for guide in listed] == list(GUIDES)
    for guide in listed:
        assert guide["title"] != guide["guide"]
        assert 20 <= len(guide["about"]) <= 130, guide
        assert "\n" not in guide["about"]
    told = companion("guide").out
    assert all(f"\n{name}" in told for name in GUIDES)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("bwd", "bwd"),
        ("BWD", "bwd"),
        ("bl", None),
        ("print", "printing"),
        ("Dice Box", "dicebox"),
        ("a little", "lwd"),
        ("labels", "printing"),
    ],
)
def test_a_guide_is_found_by_its_name_or_title_or_a_beginning(companion, typed, name):
    ran = companion(f"guide {typed} --json")
    assert (ran.json["guide"] if ran.code == 0 else None) == name


def test_a_name_that_is_none_is_told_with_the_nearest(companion):
    ran = companion("guide prnting")
    assert ran.code == 1
    assert "No guide is named “prnting”." in ran.err
    assert "Did you mean printing or" in ran.err


def test_in_a_pipe_a_guide_is_what_stands_in_its_file(companion):
    text = GUIDES["printing"].read_text("utf-8")
    assert companion("guide printing").out == text
    assert companion("guide printing --json").json["text"] == text


def test_a_package_brings_the_guide_of_its_game(companion, tmp_path, monkeypatch):
    with installed(tmp_path / "site", monkeypatch, published("pebbles")):
        listed = companion("guide --json").json["guides"]
        (told,) = [guide for guide in listed if guide["guide"] == "pebbles"]
        assert told["title"] == "Pebbles"
        assert told["about"].startswith("Take one, two or three out of the pond")
        assert companion("guide peb").out.startswith("# Pebbles\n")


def test_a_guide_that_is_no_text_is_told_so(companion, tmp_path, monkeypatch):
    with installed(tmp_path / "site", monkeypatch, published("pebbles")):
        (tmp_path / "site/pebbles/data/guide.md").write_bytes(b"# \xff\xfe")
        ran = companion("guide pebbles")
    assert ran.code == 1
    assert "The guide “pebbles” cannot be read" in ran.err


def test_guides_are_no_games_of_which_words_are_looked_up(companion):
    refused = companion("lookup roll --game guides")
    assert refused.code == 1
    assert companion("lookup ward").err == ""


# At a terminal

PAGED = "sed s/^/PAGED:/"


def shown(screen) -> str:
    """All that the program shows, which ends well."""
    screen.ends()
    return screen.everything


@pytest.mark.long
def test_a_guide_longer_than_the_screen_is_paged(terminal):
    told = shown(terminal("guide", "bwd", PAGER=PAGED))
    lines = told.splitlines()
    assert len(lines) > 100
    assert all(line.startswith("PAGED:") for line in lines)
    assert "\x1b[1m" in told, "without colours"


@pytest.mark.long
def test_one_that_the_screen_can_hold_is_not(terminal):
    assert "PAGED" not in shown(terminal("guide", "bwd", rows=1000, PAGER=PAGED))


def test_the_list_of_guides_is_not(terminal):
    assert "PAGED" not in shown(terminal("guide", rows=10, PAGER=PAGED))


def test_as_json_it_is_not(terminal):
    assert "PAGED" not in shown(terminal("guide", "bwd", "--json", PAGER=PAGED))


@pytest.mark.long
@pytest.mark.parametrize("pager", ["", "cat", "no-such-program-here"])
def test_without_a_pager_it_is_printed(terminal, pager):
    told = shown(terminal("guide", "bwd", PAGER=pager))
    assert "Blank White Dice" in told
    assert "All verbs" in told


def test_a_pager_that_is_left_early_leaves_well(terminal):
    assert "Blank White Dice" in shown(terminal("guide", "bwd", PAGER="head -n 1"))


WAITS = """
import signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # none is missed before it is waited for
sys.stdin.read()
print("WAITING", flush=True)
signal.sigwait([signal.SIGINT])
print("HEARD", flush=True)
open("/dev/tty").readline()
print("ENDED")
"""


@pytest.mark.long
def test_ctrl_c_is_the_pagers(terminal, tmp_path):
    (tmp_path / "pager.py").write_text(WAITS)
    screen = terminal("guide", "bwd", PAGER=f"{sys.executable} {tmp_path}/pager.py")
    screen.shows("WAITING")
    screen.ctrl_c()
    screen.shows("HEARD")
    screen.type("", "ENDED")
    screen.ends()


def test_without_colour_there_is_none(terminal):
    assert "36m" in shown(terminal("guide", "bwd", PAGER=PAGED))
    assert "36m" not in shown(terminal("guide", "bwd", PAGER=PAGED, NO_COLOR="1"))


@pytest.mark.long
def test_in_the_shell_a_guide_is_paged_and_the_prompt_comes_back(terminal, companion):
    companion.must("start bwd Ana Ben")
    shell = terminal("shell", PAGER=PAGED, NO_COLOR="1")
    shell.prompt("bwd")
    shell.type("guide prompt", "PAGED:", "The prompt", "PAGED:", "Quotes, comments, secrets")
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4")
    shell.prompt("bwd")
    shell.leave()
    assert companion.must("table --json").json["players"][0]["score"] == 4


def test_from_lines_in_a_file_a_guide_comes_as_it_stands(companion, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"guide bwd\n")))
    assert "# Blank White Dice\n" in companion("shell").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"guide bwd\n")))
    (line,) = companion("shell --json").json["lines"]
    assert line["answer"]["guide"] == "bwd"

"""The shell in a real pseudo-terminal: with menus, with readline, and with nothing but lines."""

import os
import re
import sys

import pytest

from .lines import hears_ctrl_c

WITHOUT_MENUS = """
import sys
sys.modules["prompt_toolkit"] = None
sys.argv = ["companion", *sys.argv[1:]]
from companion.cli.main import main
main()
"""
WITHOUT_READLINE = WITHOUT_MENUS.replace("sys.argv =", 'sys.modules["readline"] = None\nsys.argv =')
KINDS = {
    "menus": ["-m", "companion"],
    "readline": ["-c", WITHOUT_MENUS],
    "lines": ["-c", WITHOUT_READLINE],
}
UP, TAB = "\x1b[A", "\t"


class Screen:
    """A shell in a terminal of its own."""

    def __init__(self, child) -> None:
        self.child = child

    def prompt(self, name: str) -> None:
        """Wait until it asks for a line."""
        self.child.expect_exact(f"{name}>")

    def type(self, line: str, *shown: str) -> None:
        """Type a line; each text has to be shown after the one before."""
        self.child.send(f"{line}\r")
        for text in shown:
            self.child.expect_exact(text)

    def place_the_cursor(self) -> None:
        """Answer as terminals do that are asked where the cursor is: then there is room below."""
        self.child.expect_exact("\x1b[6n")
        self.child.send("\x1b[5;1R")

    def leave(self) -> None:
        """Leave by Ctrl-D; it has to end well."""
        import pexpect

        self.child.sendcontrol("d")
        self.child.expect(pexpect.EOF)
        self.child.wait()
        assert self.child.exitstatus == 0


@pytest.fixture
def opened(home):
    """Opens a shell of a kind: `opened("menus", "--table")`."""
    pexpect = pytest.importorskip("pexpect")
    children = []

    def open_one(kind: str, *options: str, columns: int = 80, **settings: str) -> Screen:
        if kind == "menus":
            pytest.importorskip("prompt_toolkit")
        env = {**os.environ, "COMPANION_HOME": str(home), "TERM": "xterm"}
        # It would ask the terminal where the cursor is, and most tests do not answer.
        env |= {"PROMPT_TOOLKIT_NO_CPR": "1", **settings}
        env.pop("COLUMNS", None)
        child = pexpect.spawn(
            sys.executable,
            [*KINDS[kind], "shell", *options],
            env=env,
            encoding="utf-8",
            dimensions=(30, columns),
            timeout=30,
            preexec_fn=hears_ctrl_c,
        )
        child.delaybeforesend = 0.05
        children.append(child)
        return Screen(child)

    yield open_one
    for child in children:
        child.close(force=True)


every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
def test_an_evening_of_three_games(opened, companion, kind):
    shell = opened(kind)
    shell.prompt("companion")
    shell.type("start bwd Ana Ben", "Just the scores")
    shell.prompt("bwd")
    shell.type("tag ana.1 points", "Ana tags Points")
    shell.type("ana +3", "Ana +3: 3 → 6")
    shell.type("a+1 b-2", "Ana +1: 6 → 7")
    shell.type("anna +1", "No player here is called “anna”.", "Did you mean Ana?")
    shell.type("u", "Entry 4 taken back")
    shell.type("r", "Entry 4 back again")
    shell.type("n")
    shell.type("pass", "first-player marker to")
    shell.type("? ward", "Ward")
    shell.type("finish --winner ana", "Ana has won")
    shell.type("start lwd Ana Ben", "A Little White Die")
    shell.prompt("lwd")
    shell.type("round 3", "3")
    shell.type("guess ana 2x5", "5")
    shell.type("guess ben 1x2", "LW-")
    shell.type("challenge ben --there 1", "challenge")
    shell.type("finish --winner ben", "Ben has won")
    shell.type("companion start boolean Ana Ben", "White, Black, or Roll")
    shell.prompt("boolean")
    shell.type("call ana white right", "Ana")
    shell.type("finish --winner ana", "Ana has won")
    shell.prompt("boolean")
    shell.leave()
    plays = companion.must("plays --json").json["plays"]
    assert [(play["game"], play["status"], play["winners"]) for play in plays] == [
        ("boolean", "finished", ["Ana"]),
        ("lwd", "finished", ["Ben"]),
        ("bwd", "finished", ["Ana"]),
    ]


@every_kind
def test_ctrl_c_drops_the_line_and_ends_nothing(opened, playing, kind):
    shell = opened(kind)
    shell.prompt("bwd")
    shell.child.send("ana +9")
    shell.child.sendintr()
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4")
    shell.prompt("bwd")
    shell.leave()
    assert playing.must("table --json").json["players"][0]["score"] == 4


@every_kind
def test_an_empty_line_shows_the_table(opened, playing, kind):
    shell = opened(kind)
    shell.child.expect_exact("●●●")
    shell.prompt("bwd")
    shell.type("", "●●●")
    shell.prompt("bwd")


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_words_that_leave(opened, playing, word):
    import pexpect

    shell = opened("menus")
    shell.prompt("bwd")
    shell.type(word)
    shell.child.expect(pexpect.EOF)
    shell.child.wait()
    assert shell.child.exitstatus == 0


@every_kind
def test_another_terminals_entries_appear(opened, playing, kind):
    shell = opened(kind)
    shell.prompt("bwd")
    playing.must("score ben +2")
    if kind != "menus":  # there, it is told when somebody goes on
        shell.type("ana +1")
    shell.child.expect_exact("from another terminal: Ben +2: 3 → 5")
    shell.type("u", "taken back")


def test_the_status_stands_below_the_line_and_is_not_said_twice(opened, playing):
    shell = opened("menus", columns=50, PROMPT_TOOLKIT_NO_CPR="")
    shell.place_the_cursor()
    shell.child.expect_exact("Ana 3 · Ben 3 — round 1, marker: Ana")
    shell.type("ana +1", "Ana +1: 3 → 4\r\n")
    shell.place_the_cursor()
    assert "round 1, marker" not in shell.child.before
    shell.child.expect_exact("Ana 4 · Ben 3 — round 1, marker: Ana")
    shell.child.expect_exact("`next` at the end of round 1")


def test_where_nothing_can_stand_below_the_answer_says_it(opened, playing):
    shell = opened("menus")
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4", "Ana 4 · Ben 3 — round 1, marker: Ana")


def test_a_menu_offers_what_is_legal_and_tab_takes_it(opened, playing):
    shell = opened("menus")
    shell.prompt("bwd")
    shell.child.send("tag com")
    shell.child.expect_exact("six blank faces")
    shell.child.send(TAB)
    shell.type(" tag", "common gets Tag")


def test_readline_completes_too(opened, playing):
    pytest.importorskip("readline")
    shell = opened("readline")
    shell.prompt("bwd")
    shell.child.send(f"fini{TAB}")
    shell.child.expect_exact("finish ")
    shell.type("--winner ana", "Ana has won")


@pytest.mark.parametrize("kind", ["menus", "readline"])
def test_what_was_typed_comes_back_the_next_evening(opened, playing, kind):
    shell = opened(kind)
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4")
    shell.prompt("bwd")
    shell.leave()
    shell = opened(kind)
    shell.prompt("bwd")
    shell.child.send(UP)
    shell.child.expect_exact("ana +1")
    shell.type("", "Ana +1: 4 → 5")


PASTED = "\x1b[200~{}\x1b[201~"


@pytest.mark.parametrize("kind", ["menus", "readline"])
def test_several_lines_may_be_pasted(opened, playing, kind):
    shell = opened(kind)
    shell.prompt("bwd")
    shell.type(
        PASTED.format("ana +1\nben +2\nzoe +1\nana +1"),
        "No player here is called “zoe”.",
        "Not entered any more: `ana +1`.",
    )
    shell.prompt("bwd")
    shell.leave()
    scores = [player["score"] for player in playing.must("table --json").json["players"]]
    assert scores == [4, 5]
    shell = opened(kind)
    shell.prompt("bwd")
    shell.type(f"{UP}{UP}", "No player here is called “zoe”.")


@pytest.mark.parametrize("kind", ["menus", "readline"])
def test_what_names_secret_dice_is_not_brought_back(opened, companion, kind):
    companion.must("start boolean Ana Ben")
    shell = opened(kind)
    shell.prompt("boolean")
    shell.type("call ana white right", "Ana")
    shell.prompt("boolean")
    shell.type("holds ben 3c 2o", "Ben")
    shell.prompt("boolean")
    shell.type(" mine ben", "Ben")
    shell.prompt("boolean")
    shell.type(UP, "call ana white right")
    shell.prompt("boolean")
    shell.leave()


def test_a_play_that_begins_elsewhere_takes_over_the_prompt_and_no_line_slips_in(opened, playing):
    shell = opened("menus")
    shell.prompt("bwd")
    shell.child.send("ana +9")
    shell.child.expect_exact("+9")
    playing.must("start lwd Ana Ben")
    shell.child.expect_exact("A Little White Die begins: Ana, Ben (lwd-2)")
    shell.prompt("lwd")
    shell.type("", "This line was begun while bwd-1 was at hand; now lwd-2 is.")
    shell.prompt("lwd")
    shell.child.expect_exact("ana +9")
    shell.child.sendintr()
    shell.prompt("lwd")
    shell.leave()
    for play in ("bwd-1", "lwd-2"):
        assert playing.must(f"table --json --play {play}").json["entries"] == 1


def test_the_table_is_drawn_anew_on_a_screen_of_another_size(opened, playing):
    shell = opened("menus", "--table")
    shell.prompt("bwd")
    shell.child.setwinsize(20, 50)
    for text in ("\x1b[2J", "●●●"):
        shell.child.expect_exact(text)
    shell.prompt("bwd")
    shell.leave()


def test_with_the_table_beside_it_is_drawn_anew_after_every_entry(opened, playing):
    shell = opened("menus", "--table")
    shell.prompt("bwd")
    shell.type("ana +1", "\x1b[2J", "●●●", "Ana +1: 3 → 4")
    shell.prompt("bwd")
    playing.must("score ben +2")
    for text in ("\x1b[2J", "●●●", "from another terminal: Ben +2"):
        shell.child.expect_exact(text)


def test_a_terminal_that_can_do_nothing_is_talked_to_in_lines(opened, playing):
    shell = opened("menus", TERM="dumb")
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4", "Ana 4 · Ben 3")
    shell.prompt("bwd")
    shell.leave()
    assert "\x1b" not in shell.child.before


def test_without_colour_there_is_none(opened, playing):
    shell = opened("menus", NO_COLOR="1")
    shell.prompt("bwd")
    shell.type("t", "●●●")
    shell.prompt("bwd")
    assert not re.search(r"\x1b\[[0-9;]*[34][0-7]", shell.child.before)


def test_a_command_that_runs_long_goes_back_to_the_prompt(opened, companion):
    companion.must("start boolean Ana Ben --minutes 10")
    shell = opened("menus")
    shell.prompt("boolean")
    shell.type("clock", "paused")
    shell.child.sendintr()
    shell.child.expect_exact("Clock: ")
    shell.prompt("boolean")
    shell.type("call ana white right", "Ana")


BROKEN = """
import sys
from companion.table import showing
showing.table = lambda desk: 1 / 0
sys.argv = ["companion", *sys.argv[1:]]
from companion.cli.main import main
main()
"""


def test_a_mistake_of_the_program_ends_no_evening(opened, playing, monkeypatch):
    """Not even where its traceback is asked for, which a report of it should hold."""
    monkeypatch.setitem(KINDS, "broken", ["-c", BROKEN])
    for asked, shown in (("", "itself made a mistake"), ("1", "ZeroDivisionError: ")):
        shell = opened("broken", COMPANION_TRACEBACK=asked)
        shell.prompt("bwd")
        shell.type("t", shown)
        shell.prompt("bwd")
        shell.type("ana +1", "Ana +1: ")
        shell.prompt("bwd")
        shell.leave()


def test_what_is_about_piped_lines_is_refused_at_a_terminal(opened, playing):
    for option in ("--json", "--keep-going"):
        shell = opened("lines", option)
        shell.child.expect_exact(f"`{option}` is about lines that come from a file or a pipe.")
        shell.child.wait()
        assert shell.child.exitstatus == 2

"""The shell in a real pseudo-terminal: with menus, with readline, and with nothing but lines."""

import re

import pytest

from tests.terminal import PROGRAM, Screen, program

QUICK = ("from companion.cli.shell import menus", "menus.EVERY = 0.05")
"""Looks more often at what another terminal enters than a person could."""
WITHOUT_MENUS = ('sys.modules["prompt_toolkit"] = None',)
WITHOUT_READLINE = (*WITHOUT_MENUS, 'sys.modules["readline"] = None')
KINDS = {
    "menus": PROGRAM,
    "quick": program(*QUICK),
    "readline": program(*WITHOUT_MENUS),
    "lines": program(*WITHOUT_READLINE),
}
UP, TAB = "\x1b[A", "\t"


@pytest.fixture
def opened(terminal):
    """Opens a shell of a kind: `opened("menus", "--table")`."""

    def open_one(kind: str, *options: str, **settings) -> Screen:
        if kind in ("menus", "quick"):
            pytest.importorskip("prompt_toolkit")
        return terminal("shell", *options, program=KINDS[kind], **settings)

    return open_one


every_kind = pytest.mark.parametrize("kind", ["menus", "readline", "lines"])


@every_kind
def test_an_evening_of_three_games(opened, companion, kind):
    shell = opened(kind)
    shell.prompt("companion")
    shell.type("start bwd Ana Ben", "Only scores")
    shell.prompt("bwd")
    shell.type("tag ana.1 points", "Ana tags Points")
    shell.type("ana +3", "Ana +3: 3 → 6")
    shell.type("a+1 b-2", "Ana +1: 6 → 7")
    shell.type("anna +1", "No player here is named “anna”.", "Did you mean Ana?")
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
    shell.send("ana +9")
    shell.ctrl_c()
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4")
    shell.prompt("bwd")
    shell.leave()
    assert playing.must("table --json").json["players"][0]["score"] == 4


@every_kind
def test_an_empty_line_shows_the_table(opened, playing, kind):
    shell = opened(kind)
    shell.shows("●●●")
    shell.prompt("bwd")
    shell.type("", "●●●")
    shell.prompt("bwd")


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_words_that_leave(opened, playing, word):
    shell = opened("menus")
    shell.prompt("bwd")
    shell.type(word)
    shell.ends()


@pytest.mark.parametrize("kind", ["quick", "readline", "lines"])
def test_another_terminals_entries_appear(opened, playing, kind):
    shell = opened(kind)
    shell.prompt("bwd")
    playing.must("score ben +2")
    if kind != "quick":  # there, it is told when somebody goes on
        shell.type("ana +1")
    shell.shows("from another terminal: Ben +2: 3 → 5")
    shell.type("u", "taken back")


def test_the_status_stands_below_the_line_and_is_not_said_twice(opened, playing):
    shell = opened("menus", columns=50, PROMPT_TOOLKIT_NO_CPR="")
    shell.place_the_cursor()
    shell.shows("Ana 3 · Ben 3 — round 1, marker: Ana")
    shell.type("ana +1", "Ana +1: 3 → 4\r\n")
    shell.place_the_cursor()
    assert "round 1, marker" not in shell.before
    shell.shows("Ana 4 · Ben 3 — round 1, marker: Ana")
    shell.shows("`next` at the end of round 1")


def test_where_nothing_can_stand_below_the_answer_says_it(opened, playing):
    shell = opened("menus")
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4", "Ana 4 · Ben 3 — round 1, marker: Ana")


def test_a_menu_offers_what_is_legal_and_tab_takes_it(opened, playing):
    shell = opened("menus")
    shell.prompt("bwd")
    shell.send("tag com")
    shell.shows("six blank faces")
    shell.send(TAB)
    shell.type(" tag", "common gets Tag")


def test_readline_completes_too(opened, playing):
    pytest.importorskip("readline")
    shell = opened("readline")
    shell.prompt("bwd")
    shell.send(f"fini{TAB}")
    shell.shows("finish ")
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
    shell.send(UP)
    shell.shows("ana +1")
    shell.type("", "Ana +1: 4 → 5")


PASTED = "\x1b[200~{}\x1b[201~"


@pytest.mark.parametrize("kind", ["menus", "readline"])
def test_several_lines_may_be_pasted(opened, playing, kind):
    shell = opened(kind)
    shell.prompt("bwd")
    shell.type(
        PASTED.format("ana +1\nben +2\nzoe +1\nana +1"),
        "No player here is named “zoe”.",
        "Not entered: `ana +1`.",
    )
    shell.prompt("bwd")
    shell.leave()
    scores = [player["score"] for player in playing.must("table --json").json["players"]]
    assert scores == [4, 5]
    shell = opened(kind)
    shell.prompt("bwd")
    shell.type(f"{UP}{UP}", "No player here is named “zoe”.")


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
    shell = opened("quick")
    shell.prompt("bwd")
    shell.send("ana +9")
    shell.shows("+9")
    playing.must("start lwd Ana Ben")
    shell.shows("A Little White Die begins: Ana, Ben (lwd-2)")
    shell.prompt("lwd")
    shell.type("", "This line was begun while bwd-1 was the current play; now lwd-2 is.")
    shell.prompt("lwd")
    shell.shows("ana +9")
    shell.ctrl_c()
    shell.prompt("lwd")
    shell.leave()
    for play in ("bwd-1", "lwd-2"):
        assert playing.must(f"table --json --play {play}").json["entries"] == 1


def test_the_table_is_drawn_anew_on_a_screen_of_another_size(opened, playing):
    shell = opened("quick", "--table")
    shell.prompt("bwd")
    shell.resize(20, 50)
    shell.shows("\x1b[2J", "●●●")
    shell.prompt("bwd")
    shell.leave()


def test_with_the_table_beside_it_is_drawn_anew_after_every_entry(opened, playing):
    shell = opened("quick", "--table")
    shell.prompt("bwd")
    shell.type("ana +1", "\x1b[2J", "●●●", "Ana +1: 3 → 4")
    shell.prompt("bwd")
    playing.must("score ben +2")
    shell.shows("\x1b[2J", "●●●", "from another terminal: Ben +2")


def test_a_terminal_that_can_do_nothing_is_talked_to_in_lines(opened, playing):
    shell = opened("menus", TERM="dumb")
    shell.prompt("bwd")
    shell.type("ana +1", "Ana +1: 3 → 4", "Ana 4 · Ben 3")
    shell.prompt("bwd")
    shell.leave()
    assert "\x1b" not in shell.before


def test_without_colour_there_is_none(opened, playing):
    shell = opened("menus", NO_COLOR="1")
    shell.prompt("bwd")
    shell.type("t", "●●●")
    shell.prompt("bwd")
    assert not re.search(r"\x1b\[[0-9;]*[34][0-7]", shell.before)


def test_a_command_that_runs_long_goes_back_to_the_prompt(opened, companion):
    companion.must("start boolean Ana Ben --minutes 10")
    shell = opened("menus")
    shell.prompt("boolean")
    shell.type("clock", "paused")
    shell.ctrl_c()
    shell.shows("Clock: ")
    shell.prompt("boolean")
    shell.type("call ana white right", "Ana")


BUSY = (
    "from select import select",
    "def busy(*_):",
    "    print('busy', flush=True)",
    "    select([0], [], [], 60)",
)
"""Goes on when something was typed."""
COMMAND = (*BUSY, "from companion.table.plays import views", "views.table = busy")
NEWS = (
    *BUSY,
    "from companion.cli.shell.display import Display",
    "Display.hear = lambda self, news: busy() if news else None",
)


@every_kind
def test_ctrl_d_leaves_even_where_it_is_typed_before_a_line_is_asked_for(opened, playing, kind):
    shell = opened(kind)
    shell.leave()


@pytest.mark.parametrize(
    "without", [(), WITHOUT_MENUS, WITHOUT_READLINE], ids=["menus", "readline", "lines"]
)
def test_ctrl_d_leaves_even_where_it_is_typed_while_a_command_runs(terminal, playing, without):
    shell = terminal("shell", program=program(*without, *COMMAND))
    shell.prompt("bwd")
    shell.type("t", "busy")
    shell.leave()


def test_ctrl_d_leaves_even_where_it_is_typed_while_news_are_told(terminal, playing):
    pytest.importorskip("prompt_toolkit")
    shell = terminal("shell", program=program(*QUICK, *NEWS))
    shell.prompt("bwd")
    playing.must("score ben +2")
    shell.shows("busy")
    shell.leave()


BROKEN = ("from companion.table.plays import views", "views.table = lambda desk: 1 / 0")


def test_a_mistake_of_the_program_ends_no_evening(opened, playing, monkeypatch):
    """Not even where its traceback is asked for, which a report of it should hold."""
    monkeypatch.setitem(KINDS, "broken", program(*BROKEN))
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
        shell.shows(f"`{option}` is for lines from a file or a pipe.")
        shell.ends(2)

"""Completion: what a shell is offered for `companion lookup`, and how one turns it on."""

import os
import subprocess
import sys

import pytest

from companion.cli.app import COMPLETING
from tests.marbles import PACKAGE
from tests.site import installed
from tests.terminal import LIMIT


def test_names_are_completed(complete):
    assert "ward" in complete("companion lookup wa")
    assert complete("companion lookup war") == ["ward", "warding"]


def test_the_rest_of_a_name_is_completed_word_by_word(complete):
    assert complete("companion lookup take an") == ["another turn"]
    assert "another turn" in complete("companion lookup take a")


def test_names_of_the_groups_own_cards_are_completed(companion, complete):
    companion.must("bwd card set 23 --name Hourglass")
    assert complete("companion lookup hourg") == ["hourglass"]


def test_nothing_is_offered_for_nothing(complete):
    assert complete("companion lookup ") == []
    assert complete("companion lookup zzzz") == []


def test_games_are_completed(complete):
    assert complete("companion lookup ward --game b") == ["blank", "boolean", "bwd"]


def test_boxes_and_sheets_are_completed(companion, complete):
    companion.must('blank box new "Friday box"')
    assert complete("companion deck show fri") == ["friday-box"]
    assert complete("companion deck check b") == ["bwd", "boolean"]
    assert complete("companion deck labels friday-box --sheet 516") == ["5160", "5163", "5167"]


def test_commands_are_completed(complete):
    assert complete("companion loo") == ["lookup"]
    assert "retire" in complete("companion ruling re")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("companion score ", "ana ben"),
        ("companion score ana +3 b", "ben"),
        ("companion score ana ", ""),
        ("companion finish --winner a", "ana"),
        ("companion resume ", "bwd-2 bwd-1"),
        ("companion play show bwd-1", "bwd-1"),
        ("companion table --play ", "bwd-2 bwd-1"),
        ("companion table --group ", "club home"),
        ("companion player use A", "Ana"),
        ("companion group use c", "club"),
        ("companion start H", "Heat"),
        ("companion play add H", "Heat"),
        ("companion title rename ", "Heat"),
        ("companion title merge Azul H", "Heat"),
        ("companion title split ", "Azul"),
    ],
)
def test_whatever_is_named_is_completed(companion, complete, line, words):
    for typed in (
        *("start bwd Ana Ben", "score ana +1", "start bwd Ana Ben", "group new club"),
        *("play add Azul ana=2 ben=1 --group home", "title rename Azul Heat --group home"),
    ):
        companion.must(typed)
    companion.must("group use home")
    assert complete(line) == words.split()


class TestDeclaredVerbs:
    """What may stand in a line of a game that declares its verbs: as the prompt's menu has it."""

    @pytest.fixture
    def marbles(self, tmp_path, monkeypatch, companion):
        """Beside a game of another package, with everything that a verb can have."""
        with installed(tmp_path / "site", monkeypatch, PACKAGE):
            yield companion

    @pytest.fixture
    def playing(self, marbles):
        """A play in which Ana has two red ones; a red, a blue and a green one are left."""
        marbles.must("start marbles Ana Ben")
        marbles.must("marbles take ana red red")
        return marbles

    @pytest.mark.usefixtures("playing")
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("take ", "red blue green ana ben"),
            ("take a", "ana"),
            ("take ana ", "red blue green"),
            ("take ana red ", "blue green"),
            ("take ana red g", "green"),
            ("take ana red --house luck ", "red blue green"),
            ("take green green ", ""),
            ("take yellow ", ""),
            ("give ", "ana"),
            ("give ana ", "red"),
            ("give ana red ", ""),
            ("give ana --to ", "ben"),
            ("give --to ben ana r", "red"),
            ("take blue --times ", ""),
            ("swap ana r", "red="),
            ("peek b", "ben"),
            ("tuck ana ", ""),
            ("tuck ana 3 ", ""),
            ("bag ", ""),
        ],
    )
    def test_what_the_play_at_hand_lets_stand_there(self, complete, line, words):
        assert complete(f"companion marbles {line}") == words.split()

    @pytest.mark.usefixtures("playing")
    def test_its_verbs_and_options(self, complete):
        assert complete("companion marbles t") == ["take", "tuck"]
        assert complete("companion marbles take ana --lo") == ["--loud"]
        assert complete("companion start marbles Ana --f") == ["--five"]

    def test_of_the_play_that_the_line_names(self, playing, complete):
        playing.must("start marbles Cho Dee")
        assert complete("companion marbles take c") == ["cho"]
        assert complete("companion marbles take --play marbles-1 ana red ") == ["blue", "green"]
        assert complete("companion marbles take --play marbles-9 ") == []

    def test_nothing_where_there_is_no_play_of_that_game(self, marbles, complete):
        assert complete("companion marbles take ") == []
        marbles.must("start bwd Ana Ben")
        assert complete("companion marbles take ") == []
        marbles.must("start marbles Ana Ben")
        marbles.must("finish --abandon")
        assert complete("companion marbles take ") == []
        assert complete("companion marbles peek a") == ["ana"]

    def test_nothing_where_the_play_cannot_be_read(self, playing, complete, home):
        (log,) = home.glob("groups/*/plays/marbles-1.json")
        log.write_text("{", "utf-8")
        assert complete("companion marbles take ") == []


def test_a_shell_is_told_how(companion, monkeypatch):
    # Which shell it is, is asked of the processes above: under cron, say, there is none.
    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))
    script = companion.must("--show-completion bash").out
    assert COMPLETING in script


@pytest.mark.long
@pytest.mark.parametrize(("line", "offered"), [("lookup war", "ward"), ("loo", "lookup")])
def test_a_shell_is_answered_by_a_run_of_its_own(home, line, offered):
    """Nothing that an earlier command has prepared is there."""
    words = f"companion {line}"
    asked = {
        COMPLETING: "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    command = [sys.executable, "-m", "companion"]
    ran = subprocess.run(
        command,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert ran.stderr == ""
    assert offered in ran.stdout.splitlines()

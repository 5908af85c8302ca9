"""Completion: what a shell is offered for `companion lookup`, and how one turns it on."""

import os
import subprocess
import sys

import pytest

from companion.cli.app import COMPLETING
from tests.terminal import LIMIT


@pytest.fixture
def complete(companion, monkeypatch):
    """What bash is offered for a line, of which the last word is not finished."""

    def offered(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv(COMPLETING, "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        ran = companion("")
        monkeypatch.delenv(COMPLETING)
        assert ran.err == ""
        return ran.out.split("\n")[:-1] if ran.out.strip() else []

    return offered


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
    companion.must('blank copy new "Friday box"')
    assert complete("companion deck show fri") == ["friday-box"]
    assert complete("companion deck check b") == ["bwd", "boolean"]
    assert complete("companion deck labels friday-box --sheet 516") == ["5160", "5163", "5167"]


def test_commands_are_completed(complete):
    assert complete("companion loo") == ["lookup"]
    assert "retire" in complete("companion ruling re")


def test_a_shell_is_told_how(companion, monkeypatch):
    # Which shell it is, is asked of the processes above: under cron, say, there is none.
    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))
    script = companion.must("--show-completion bash").out
    assert COMPLETING in script


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

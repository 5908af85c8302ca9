"""Completion: what a shell is offered for `companion lookup`, and how one turns it on."""

import pytest


@pytest.fixture
def complete(companion, monkeypatch):
    """What bash is offered for a line, of which the last word is not finished."""

    def offered(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("_COMPANION_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        ran = companion("")
        monkeypatch.delenv("_COMPANION_COMPLETE")
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


def test_commands_are_completed(complete):
    assert complete("companion loo") == ["lookup"]
    assert "retire" in complete("companion ruling re")


def test_a_shell_is_told_how(companion):
    script = companion.must("--show-completion bash").out
    assert "_COMPANION_COMPLETE" in script

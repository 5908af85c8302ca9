"""The lines below the prompt."""

import pytest

from companion.cli.shell.display import status
from companion.cli.shell.speech import Speech
from companion.render.plots import wide
from companion.table.plays import enter
from companion.table.plays.start import start

SPEECH = Speech("bwd", ("tag",))


def shown(desks, width: int) -> list[str]:
    return status(desks().open(), SPEECH, width)


def test_it_says_where_the_play_stands_and_what_comes_next(desks):
    start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+3"])
    lines = shown(desks, 80)
    assert lines[0] == "Ana 6 · Ben 3 — round 1, marker: Ana"
    assert lines[1].startswith("→ `next` at the end of round 1")


def test_on_a_narrow_screen_scores_have_a_line_of_their_own(desks):
    start(desks(), "bwd", ["Ana", "Ben", "Cho", "Dan"], None, {})
    assert shown(desks, 50)[:2] == [
        "Ana 3 · Ben 3 · Cho 3 · Dan 3",
        "round 1, marker: Ana — setup",
    ]


@pytest.mark.parametrize("width", [1, 2, 10, 50])
def test_no_line_is_wider_than_the_screen(desks, width):
    start(desks(), "bwd", ["Ana", "Ben with a very long name indeed", "骰子", "🎲"], None, {})
    assert all(wide(line) <= width for line in shown(desks, width))


def test_without_a_play_it_says_how_one_begins():
    assert status(None, Speech(), 80) == ["Nothing is being played: `start bwd Ana Ben`"]

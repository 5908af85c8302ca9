"""`h`, and help on one command."""

import pytest


def test_verbs_of_the_moment_come_first_and_those_of_other_games_of_the_box_not_at_all(
    piped, companion
):
    companion.must("start boolean Ana Ben")
    (line,) = piped("h", "--json").json["lines"]
    verbs = line["answer"]["verbs"]
    assert verbs[0] == "call"
    assert verbs.index("call") < verbs.index("tie")
    assert {"holds", "which", "puzzle"} <= set(verbs)
    assert not {"declare", "stack", "turn", "sort", "mission"} & set(verbs)


def test_it_says_what_is_not_kept(piped, playing):
    assert "is not kept for ↑" in piped("h").out


def test_verbs_that_mean_nothing_now_stand_apart(piped, companion):
    companion.must("start boolean Ana Ben")
    lines = piped("h").out.splitlines()
    now = next(line for line in lines if line.strip().startswith("boolean "))
    besides = next(line for line in lines if line.strip().startswith("besides "))
    assert "call" in now.split()
    assert "tie" in besides.split()


@pytest.mark.parametrize(
    ("line", "usage", "example"),
    [
        ("h roll", "Usage: roll [OPTIONS]", "\n    roll ana.1=investment"),
        ("h score", "Usage: score [OPTIONS]", "\n    score ana +3"),
        ("h lwd guess", "Usage: lwd guess [OPTIONS]", "\n    lwd guess ana 3x5"),
        ("h companion deck", "Usage: deck [OPTIONS] COMMAND", "\n    deck "),
    ],
)
def test_help_shows_what_is_typed_here(piped, playing, line, usage, example):
    ran = piped(line)
    assert ran.code == 0
    assert ran.out.startswith(usage)
    assert example in ran.out
    assert "\n    companion " not in ran.out


def test_help_is_an_answer_in_json_too(piped, playing):
    (line,) = piped("h roll", "--json").json["lines"]
    assert line["answer"]["help"].startswith("Usage: roll")

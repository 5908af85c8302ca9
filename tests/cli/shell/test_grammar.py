"""Lines of the shell: their words, and what they mean."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.shell.grammar import (
    Explain,
    Here,
    Leave,
    Run,
    Unknown,
    meaning,
    split,
    unfinished,
)
from companion.core.seats import seats_for
from companion.errors import Invalid, Refused

COMMANDS = {"score", "table", "undo", "pass", "lookup", "start", "bwd", "lwd", "deck", "shell"}


def here(*names: str) -> Here:
    verbs = ["tag", "roll", "deck"]
    return Here(COMMANDS, "bwd", verbs, {"draw": "tag"}, seats_for(names or ("Ana", "Ben")))


@pytest.mark.parametrize(
    ("line", "argv"),
    [
        # points
        ("ana +3", "score ana +3"),
        ("ben -2", "score ben -2"),
        ("ben −2", "score ben −2"),
        ("ana =7", "score ana =7"),
        ("ana =-1", "score ana =-1"),
        ("ana +3 ben -2", "score ana +3 ben -2"),
        ("a+3", "score a +3"),
        ("a+3 b-2", "score a +3 b -2"),
        ("ana + 3", "score ana +3"),
        ("ana+1, ben+2", "score ana +1 ben +2"),
        ("a+1,b-2 , ana =3,", "score a +1 b -2 ana =3"),
        ("+3", "score +3"),
        ("-2", "score -2"),
        ("=7", "score =7"),
        ("ana 3", "score ana 3"),
        ("zoe +3", "score zoe +3"),
        ("ana", "score ana"),
        ("ana three", "score ana three"),
        # verbs of the game, also where the program has a command of that name
        ("tag ana.1 investment", "bwd tag ana.1 investment"),
        ("Tag ana.1 investment", "bwd tag ana.1 investment"),
        ("roll ana.1=3 ben.1=-2", "bwd roll ana.1=3 ben.1=-2"),
        ("deck", "bwd deck"),
        ("companion deck", "deck"),
        ("bwd tag ana.1 points", "bwd tag ana.1 points"),
        ("draw ana.1", "bwd draw ana.1"),
        # the program's commands
        ("score ana +3", "score ana +3"),
        ("companion score ana +3", "score ana +3"),
        ("score +3", "score +3"),
        ("table --json", "table --json"),
        ("companion", "-h"),
        ("-h", "-h"),
        # the shortest
        ("u", "undo"),
        ("u 5", "undo 5"),
        ("r", "redo"),
        ("t", "table"),
        ("n", "next"),
        ("? ward", "lookup ward"),
        ("?ward", "lookup ward"),
        ("?take another turn", "lookup take another turn"),
    ],
)
def test_a_line_means_a_command(line, argv):
    assert meaning(line.split(), here()) == Run(argv.split())


@pytest.mark.parametrize("line", ["q", "quit", "exit", "Q"])
def test_leaving(line):
    assert meaning([line], here()) == Leave()


@pytest.mark.parametrize(
    ("line", "argv"),
    [
        ("h", ""),
        ("help", ""),
        ("help tag", "bwd tag -h"),
        ("h score", "score -h"),
        ("h u", "undo -h"),
        ("h companion deck", "deck -h"),
    ],
)
def test_asking_for_help(line, argv):
    assert meaning(line.split(), here()) == Explain(argv.split())


@pytest.mark.parametrize("line", ["tagg ana.1 points", "foo", "tagg ana.1 --points -1", "q now"])
def test_what_nothing_is_called(line):
    assert meaning(line.split(), here()) == Unknown(line.split()[0])


def test_somebody_may_be_called_like_a_command():
    at_table = here("Pass", "Undo", "Tag", "U")
    assert meaning(["pass"], at_table) == Run(["pass"])
    assert meaning(["pass", "+3"], at_table) == Run(["score", "pass", "+3"])
    assert meaning(["tag", "-2"], at_table) == Run(["score", "tag", "-2"])
    assert meaning(["u", "+1"], at_table) == Run(["score", "u", "+1"])
    assert meaning(["u"], at_table) == Run(["undo"])


def test_a_command_is_no_beginning_of_a_name():
    assert meaning(["pass", "+3"], here("Passepartout", "Ben")) == Run(["pass", "+3"])


def test_without_a_play_only_the_programs_commands_are_known():
    nothing = Here(COMMANDS)
    assert meaning(["tag", "ana.1"], nothing) == Unknown("tag")
    assert meaning(["bwd", "tag", "ana.1"], nothing) == Run(["bwd", "tag", "ana.1"])
    assert meaning(["ana", "+3"], nothing) == Run(["score", "ana", "+3"])


@pytest.mark.parametrize("line", ["shell", "companion shell", "Shell --table"])
def test_a_shell_in_the_shell_is_refused(line):
    with pytest.raises(Refused):
        meaning(line.split(), here())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("   \t ", []),
        ("# all of it", []),
        ("ana +3", ["ana", "+3"]),
        ("  ana\t+3  # she wept", ["ana", "+3"]),
        ("roll ana.1#3", ["roll", "ana.1#3"]),
        ("rule add '# 3 stands'", ["rule", "add", "# 3 stands"]),
        ("""resolve a1 --did "ate it all" """, ["resolve", "a1", "--did", "ate it all"]),
        ("resolve a1 --did Ben's", ["resolve", "a1", "--did", "Ben's"]),
        ("--did Ben's and Ana's", ["--did", "Ben's", "and", "Ana's"]),
        ('--did "Ben\'s turn"', ["--did", "Ben's turn"]),
        ("--did “as a phone writes it”", ["--did", "as a phone writes it"]),
        ("--did Ben’s", ["--did", "Ben’s"]),
        ('say ""', ["say", ""]),
        ("cho\\ ling +3", ["cho ling", "+3"]),
        (r'"a \"quote\" in one"', ['a "quote" in one']),
        ("ends with \\", ["ends", "with", "\\"]),
    ],
)
def test_a_line_is_taken_apart(line, words):
    assert split(line) == words


@pytest.mark.parametrize("line", ["--did 'ate it", 'say "', "players' choice", "“open"])
def test_a_quote_that_is_not_closed_is_told(line):
    with pytest.raises(Invalid) as problem:
        split(line)
    assert "never closed" in problem.value.message
    assert "quotes of the other kind" in problem.value.hint


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=8), max_size=5))
def test_what_a_shell_would_quote_comes_back(words):
    assert split(shlex.join(words)) == words


@given(st.text())
def test_any_text_is_words_or_refused(line):
    try:
        words = split(line)
    except Invalid:
        return
    assert all(isinstance(word, str) for word in words)


@pytest.mark.parametrize(
    ("line", "words", "last", "start"),
    [
        ("", [], "", 0),
        ("ta", [], "ta", 0),
        ("tag ", ["tag"], "", 4),
        ("tag ana.1 inv", ["tag", "ana.1"], "inv", 10),
        ('tag "ana', ["tag"], "ana", 4),
        ("tag ana.1#", ["tag"], "ana.1#", 4),
    ],
)
def test_a_line_that_is_being_typed(line, words, last, start):
    assert unfinished(line) == (words, last, start)


def test_nothing_is_being_typed_in_a_comment():
    assert unfinished("tag # no more") is None

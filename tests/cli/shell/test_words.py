"""Lines taken apart into words."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.shell.words import split, unfinished
from companion.errors import Invalid


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

"""Commands within sentences: their blanks are tied while lines are broken."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import visible
from companion.core.terminal import TIE, tied, untied

sentences = st.lists(
    st.sampled_from(
        ["Ben", "or", "`a b c`", "(`a b`)", "`", "``", "`long command of words`,", "é"]
    ),
    max_size=12,
).map(" ".join)


@given(st.text() | sentences, st.integers(0, 40))
def test_tied_and_untied_a_text_is_as_it_was(text, width):
    shown = visible(text)
    assert len(tied(shown, width)) == len(shown)
    assert untied(tied(shown, width)) == shown


def test_the_tie_is_in_no_text_that_is_shown():
    assert TIE not in visible(f"Ana{TIE}Ben")


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Ana or `a b c`.", 10, ["Ana or", "`a b c`."]),
        ("`a b` or `c d`, Ben", 9, ["`a b` or", "`c d`,", "Ben"]),
        ("Ben (`a b`) or", 8, ["Ben", "(`a b`)", "or"]),
        ("`a b c d e` is long", 8, ["`a b c d", "e` is", "long"]),
        ("a lone ` is no command", 8, ["a lone `", "is no", "command"]),
    ],
)
def test_lines_are_broken_between_commands(text, width, lines):
    broken = textwrap.wrap(tied(text, width), width)
    assert [untied(line) for line in broken] == lines

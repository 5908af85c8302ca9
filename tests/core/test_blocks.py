"""Blocks: text with roles, which is never interpreted."""

import pytest

from companion.core.blocks import Span, plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ana", "Ana"),
        ("", ""),
        (Span("Ana", "name"), "Ana"),
        (("to ", Span("13", "strong"), "!"), "to 13!"),
        ((), ""),
        ("[bold]as it stands[/bold]", "[bold]as it stands[/bold]"),
    ],
)
def test_plain_gives_the_words_without_their_roles(text, words):
    assert plain(text) == words


def test_blocks_are_values():
    assert Span("Ana", "name") == Span("Ana", "name")
    with pytest.raises(AttributeError):
        Span("Ana").text = "Ben"

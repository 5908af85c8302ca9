"""Texts in columns of a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import visible
from companion.render.plots import truncated, wide


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("Ana", 3, "Ana"),
        ("Anastasia", 4, "Ana…"),
        ("Ana and Ben", 5, "Ana…"),
        ("骰子", 4, "骰子"),
        ("骰子", 3, "骰…"),
        ("骰子", 2, "…"),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
        ("Ana", 1, "…"),
    ],
)
def test_what_is_too_wide_ends_with_dots(text, room, shown):
    assert truncated(text, room) == shown


def test_where_the_encoding_is_plain_so_is_the_end():
    assert truncated("Anastasia", 4, plain=True) == "Ana~"


@given(st.text().map(visible), st.integers(1, 30))
def test_what_is_cut_is_no_wider_and_says_so(text, room):
    kept = truncated(text, room)
    assert wide(kept) <= room
    assert kept == text or kept.endswith("…")

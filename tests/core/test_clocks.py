"""Lengths of time: as they are typed, as clocks show them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.clocks import LONGEST_CLOCK, clock_time, seconds_of
from companion.errors import Invalid


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("10:00", 600), ("90s", 90), ("10m", 600), ("1:30:00", 5400), ("1h30m", 5400)),
        *(("0:05", 5), (" 5S ", 5), ("24h", LONGEST_CLOCK)),
    ],
)
def test_a_length_of_time_is_read(text: str, seconds: int) -> None:
    assert seconds_of(text, "--from") == seconds


@pytest.mark.parametrize(
    "text", ["", "0", "10", "soon", "0s", "0:00", "1:75", "25h", "-5s", "1:2", "٣s", "9" * 5000]
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="not a time for a clock") as refused:
        seconds_of(text, "--from")
    assert "10:00" in refused.value.hint


@given(st.integers(1, LONGEST_CLOCK))
def test_what_is_shown_can_be_typed(seconds: int) -> None:
    assert seconds_of(clock_time(seconds), "--from") == seconds


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (-0.4, "0:00"), (-1, "−0:01"), (-7.2, "−0:07"), (3723, "1:02:03")],
)
def test_times_below_nothing_have_a_minus(seconds: float, words: str) -> None:
    assert clock_time(seconds) == words

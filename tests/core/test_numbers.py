"""Whole numbers as typed: whatever the text, the answer is a number in bounds, or none."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.core import numbers
from companion.core.numbers import LONGEST_NUMBER, only_digits, score, whole
from companion.errors import Invalid

# Digits of many scripts, signs and blanks come far more often than in any text.
texts = st.text() | st.text("0123456789²٣೬+-−._ \n", max_size=12) | st.integers().map(str)


@given(texts, st.integers(0, 50), st.integers(0, 10**9))
@example("9" * 5000, 0, 10**9)
@example("²", 0, 9)
@example("٣", 0, 9)
@example("", 0, 9)
def test_any_text_is_a_number_within_bounds_or_none(text, least, most):
    number = whole(text, least, most)
    assert number is None or least <= number <= most
    if number is not None:
        assert only_digits(text)
        assert str(number) == text.lstrip("0") or (number == 0 and set(text) == {"0"})


@given(st.integers(0, 10**LONGEST_NUMBER - 1))
def test_a_number_that_is_written_is_read_again(number):
    assert whole(str(number), 0, number) == number
    assert whole(str(number), number + 1, number + 9) is None
    assert number == 0 or whole(str(number), 0, number - 1) is None


@pytest.mark.parametrize("text", ["²", "٣", "9" * 5000, " 3", "3 ", "3.0", "-0", "+3", "1_0", ""])
def test_what_python_might_take_for_a_number_is_none(text):
    assert whole(text, 0, 10**9) is None


@pytest.mark.parametrize(("text", "number"), [("+3", 3), ("3", 3), ("-2", -2), ("−2", -2)])
def test_signed_changes(text, number):
    assert numbers.signed_change(text) == number


@pytest.mark.parametrize("text", ["=3", "x", ""])
def test_a_change_that_is_not_signed(text):
    with pytest.raises(Invalid):
        numbers.signed_change(text)


@pytest.mark.parametrize("text", ["0", "-2", "=2", "x"])
def test_an_amount_to_move_is_above_zero(text):
    with pytest.raises(Invalid):
        numbers.amount(text)
    assert numbers.amount("3") == 3


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (12345.79, "12345.79"),
        (1234567.5, "1234567.5"),
        (-0.25, "−0.25"),
        (7.0, "7"),
        (27.4333, "27.4333"),
        (1e-05, "0.00001"),
        (10**9, "1000000000"),
    ],
)
def test_points_are_shown_as_they_are_stored(points, text):
    assert score(points) == text

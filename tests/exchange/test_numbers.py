"""Numbers, sums, truth and dates as other programs write them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.dates import moment
from companion.exchange.numbers import flag, number, value_of, whole


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("−3", -3),
        ("+4", 4),
        (" 7 ", 7),
        ("3,5", 3.5),
        ("3.5", 3.5),
        (".5", 0.5),
        ("1e2", 100),
        ("1,250", 1250),
        ("1,250,000", 1_250_000),
        ("1.250,5", 1250.5),
        ("10+5*2-1", 19),
        ("10 + 5 × 2 − 1", 19),
        ("10+5-20", -5),
        ("+".join("1" * 50), 50),
        ("1+" * 49 + "11", 60),  # no longer sum is worked out
        ("(10+5)*2", 30),
        ("2*(3+4*(1+1))", 22),
        ("7/2", 3.5),
        ("1/3", 0.3333),
        ("8÷4", 2),
        ("--3", 3),
        ("3*-2", -6),
    ],
)
def test_a_number_or_a_sum_is_worked_out(text, value):
    assert number(text) == value
    assert type(number(text)) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "win", "DNF", "5 points", "1/0", "(1", "1)", "()", "+", "1+", "*2", "1 2"),
        *("1..2", "1,2,3.4.5", "__import__('os')", "9**9", "2**3", "1;2", "nan", "inf", "1e999"),
        *("9" * 400, "(" * 50 + "1" + ")" * 50, "-" * 100 + "1", "1+" * 5000 + "1", "٣", "²"),
        "1+" * 49 + "111",  # as long as no sum is
    ],
)
def test_anything_else_is_no_number(text):
    assert number(text) is None


@given(st.text("0123456789+-*/(). ,", max_size=30))
def test_no_text_is_too_strange_for_it(text):
    value = value_of(text)
    assert value is None or isinstance(value, int | float)


@given(st.integers(-99, 99), st.integers(-99, 99), st.integers(-99, 99))
def test_products_come_before_sums(a, b, c):
    assert value_of(f"({a})+({b})*({c})") == a + b * c


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400, None, [], {}, True])
def test_numbers_that_nobody_can_have_are_none(value):
    assert number(value) is None


@pytest.mark.parametrize(("value", "expected"), [("7", 7), (7.0, 7), ("7.5", None), (-1, None)])
def test_whole_numbers(value, expected):
    assert whole(value) == expected
    assert whole("9" * 5000) is None


@pytest.mark.parametrize("value", [True, 1, "1", "true", "True", " YES ", 2])
def test_yes(value):
    assert flag(value) is True


@pytest.mark.parametrize("value", [False, 0, "0", "false", "No"])
def test_no(value):
    assert flag(value) is False


@pytest.mark.parametrize("value", [None, "", "perhaps", [], {}])
def test_neither(value):
    assert flag(value) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-05-01 19:30:00", "2024-05-01T19:30:00Z"),
        ("2024-05-01 19:30", "2024-05-01T19:30:00Z"),
        ("2024-05-01T19:30:00Z", "2024-05-01T19:30:00Z"),
        ("2024-05-01T19:30:00.123Z", "2024-05-01T19:30:00Z"),
        ("2024-05-01 19:30:00 +0200", "2024-05-01T17:30:00Z"),
        ("2024-05-01", "2024-05-01T12:00:00Z"),
        (20240501, "2024-05-01T12:00:00Z"),
        ("20240501", "2024-05-01T12:00:00Z"),
    ],
)
def test_dates(value, expected):
    assert moment(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        *("", "0000-00-00 00:00:00", "2024-02-30", "0001-01-01 00:00:00", "1899-12-31", "soon"),
        *("0001-01-01T00:00:00+23:00", 0, 99999999, 10**30, None, True, [], 1714591800.5),
    ],
)
def test_dates_that_cannot_be(value):
    assert moment(value) is None


def test_a_time_without_a_zone_is_where_somebody_says():
    def later(time: datetime) -> datetime:
        return (time + timedelta(hours=3)).replace(tzinfo=UTC)

    assert moment("2024-05-01 19:30", later) == "2024-05-01T22:30:00Z"
    assert moment("2024-05-01", later) == "2024-05-01T15:00:00Z"
    assert moment("2024-05-01 19:30:00 +0200", later) == "2024-05-01T17:30:00Z"

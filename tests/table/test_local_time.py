"""Dates as people type them."""

import calendar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Invalid
from companion.table.local_time import days_in, first_day, last_day, period, read_day


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026", "2026-01-01", "2026-12-31"),
        ("2026-11", "2026-11-01", "2026-11-30"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2026-2-7", "2026-02-07", "2026-02-07"),
        (" 2026-11-22 ", "2026-11-22", "2026-11-22"),
    ],
)
def test_a_year_a_month_and_a_day_have_a_first_and_a_last_day(text, first, last):
    assert (first_day(text), last_day(text)) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "yesterday", "26", "20261122", "22.11.2026", "11-2026", "2026-", "2026-1-"),
        *("2026-1-1-1", "2026-001", "0000", "٢٠٢٦", "-2026", "2026-11-22T10:00", "2026--1"),
    ],
)
def test_what_is_no_date_says_how_one_looks(text):
    with pytest.raises(Invalid) as caught:
        first_day(text)
    assert "`2026-11-22`" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-13", "there is no month 13"),
        ("2026-0", "there is no month 0"),
        ("2026-02-29", "February 2026 has 28 days"),
        ("2026-11-31", "November 2026 has 30 days"),
        ("2026-11-0", "November 2026 has 30 days"),
    ],
)
def test_a_day_that_no_calendar_has_is_told_so(text, why):
    with pytest.raises(Invalid, match=why):
        last_day(text)


@given(st.integers(1, 9999), st.integers(1, 12))
def test_months_are_as_long_as_the_calendar_has_them(year, month):
    assert days_in(year, month) == calendar.monthrange(year, month)[1]


def test_a_period_goes_from_the_first_day_to_the_last_and_may_be_open():
    assert period("2025", "2026-01") == ("2025-01-01", "2026-01-31")
    assert period(None, "2026") == ("", "2026-12-31")
    assert period("2026", "2026") == ("2026-01-01", "2026-12-31")


def test_a_period_that_ends_before_it_begins_is_refused():
    with pytest.raises(Invalid) as caught:
        period("2026-11", "2026-10")
    assert caught.value.hint == "Perhaps `--since 2026-10 --until 2026-11`."


NOW = "2026-11-26T12:00:00Z"


@pytest.mark.parametrize("text", ["2026", "2026-11", "2026-11-03", " 2026-11-03 "])
def test_what_has_our_form_stays(text: str) -> None:
    assert read_day(text, NOW, "") == text.strip()


def test_a_day_is_told_in_many_ways() -> None:
    typed = ("tuesday", "yesterday", "3.11.", "3 Nov", "03.11.2026")
    days = [read_day(text, NOW, "") for text in typed]
    assert days == ["2026-11-24", "2026-11-25", "2026-11-03", "2026-11-03", "2026-11-03"]
    assert period(*days[:2]) == ("2026-11-24", "2026-11-25")


def test_a_day_with_two_readings_is_refused_with_both() -> None:
    with pytest.raises(Invalid, match="may be 2026-11-03 or 2026-03-11") as refused:
        read_day("11/3/2026", NOW, "")
    assert "`2026-03-11`" in refused.value.hint
    assert read_day("11/3/2026", NOW, "mdy") == "2026-11-03"
    assert read_day("11/3/2026", NOW, "dmy") == "2026-03-11"


@pytest.mark.parametrize("text", ["soon", "2026-13", "2026-02-30", "31.2.", ""])
def test_what_is_no_day_says_how_days_are_typed(text: str) -> None:
    with pytest.raises(Invalid, match="is not a date"):
        read_day(text, NOW, "")

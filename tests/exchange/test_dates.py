"""Days as people say them: words, no year, the day or the month first."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.dates import Dates, possible_days

TODAY = date(2026, 11, 26)  # a Thursday
DAYS = st.dates(date(1990, 1, 1), TODAY)

pytestmark = pytest.mark.usefixtures("everywhere")


def meant(text: str, order: str = "", today: date = TODAY) -> list[str]:
    return [str(day) for day in possible_days(text, today, order)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today", "2026-11-26"),
        ("Yesterday", "2026-11-25"),
        ("thursday", "2026-11-26"),
        ("Tuesday", "2026-11-24"),
        ("fri", "2026-11-20"),
        ("Dienstag", "2026-11-24"),
        ("mercredi", "2026-11-25"),
        ("miércoles", "2026-11-25"),
        ("i går", "2026-11-25"),
        ("вторник", "2026-11-24"),
        ("03.11.2026", "2026-11-03"),
        ("3.11.", "2026-11-03"),
        ("3.11", "2026-11-03"),
        ("27.11.", "2025-11-27"),
        ("29.2.", "2024-02-29"),
        ("3 Nov", "2026-11-03"),
        ("Nov 3", "2026-11-03"),
        ("3. November", "2026-11-03"),
        ("3rd of November", "2026-11-03"),
        ("3 novembre 2025", "2025-11-03"),
        ("2 Dec", "2025-12-02"),
        ("2026-11-03", "2026-11-03"),
        ("2026/11/3", "2026-11-03"),
        ("13/11/2026", "2026-11-13"),
        ("11/13", "2026-11-13"),
        ("11/11/2026", "2026-11-11"),
    ],
)
def test_what_means_one_day(text: str, day: str) -> None:
    assert meant(text) == [day]
    assert meant(text, "mdy") == meant(text, "dmy") == [day]


def test_day_and_month_go_by_the_order_or_are_open() -> None:
    assert meant("11/3/2026") == ["2026-11-03", "2026-03-11"]
    assert meant("11/3/2026", "mdy") == ["2026-11-03"]
    assert meant("11/3/2026", "dmy") == ["2026-03-11"]
    assert meant("3/11") == ["2026-03-11", "2026-11-03"]


@pytest.mark.parametrize(
    "text",
    ["", "soon", "31.2.", "30 Feb", "32/13", "3 Nov 21:30", "2026-11-03 21:30", "3.11.7", "3 Nob"],
)
def test_what_is_no_day(text: str) -> None:
    assert meant(text) == []


@given(DAYS)
def test_a_day_is_read_back_however_it_is_written(day: date) -> None:
    month = day.strftime("%b")
    written = [
        *(f"{day:%Y-%m-%d}", f"{day.day}.{day.month}.{day.year}", f"{day.day} {month} {day.year}"),
        *(f"{month} {day.day}, {day.year}", f"{day:%Y/%m/%d}"),
    ]
    assert all(meant(text) == [str(day)] for text in written)
    assert meant(f"{day.month}/{day.day}/{day.year}", "mdy") == [str(day)]
    assert meant(f"{day.day}/{day.month}/{day.year}", "dmy") == [str(day)]


@given(DAYS, DAYS)
def test_a_day_without_a_year_is_the_newest_one_that_is_not_in_the_future(
    day: date, today: date
) -> None:
    (found,) = possible_days(f"{day.day}.{day.month}.", today)
    assert found <= today
    assert (found.day, found.month) == (day.day, day.month)
    assert (found.day, found.month) != (today.day, today.month) or found == today
    years = range(found.year + 1, today.year + 1) if (day.day, day.month) != (29, 2) else ()
    later = [found.replace(year=year) for year in years]
    assert all(one > today for one in later)


@given(DAYS)
def test_a_day_of_the_week_is_within_the_week_that_ends_today(today: date) -> None:
    week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    days = [possible_days(name, today)[0] for name in week]
    assert sorted(days) == [today - timedelta(days=ago) for ago in range(6, -1, -1)]
    assert [one.weekday() for one in days] == list(range(7))


def test_a_sheet_counts_from_today_where_that_is_known() -> None:
    dates = Dates(newest=2026, today=TODAY)
    assert dates.moment("Tuesday, 21:30") == "2026-11-24T21:30:00Z"
    assert dates.moment("yesterday") == "2026-11-25T12:00:00Z"
    assert dates.moment("3.11.") == "2026-11-03T12:00:00Z"
    assert Dates(newest=2026).moment("yesterday") is None
    assert Dates(newest=2026).moment("3.11.") is None


def test_a_sheet_without_years_goes_by_its_other_dates() -> None:
    dates = Dates(newest=2026, today=TODAY)
    dates.see("11/3", 2)
    dates.see("11/13", 3)
    dates.settle("plays.csv")
    assert dates.moment("11/3") == "2026-11-03T12:00:00Z"

"""Days as numbers: as the calendar has them, there and back."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dates import date_of, day_number, day_of

BEGIN = date(1970, 1, 1)


@given(st.dates())
def test_a_day_has_the_number_of_days_since_1970(day: date):
    number = (day - BEGIN).days
    assert day_number(day.year, day.month, day.day) == number
    assert date_of(number) == (day.year, day.month, day.day)
    assert date_of(number + 0.99) == (day.year, day.month, day.day)


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1)))
def test_a_time_is_a_day_and_a_part_of_it(moment: datetime):
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    number = day_of(moment.strftime("%Y-%m-%dT%H:%M:%SZ"))
    begin = datetime(1970, 1, 1, tzinfo=UTC)
    assert abs((moment - begin) / timedelta(days=1) - number) < 1e-6


def test_a_date_alone_is_its_first_moment():
    assert day_of("2026-11-22") == day_of("2026-11-22T00:00:00Z") == 20779


@pytest.mark.parametrize("text", ["", "yesterday", "2026", "2026-11", "2026-11-22T18:03"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        day_of(text)

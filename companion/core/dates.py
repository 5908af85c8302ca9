"""Dates: as people type them, with a first and a last day; and as numbers, for what is drawn.

Days are counted from 1 January 1970, UTC.
"""

from companion.core.names import short
from companion.core.numbers import whole
from companion.errors import Invalid

_ERA = 146_097
"""Days in 400 years, after which the calendar repeats itself."""
_TO_1970 = 719_468
"""Days from 1 March of the year 0 to 1 January 1970."""
_SECONDS = 86_400


def day_of(time: str) -> float:
    """The day of a time as logs write it (`2026-11-22T18:03:09Z`), with its fraction.

    A date alone is its first moment. Raises ValueError for what is neither.
    """
    date, _, clock = time.removesuffix("Z").partition("T")
    year, month, day = map(int, date.split("-"))
    hour, minute, second = map(int, clock.split(":")) if clock else (0, 0, 0)
    return day_number(year, month, day) + (hour * 3600 + minute * 60 + second) / _SECONDS


def day_number(year: int, month: int, day: int) -> int:
    """The number of a day; 0 is 1 January 1970."""
    # Years that begin in March end with the day that only some of them have.
    year -= month < 3
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    era, of_era = divmod(year, 400)
    return era * _ERA + of_era * 365 + of_era // 4 - of_era // 100 + of_year - _TO_1970


def date_of(number: float) -> tuple[int, int, int]:
    """Year, month and day of a number of days; a fraction belongs to the day that it is in."""
    era, day = divmod(int(number // 1) + _TO_1970, _ERA)
    of_era = (day - day // 1460 + day // 36_524 - day // (_ERA - 1)) // 365
    of_year = day - (365 * of_era + of_era // 4 - of_era // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = (month + 2) % 12 + 1
    return era * 400 + of_era + (month < 3), month, day


# As people type them

_MONTHS = {1: "January", 3: "March", 5: "May", 7: "July", 8: "August", 10: "October"}
_MONTHS |= {2: "February", 4: "April", 6: "June", 9: "September", 11: "November", 12: "December"}
_SHAPES = "A year, a month or a day: `2026`, `2026-11` or `2026-11-22`."


def first_day(text: str) -> str:
    """The first day of what was typed, as `2026-11-22`. Raises Invalid for no date."""
    year, month, day = _parts(text)
    return f"{year:04}-{month or 1:02}-{day or 1:02}"


def last_day(text: str) -> str:
    """The last day of what was typed. Raises Invalid for no date."""
    year, month, day = _parts(text)
    last = month or 12
    return f"{year:04}-{last:02}-{day or days_in(year, last):02}"


def period(since: str | None, until: str | None) -> tuple[str, str]:
    """The first and the last day between two dates, both with them; empty where none was said.

    Raises Invalid for what is no date, and where the end lies before the beginning.
    """
    first = "" if since is None else first_day(since)
    last = "" if until is None else last_day(until)
    if first and last and last < first:
        raise Invalid(
            f"Nothing can be since {since} and until {until}: that ends before it begins.",
            f"Perhaps `--since {until} --until {since}`.",
        )
    return first, last


def days_in(year: int, month: int) -> int:
    """How many days a month (1 to 12) has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _parts(text: str) -> tuple[int, int | None, int | None]:
    """Year, month and day, None where they were left out. Raises Invalid."""
    typed = text.strip()
    parts = typed.split("-")
    if len(parts) > 3 or len(parts[0]) != 4 or any(len(part) > 2 for part in parts[1:]):
        raise _no_date(text)
    numbers = [whole(part, 0, 9999) for part in parts]
    year, month, day = (*numbers, None, None)[:3]
    if year is None or year == 0 or None in numbers:
        raise _no_date(text)
    if month is not None and month not in _MONTHS:
        raise Invalid(f"“{short(typed)}” is no date: there is no month {month}.", _SHAPES)
    if month is not None and day is not None and not 1 <= day <= days_in(year, month):
        has = f"{_MONTHS[month]} {year} has {days_in(year, month)} days"
        raise Invalid(f"“{short(typed)}” is no date: {has}.", _SHAPES)
    return year, month, day


def _no_date(text: str) -> Invalid:
    return Invalid(f"“{short(text)}” is no date.", _SHAPES)

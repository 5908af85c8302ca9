"""Dates as people type them: a day, a month, or a year, and its first and last day."""

from companion.core.names import short
from companion.core.numbers import whole
from companion.errors import Invalid

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

"""Times of logs (ISO 8601, UTC) in local time; dates as people type them."""

import re
from datetime import UTC, datetime, timedelta

from companion.core.names import short
from companion.core.numbers import whole
from companion.core.record import UTC_TIME
from companion.errors import Invalid

_HOURS_FROM = 100
"""Minutes from which hours are printed."""


def local(at: str) -> str:
    """A time in local time: `2026-11-22 21:05:00`. Anything else is returned unchanged."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return at


def day(at: str) -> str:
    """The local day of a time: `2026-11-22`."""
    return local(at)[:10]


def when(started: str, ended: str) -> str:
    """A span in local time: the day, and the hours."""
    begun, over = local(started), local(ended)
    on, clock = begun[:10], begun[11:16]
    if over[:10] == on:
        return f"{on}, {clock}" + (f"–{over[11:16]}" if over[11:16] != clock else "")
    return f"{on}, {clock} to {over[:10]}, {over[11:16]}"


def length(minutes: int | None) -> str:
    """A length: `45 min`, `2 h 05`; `–` if unknown."""
    if minutes is None:
        return "–"
    return f"{minutes} min" if minutes < _HOURS_FROM else f"{minutes // 60} h {minutes % 60:02}"


def first_moment(of_day: str, days_later: int = 0) -> str:
    """When a local day, or one some days later, begins, as a time of a log."""
    try:
        begins = datetime.fromisoformat(of_day) + timedelta(days=days_later)
        return begins.astimezone(UTC).strftime(UTC_TIME)
    except (OverflowError, OSError, ValueError):  # before the first year, or after the last
        return of_day if not days_later else f"{of_day}~"


def day_number(at: str) -> int:
    """The number of the day of a time (`core.dates`). Raises ValueError for an invalid time."""
    return int(time_number(at))


def time_number(at: str) -> float:
    """The number of the day of a time, with the fraction of the day. Raises ValueError."""
    # imported late: only charts need it
    from companion.core.dates import day_of

    return day_of(local(at).replace(" ", "T"))


# Dates as people type them

_MONTHS = {1: "January", 3: "March", 5: "May", 7: "July", 8: "August", 10: "October"}
_MONTHS |= {2: "February", 4: "April", 6: "June", 9: "September", 11: "November", 12: "December"}
_SHAPES = "A year, a month or a day: `2026`, `2026-11`, `2026-11-22`; or `3 Nov`, `tuesday`."
_IN_FORM = re.compile(r"\d{4}(-\d+)*")


def first_day(text: str) -> str:
    """The first day of a date as typed: `2026-11-01` for `2026-11`. Raises Invalid."""
    year, month, day = _parts(text)
    return f"{year:04}-{month or 1:02}-{day or 1:02}"


def last_day(text: str) -> str:
    """The last day of a date as typed. Raises Invalid."""
    year, month, day = _parts(text)
    last = month or 12
    return f"{year:04}-{last:02}-{day or days_in(year, last):02}"


def read_day(text: str, now: str, order: str) -> str:
    """Parse a date into the form `2026-11-22`: `tuesday`, `3.11.`, `3 Nov`, `11/3/2026`.

    `2026`, `2026-11` and `2026-11-3` are a year, a month and a day. `now` is a time of a log,
    `order` how 11/3 is read (`Desk.date_order`). Raises Invalid if it is not a date, may be two
    dates, or has the wrong day of the week.
    """
    typed = text.strip()
    if _IN_FORM.fullmatch(typed):
        year, *others = _parts(typed)
        return "-".join((f"{year:04}", *(f"{part:02}" for part in others if part is not None)))
    # imported late: it knows the words of many languages
    from datetime import date, timedelta

    from companion.exchange.dates import possible_days, weekday_of

    days = possible_days(typed, date.fromisoformat(day(now)), order)
    if not days:
        raise _no_date(text)
    if len(days) > 1:
        first, second = map(str, days)
        raise Invalid(
            f"“{short(typed)}” may be {first} or {second}.", f"Say which: `{first}`, or `{second}`."
        )
    (found,) = days
    weekday = weekday_of(typed)
    if weekday is not None and weekday != found.weekday():
        nearest = min(
            (found + timedelta(days) for days in range(-6, 7)),
            key=lambda it: (it.weekday() != weekday, abs(it - found)),
        )
        raise Invalid(
            f"“{short(typed)}”: {found} is a {found:%A}.", f"Say which: `{found}`, or `{nearest}`."
        )
    return str(found)


def period(since: str | None, until: str | None) -> tuple[str, str]:
    """The first and the last day of a period, inclusive; empty where open.

    Raises Invalid for an invalid date, and for an end before the beginning.
    """
    first = "" if since is None else first_day(since)
    last = "" if until is None else last_day(until)
    if first and last and last < first:
        raise Invalid(
            f"`--until {until}` is before `--since {since}`.",
            f"Perhaps `--since {until} --until {since}`.",
        )
    return first, last


def days_in(year: int, month: int) -> int:
    """How many days a month (1 to 12) has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _parts(text: str) -> tuple[int, int | None, int | None]:
    """Parse a year, perhaps a month and a day, else None. Raises Invalid."""
    typed = text.strip()
    parts = typed.split("-")
    if len(parts) > 3 or len(parts[0]) != 4 or any(len(part) > 2 for part in parts[1:]):
        raise _no_date(text)
    numbers = [whole(part, 0, 9999) for part in parts]
    year, month, day = (*numbers, None, None)[:3]
    if year is None or year == 0 or None in numbers:
        raise _no_date(text)
    if month is not None and month not in _MONTHS:
        raise Invalid(f"“{short(typed)}” is not a date: there is no month {month}.", _SHAPES)
    if month is not None and day is not None and not 1 <= day <= days_in(year, month):
        has = f"{_MONTHS[month]} {year} has {days_in(year, month)} days"
        raise Invalid(f"“{short(typed)}” is not a date: {has}.", _SHAPES)
    return year, month, day


def _no_date(text: str) -> Invalid:
    return Invalid(f"“{short(text)}” is not a date.", _SHAPES)

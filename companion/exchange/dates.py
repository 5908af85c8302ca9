"""Read days and times as people write them in sheets, besides `2026-11-22 21:30`.

With dots the day comes first (23.11.2026); with slashes or dashes some people write the month
first, and the whole file decides. Names of months and of days of the week are known in several
languages. A day without a year is the latest such day; so is `tuesday`, and `yesterday` works, too.
"""

import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.names import short
from companion.core.record import UTC_TIME
from companion.errors import Invalid
from companion.exchange.json_lines import EARLIEST
from companion.exchange.vocabulary import DAYS_AGO, MONTHS, WEEKDAYS, plain_word

InUtc = Callable[[datetime], datetime]
"""Converts a time without a zone to UTC."""
NOON = 12
"""The hour of a play of which only the day is known: it falls on that day nearly everywhere."""
ORDERS = {"dmy": "the day first", "mdy": "the month first", "ymd": "the year first"}
"""Orders of day, month and year, by the words with which users choose them."""
_YEAR_FIRST = re.compile(r"(\d{4})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})(?:日|\.)?")
_DOTS = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)")
_OPEN = re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_DAY_MONTH = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]*(?:de\s)?([^\W\d_]{3,12})\.?[\s,-]*(?:del?\s)?"
    r"(\d{4}|\d{2})(?!\d)"
)
_MONTH_DAY = re.compile(r"([^\W\d_]{3,12})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_DOTS_ALONE = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.?(?!\s?\d)")
_OPEN_ALONE = re.compile(r"(\d{1,2})/(\d{1,2})(?![\d/])")
_DAY_MONTH_ALONE = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]*(?:de\s|of\s)?([^\W\d_]{3,12})\.?"
)
_MONTH_DAY_ALONE = re.compile(r"([^\W\d_]{3,12})\.?\s*(\d{1,2})(?:st|nd|rd|th)?(?![\d:.h])")
_NO_YEAR = -1
"""The year of a date that names none."""
_LEAP = 8
"""The most years between two days that are both 29 February."""
_WEEKDAY = re.compile(r"[^\W\d_]{2,12}(?:-feira)?\.?,?\s+(?=\d)")
_CLOCK = re.compile(
    r"(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?(?:[:.](\d{2}))?\s?(?:(am|pm|a\.m\.|p\.m\.)|uhr|h)?"
)


def as_utc(time: datetime) -> datetime:
    """Treat a time without a zone as UTC."""
    return time.replace(tzinfo=UTC)


def moment(value: Any, in_utc: InUtc = as_utc) -> str | None:
    """Return a time as our logs write it, from a text or a number such as 20261122.

    None for anything else. Without a time of day it is at noon. `in_utc` converts a time that has
    no zone.
    """
    text = str(value).strip().replace(" +", "+") if type(value) in (str, int) else ""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return in_utc_of(time.replace(hour=NOON) if is_day(text) else time, in_utc)


def is_day(text: str) -> bool:
    """Whether a text that `moment` understands has no time of day."""
    return len(text.strip()) <= len("2026-11-22")


def in_utc_of(time: datetime, in_utc: InUtc = as_utc) -> str | None:
    """Return a time as our logs write it; None for one before 1970, or one that no clock knows."""
    try:
        found = (in_utc(time) if time.tzinfo is None else time.astimezone(UTC)).strftime(UTC_TIME)
    except (ValueError, OverflowError, OSError):  # some systems raise the last of these before 1970
        return None
    return found if len(found) == len(EARLIEST) and found >= EARLIEST else None


def started_before(ended: str, minutes: int | None) -> str:
    """Return when a play began that ended then and took so long; its end if that is unknown."""
    try:
        end = datetime.fromisoformat(ended) - timedelta(minutes=minutes or 0)
    except OverflowError:
        return ended
    began = end.strftime(UTC_TIME)
    return began if began >= EARLIEST and len(began) == len(ended) else ended


def ended_after(started: str, minutes: int | None) -> str:
    """Return when a play ended that began then and took so long; its start if that is unknown."""
    try:
        end = datetime.fromisoformat(started) + timedelta(minutes=minutes or 0)
    except OverflowError:
        return started
    return end.strftime(UTC_TIME)


class Written(NamedTuple):
    """A date as written: three numbers, their order (empty: unknown), and the time of day.

    A missing year is `_NO_YEAR`, and comes last.
    """

    numbers: tuple[int, int, int]
    order: str
    hour: int | None
    minute: int
    second: int


class _Seen(NamedTuple):
    line: int
    text: str


class Dates:
    """How the dates of a sheet are read: by a chosen order (one of `ORDERS`), or by one that all
    dates agree on.

    `newest` is the last year that a play can be from: it decides the century of years with two
    digits. What counts from `today` (`tuesday`, `3.11.`) is a date only if that is known. First
    `see` every date, then `settle`; `example` is the first date read that is not written
    like `2026-11-22`, with the day that it means.
    """

    def __init__(
        self, order: str | None = None, newest: int = 9999, today: date | None = None
    ) -> None:
        self.order = order or ""
        self.example: tuple[str, str] | None = None
        self._newest = newest
        self._today = today
        self._open: _Seen | None = None
        self._only: dict[str, _Seen] = {}

    def see(self, text: str, line: int) -> None:
        """Note what a date shows about all the others."""
        written = None if moment(text) is not None else self._parse(text)
        if written is None or written.order:
            return
        seen = _Seen(line, text.strip())
        can = [order for order in ("dmy", "mdy") if self._day(written, order) is not None]
        if len(can) == 1:
            self._only.setdefault(can[0], seen)
        elif can and written.numbers[0] != written.numbers[1]:
            self._open = self._open or seen

    def settle(self, file: str) -> None:
        """Find the order of the dates of this sheet. Raises Invalid with the possible readings."""
        if self.order:
            return
        if len(self._only) > 1:
            day, month = self._only["dmy"], self._only["mdy"]
            raise Invalid(
                f"In {file}, “{short(day.text)}” (line {day.line}) has the day first, and "
                f"“{short(month.text)}” (line {month.line}) the month.",
                "Correct one of them: 2026-11-23 is understood everywhere. Nothing was imported.",
            )
        if self._only:
            self.order = next(iter(self._only))
        elif self._open is not None:
            written = self._parse(self._open.text)
            days = [written and self._day(written, order) for order in ("dmy", "mdy")]
            first, second = (f"{day:%Y-%m-%d}" if day else "" for day in days)
            raise Invalid(
                f"“{short(self._open.text)}” in line {self._open.line} of {file} may be {first} or "
                f"{second}, and no other date in it says which.",
                f"`--dates dmy` reads {first}, `--dates mdy` reads {second}. Nothing was imported.",
            )

    def moment(self, text: str, in_utc: InUtc = as_utc, clock: str = "") -> str | None:
        """Return a time as our logs write it (see `moment`); None for anything that is not a date.

        `clock` is a time of day from another column, for a date without one.
        """
        hour = time_of_day(clock) if clock.strip() else None
        plain = moment(text, in_utc)
        if plain is not None and not (hour and is_day(text)):
            return plain
        written = _iso_day(text) if plain is not None else self._parse(text)
        day = written and self._day(written, written.order or self.order or "dmy")
        if written is None or not day:
            return None
        at = (written.hour, written.minute, written.second) if written.hour is not None else hour
        if plain is None and self.example is None:
            self.example = text.strip(), f"{day:%Y-%m-%d}"
        clocked = datetime.combine(day, time(*(at or (NOON, 0, 0))))
        return in_utc_of(clocked, in_utc)

    def _day(self, written: Written, order: str) -> datetime | None:
        """Return the day of a date in that order; None if there is no such day."""
        found = dict(zip(order, written.numbers, strict=True))
        year = found["y"]
        if year == _NO_YEAR:
            return None if self._today is None else _newest(found["m"], found["d"], self._today)
        if year < 100:
            year += 2000 if year + 2000 <= self._newest else 1900
        try:
            return datetime(year, found["m"], found["d"])
        except ValueError:
            return None

    def _parse(self, text: str) -> Written | None:
        """Parse a date, also one relative to today."""
        return _written(text) or (None if self._today is None else _from_today(text, self._today))

    def readings(self, text: str) -> tuple[date, ...]:
        """Return the days that a text without a time of day may mean.

        None, one, or two if it is not clear whether the day or the month comes first.
        """
        plain = moment(text) is not None
        if plain and not is_day(text):
            return ()
        written = _iso_day(text) if plain else self._parse(text)
        if written is None or written.hour is not None:
            return ()
        orders = (written.order,) if written.order else ("mdy", "dmy")
        days = {order: self._day(written, order) for order in orders}
        if self.order in days and days[self.order] is not None:
            days = {self.order: days[self.order]}
        return tuple(dict.fromkeys(day.date() for day in days.values() if day is not None))


def possible_days(text: str, today: date, order: str = "") -> tuple[date, ...]:
    """Return the days that a text typed on this day may mean (see `Dates.readings`).

    `order` is `dmy`, `mdy`, or empty if unknown.
    """
    return Dates(order, today.year, today).readings(text)


def weekday_of(text: str) -> int | None:
    """Return the day of the week with which a date begins (`Sun 3 Nov`), Monday 0; None without
    one.
    """
    found = _WEEKDAY.match(text.strip())
    name = plain_word(found[0].strip(" .,")) if found else ""
    if not name or any(name[:size] in MONTHS for size in (5, 4, 3)):
        return None
    days = {day for word, day in WEEKDAYS.items() if word.startswith(name)}
    return WEEKDAYS.get(name, days.pop() if len(days) == 1 else None)


def is_clock(text: str) -> bool:
    """Whether a text is a time of day."""
    return time_of_day(text) is not None


@lru_cache(65_536)  # each is parsed twice, and stands in several rows
def _written(text: str) -> Written | None:
    """Split a date that is not written like `2026-11-22` into its parts."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    for first in (True, False):  # a name before the numbers is a month's, otherwise a weekday's
        for pattern, read in _PATTERNS:
            found = pattern.match(plain)
            values = found and read(found)
            if found and values:
                rest = plain[found.end() :].lstrip(" t,;-")
                clock = time_of_day(rest) if rest else (None, 0, 0)
                return None if clock is None else Written(*values, *clock)
        weekday = _WEEKDAY.match(plain)
        if not first or weekday is None:
            return None
        plain = plain[weekday.end() :]
    return None


def _named(found: re.Match[str], month: int, day: int) -> tuple[tuple[int, int, int], str] | None:
    name = plain_word(found[month])
    number = next((MONTHS[name[:size]] for size in (5, 4, 3) if name[:size] in MONTHS), None)
    if number is None:
        return None
    year = int(found[3]) if found.re.groups > 2 else _NO_YEAR
    return (int(found[day]), number, year), "dmy"


_Read = Callable[[re.Match[str]], tuple[tuple[int, int, int], str] | None]
_PATTERNS: tuple[tuple[re.Pattern[str], _Read], ...] = (
    (_YEAR_FIRST, lambda it: ((int(it[1]), int(it[2]), int(it[3])), "ymd")),
    (_DOTS, lambda it: ((int(it[1]), int(it[2]), int(it[3])), "dmy")),
    (_OPEN, lambda it: ((int(it[1]), int(it[3]), int(it[4])), "")),
    (_MONTH_DAY, lambda it: _named(it, 1, 2)),
    (_DAY_MONTH, lambda it: _named(it, 2, 1)),
    (_DOTS_ALONE, lambda it: ((int(it[1]), int(it[2]), _NO_YEAR), "dmy")),
    (_OPEN_ALONE, lambda it: ((int(it[1]), int(it[2]), _NO_YEAR), "")),
    (_MONTH_DAY_ALONE, lambda it: _named(it, 1, 2)),
    (_DAY_MONTH_ALONE, lambda it: _named(it, 2, 1)),
)


def _newest(month: int, day: int, today: date) -> datetime | None:
    """Return the latest such day that is not after today; None if there is no such day."""
    for year in range(today.year, today.year - _LEAP - 1, -1):
        try:
            found = datetime(year, month, day)
        except ValueError:
            continue
        if found.date() <= today:
            return found
    return None


def _from_today(text: str, today: date) -> Written | None:
    """Return a day relative to today, perhaps followed by a time: `Tuesday 21:30`."""
    words = plain_word(text).replace(",", " ").split()
    for end in (len(words), len(words) - 1):
        name, clock = " ".join(words[:end]).rstrip("."), " ".join(words[end:])
        ago = DAYS_AGO.get(name)
        if ago is None and name in WEEKDAYS:
            ago = (today.weekday() - WEEKDAYS[name]) % 7
        at = time_of_day(clock) if clock else (None, 0, 0)
        if ago is not None and at is not None:
            day = today - timedelta(days=ago)
            return Written((day.year, day.month, day.day), "ymd", *at)
    return None


def _iso_day(text: str) -> Written:
    day = datetime.fromisoformat(text.strip())
    return Written((day.year, day.month, day.day), "ymd", None, 0, 0)


def time_of_day(text: str) -> tuple[int, int, int] | None:
    """Return the hour, minute and second of a time of day."""
    found = _CLOCK.fullmatch(unicodedata.normalize("NFKC", text).casefold().strip())
    if found is None or (found[2] is None and not text.strip()[-1:].isalpha()):
        return None
    hour, minute, second = int(found[1]), int(found[2] or 0), int(found[3] or 0)
    half = found[4]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return (hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None

"""Dates as numbers, for checks and charts. Days are counted from 1 January 1970, UTC."""

_ERA = 146_097
"""Days in 400 years, after which the calendar repeats."""
_TO_1970 = 719_468
"""Days from 1 March of the year 0 to 1 January 1970."""
_SECONDS = 86_400


def day_of(time: str) -> float:
    """Return the day of a time as logs write it (`2026-11-22T18:03:09Z`), with its fraction.

    A date alone is its first moment. Raises ValueError for anything else.
    """
    date, _, clock = time.removesuffix("Z").partition("T")
    year, month, day = map(int, date.split("-"))
    hour, minute, second = map(int, clock.split(":")) if clock else (0, 0, 0)
    return day_number(year, month, day) + (hour * 3600 + minute * 60 + second) / _SECONDS


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a day; 0 is 1 January 1970."""
    # In years that begin in March, the leap day is the last day.
    year -= month < 3
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    era, of_era = divmod(year, 400)
    return era * _ERA + of_era * 365 + of_era // 4 - of_era // 100 + of_year - _TO_1970


def date_of(number: float) -> tuple[int, int, int]:
    """Return year, month and day of a number of days; a fraction belongs to its day."""
    era, day = divmod(int(number // 1) + _TO_1970, _ERA)
    of_era = (day - day // 1460 + day // 36_524 - day // (_ERA - 1)) // 365
    of_year = day - (365 * of_era + of_era // 4 - of_era // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = (month + 2) % 12 + 1
    return era * 400 + of_era + (month < 3), month, day

"""Times of logs (ISO 8601, UTC) as calendars and clocks show them in this place."""

from datetime import UTC, datetime, timedelta

from companion.core.record import UTC_TIME


def local(at: str) -> str:
    """A time of a log as clocks show it here: `2026-11-22 21:05:00`.

    What is no time is told as it stands.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return at


def day(at: str) -> str:
    """The day of a time of a log, as the calendar goes in this place: `2026-11-22`."""
    return local(at)[:10]


def first_moment(of_day: str, days_later: int = 0) -> str:
    """When a day of the calendar in this place begins, or one so much later, as logs have times."""
    try:
        begins = datetime.fromisoformat(of_day) + timedelta(days=days_later)
        return begins.astimezone(UTC).strftime(UTC_TIME)
    except (OverflowError, OSError, ValueError):  # before the first year, or after the last
        return of_day if not days_later else f"{of_day}~"


def day_number(at: str) -> int:
    """The number of that day (`core.dates`). Raises ValueError for what is no time."""
    return int(time_number(at))


def time_number(at: str) -> float:
    """The same with the fraction of the day that is over. Raises ValueError for what is no time."""
    # Imported where something is drawn: most that tells a day needs no number of it.
    from companion.core.dates import day_of

    return day_of(local(at).replace(" ", "T"))

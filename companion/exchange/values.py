"""Single values as other programs write them: truth as 0 or "true", numbers as text, many dates."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.core.record import UTC_TIME
from companion.exchange.plain import EARLIEST, is_score
from companion.exchange.sums import value_of
from companion.exchange.words import NO, YES, unaccented

InUtc = Callable[[datetime], datetime]
"""Gives the time in UTC of a time that says no zone."""
NOON = 12
"""The hour of a play of which only the day is known: it is that day nearly everywhere."""


def flag(value: Any) -> bool | None:
    """Whether a value says yes or no; None where it says neither."""
    if type(value) is bool:
        return value
    if type(value) in (int, float):
        return bool(value)
    told = unaccented(value.strip()) if type(value) is str else ""
    return True if told in YES else False if told in NO else None


def number(value: Any) -> int | float | None:
    """A score that can be: of a number, a text or a sum; None for anything else."""
    found = value_of(value) if type(value) is str else value
    if not isinstance(found, int | float) or not is_score(found):
        return None
    return int(found) if found == int(found) else found


def whole(value: Any) -> int | None:
    """A whole number from 0 on, of a number or a text; None for anything else."""
    found = number(value)
    return found if type(found) is int and found >= 0 else None


def as_utc(time: datetime) -> datetime:
    """A time that says no zone, taken for one in UTC."""
    return time.replace(tzinfo=UTC)


def moment(value: Any, in_utc: InUtc = as_utc) -> str | None:
    """A time as our logs write it, of a text or a number such as 20261122; None for anything else.

    What says no time of the day is at noon. `in_utc` says when it is what says no zone.
    """
    told = str(value).strip().replace(" +", "+") if type(value) in (str, int) else ""
    try:
        time = datetime.fromisoformat(told)
    except ValueError:
        return None
    return in_utc_of(time.replace(hour=NOON) if is_day(told) else time, in_utc)


def is_day(told: str) -> bool:
    """Whether a text that is a time, as `2026-11-22 21:30`, says no time of the day."""
    return len(told.strip()) <= len("2026-11-22")


def in_utc_of(time: datetime, in_utc: InUtc = as_utc) -> str | None:
    """A time as our logs write it; None for one before all plays, or that no clock knows."""
    try:
        found = (in_utc(time) if time.tzinfo is None else time.astimezone(UTC)).strftime(UTC_TIME)
    except (ValueError, OverflowError, OSError):  # the last of which some systems raise before 1970
        return None
    return found if len(found) == len(EARLIEST) and found >= EARLIEST else None


def started_before(ended: str, minutes: int | None) -> str:
    """When a play began that ended then and took so long; its end where that is not known."""
    try:
        end = datetime.fromisoformat(ended) - timedelta(minutes=minutes or 0)
    except OverflowError:
        return ended
    began = end.strftime(UTC_TIME)
    return began if began >= EARLIEST and len(began) == len(ended) else ended

"""When a logged play was, as typed."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from companion.core.names import short
from companion.core.numbers import whole
from companion.core.play import HIGHEST_AMOUNT
from companion.core.record import UTC_TIME
from companion.errors import Invalid
from companion.table.local_time import day, read_day

_NOON = time(12)
"""The time at which a play began if only the day is known: the same day nearly everywhere."""
_CLOCK = re.compile(r"(\d{1,2})[:.h](\d{2})")


class Span(NamedTuple):
    """When a play began and ended (UTC), and the minutes that were played, None if unknown."""

    started: str
    ended: str
    minutes: int | None


class TypedTime(NamedTuple):
    """The day, the time at which it began, and the minutes, as typed."""

    on: str | None = None
    at: str | None = None
    minutes: str | None = None

    @property
    def is_entered(self) -> bool:
        """Whether any of it was typed."""
        return self != TypedTime()


def span(typed: TypedTime, now: str, order: str, before: Span | None = None) -> Span:
    """Work out when a play was; what was not typed stays as it was `before`.

    A new play of today without a time has just ended; one of another day began at noon. Raises
    Invalid for an invalid date or time, and for a time in the future.
    """
    minutes = before.minutes if before and typed.minutes is None else _minutes(typed.minutes)
    if before is None and typed.at is None and _day(typed, now, order) == _local(now).date():
        return Span(_later(now, -(minutes or 0)), now, minutes)
    began_before = None if before is None else _local(before.started)
    if typed.on is not None or began_before is None:
        on = _day(typed, now, order)
    else:
        on = began_before.date()
    if typed.at is not None:
        at = _clock(typed.at)
    else:
        at = _NOON if began_before is None else began_before.time()
    started = _utc(datetime.combine(on, at))
    if before is not None and typed.on is None and typed.at is None:
        # A new length leaves the end as it was.
        longest = _later(before.ended, -(minutes or 0))
        return Span(min(before.started, longest), before.ended, minutes)
    if typed.minutes is None and before is not None:
        took = datetime.fromisoformat(before.ended) - datetime.fromisoformat(before.started)
        ended = _later(started, took.total_seconds() / 60)
    else:
        ended = _later(started, minutes or 0)
    if ended > now:
        verb = "began" if started > now else "ended"
        raise Invalid(
            f"That play {verb} in the future: it is {_local(now):%Y-%m-%d, %H:%M} now.",
            "`--on` is the day, `--at` when it began, `--minutes` how long it took.",
        )
    return Span(started, ended, minutes)


_EARLIEST = "1900-01-10"
"""The first day of a play, with room for its length and for time zones."""


def _day(typed: TypedTime, now: str, order: str) -> date:
    if typed.on is None:
        return _local(now).date()
    found = read_day(typed.on, now, order)
    if len(found) < len("2026-11-03"):
        raise Invalid(
            f"On which day of {found}?", f"`--on {found}-03`." if len(found) > 4 else "`--on 3.11.`"
        )
    if found < _EARLIEST:
        raise Invalid(
            f"{found} is too long ago: plays are kept from {_EARLIEST} on.",
            "`--on 2026-11-03`, with all four digits of the year.",
        )
    if found > day(now):
        raise Invalid(
            f"{found} is in the future: it is {day(now)} today.",
            "Only past plays can be logged; `companion start` begins a new one.",
        )
    return date.fromisoformat(found)


def _clock(text: str) -> time:
    found = _CLOCK.fullmatch(text.strip())
    if found is not None and int(found[1]) < 24 and int(found[2]) < 60:
        return time(int(found[1]), int(found[2]))
    if found is None:
        # imported late, for `9 pm`: it knows the words of many languages
        from companion.exchange.dates import time_of_day

        clock = time_of_day(text)
        if clock is not None:
            return time(*clock)
    raise Invalid(f"“{short(text)}” is not a time of day.", "When it began: `21:30`, or `9:30 pm`.")


def _minutes(text: str | None) -> int | None:
    if text is None:
        return None
    found = whole(text.strip(), 1, HIGHEST_AMOUNT)
    if found is None:
        raise Invalid(
            f"“{short(text)}” is not a number of minutes.", f"From 1 to {HIGHEST_AMOUNT:,}: `90`."
        )
    return found


def _local(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()


def _utc(here: datetime) -> str:
    return here.astimezone(UTC).strftime(UTC_TIME)


def _later(at: str, minutes: float) -> str:
    return (datetime.fromisoformat(at) + timedelta(minutes=minutes)).strftime(UTC_TIME)

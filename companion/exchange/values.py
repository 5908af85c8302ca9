"""Single values as other programs write them: truth as 0 or "true", numbers as text, many dates."""

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.core.names import LONGEST_NAME, is_text
from companion.core.record import UTC_TIME
from companion.exchange.plain import LONGEST_TEXT, is_score
from companion.exchange.sums import value_of

EARLIEST = "1900-01-01T00:00:00Z"
NOON = 12
"""The hour of a play of which only the day is known: it is that day nearly everywhere."""
_JOINERS = "\u200c\u200d"
"""Signs that are not printed, and that emoji and many scripts cannot do without."""
_YES = frozenset({"1", "true", "yes", "y", "x"})
_NO = frozenset({"0", "false", "no", "n"})


def flag(value: Any) -> bool | None:
    """Whether a value says yes or no; None where it says neither."""
    if type(value) is bool:
        return value
    if type(value) in (int, float):
        return bool(value)
    told = value.strip().casefold() if type(value) is str else ""
    return True if told in _YES else False if told in _NO else None


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


def moment(value: Any) -> str | None:
    """A time as our logs write it, of a text or a number such as 20261122; None for anything else.

    What says no zone is in UTC. What says no time of the day is at noon.
    """
    told = str(value).strip().replace(" +", "+") if type(value) in (str, int) else ""
    try:
        time = datetime.fromisoformat(told)
    except (ValueError, OverflowError):
        return None
    if len(told) <= len("2026-11-22"):
        time = time.replace(hour=NOON)
    try:
        found = (time if time.tzinfo is None else time.astimezone(UTC)).strftime(UTC_TIME)
    except (ValueError, OverflowError):
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


def plain_text(value: Any, longest: int = LONGEST_TEXT) -> str:
    """A text without what cannot be kept or shown: control signs, halves of characters."""
    text = value if isinstance(value, str) else ""
    if not text.isprintable():
        lines = text.replace("\r\n", "\n").split("\n")
        text = "\n".join(map(_printable, lines))
    return text[:longest].strip() if is_text(text) else ""


def plain_name(value: Any) -> str:
    """A name on one line, with single blanks; empty where there is none."""
    return " ".join(plain_text(value, LONGEST_NAME).split())


def _printable(line: str) -> str:
    return "".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in line)

"""Single values as other programs write them: truth as 0 or "true", numbers as text."""

from typing import Any

from companion.exchange.plain import is_score
from companion.exchange.sums import value_of
from companion.exchange.words import NO, YES, unaccented


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

"""Texts and names of other programs: without what a terminal would obey or nobody could see."""

from typing import Any

from companion.core.cells import shown, shown_line
from companion.core.names import LONGEST_NAME

LONGEST_TEXT = 5_000
"""Signs of a comment, and of what stands out in a play."""
_NUMBER = 8
"""Signs that a number behind a name may take, with the blank before it."""


def plain_text(value: Any, longest: int = LONGEST_TEXT) -> str:
    """A text without what cannot be kept or shown: control signs, halves of characters."""
    return shown(value)[:longest].strip() if isinstance(value, str) else ""


def plain_name(value: Any) -> str:
    """A name on one line, with single blanks; empty where there is none."""
    return " ".join(shown_line(plain_text(value, LONGEST_NAME)).split())


def numbered(name: str, number: int) -> str:
    """A name for somebody else who is called so: `Ana 2`, no longer than names may be."""
    return f"{head_of(name)} {number}"


def head_of(name: str) -> str:
    """As much of a name as has a number behind it: nearly always all of it."""
    return name[: LONGEST_NAME - _NUMBER].rstrip()

"""Texts and names of other programs: without what a terminal would obey or nobody could see."""

import re
import unicodedata
from typing import Any

from companion.core.names import LONGEST_NAME

_JOINERS = "\u200c\u200d"
"""Signs that are not printed, and that emoji and many scripts cannot do without."""
_EDGES = re.compile(rf"^[\s{_JOINERS}]+|[\s{_JOINERS}]+$")
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


def shown(text: str) -> str:
    """A text as it can be shown: blanks for signs that terminals obey; line ends stay."""
    if text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    return _EDGES.sub("", "\n".join("".join(map(_shown, line)) for line in lines))


def shown_line(text: str) -> str:
    """A text of one line, such as a name, as it can be shown."""
    return text if text.isprintable() else _EDGES.sub("", "".join(map(_shown, text)))


def _shown(sign: str) -> str:
    kept = sign.isprintable() or sign in _JOINERS or unicodedata.category(sign) == "Zs"
    return sign if kept else " "

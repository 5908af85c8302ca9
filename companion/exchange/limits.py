"""What may come in from other programs: how much at once, and only signs that can be shown.

So no file fills the memory or takes long. What a family plays in fifty years is within all of
these. (Of pictures: `scanning.pictures`.)"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.names import LONGEST_NAME, cleaned_lines, cleaned_name
from companion.core.record import PlayRecord
from companion.errors import Invalid


class Most(NamedTuple):
    """How many bytes and lines a text may have; any number of lines where none is given."""

    bytes: int
    lines: int = 0


LARGEST = 20_000_000
WHOLE = Most(LARGEST)
"""Plays, or a box."""
CODES = Most(4_000_000, 40_000)
"""Codes as text: ten thousand cards."""
RULES = Most(2_000_000, 12_000)
"""Rules of a box, which has 38 of them."""
LINKS = Most(100_000, 2_000)
"""The lines of a drawing."""
LARGEST_GROUP = 500_000_000
"""Bytes of a group's file, of which one log is read at a time."""

MOST_PLAYS = 20_000
MOST_SEATS = 120_000
"""Players of all plays, and their marks."""
MOST_SIGNS = 1_000_000
"""Characters of all scores: each may be a long sum that has to be worked out."""
MOST_LINES = 200_000
MOST_CELLS = 1_900_000
"""Cells of a sheet in which something stands."""
LONGEST_LINE = 1_000_000
"""Characters of a line of JSON that holds one play."""
MOST_ELEMENTS = 400_000
"""Elements of a page of XML: a dozen for every play, and one for every player."""
MOST_VALUES = 1_000_000
"""Values in a file that is JSON as a whole: half a hundred for every play."""
_PARTS = "Take it in parts, such as a file for every few years."


class Quota:
    """Counts the plays of a file, and refuses it as soon as there are too many."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._plays = 0
        self._seats = 0
        self._signs = 0

    def play(self) -> None:
        """Count a play. Raises Invalid."""
        self._plays += 1
        if self._plays > MOST_PLAYS:
            raise too_many(self._file, MOST_PLAYS, "plays")

    def seats(self, count: int) -> None:
        """Count players, or marks. Raises Invalid."""
        self._seats += count
        if self._seats > MOST_SEATS:
            raise too_many(self._file, MOST_SEATS, "players in its plays")

    def score(self, value: Any) -> None:
        """Count the characters of a score. Raises Invalid."""
        self._signs += len(value) if isinstance(value, str) else 0
        if self._signs > MOST_SIGNS:
            raise too_many(self._file, MOST_SIGNS, "characters in its scores")

    def record(self, record: PlayRecord) -> None:
        """Count a play with all that is in it. Raises Invalid."""
        self.play()
        self.seats(len(record.parts) + len(record.marks))


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text one by one, each with its line end."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def require_few_lines(text: str, file: str) -> None:
    """Refuse a text with more lines than plays can need. Raises Invalid."""
    if text.count("\n") > MOST_LINES:
        raise too_many(file, MOST_LINES, "lines")


def require_few_values(text: str, file: str) -> None:
    """Refuse JSON that would take much more room than its text. Raises Invalid."""
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        raise too_many(file, MOST_VALUES, "values")


def too_many(file: str, most: int, what: str) -> Invalid:
    """What is said of a file that holds more of something than is read."""
    return Invalid(f"{file} has more than {most:,} {what}, the most that can be read.", _PARTS)


# Texts and names without what a terminal would obey or nobody could see


LONGEST_TEXT = 5_000
"""Signs of a comment, and of what stands out in a play."""
_NUMBER = 8
"""Signs that a number behind a name may take, with the blank before it."""


def plain_text(value: Any, longest: int = LONGEST_TEXT) -> str:
    """A text without what cannot be kept or shown: control signs, halves of characters."""
    if not isinstance(value, str):
        return ""
    return cleaned_lines(value[:longest].encode(errors="ignore").decode())


def plain_name(value: Any) -> str:
    """A name on one line, with single blanks; empty where there is none."""
    return cleaned_name(plain_text(value, LONGEST_NAME))


def numbered(name: str, number: int) -> str:
    """A name for somebody else who is called so: `Ana 2`, no longer than names may be."""
    return f"{head_of(name)} {number}"


def head_of(name: str) -> str:
    """As much of a name as has a number behind it: nearly always all of it."""
    return name[: LONGEST_NAME - _NUMBER].rstrip()

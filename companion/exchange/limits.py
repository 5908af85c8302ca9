"""Limits for files of other programs: their size, and the characters that can be shown.

So no file fills the memory or takes long. What a family plays in fifty years is within all of
these. (For pictures: `scanning.pictures`.)
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.names import LONGEST_NAME, cleaned_lines, cleaned_name
from companion.core.record import PlayRecord
from companion.errors import Invalid


class Most(NamedTuple):
    """The most bytes and lines of a text; without `lines`, any number of them."""

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
"""Characters of all scores: each may be a long sum to calculate."""
MOST_LINES = 200_000
MOST_CELLS = 1_900_000
"""Non-empty cells of a sheet."""
LONGEST_LINE = 1_000_000
"""Characters of a line of JSON that holds one play."""
MOST_ELEMENTS = 400_000
"""Elements of a page of XML: a dozen for every play, and one for every player."""
MOST_VALUES = 1_000_000
"""Values in a file that is one JSON value: about fifty for every play."""
_PARTS = "Take it in parts, such as a file for every few years."


class Quota:
    """Counts the plays of a file, and refuses the file once there are too many."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._plays = 0
        self._seats = 0
        self._signs = 0

    def play(self) -> None:
        """Count a play. Raises Invalid for one too many."""
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
        """Count a play with its players, marks and scores. Raises Invalid."""
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
    """Return the problem that a file holds more of something than is read."""
    return Invalid(f"{file} has more than {most:,} {what}, the most that can be read.", _PARTS)


# Texts and names without control characters and invisible ones


LONGEST_TEXT = 5_000
"""The most characters of a comment, and of a play's highlights."""
_NUMBER = 8
"""Characters that a number behind a name may take, including the blank."""


def plain_text(value: Any, longest: int = LONGEST_TEXT) -> str:
    """Remove what cannot be stored or shown: control characters, lone surrogates."""
    if not isinstance(value, str):
        return ""
    return cleaned_lines(value[:longest].encode(errors="ignore").decode())


def plain_name(value: Any) -> str:
    """Return a name on one line, with single blanks; empty if nothing is left."""
    return cleaned_name(plain_text(value, LONGEST_NAME))


def numbered(name: str, number: int) -> str:
    """Return a name for a second person of that name: `Ana 2`, within the limit for names."""
    return f"{head_of(name)} {number}"


def head_of(name: str) -> str:
    """Return the part of a name that has room for a number behind it: nearly always all of it."""
    return name[: LONGEST_NAME - _NUMBER].rstrip()

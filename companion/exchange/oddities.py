"""What of a file was not read: columns that nobody knows, values that make no sense, each named."""

from collections.abc import Sequence
from typing import NamedTuple

MOST_VALUES = 100
"""So many different values are named; of more, how many."""
MOST_PLACES = 20
"""So many places are named of each."""
_MOST_COLUMNS = 10_000
"""A file that has more has them so that they fill the memory."""
_LONGEST = 60


class NotUnderstood(NamedTuple):
    """A value that says nothing to us: in which column, how often, and where at first.

    `places` are lines of a sheet, or numbers of plays in a file of other kinds.
    """

    column: str
    value: str
    times: int
    places: Sequence[int]


class Unread(NamedTuple):
    """All that was not read: whole columns, lines of a sheet with what they say, and values; of
    `more` values and `more_lines` it is not told which.

    `place` is what the numbers of places count: lines or plays.
    """

    columns: Sequence[str] = ()
    values: Sequence[NotUnderstood] = ()
    more: int = 0
    place: str = "line"
    lines: Sequence[tuple[int, str]] = ()
    more_lines: int = 0


class Oddities:
    """Collects what was not understood while a file is read, however much of it there is."""

    def __init__(self, place: str = "line") -> None:
        self._place = place
        self._columns: dict[str, None] = {}
        self._values: dict[tuple[str, str], list[int]] = {}
        self._times: dict[tuple[str, str], int] = {}
        self._last: dict[tuple[str, str], int] = {}
        self._more = 0
        self._lines: list[tuple[int, str]] = []
        self._more_lines = 0
        self.scores = 0
        """How many of the values are points of somebody."""

    def column(self, name: str) -> None:
        """Note a column that is not read."""
        if len(self._columns) < _MOST_COLUMNS:
            self._columns[name] = None

    def line(self, number: int, text: str) -> None:
        """Note a line of a sheet that is of no play, and what it says."""
        if len(self._lines) < MOST_VALUES:
            self._lines.append((number, text[:_LONGEST]))
        else:
            self._more_lines += 1

    def value(self, column: str, value: object, place: int) -> None:
        """Note a value that is not understood, and where it stands."""
        key = column, str(value)[:_LONGEST]
        if key not in self._values:
            if len(self._values) >= MOST_VALUES:
                self._more += 1
                return
            self._values[key] = []
            self._times[key] = 0
        if self._last.get(key) == place:  # the same cell, looked at for another player
            return
        self._last[key] = place
        self._times[key] += 1
        if len(self._values[key]) < MOST_PLACES:
            self._values[key].append(place)

    def score(self, column: str, value: object, place: int) -> None:
        """Note points that are none."""
        self.scores += 1
        self.value(column, value, place)

    def told(self) -> Unread:
        """All that was noted."""
        values = tuple(
            NotUnderstood(*key, self._times[key], tuple(places))
            for key, places in self._values.items()
        )
        return Unread(
            tuple(self._columns),
            values,
            self._more,
            self._place,
            tuple(self._lines),
            self._more_lines,
        )

"""How everybody's wins came together, in as few points as a picture shows."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from companion.core.record import PlayRecord
from companion.stats.tally import people

MOST = 500
"""Points that a picture of a player's wins is drawn from: more than there are dots across it."""


class Point(NamedTuple):
    """So many wins after a play: which it was of all, counted from 1, and when it began."""

    number: int
    began: str
    wins: int


class WinCurve:
    """One player's wins, play after play; every second of them alone where there are too many."""

    def __init__(self, most: int | None = None) -> None:
        """At `most` so many points are kept; None for all."""
        self._most = most
        self._every = 1
        self._seen = 0
        self._kept: list[Point] = []
        self._last: Point | None = None

    @property
    def wins(self) -> int:
        """All wins so far."""
        return 0 if self._last is None else self._last.wins

    @property
    def points(self) -> Sequence[Point]:
        """What is kept of them, the last one always."""
        last = self._last
        return self._kept if last is None or last in self._kept[-1:] else [*self._kept, last]

    def add(self, point: Point) -> None:
        """Go on."""
        self._last = point
        if self._seen % self._every == 0:
            self._kept.append(point)
        self._seen += 1
        if self._most is not None and len(self._kept) > self._most:
            self._kept, self._every = self._kept[::2], self._every * 2

    def to_json(self) -> list[Any]:
        """The course as JSON primitives."""
        return [self._most, self._every, self._seen, self._last, self._kept]

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """The course that `to_json` made that of. Raises ValueError or TypeError."""
        most, every, seen, last, kept = told
        course = cls(most)
        course._every, course._seen = every, seen
        course._last = None if last is None else Point(*last)
        course._kept = [Point(*point) for point in kept]
        return course


class Wins:
    """The wins of all players, to go on with the next play."""

    def __init__(self, most: int | None = MOST) -> None:
        """`most` is how many points are kept of each player; None for all."""
        self._most = most
        self.plays = 0
        self.since = ""
        """When the first play began."""
        self.newest = ""
        """When the newest one did."""
        self.courses: dict[str, WinCurve] = {}

    def add(self, play: PlayRecord) -> None:
        """Count one more play, that began after the others."""
        self.plays += 1
        self.since, self.newest = self.since or play.started, play.started
        for part in people(play.parts):
            course = self.courses.setdefault(part.name, WinCurve(self._most))
            course.add(Point(self.plays, play.started, course.wins + part.won))

    def to_json(self) -> list[Any]:
        """The wins as JSON primitives."""
        courses = {name: course.to_json() for name, course in self.courses.items()}
        return [self._most, self.plays, self.since, self.newest, courses]

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """The wins that `to_json` made that of. Raises ValueError for anything else."""
        wins = cls()
        try:
            wins._most, wins.plays, wins.since, wins.newest, courses = told
            wins.courses = {name: WinCurve.from_json(it) for name, it in courses.items()}
        except (TypeError, AttributeError) as problem:
            raise ValueError(f"no wins: {problem!r}") from None
        return wins

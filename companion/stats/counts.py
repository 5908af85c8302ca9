"""The counters of a tally, and everybody's wins play after play; each fits into JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from companion.core.record import Part, PlayRecord


def key_of(record: PlayRecord) -> str:
    """What tells a play's game from others: of a box with several, each is a game of its own."""
    return f"{record.game}:{(record.called or record.title).strip().casefold()}"


def people(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The players of a play, each name once.

    Other programs may tell of several by one name: they count as one, who won if one of them did,
    as nobody can tell them apart.
    """
    names = {part.name for part in parts}
    if len(names) == len(parts):
        return parts
    together: dict[str, Part] = {}
    for part in parts:
        known = together.get(part.name)
        together[part.name] = part if known is None or part.won else known
    return tuple(together.values())


class Packed:
    """A counter that fits into a JSON list, value by value.

    No dataclass: making those would take longer than reading what a group has kept.
    """

    FRESH: ClassVar[dict[str, Any]]
    """The values of a counter that has counted nothing yet, by their names: those of its class."""

    def __init_subclass__(cls) -> None:
        cls.FRESH = {name: value for name, value in vars(cls).items() if not name.startswith("_")}

    def __init__(self, told: Iterable[Any] | None = None) -> None:
        """A fresh counter, or that of a list that `packed` made. Raises ValueError or TypeError."""
        values = self.FRESH.values() if told is None else told
        self.__dict__.update(zip(self.FRESH, values, strict=True))

    def packed(self) -> list[Any]:
        """The values in the order of their names."""
        return list(self.__dict__.values())


P = TypeVar("P", bound=Packed)


def packed(counters: Mapping[str, Packed]) -> dict[str, list[Any]]:
    """Counters as JSON has them."""
    return {key: counter.packed() for key, counter in counters.items()}


def unpacked(kind: type[P], told: Mapping[str, Iterable[Any]]) -> dict[str, P]:
    """The counters that `packed` made that of. Raises ValueError, TypeError or AttributeError."""
    return {key: kind(values) for key, values in told.items()}


class Course(Packed):
    """How it went for one player, play after play.

    `due` is how many wins there would be if each play's winners were drawn by lot. `streak` is how
    many of the newest plays were won one after the other, `longest` the most that ever were.
    """

    plays = 0
    wins = 0
    due = 0.0
    streak = 0
    longest = 0
    last = ""
    last_play = ""


class Scores(Packed):
    """One player's points in one game, of the plays that have any.

    The highest and the lowest with the first play that each was reached in: which of them is the
    best depends on the game.
    """

    count = 0
    total: float = 0
    high: float = 0
    high_play = ""
    low: float = 0
    low_play = ""


class Chances(Packed):
    """So many wins in so many cases, and how many would be `due` by lot."""

    cases = 0
    wins = 0
    due = 0.0


class Openings(Packed):
    """How one player fared in the plays that they began, and in those that others began."""

    began = 0
    began_won = 0
    others = 0
    others_won = 0


class Standout(Packed):
    """An icon or a rule: in how many plays, and how those players fared whose doing it was."""

    title = ""
    plays = 0
    cases = 0
    wins = 0
    due = 0.0


class PairCount(Packed):
    """The plays in which two players sat at one table, by who of them won.

    `former` is whose name comes first in the order of the alphabet.
    """

    plays = 0
    former = 0
    latter = 0
    both = 0


class GameCount:
    """All that is counted of one game.

    `game` is its id here, or empty for one that the companion does not play; `title` what it is
    called, of a box with several games what that game is called. `lengths` counts plays by how many
    minutes they took. `high` and `low` count the plays whose winners had the most points and the
    fewest. `openings` are by how many played (digits, as JSON has them), and by player.
    """

    def __init__(self, game: str, title: str) -> None:
        self.game, self.title = game, title
        self.plays = 0
        self.last, self.last_play = "", ""
        self.high, self.low = 0, 0
        self.first = Chances()
        self.openings: dict[str, dict[str, Openings]] = {}
        self.lengths: dict[int, int] = {}
        self.courses: dict[str, Course] = {}
        self.scores: dict[str, Scores] = {}
        self.meetings: dict[str, dict[str, PairCount]] = {}
        self.icons: dict[str, Standout] = {}
        self.rules: dict[str, Standout] = {}

    @property
    def lowest_wins(self) -> bool:
        """Whether whoever has the fewest points wins, as far as the plays tell."""
        return self.low > self.high

    @property
    def key(self) -> str:
        """What tells this game from others (see `key_of`)."""
        return f"{self.game}:{self.title.casefold()}"

    def to_json(self) -> dict[str, Any]:
        """The counters as JSON primitives."""
        return {
            "about": [self.game, self.title, self.plays, self.last, self.last_play],
            "ways": [self.high, self.low],
            "first": self.first.packed(),
            "openings": {size: packed(players) for size, players in self.openings.items()},
            "lengths": list(self.lengths.items()),
            "courses": packed(self.courses),
            "scores": packed(self.scores),
            "meetings": {name: packed(others) for name, others in self.meetings.items()},
            "icons": packed(self.icons),
            "rules": packed(self.rules),
        }

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """The counters that `to_json` made that of. Raises KeyError, TypeError or ValueError."""
        game, title, plays, last, last_play = told["about"]
        made = cls(game, title)
        made.plays, made.last, made.last_play = plays, last, last_play
        made.high, made.low = told["ways"]
        made.first = Chances(told["first"])
        made.openings = {size: unpacked(Openings, it) for size, it in told["openings"].items()}
        made.lengths = dict(told["lengths"])
        made.courses = unpacked(Course, told["courses"])
        made.scores = unpacked(Scores, told["scores"])
        made.meetings = {name: unpacked(PairCount, it) for name, it in told["meetings"].items()}
        made.icons = unpacked(Standout, told["icons"])
        made.rules = unpacked(Standout, told["rules"])
        return made


MOST_POINTS = 500
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

    def __init__(self, most: int | None = MOST_POINTS) -> None:
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

"""The counters that a tally is made of; each fits into JSON, and is made of it again."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self, TypeVar

from companion.core.record import PlayRecord


def key_of(record: PlayRecord) -> str:
    """What tells a play's game from others: of a box with several, each is a game of its own."""
    return f"{record.game}:{(record.called or record.title).strip().casefold()}"


class Packed:
    """A counter that fits into a JSON list, value by value.

    No dataclass: making those would take longer than reading what a group has kept.
    """

    FRESH: ClassVar[dict[str, Any]]
    """The values of a counter that has counted nothing yet, by their names."""

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

    FRESH: ClassVar = {
        "plays": 0,
        "wins": 0,
        "due": 0.0,
        "streak": 0,
        "longest": 0,
        "last": "",
        "last_play": "",
    }
    plays: int
    wins: int
    due: float
    streak: int
    longest: int
    last: str
    last_play: str


class Scores(Packed):
    """One player's points in one game, of the plays that have any.

    The highest and the lowest with the first play that each was reached in: which of them is the
    best depends on the game.
    """

    FRESH: ClassVar = {"count": 0, "total": 0, "high": 0, "high_play": "", "low": 0, "low_play": ""}
    count: int
    total: float
    high: float
    high_play: str
    low: float
    low_play: str


class Chances(Packed):
    """So many wins in so many cases, and how many would be `due` by lot."""

    FRESH: ClassVar = {"cases": 0, "wins": 0, "due": 0.0}
    cases: int
    wins: int
    due: float


class Openings(Packed):
    """How one player fared in the plays that they began, and in those that others began."""

    FRESH: ClassVar = {"began": 0, "began_won": 0, "others": 0, "others_won": 0}
    began: int
    began_won: int
    others: int
    others_won: int


class Standout(Packed):
    """An icon or a rule: in how many plays, and how those players fared whose doing it was."""

    FRESH: ClassVar = {"title": "", "plays": 0, "cases": 0, "wins": 0, "due": 0.0}
    title: str
    plays: int
    cases: int
    wins: int
    due: float


class Meetings(Packed):
    """The plays in which two players sat at one table, by who of them won.

    `former` is whose name comes first in the order of the alphabet.
    """

    FRESH: ClassVar = {"plays": 0, "former": 0, "latter": 0, "both": 0}
    plays: int
    former: int
    latter: int
    both: int


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
        self.meetings: dict[str, dict[str, Meetings]] = {}
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
        made.meetings = {name: unpacked(Meetings, it) for name, it in told["meetings"].items()}
        made.icons = unpacked(Standout, told["icons"])
        made.rules = unpacked(Standout, told["rules"])
        return made

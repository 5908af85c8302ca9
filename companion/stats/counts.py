"""Counters that fit into JSON: of players, games, places, openings, and of wins over time."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from companion.core.record import Part, PlayRecord


class Packed:
    """A counter that fits into a JSON list, value by value.

    No dataclass: making those would take longer than reading what a group has kept.
    """

    FRESH: ClassVar[dict[str, Any]]
    """The values of a new counter, by name, from its class."""

    def __init_subclass__(cls) -> None:
        cls.FRESH = {name: value for name, value in vars(cls).items() if not name.startswith("_")}

    def __init__(self, kept: Iterable[Any] | None = None) -> None:
        """A fresh counter, or one from a list of `packed`. Raises ValueError or TypeError."""
        values = self.FRESH.values() if kept is None else kept
        self.__dict__.update(zip(self.FRESH, values, strict=True))

    def packed(self) -> list[Any]:
        """The values in the order of their names."""
        return list(self.__dict__.values())


P = TypeVar("P", bound=Packed)


def packed(counters: Mapping[str, Packed]) -> dict[str, list[Any]]:
    """Counters as JSON has them."""
    return {key: counter.packed() for key, counter in counters.items()}


def unpacked(kind: type[P], kept: Mapping[str, Iterable[Any]]) -> dict[str, P]:
    """The counters from what `packed` returned. Raises ValueError, TypeError or AttributeError."""
    return {key: kind(values) for key, values in kept.items()}


def sealed(value: Any) -> str:
    """A JSON value as a short text without quotes, which is only parsed when it is needed."""
    from base64 import b64encode
    from zlib import compress

    return b64encode(compress(json.dumps(value, separators=(",", ":")).encode(), 1)).decode()


def opened(text: str) -> Any:
    """The value of a text from `sealed`. Raises ValueError."""
    from base64 import b64decode
    from zlib import decompress, error

    try:
        return json.loads(decompress(b64decode(text)))
    except error as problem:
        raise ValueError(f"nothing sealed: {problem}") from None


class Openings(Packed):
    """How one player fared in the plays that they began, and in those that others began."""

    began = 0
    began_won = 0
    others = 0
    others_won = 0


class Comparison(Packed):
    """Plays that can be compared: those that somebody began who also played while others began.

    There `due` are the wins that these players would have if they won as often as when others
    begin. `matched` counts plays that have one of the other kind beside them. `spread` and
    `spread_of_due` are variances of the wins and of what is due.
    """

    cases = 0
    wins = 0
    due = 0.0
    matched = 0
    spread = 0.0
    spread_of_due = 0.0


def compared(openings: Mapping[str, Mapping[str, Openings]]) -> Comparison:
    """Everybody with themselves, among plays of one game with as many players."""
    own = Comparison()
    for players in openings.values():
        for it in players.values():
            if not it.began or not it.others:
                continue
            own.cases += it.began
            own.wins += it.began_won
            own.due += it.began * it.others_won / it.others
            own.matched += min(it.began, it.others)
            own.spread += it.began * _variance(it)
            own.spread_of_due += it.began**2 * _variance(it) / it.others
    return own


def _variance(it: Openings) -> float:
    """That of one play's win, if it made no difference who begins."""
    share = (it.began_won + it.others_won) / (it.began + it.others)
    return share * (1 - share)


def key_of(record: PlayRecord) -> str:
    """The key of a play's game: of a box with several, each is a game of its own."""
    return game_key(record.game, record.called or record.title)


def game_key(game: str, title: str) -> str:
    """The key of a game, by its id or nothing, and its title; case makes no difference."""
    return f"{game}:{title.strip().casefold()}"


def people(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The players of a play, each name once.

    Other programs may have several of one name. Nobody can distinguish them, so they count as one,
    who won if one of them did.
    """
    names = {part.name for part in parts}
    if len(names) == len(parts):
        return parts
    together: dict[str, Part] = {}
    for part in parts:
        known = together.get(part.name)
        together[part.name] = part if known is None or part.won else known
    return tuple(together.values())


def sides(parts: Sequence[Part]) -> list[list[Part]]:
    """The players of a play by the side that they were on; whoever has no team is one alone."""
    found: dict[str | int, list[Part]] = {}
    for place, part in enumerate(parts):
        found.setdefault(part.team.strip().casefold() or place, []).append(part)
    return list(found.values())


class PlayerCount(Packed):
    """How it went for one player, play after play.

    `plays` are those against others. `due` is how many wins there would be if each play's winners
    were drawn by lot. `streak` is how many of the newest plays were won one after the other,
    `longest` the most that ever were. Cooperative plays are counted apart: `together` are all of
    them, `together_won` those that were won. `last` is the newest play of both kinds.
    `began` is how many plays against others they have begun. Plays that are `undecided` count in
    none of the others. `minutes` is how long they played, in
    the `timed` plays of which that is known, of both kinds.
    """

    plays = 0
    wins = 0
    due = 0.0
    streak = 0
    longest = 0
    last = ""
    last_play = ""
    together = 0
    together_won = 0
    began = 0
    undecided = 0
    minutes = 0
    timed = 0


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
    """Wins in a number of cases, and how many would be `due` by lot."""

    cases = 0
    wins = 0
    due = 0.0


class Standout(Packed):
    """An icon or a rule: in how many plays, and how those players fared whose doing it was."""

    title = ""
    plays = 0
    cases = 0
    wins = 0
    due = 0.0


class Side(Packed):
    """A team of a game, whoever was in it: its plays and wins, with the wins that are `due` by lot,
    if each side has the same chance."""

    title = ""
    plays = 0
    wins = 0
    due = 0.0


class PlaceCount:
    """A place: how many plays were there, and how often each player won."""

    def __init__(self, title: str, plays: int = 0, wins: Mapping[str, int] | None = None) -> None:
        self.title, self.plays = title, plays
        self.wins: dict[str, int] = dict(wins or {})

    def to_json(self) -> list[Any]:
        """The counter as JSON primitives: what the constructor takes."""
        return [self.title, self.plays, self.wins]


class GameCount:
    """All that is counted of one game.

    `game` is its id here, or empty for one that the companion does not play; `title` what it is
    called, of a box with several games what that game is called. `plays` are all of them, and
    `together` those of them that were cooperative, `undecided` those that count for nobody.
    `lengths` counts plays by how many minutes they took. `high` and `low` count the plays whose
    winners had the most points and the fewest, or that said so. `openings` are by how many played
    (digits, as JSON has them), and by player; `sides` by team, without case, and `members` by
    player and team.

    What was kept is unpacked as it is asked for: of hundreds of games few are looked at closely.
    """

    _SEALED: ClassVar[Mapping[str, str]] = {
        "openings": "openings",
        "lengths": "lengths",
        "courses": "players",
        "scores": "scores",
        "members": "members",
        "icons": "icons",
        "rules": "rules",
    }
    """The counters that are packed so that they cost nothing where nobody asks for them, by their
    keys in JSON."""

    def __init__(self, game: str, title: str, kept: Mapping[str, str] | None = None) -> None:
        self.game, self.title = game, title
        self._kept = dict(kept or {})
        self._comparison = Comparison()
        self.plays = 0
        self.last, self.last_play = "", ""
        self.high, self.low = 0, 0
        self.together, self.together_won = 0, 0
        self.undecided = 0
        self.first = Chances()
        self.sides: dict[str, Side] = {}

    def _open_kept(self, key: str) -> Any:
        return opened(self._kept[key]) if key in self._kept else {}

    @cached_property
    def openings(self) -> dict[str, dict[str, Openings]]:
        """By how many played, and by player."""
        kept = self._open_kept("openings").items()
        return {size: unpacked(Openings, players) for size, players in kept}

    @cached_property
    def lengths(self) -> dict[int, int]:
        """How many plays took so many minutes."""
        return {int(minutes): plays for minutes, plays in self._open_kept("lengths").items()}

    @cached_property
    def players(self) -> dict[str, PlayerCount]:
        """By player."""
        return unpacked(PlayerCount, self._kept_players)

    @cached_property
    def _kept_players(self) -> dict[str, list[Any]]:
        kept: dict[str, list[Any]] = self._open_kept("courses")
        return kept

    def player(self, name: str) -> PlayerCount | None:
        """That of one player; None for somebody who has never played the game."""
        if "players" in self.__dict__:
            return self.players.get(name)
        kept = self._kept_players.get(name)
        return None if kept is None else PlayerCount(kept)

    @cached_property
    def scores(self) -> dict[str, Scores]:
        """By player."""
        return unpacked(Scores, self._open_kept("scores"))

    @cached_property
    def members(self) -> dict[str, dict[str, Chances]]:
        """By player and team."""
        return {name: unpacked(Chances, it) for name, it in self._open_kept("members").items()}

    @cached_property
    def icons(self) -> dict[str, Standout]:
        """By what the game calls them."""
        return unpacked(Standout, self._open_kept("icons"))

    @cached_property
    def rules(self) -> dict[str, Standout]:
        """By what the game calls them."""
        return unpacked(Standout, self._open_kept("rules"))

    @property
    def comparison(self) -> Comparison:
        """Those who began, compared with themselves."""
        return compared(self.openings) if "openings" in self.__dict__ else self._comparison

    @property
    def lowest_wins(self) -> bool:
        """Whether the fewest points win, as far as the plays show."""
        return self.low > self.high

    @property
    def against(self) -> int:
        """How many plays a player has won against others."""
        return self.plays - self.together - self.undecided

    @property
    def key(self) -> str:
        """The key of this game (see `key_of`)."""
        return game_key(self.game, self.title)

    def to_json(self) -> dict[str, Any]:
        """The counters as JSON primitives, without empty ones."""
        kept = dict(self._kept)
        for key, name in self._SEALED.items():
            counters = self.__dict__.get(name)
            if counters:
                kept[key] = sealed(_plain(counters))
        return {
            "about": [self.game, self.title, self.plays, self.last, self.last_play],
            "ways": [self.high, self.low],
            "together": [self.together, self.together_won, self.undecided],
            "first": self.first.packed(),
            "compared": self.comparison.packed(),
            "sides": packed(self.sides),
            "sealed": kept,
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The counters from what `to_json` returned. Raises KeyError, TypeError or ValueError."""
        game, title, plays, last, last_play = data["about"]
        made = cls(game, title, data["sealed"])
        made.plays, made.last, made.last_play = plays, last, last_play
        made.high, made.low = data["ways"]
        made.together, made.together_won, made.undecided = data["together"]
        made.first = Chances(data["first"])
        made._comparison = Comparison(data["compared"])
        made.sides = unpacked(Side, data["sides"])
        return made


def _plain(counters: Any) -> Any:
    """Counters, and objects of them, as JSON primitives."""
    if isinstance(counters, Packed):
        return counters.packed()
    if isinstance(counters, dict):
        return {key: _plain(one) for key, one in counters.items()}
    return counters


MOST_POINTS = 500
"""The most points of a drawn curve: more than the picture has dots across."""


class Point(NamedTuple):
    """A player's wins after a play: its number among all, from 1, and when it began."""

    number: int
    began: str
    wins: int


class WinCurve:
    """One player's wins, play after play; if there are too many, every second one."""

    def __init__(self, most: int | None = None) -> None:
        """Keep at `most` this many points; None for all."""
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
        """The points that are kept, the last one always."""
        last = self._last
        return self._kept if last is None or last in self._kept[-1:] else [*self._kept, last]

    def add(self, point: Point) -> None:
        """Add a play."""
        self._last = point
        if self._seen % self._every == 0:
            self._kept.append(point)
        self._seen += 1
        if self._most is not None and len(self._kept) > self._most:
            self._kept, self._every = self._kept[::2], self._every * 2

    def to_json(self) -> list[Any]:
        """The curve as JSON primitives."""
        return [self._most, self._every, self._seen, self._last, self._kept]

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The curve from what `to_json` returned. Raises ValueError or TypeError."""
        most, every, seen, last, kept = data
        curve = cls(most)
        curve._every, curve._seen = every, seen
        curve._last = None if last is None else Point(*last)
        curve._kept = [Point(*point) for point in kept]
        return curve


class Wins:
    """The wins of all players against others, to go on with the next play."""

    def __init__(self, most: int | None = MOST_POINTS) -> None:
        """`most` is how many points are kept of each player; None for all."""
        self._most = most
        self.plays = 0
        self.since = ""
        """When the first play began."""
        self.newest = ""
        """When the newest one did."""
        self.curves: dict[str, WinCurve] = {}

    def add(self, play: PlayRecord) -> None:
        """Count one more play, that began after the others; one that nobody has won against others
        is passed over."""
        if play.coop or not play.is_decided:
            return
        self.plays += 1
        self.since, self.newest = self.since or play.started, play.started
        for part in people(play.parts):
            curve = self.curves.setdefault(part.name, WinCurve(self._most))
            curve.add(Point(self.plays, play.started, curve.wins + part.won))

    def to_json(self) -> list[Any]:
        """The wins as JSON primitives."""
        curves = {name: curve.to_json() for name, curve in self.curves.items()}
        return [self._most, self.plays, self.since, self.newest, curves]

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The wins from what `to_json` returned. Raises ValueError for anything else."""
        wins = cls()
        try:
            wins._most, wins.plays, wins.since, wins.newest, curves = data
            wins.curves = {name: WinCurve.from_json(it) for name, it in curves.items()}
        except (TypeError, AttributeError) as problem:
            raise ValueError(f"no wins: {problem!r}") from None
        return wins

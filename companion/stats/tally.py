"""A tally of plays: everything that the plain statistics need, counted in one go.

It is kept between two questions, and when the group has played once more, that one play is added.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from companion.core.names import folded
from companion.core.record import Part, PlayRecord, is_anonymous
from companion.stats.counts import (
    Chances,
    GameCount,
    Openings,
    PlaceCount,
    PlayerCount,
    Scores,
    Side,
    Standout,
    key_of,
    packed,
    people,
    sides,
    unpacked,
)


class Tally:
    """Counts plays in the order in which they began. Two that counted the same are equal."""

    VERSION = 4
    """Changes when what is counted does: a tally that was kept by an older version is no use."""

    def __init__(self, records: Iterable[PlayRecord] = ()) -> None:
        self.plays = 0
        self.since = ""
        """When the first of them began."""
        self.newest = ("", "")
        """When the newest play began, and its uid: only what comes behind it can be added."""
        self.together = 0
        """How many of them were cooperative."""
        self.together_won = 0
        self.undecided = 0
        """How many of them count for nobody, as they have no winner."""
        self.players: dict[str, PlayerCount] = {}
        self.games: dict[str, GameCount] = {}
        self.places: dict[str, PlaceCount] = {}
        """Where it was played, as far as that is known, as places are compared (`folded`)."""
        for record in records:
            self.add(record)

    def add(self, record: PlayRecord) -> None:
        """Count one more play. Raises ValueError for one that began before the newest."""
        when = (record.started, record.uid)
        if when < self.newest:
            raise ValueError(f"{record.play} began before what was counted last")
        self.newest = when
        self.since = self.since or record.started
        self.plays += 1
        game = self._game_of(record)
        game.plays += 1
        game.last, game.last_play = record.started, record.play
        if record.minutes is not None:
            game.lengths[record.minutes] = game.lengths.get(record.minutes, 0) + 1
        parts = people(record.parts)
        known = tuple(part for part in parts if not is_anonymous(part.name))
        place = self._place_of(record)
        if any(part.score for part in parts):  # or nobody entered any points
            for part in known:
                if part.score is not None:
                    _count_score(game.scores, part.name, part.score, record.play)
        way = direction(record)
        game.high += way > 0
        game.low += way < 0
        due = 0.0
        if not record.is_decided:
            self._count_undecided(game, known, record)
        elif record.coop:
            self._count_together(game, known, record, any(part.won for part in parts))
        else:
            due = sum(part.won for part in parts) / len(parts) if parts else 0.0
            _count_against(self.players, game, parts, known, due, record)
            if place is not None:
                for part in known:
                    if part.won:
                        place.wins[part.name] = place.wins.get(part.name, 0) + 1
        if record.marks:
            _count_marks(game, record, due)

    def _count_undecided(self, game: GameCount, known: Sequence[Part], record: PlayRecord) -> None:
        """Count a play without a winner."""
        self.undecided += 1
        game.undecided += 1
        for part in known:
            for players in (self.players, game.players):
                count = players.setdefault(part.name, PlayerCount())
                count.undecided += 1
                count.last, count.last_play = record.started, record.play

    def _count_together(
        self, game: GameCount, known: Sequence[Part], record: PlayRecord, won: bool
    ) -> None:
        """Count a cooperative play, which nobody wins against anybody."""
        self.together += 1
        self.together_won += won
        game.together += 1
        game.together_won += won
        for part in known:
            for players in (self.players, game.players):
                count = players.setdefault(part.name, PlayerCount())
                count.together += 1
                count.together_won += part.won
                count.last, count.last_play = record.started, record.play
                _count_minutes(count, record)

    def _place_of(self, record: PlayRecord) -> PlaceCount | None:
        """The counter of where a play was, with that play; None where that is not known."""
        title = record.place.strip()
        if not title:
            return None
        place = self.places.setdefault(folded(title), PlaceCount(title))
        place.plays += 1
        return place

    def _game_of(self, record: PlayRecord) -> GameCount:
        """The counters of a play's game."""
        key = key_of(record)
        if key not in self.games:
            self.games[key] = GameCount(record.game, (record.called or record.title).strip())
        return self.games[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.to_json() == other.to_json()

    def to_json(self) -> dict[str, Any]:
        """The tally as JSON primitives."""
        return {
            "version": self.VERSION,
            "plays": self.plays,
            "since": self.since,
            "newest": list(self.newest),
            "together": [self.together, self.together_won, self.undecided],
            "courses": packed(self.players),
            "games": {key: game.to_json() for key, game in self.games.items()},
            "places": {key: place.to_json() for key, place in self.places.items()},
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The tally from what `to_json` returned. Raises ValueError for anything else."""
        tally = cls()
        try:
            if data["version"] != cls.VERSION:
                raise ValueError(f"a tally of version {data['version']}")
            tally.plays, tally.since = data["plays"], data["since"]
            started, uid = data["newest"]
            tally.newest = (started, uid)
            tally.together, tally.together_won, tally.undecided = data["together"]
            tally.players = unpacked(PlayerCount, data["courses"])
            games = data["games"].items()
            tally.games = {key: GameCount.from_json(game) for key, game in games}
            places = data["places"].items()
            tally.places = {key: PlaceCount(*place) for key, place in places}
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            raise ValueError(f"no tally: {problem!r}") from None
        return tally


def direction(record: PlayRecord) -> int:
    """−1 where the fewest points win in a play, 1 where the most do, 0 where that is not known.

    Where a play says so itself, that holds, whoever has won; else it shows in its points.
    """
    return -1 if record.lowest else score_direction(people(record.parts))


def score_direction(parts: tuple[Part, ...]) -> int:
    """1 where whoever has won has the most points of all, −1 where the fewest, else 0.

    0 as well where somebody's points are unknown, and where nobody or everybody has won.
    """
    won: list[float] = []
    lost: list[float] = []
    for part in parts:
        if part.score is None:
            return 0
        (won if part.won else lost).append(part.score)
    if not won or not lost:
        return 0
    if min(won) > max(lost):
        return 1
    return -1 if max(won) < min(lost) else 0


def _count_against(
    everybody: dict[str, PlayerCount],
    game: GameCount,
    parts: tuple[Part, ...],
    known: tuple[Part, ...],
    due: float,
    record: PlayRecord,
) -> None:
    """Count a play of some against others; `known` are those whose name is known."""
    for part in known:
        _count_player(everybody, part, due, record)
        _count_player(game.players, part, due, record)
    if any(part.team for part in parts):
        _count_sides(game, parts, known)
    first = [part for part in parts if part.first]
    if len(first) == 1 and len(parts) > 1:
        game.first.cases += 1
        game.first.wins += first[0].won
        game.first.due += due
        _count_openings(game.openings, str(len(parts)), known)
        beginner = first[0].name
        for players in (everybody, game.players):
            if beginner in players:  # or the name is not known
                players[beginner].began += 1


def _count_sides(game: GameCount, parts: tuple[Part, ...], known: tuple[Part, ...]) -> None:
    """Count how each team has done, and everybody in it."""
    everybody = sides(parts)
    due = sum(any(part.won for part in side) for side in everybody) / len(everybody)
    for one in everybody:
        title = one[0].team.strip()
        if title:
            side = game.sides.setdefault(title.casefold(), Side((title, 0, 0, 0.0)))
            side.plays += 1
            side.wins += any(part.won for part in one)
            side.due += due
    for part in known:
        team = part.team.strip().casefold()
        if team:
            mine = game.members.setdefault(part.name, {}).setdefault(team, Chances())
            mine.cases += 1
            mine.wins += part.won
            mine.due += due


def _count_player(
    players: dict[str, PlayerCount], part: Part, due: float, record: PlayRecord
) -> None:
    count = players.get(part.name)
    if count is None:
        count = players[part.name] = PlayerCount()
    count.plays += 1
    count.due += due
    count.last, count.last_play = record.started, record.play
    _count_minutes(count, record)
    if part.won:
        count.wins += 1
        count.streak += 1
        if count.streak > count.longest:
            count.longest = count.streak
    else:
        count.streak = 0


def _count_minutes(count: PlayerCount, record: PlayRecord) -> None:
    if record.minutes is not None:
        count.minutes += record.minutes
        count.timed += 1


def _count_score(scores: dict[str, Scores], name: str, score: float, play: str) -> None:
    known = scores.get(name)
    if known is None:
        scores[name] = Scores((1, score, score, play, score, play))
        return
    known.count += 1
    known.total += score
    if score > known.high:
        known.high, known.high_play = score, play
    if score < known.low:
        known.low, known.low_play = score, play


def _count_openings(
    openings: dict[str, dict[str, Openings]], size: str, parts: tuple[Part, ...]
) -> None:
    """Count a play with a known first player."""
    players = openings.get(size)
    if players is None:
        players = openings[size] = {}
    for part in parts:
        known = players.get(part.name)
        if known is None:
            known = players[part.name] = Openings()
        if part.first:
            known.began += 1
            known.began_won += part.won
        else:
            known.others += 1
            known.others_won += part.won


def _count_marks(game: GameCount, record: PlayRecord, due: float) -> None:
    """Count marks: once a play, and once for each player whose doing it was."""
    here: set[int] = set()
    for kind, key, title, seat in dict.fromkeys(record.marks):
        found = game.icons if kind == "icon" else game.rules if kind == "rule" else None
        if found is None:
            continue
        known = found.get(key)
        if known is None:
            known = found[key] = Standout()
        if title:
            known.title = title
        if id(known) not in here:
            here.add(id(known))
            known.plays += 1
        if seat is not None and 0 <= seat < len(record.parts) and due:
            known.cases += 1
            known.wins += record.parts[seat].won
            known.due += due


# What is asked of a tally


class Best(NamedTuple):
    """The best that a player ever had in a game, and in which play first."""

    score: float
    play: str


def ranked(players: Mapping[str, PlayerCount]) -> list[tuple[str, PlayerCount]]:
    """All players, most wins first; if equal, fewer plays first."""
    return sorted(players.items(), key=lambda it: (-it[1].wins, it[1].plays, it[0]))


def leaders(game: GameCount) -> list[str]:
    """Who has won a game most often; empty if nobody has."""
    most = max((count.wins for count in game.players.values()), default=0)
    return [name for name, count in ranked(game.players) if most and count.wins == most]


def most_played(tally: Tally) -> list[GameCount]:
    """All games, the most played first."""
    return sorted(tally.games.values(), key=lambda game: (-game.plays, game.title))


def best_of(game: GameCount, scores: Scores) -> Best:
    """The highest score, or the lowest in a game that whoever has the fewest points wins."""
    if game.lowest_wins:
        return Best(scores.low, scores.low_play)
    return Best(scores.high, scores.high_play)


def median_length(lengths: Mapping[int, int]) -> int | None:
    """How many minutes a play takes: half of them took no longer. None where no length is known.

    An average would follow the one play that lay open until the next morning.
    """
    half = (sum(lengths.values()) + 1) // 2
    for minutes in sorted(lengths):
        half -= lengths[minutes]
        if half <= 0:
            return minutes
    return None


NICKEL, DIME = 5, 10
"""Plays from which on a game is a nickel, and a dime, which is no nickel any more."""


class Repertoire(NamedTuple):
    """The repertoire of a group, in numbers.

    `h_index` is the greatest number such that so many games were played at least so often.
    `nickels` are the games of 5 to 9 plays, `dimes` those of 10 and more: a game is counted once.
    """

    h_index: int
    nickels: int
    dimes: int


def repertoire(games: Iterable[GameCount]) -> Repertoire:
    """The repertoire of some games."""
    plays = sorted((game.plays for game in games), reverse=True)
    reached = sum(count >= place for place, count in enumerate(plays, 1))
    dimes = sum(count >= DIME for count in plays)
    return Repertoire(reached, sum(count >= NICKEL for count in plays) - dimes, dimes)


def longest_unplayed(games: Iterable[GameCount]) -> Sequence[GameCount]:
    """All games, the longest unplayed first."""
    return sorted(games, key=lambda game: (game.last, game.title))

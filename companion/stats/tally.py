"""A tally of plays: everything that the plain statistics need, counted in one go.

It is kept between two questions, and when the group has played once more, that one play is added.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from companion.core.record import Part, PlayRecord, is_anonymous
from companion.stats.counts import (
    Course,
    GameCount,
    Openings,
    PairCount,
    Scores,
    Standout,
    key_of,
    packed,
    people,
    unpacked,
)


class Tally:
    """Counts plays in the order in which they began. Two that counted the same are equal."""

    VERSION = 2
    """Changes when what is counted does: a tally that was kept by an older version is no use."""

    def __init__(self, records: Iterable[PlayRecord] = ()) -> None:
        self.plays = 0
        self.since = ""
        """When the first of them began."""
        self.newest = ("", "")
        """When the newest play began, and its uid: only what comes behind it can be added."""
        self.courses: dict[str, Course] = {}
        self.games: dict[str, GameCount] = {}
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
        won = sum(part.won for part in parts)
        due = won / len(parts) if parts else 0.0
        scored = any(part.score for part in parts)  # or nobody told what anybody had
        known = tuple(part for part in parts if not is_anonymous(part.name))
        for part in known:
            _count_course(self.courses, part, due, record)
            _count_course(game.courses, part, due, record)
            if scored and part.score is not None:
                _count_score(game.scores, part.name, part.score, record.play)
        _count_pairs(game.meetings, known)
        way = score_direction(parts)
        game.high += way > 0
        game.low += way < 0
        first = [part for part in parts if part.first]
        if len(first) == 1 and len(parts) > 1:
            game.first.cases += 1
            game.first.wins += first[0].won
            game.first.due += due
            _count_openings(game.openings, str(len(parts)), known)
        if record.marks:
            _count_marks(game, record, due)

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
            "courses": packed(self.courses),
            "games": {key: game.to_json() for key, game in self.games.items()},
        }

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """The tally that `to_json` made that of. Raises ValueError for anything else."""
        tally = cls()
        try:
            if told["version"] != cls.VERSION:
                raise ValueError(f"a tally of version {told['version']}")
            tally.plays, tally.since = told["plays"], told["since"]
            started, uid = told["newest"]
            tally.newest = (started, uid)
            tally.courses = unpacked(Course, told["courses"])
            games = told["games"].items()
            tally.games = {key: GameCount.from_json(game) for key, game in games}
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            raise ValueError(f"no tally: {problem!r}") from None
        return tally


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


def _count_course(courses: dict[str, Course], part: Part, due: float, record: PlayRecord) -> None:
    course = courses.get(part.name)
    if course is None:
        course = courses[part.name] = Course()
    course.plays += 1
    course.due += due
    course.last, course.last_play = record.started, record.play
    if part.won:
        course.wins += 1
        course.streak += 1
        if course.streak > course.longest:
            course.longest = course.streak
    else:
        course.streak = 0


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
    """Count a play of which it is known who began it."""
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


def _count_pairs(meetings: dict[str, dict[str, PairCount]], parts: tuple[Part, ...]) -> None:
    for place, one in enumerate(parts):
        for other in parts[:place]:
            former, latter = (one, other) if one.name < other.name else (other, one)
            others = meetings.get(former.name)
            if others is None:
                others = meetings[former.name] = {}
            pair = others.get(latter.name)
            if pair is None:
                pair = others[latter.name] = PairCount()
            pair.plays += 1
            if former.won:
                if latter.won:
                    pair.both += 1
                else:
                    pair.former += 1
            elif latter.won:
                pair.latter += 1


def _count_marks(game: GameCount, record: PlayRecord, due: float) -> None:
    """Count what stood out: once a play, and once for each player whose doing it was."""
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
        if seat is not None and 0 <= seat < len(record.parts):
            known.cases += 1
            known.wins += record.parts[seat].won
            known.due += due


# What is asked of a tally: sums over games, every pair from the point of view of one


class HeadToHead(NamedTuple):
    """How one player fared where another one sat at the table too.

    `more` plays only the one has won, `less` only the other, `both` both, `neither` neither.
    """

    name: str
    plays: int
    more: int
    less: int
    both: int
    neither: int


class Best(NamedTuple):
    """The best that a player ever had in a game, and in which play first."""

    score: float
    play: str


def ranked(courses: Mapping[str, Course]) -> list[tuple[str, Course]]:
    """Everybody, the most wins first; of as many wins, whoever needed fewer plays for them."""
    return sorted(courses.items(), key=lambda it: (-it[1].wins, it[1].plays, it[0]))


def leaders(game: GameCount) -> list[str]:
    """Who has won a game most often; nobody where nobody ever has."""
    most = max((course.wins for course in game.courses.values()), default=0)
    return [name for name, course in ranked(game.courses) if most and course.wins == most]


def most_played(tally: Tally) -> list[GameCount]:
    """All games, those first that were played most."""
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


def head_to_head(games: Iterable[GameCount], one: str, other: str) -> HeadToHead:
    """How one player fared against another in some games."""
    plays, more, less, both = 0, 0, 0, 0
    for game in games:
        former, latter = sorted((one, other))
        pair = game.meetings.get(former, {}).get(latter, _NEVER)
        turned = (pair.former, pair.latter) if former == one else (pair.latter, pair.former)
        plays += pair.plays
        more += turned[0]
        less += turned[1]
        both += pair.both
    return HeadToHead(other, plays, more, less, both, plays - more - less - both)


def opponents(tally: Tally, name: str) -> list[HeadToHead]:
    """How a player fared against everybody who ever sat at the same table, most plays first."""
    games = list(tally.games.values())
    found = (head_to_head(games, name, other) for other in tally.courses if other != name)
    return sorted((one for one in found if one.plays), key=lambda one: (-one.plays, one.name))


_NEVER = PairCount()

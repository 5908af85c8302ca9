"""What is asked of a tally: sums over games, and every pair from the point of view of one."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.stats.counts import Course, GameCount, Meetings, Scores
from companion.stats.tally import Tally


class Against(NamedTuple):
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


def usual(lengths: Mapping[int, int]) -> int | None:
    """How many minutes a play takes: half of them took no longer. None where no length is known.

    An average would follow the one play that lay open until the next morning.
    """
    half = (sum(lengths.values()) + 1) // 2
    for minutes in sorted(lengths):
        half -= lengths[minutes]
        if half <= 0:
            return minutes
    return None


def meeting(games: Iterable[GameCount], one: str, other: str) -> Against:
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
    return Against(other, plays, more, less, both, plays - more - less - both)


def against_all(tally: Tally, name: str) -> list[Against]:
    """How a player fared against everybody who ever sat at the same table, most plays first."""
    games = list(tally.games.values())
    found = (meeting(games, name, other) for other in tally.courses if other != name)
    return sorted((one for one in found if one.plays), key=lambda one: (-one.plays, one.name))


_NEVER = Meetings()

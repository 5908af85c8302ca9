"""Which players met in plays: as opponents, and on one side. Pure values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from companion.core.record import PlayRecord, is_anonymous
from companion.stats.counts import Packed, key_of, packed, people


class PairCount(Packed):
    """The plays of two players together, by which of them won.

    `former` is whose name comes first in the order of the alphabet. `plays` are those in which they
    were opponents; `mates` those in which they were of one team, `mates_won` how many of these they
    have won. Plays that are `undecided` count in none of the others.
    """

    plays = 0
    former = 0
    latter = 0
    both = 0
    mates = 0
    mates_won = 0
    undecided = 0


class HeadToHead(NamedTuple):
    """How one player fared where another one sat at the table too, and not on the same side.

    `more` plays only the one has won, `less` only the other, `both` both, `neither` neither.
    """

    name: str
    plays: int
    more: int
    less: int
    both: int
    neither: int


class Partner(NamedTuple):
    """Somebody who was in one team with a player: in how many plays, and how many they won."""

    name: str
    plays: int
    wins: int


class Meetings:
    """All pairs of players who ever met; can be stored, and extended by the next play.

    Cooperative plays are not meetings: everybody is on one side. What was kept of a pair is
    unpacked when somebody asks for it: there are thousands.
    """

    def __init__(self) -> None:
        self._pairs: dict[str, dict[str, PairCount]] = {}
        self._kept: Mapping[str, Mapping[str, Sequence[Any]]] = {}

    def add(self, record: PlayRecord) -> None:
        """Count one more play."""
        if record.coop:
            return
        is_decided = record.is_decided
        players = sorted(
            (part.name, part.won, part.team.strip().casefold())
            for part in people(record.parts)
            if not is_anonymous(part.name)
        )
        for place, (latter, latter_won, other_side) in enumerate(players):
            for former, former_won, side in players[:place]:
                pair = self._pair(former, latter)
                if pair is None:
                    pair = self._pairs.setdefault(former, {})[latter] = PairCount()
                if not is_decided:
                    pair.undecided += 1
                    continue
                if side and side == other_side:
                    pair.mates += 1
                    pair.mates_won += former_won
                    continue
                pair.plays += 1
                if former_won:
                    if latter_won:
                        pair.both += 1
                    else:
                        pair.former += 1
                elif latter_won:
                    pair.latter += 1

    def _pair(self, former: str, latter: str) -> PairCount | None:
        """The counter of two players, in the order of the alphabet."""
        found = self._pairs.get(former, _NOBODY).get(latter)
        if found is None:
            kept = self._kept.get(former, _NOBODY).get(latter)
            if kept is not None:
                found = self._pairs.setdefault(former, {})[latter] = PairCount(kept)
        return found

    def between(self, one: str, other: str) -> HeadToHead:
        """How one player fared against another."""
        former, latter = sorted((one, other))
        pair = self._pair(former, latter) or _NEVER
        more, less = (pair.former, pair.latter) if former == one else (pair.latter, pair.former)
        neither = pair.plays - more - less - pair.both
        return HeadToHead(other, pair.plays, more, less, pair.both, neither)

    def side_by_side(self, one: str, other: str) -> Partner:
        """How two players fared in one team."""
        former, latter = sorted((one, other))
        pair = self._pair(former, latter) or _NEVER
        return Partner(other, pair.mates, pair.mates_won)

    def undecided(self, one: str, other: str) -> int:
        """How many undecided plays two players sat in."""
        former, latter = sorted((one, other))
        return (self._pair(former, latter) or _NEVER).undecided

    def opponents(self, name: str) -> list[HeadToHead]:
        """How a player fared against everybody who was ever against them, most plays first."""
        found = (self.between(name, other) for other in self._met(name))
        return sorted((one for one in found if one.plays), key=lambda one: (-one.plays, one.name))

    def partners(self, name: str) -> list[Partner]:
        """Everybody who was ever in one team with a player, most plays first."""
        found = (self.side_by_side(name, other) for other in self._met(name))
        return sorted((one for one in found if one.plays), key=lambda one: (-one.plays, one.name))

    def _met(self, name: str) -> Iterable[str]:
        sources = (self._pairs, self._kept)
        found = {former for pairs in sources for former, others in pairs.items() if name in others}
        return found.union(*(pairs.get(name, ()) for pairs in sources))

    def to_json(self) -> dict[str, Any]:
        """The counters as JSON primitives."""
        names = {**self._kept, **self._pairs}
        return {
            name: {**self._kept.get(name, {}), **packed(self._pairs.get(name, {}))}
            for name in names
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The meetings from what `to_json` returned. Raises ValueError for anything else."""
        if type(data) is not dict or not all(type(others) is dict for others in data.values()):
            raise ValueError("no meetings")
        meetings = cls()
        meetings._kept = data
        return meetings


class MeetingsByGame:
    """The meetings in each game by itself (see `key_of`)."""

    def __init__(self) -> None:
        self._games: dict[str, Meetings] = {}

    def add(self, record: PlayRecord) -> None:
        """Count one more play."""
        self._games.setdefault(key_of(record), Meetings()).add(record)

    def of(self, key: str) -> Meetings:
        """The meetings in a game."""
        return self._games.get(key) or Meetings()

    def to_json(self) -> dict[str, Any]:
        """The counters as JSON primitives."""
        return {key: meetings.to_json() for key, meetings in self._games.items()}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The meetings from what `to_json` returned. Raises ValueError for anything else."""
        made = cls()
        if not isinstance(data, dict):
            raise ValueError("no meetings")
        made._games = {key: Meetings.from_json(meetings) for key, meetings in data.items()}
        return made


_NEVER = PairCount()
_NOBODY: Mapping[str, Any] = {}

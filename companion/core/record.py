"""The record of a play: who played what and when, how it ended, and its highlights.

Histories, statistics and exchanges with other programs are made of these. A record is made from the
log of a play that was followed here, or from another program's.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

UTC_TIME = "%Y-%m-%dT%H:%M:%SZ"
"""The format of times: UTC, to the second."""

ANONYMOUS = "Anonymous player"
"""The name of an unknown player; a second one in a play is `… 2`."""


def is_anonymous(name: str) -> bool:
    """Whether a name stands for a player of unknown name."""
    head, _, tail = name.rpartition(" ")
    return name == ANONYMOUS or (head == ANONYMOUS and tail.isdecimal())


class Part(NamedTuple):
    """A player's part in a play: the final score, if known, and whether they won.

    `first` says whether they began; None if that is unknown. Only another program or a score sheet
    can have decimals in scores. `team` names their side, and `role` what they were in it, if known;
    all members of a team have the team's points.
    """

    name: str
    score: int | float | None = None
    won: bool = False
    first: bool | None = None
    team: str = ""
    role: str = ""


UNCOUNTED = "uncounted"
"""The kind of a mark by which a play is left out of statistics, whoever has won."""


BOARD, EXPANSION, SCORING = "board", "expansion", "scoring"
"""Kinds of marks for what other programs know about a play: board, expansions, scoring."""


class Mark(NamedTuple):
    """A highlight of a play: an icon that was tagged, a rule that was in play.

    `kind` is `icon` or `rule`, `id` the game's name for it, `title` people's. `seat` is the place
    in `PlayRecord.parts` of the player who did it; None for nobody. Other kinds are what other
    programs know besides; `UNCOUNTED` leaves a play out of statistics.
    """

    kind: str
    id: str
    title: str = ""
    seat: int | None = None


class Growth(NamedTuple):
    """How much of a box its players had made at some time: numbers of cards by their names."""

    at: str
    counts: Mapping[str, int]


class PlayRecord(NamedTuple):
    """One play. `status` is `finished`, `live` or `abandoned`, as of the play itself.

    `uid` is a UUID, the same on every device that knows the play. `play` is its id in the group
    (`bwd-12`), `game` the id of a game that the companion plays, or empty for another one, which
    has only `title` and perhaps `bgg_id`. `called` names the game of a box with several, otherwise
    it is the title. Times are UTC (`UTC_TIME`); for a live play, `ended` is the time of its newest
    entry. `minutes` is the duration, `rounds` their number, None if unknown. `source` is empty for
    plays followed here, or names the program that it comes from. `coop` says that all played
    together, against the game, `lowest` that the fewest points win. If anybody was renamed after
    `ended`, `since` has the time for each part at which it got its name; `renames` is the group's
    count of renames when each name was entered (0 for all if empty).
    """

    uid: str
    play: str
    game: str
    title: str
    called: str
    started: str
    ended: str
    minutes: int | None
    rounds: int | None
    parts: tuple[Part, ...]
    marks: tuple[Mark, ...] = ()
    bgg_id: int | None = None
    source: str = ""
    place: str = ""
    comment: str = ""
    status: str = "finished"
    coop: bool = False
    lowest: bool = False
    since: tuple[str, ...] = ()
    renames: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won."""
        return tuple(part.name for part in self.parts if part.won)

    @property
    def is_decided(self) -> bool:
        """Whether the play counts for those in it: somebody has won, or all played together."""
        decided = self.coop or any(part.won for part in self.parts)
        return decided and not any(mark.kind == UNCOUNTED for mark in self.marks)

    def packed(self) -> list[Any]:
        """The record as a JSON list, without names of keys: short, and quick to read."""
        head, tail = self[:_PARTS], self[_PARTS + 2 :]
        return [*head, [list(part) for part in self.parts], [list(it) for it in self.marks], *tail]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Self:
        """Return the record of such a list. Raises ValueError or TypeError for anything else."""
        head, parts, marks = packed[:_PARTS], packed[_PARTS], packed[_PARTS + 1]
        players, remembered = tuple(map(Part._make, parts)), tuple(map(Mark._make, marks))
        *tail, since, renames = packed[_PARTS + 2 :]
        return cls._make((*head, players, remembered, *tail, tuple(since), tuple(renames)))


_PARTS = PlayRecord._fields.index("parts")

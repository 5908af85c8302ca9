"""A play as it is remembered: who played what and when, how it ended, and what stood out in it.

Histories, statistics and exchanges with other programs are made of these. One is made of the log of
a play that was followed here, or of what another program recorded of one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

UTC_TIME = "%Y-%m-%dT%H:%M:%SZ"
"""How times are written here: UTC, to the second."""

ANONYMOUS = "Anonymous player"
"""What a player of unknown name is called; a second one in a play is `… 2`."""


def is_anonymous(name: str) -> bool:
    """Whether a name stands for a player of unknown name."""
    head, _, tail = name.rpartition(" ")
    return name == ANONYMOUS or (head == ANONYMOUS and tail.isdecimal())


class Part(NamedTuple):
    """A player's part in a play: what they had in the end, where it is known, and whether they won.

    `first` says whether they began; None if that is unknown. A score may have decimals only
    from another program, or a score sheet. `team` names the side that they were on, and
    `role` what they were in it, if that is known; all of a team have the team's points.
    """

    name: str
    score: int | float | None = None
    won: bool = False
    first: bool | None = None
    team: str = ""
    role: str = ""


UNCOUNTED = "uncounted"
"""The kind of a mark by which a play counts for nobody, whoever has won."""


BOARD, EXPANSION, SCORING = "board", "expansion", "scoring"
"""Kinds of marks of what other programs know of a play: the board and the expansions that were in
it, and how it was scored there."""


class Mark(NamedTuple):
    """Something that stood out in a play: an icon that was tagged, a rule that was in play.

    `kind` is `icon` or `rule`, `id` what the game calls it, `title` what people do. `seat` is the
    place in `PlayRecord.parts` of whose doing it was; None where it was nobody's. Other kinds are
    what other programs know besides; `UNCOUNTED` says that a play is to count for nobody.
    """

    kind: str
    id: str
    title: str = ""
    seat: int | None = None


class Growth(NamedTuple):
    """How much of a box was made by its players at some time: cards by what they are called."""

    at: str
    counts: Mapping[str, int]


class PlayRecord(NamedTuple):
    """One play. `status` is `finished`, `live` or `abandoned`, as of the play itself.

    `uid` is a UUID, the same on every device that knows the play. `play` is its id in the group
    (`bwd-12`), `game` the id of a game that the companion plays, or empty for another one, of
    which there are only `title` and perhaps `bgg_id`. `called` says which game it was of a box with
    several, else it is the title. Times are UTC (`UTC_TIME`); of a play that goes on, `ended` is
    when its newest entry was made. `minutes` is how long was played, `rounds` how many, None where
    that is not known. `source` is empty for plays followed here, or names the program that it
    comes from. `coop` says that all played together, against the game, `lowest` that the fewest
    points win.
    `since` says of each part, if anybody got another name after `ended`, when it got its own;
    `renames` how many renames of players the group had seen when each name was entered (0 for all
    where it is empty).
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
        """The record of such a list. Raises ValueError or TypeError for what is none."""
        head, parts, marks = packed[:_PARTS], packed[_PARTS], packed[_PARTS + 1]
        players, remembered = tuple(map(Part._make, parts)), tuple(map(Mark._make, marks))
        *tail, since, renames = packed[_PARTS + 2 :]
        return cls._make((*head, players, remembered, *tail, tuple(since), tuple(renames)))


_PARTS = PlayRecord._fields.index("parts")

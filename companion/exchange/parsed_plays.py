"""What was read from a file of any kind: plays under the names in it, and what was not read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded
from companion.core.record import PlayRecord, is_anonymous
from companion.exchange.limits import plain_name

MOST_VALUES = 100
"""So many different values are named; of more, how many."""
MOST_PLACES = 20
"""So many places are named of each."""
_MOST_COLUMNS = 10_000
"""A file that has more has them so that they fill the memory."""
_LONGEST = 60


class NotUnderstood(NamedTuple):
    """A value that says nothing to us: in which column, how often, and where at first.

    `places` are lines of a sheet, or numbers of plays in a file of other kinds.
    """

    column: str
    value: str
    times: int
    places: Sequence[int]


class Unread(NamedTuple):
    """All that was not read: whole columns, lines of a sheet with what they say, and values; of
    `more` values and `more_lines` only the number is known.

    `place` is what the numbers of places count: lines or plays. Of points that are an unfinished
    sum, as `70+`, `unfinished` says how many there are, and `begun` the first one and its place:
    they count as far as they go. `bad` lines say why their plays were left out.
    `noun` is what the columns are: of JSON, keys.
    """

    columns: Sequence[str] = ()
    values: Sequence[NotUnderstood] = ()
    more: int = 0
    place: str = "line"
    lines: Sequence[tuple[int, str]] = ()
    more_lines: int = 0
    unfinished: int = 0
    begun: tuple[str, int] = ("", 0)
    bad: Sequence[tuple[int, str]] = ()
    more_bad: int = 0
    noun: str = "column"


class Oddities:
    """Collects what was not understood while a file is read, however much of it there is."""

    def __init__(self, place: str = "line", noun: str = "column") -> None:
        self._place = place
        self._noun = noun
        self._columns: dict[str, None] = {}
        self._values: dict[tuple[str, str], list[int]] = {}
        self._times: dict[tuple[str, str], int] = {}
        self._last: dict[tuple[str, str], int] = {}
        self._more = 0
        self._lines: list[tuple[int, str]] = []
        self._more_lines = 0
        self._bad: list[tuple[int, str]] = []
        self._more_bad = 0
        self.scores = 0
        """How many of the values are points of somebody."""
        self._unfinished = 0
        self._begun = ("", 0)

    def column(self, name: str) -> None:
        """Note a column that is not read."""
        if len(self._columns) < _MOST_COLUMNS:
            self._columns[name] = None

    def line(self, number: int, text: str) -> None:
        """Note a line of a sheet that is of no play, and what it says."""
        if len(self._lines) < MOST_VALUES:
            self._lines.append((number, text[:_LONGEST]))
        else:
            self._more_lines += 1

    def bad(self, number: int, why: str) -> None:
        """Note a line that makes no sense, for which its play is left out."""
        if len(self._bad) < MOST_VALUES:
            self._bad.append((number, why))
        else:
            self._more_bad += 1

    def value(self, column: str, value: object, place: int) -> None:
        """Note a value that is not understood, and where it stands."""
        key = column, str(value)[:_LONGEST]
        if key not in self._values:
            if len(self._values) >= MOST_VALUES:
                self._more += 1
                return
            self._values[key] = []
            self._times[key] = 0
        if self._last.get(key) == place:  # the same cell, looked at for another player
            return
        self._last[key] = place
        self._times[key] += 1
        if len(self._values[key]) < MOST_PLACES:
            self._values[key].append(place)

    def score(self, column: str, value: object, place: int) -> None:
        """Note points that are none."""
        self.scores += 1
        self.value(column, value, place)

    def unfinished(self, value: str, place: int) -> None:
        """Note points that are a sum without its end."""
        if not self._unfinished:
            self._begun = value[:_LONGEST], place
        self._unfinished += 1

    def unread(self) -> Unread:
        """All that was noted."""
        values = tuple(
            NotUnderstood(*key, self._times[key], tuple(places))
            for key, places in self._values.items()
        )
        return Unread(
            tuple(self._columns),
            values,
            self._more,
            self._place,
            tuple(self._lines),
            self._more_lines,
            self._unfinished,
            self._begun,
            tuple(self._bad),
            self._more_bad,
            self._noun,
        )


# What was read from a file


OWN_SOURCE = "companion"
"""What plays of another group's companion are known by here."""
BG_STATS = "BG Stats"
BGG = "BoardGameGeek"


class KnownGame(NamedTuple):
    """A game that the companion plays, as other programs may name it."""

    id: str
    title: str
    bgg_id: int | None = None


class ReadAs(NamedTuple):
    """How a sheet of somebody's own was read, where it might have been read otherwise.

    `columns` says by our names what columns are called there; `players` are those that are a player
    each. `dates` is the order of day, month and year (`dmy`), `example` a date and the day that it
    is; `decimal` was chosen by the user, and `encoding` is that of a file that is not in UTF-8.
    `headings` are names of players by what else the file calls them.
    """

    columns: Mapping[str, str] = {}
    players: Sequence[str] = ()
    dates: str = ""
    example: tuple[str, str] | None = None
    decimal: str = ""
    encoding: str = ""
    headings: Mapping[str, str] = {}


class ParsedPlays(NamedTuple):
    """The plays of a file.

    `records` have the names that stand in the file, of which each is one person: `people` are
    these, by name, with the id that the program has for them (empty where it has none). Who is
    anonymous is not among them. `ours` are ids of plays that the file says began as plays of a
    companion, by the uid that they have in it. `left_out` counts plays by the reason why they were
    not taken, `unread` the scores that are no numbers. The plays were `followed` where another
    companion wrote the file. `odd` is all that was not read, `read_as` how the rest was, and
    `remarks` are sentences about it. `gone` says why plays are gone there, by uid. `numbers` are
    the places of plays in the file, with their uids, where messages name plays by them.
    """

    source: str
    records: tuple[PlayRecord, ...]
    people: Mapping[str, str]
    left_out: Mapping[str, int]
    unread: int = 0
    ours: Mapping[str, str] = {}
    followed: bool = False
    odd: Unread = Unread()
    read_as: ReadAs = ReadAs()
    remarks: Sequence[str] = ()
    gone: Mapping[str, str] = {}
    numbers: Mapping[int, str] = {}


def game_meant(
    names: Iterable[object], bgg_id: int | None, games: Sequence[KnownGame]
) -> KnownGame | None:
    """The game of these names, or of that number at BoardGameGeek: one that is known here, or one
    of which there is a name."""
    for game in games:
        if bgg_id is not None and bgg_id == game.bgg_id:
            return game
    titles = [title for title in map(plain_name, names) if title]
    for game in games:
        if folded(game.title) in map(folded, titles):
            return game
    return KnownGame("", titles[0], bgg_id) if titles else None


def people_in(records: Iterable[PlayRecord]) -> dict[str, str]:
    """Everybody in some plays by name, without ids: of files in which names are all there is.

    Names that differ only in case are one person, called as in the first play.
    """
    names: dict[str, str] = {}
    for record in records:
        for part in record.parts:
            if not is_anonymous(part.name):
                names.setdefault(folded(part.name), part.name)
    return dict.fromkeys(names.values(), "")


def without_repeats(
    records: Sequence[PlayRecord], left_out: dict[str, int]
) -> tuple[PlayRecord, ...]:
    """The plays of a file, each once; those that come again are counted as left out."""
    found: dict[str, PlayRecord] = {}
    for record in records:
        if found.setdefault(record.uid, record) is not record:
            count_left_out(left_out, "twice in the file")
    return tuple(found.values())


def count_left_out(left_out: dict[str, int], why: str) -> None:
    """Note that one more play was left out; `why` goes on after “3 plays”, or “1 play”."""
    left_out[why] = left_out.get(why, 0) + 1

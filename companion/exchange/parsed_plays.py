"""The result of reading a file of any kind: its plays with its names, and what was not read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded
from companion.core.record import PlayRecord, is_anonymous
from companion.exchange.limits import plain_name

MOST_VALUES = 100
"""The most different values that are listed; of more, only how many."""
MOST_PLACES = 20
"""The most places that are listed for each."""
_MOST_COLUMNS = 10_000
"""A file that has more tries to fill the memory."""
_LONGEST = 60


class NotUnderstood(NamedTuple):
    """A value that was not understood: its column, how often it appears, and where first.

    `places` are lines of a sheet, or numbers of plays in a file of other kinds.
    """

    column: str
    value: str
    times: int
    places: Sequence[int]


class Unread(NamedTuple):
    """All that was not read: whole columns, lines of a sheet with their texts, and values.

    Of `more` values and `more_lines` only the number is known. `place` is what the numbers of
    places count: lines or plays. `unfinished` is the number of scores that are unfinished sums,
    such as `70+`, and `begun` the first one and its place: they count as far as they go. `bad`
    lines say why their plays were left out. `noun` is what the columns are: in JSON, keys.
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
    """Collects what was not understood while a file is read, in limited memory."""

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
        """Note a line of a sheet that belongs to no play, and its text."""
        if len(self._lines) < MOST_VALUES:
            self._lines.append((number, text[:_LONGEST]))
        else:
            self._more_lines += 1

    def bad(self, number: int, why: str) -> None:
        """Note an invalid line for which its play is left out."""
        if len(self._bad) < MOST_VALUES:
            self._bad.append((number, why))
        else:
            self._more_bad += 1

    def value(self, column: str, value: object, place: int) -> None:
        """Note a value that is not understood, and its place."""
        key = column, str(value)[:_LONGEST]
        if key not in self._values:
            if len(self._values) >= MOST_VALUES:
                self._more += 1
                return
            self._values[key] = []
            self._times[key] = 0
        if self._last.get(key) == place:  # the same cell, seen again for another player
            return
        self._last[key] = place
        self._times[key] += 1
        if len(self._values[key]) < MOST_PLACES:
            self._values[key].append(place)

    def score(self, column: str, value: object, place: int) -> None:
        """Note an invalid score."""
        self.scores += 1
        self.value(column, value, place)

    def unfinished(self, value: str, place: int) -> None:
        """Note a score that is an unfinished sum."""
        if not self._unfinished:
            self._begun = value[:_LONGEST], place
        self._unfinished += 1

    def unread(self) -> Unread:
        """Return all that was noted."""
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


# The plays of a file


OWN_SOURCE = "companion"
"""The source of plays that come from another group's companion."""
BG_STATS = "BG Stats"
BGG = "BoardGameGeek"


class KnownGame(NamedTuple):
    """A game that the companion plays, as other programs may name it."""

    id: str
    title: str
    bgg_id: int | None = None


class ReadAs(NamedTuple):
    """How a user's sheet was read where it is ambiguous.

    `columns` gives the sheet's names of columns by ours; `players` are those of single players.
    `dates` is the order of day, month and year (`dmy`), `example` a date and the day that it means;
    `decimal` was chosen by the user, and `encoding` is that of a file that is not in UTF-8.
    `headings` are names of players by the file's other names for them.
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

    `records` have the file's names, each of which is one person: `people` are these, by name, with
    the id that the program has for them (empty if none). Anonymous players are not among them.
    `ours` are ids of plays that the file says began as plays of a companion, by their uid in it.
    `left_out` counts plays by the reason why they were left out, `unread` the scores that are not
    numbers. The plays were `followed` if another companion wrote the file. `odd` is all that was
    not read, `read_as` how the rest was read, and `remarks` are sentences about it. `gone` says why
    plays are missing there, by uid. `numbers` are the places of plays in the file, by uid, if
    messages refer to plays by them.
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


def match_game(
    names: Iterable[object], bgg_id: int | None, games: Sequence[KnownGame]
) -> KnownGame | None:
    """Return the game with one of these names, or that number at BoardGameGeek.

    One that is known here, or any that has a name.
    """
    for game in games:
        if bgg_id is not None and bgg_id == game.bgg_id:
            return game
    titles = [title for title in map(plain_name, names) if title]
    for game in games:
        if folded(game.title) in map(folded, titles):
            return game
    return KnownGame("", titles[0], bgg_id) if titles else None


def people_in(records: Iterable[PlayRecord]) -> dict[str, str]:
    """Return everyone in some plays by name, without ids: for files that have only names.

    Names that differ only in case are one person, spelled as in the first play.
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
    """Return the plays of a file, each once; repeated ones are counted as left out."""
    found: dict[str, PlayRecord] = {}
    for record in records:
        if found.setdefault(record.uid, record) is not record:
            count_left_out(left_out, "twice in the file")
    return tuple(found.values())


def count_left_out(left_out: dict[str, int], why: str) -> None:
    """Count one more play that was left out; `why` follows “3 plays”, or “1 play”."""
    left_out[why] = left_out.get(why, 0) + 1

"""What a file told, whatever its kind: plays under the names that stand in it, and what was odd."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded
from companion.core.record import PlayRecord, is_anonymous
from companion.exchange.oddities import Unread

OWN_SOURCE = "companion"
"""What plays of another group's companion are known by here."""
BG_STATS = "BG Stats"


class KnownGame(NamedTuple):
    """A game that the companion plays, as other programs may name it."""

    id: str
    title: str
    bgg_id: int | None = None


class ReadAs(NamedTuple):
    """How a sheet of somebody's own was read, where it might have been read otherwise.

    `columns` says by our names what columns are called there; `players` are those that are a player
    each. `dates` is the order of day, month and year (`dmy`), `example` a date and the day that it
    is; `decimal` was said, and `encoding` is that of a file that is not in UTF-8.
    """

    columns: Mapping[str, str] = {}
    players: Sequence[str] = ()
    dates: str = ""
    example: tuple[str, str] | None = None
    decimal: str = ""
    encoding: str = ""


class Coming(NamedTuple):
    """What a file told.

    `records` have the names that stand in the file, of which each is one person: `people` are
    these, by name, with the id that the program has for them (empty where it has none). Who is
    anonymous is not among them. `ours` are ids of plays that the file says began as plays of a
    companion, by the uid that they have in it. `left_out` counts plays by the reason why they were
    not taken, `unread` the scores that are no numbers. The plays were
    `followed` where another companion wrote the file. `odd` is all that was not read, `read_as` how
    the rest was.
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


def once(records: Sequence[PlayRecord], left_out: dict[str, int]) -> tuple[PlayRecord, ...]:
    """The plays of a file, each once; those that come again are counted as left out."""
    found: dict[str, PlayRecord] = {}
    for record in records:
        if found.setdefault(record.uid, record) is not record:
            count_out(left_out, "twice in the file")
    return tuple(found.values())


def count_out(left_out: dict[str, int], why: str) -> None:
    """Note that one more play was left out; `why` goes on after “3 plays”, or “1 play”."""
    left_out[why] = left_out.get(why, 0) + 1

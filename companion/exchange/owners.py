"""Find the players' columns of a wide sheet: `Ana`, or `Ana Score` and `Ana Win`.

A column of numbers may be anything. One whose name cannot be a player's is left out; if the names
share words such as `Score`, only these columns are players'. Ambiguous columns are refused, with
the options that decide.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded, listed, short
from companion.errors import Refused
from companion.exchange.vocabulary import (
    BARE_COUNTS,
    BARE_LISTS,
    FIELDS,
    NOT_NAMES,
    bare,
    plain_word,
)

_OWNED = {"player": "score", "score": "score", "won": "won", "rank": "rank", "first": "first"}
"""Words beside a name, and the column of that player which they mean."""
_TOKEN = re.compile(r"[^\s_:()\[\]–—-]+")
_AROUND = " \t_:()[]–—-.,"
_HUMP = re.compile(r"(?<=[^\W\d_])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])")
_POSSESSIVE = re.compile(r"['’]s$")
_LONGEST = 3
"""Words that may begin the name of a column: `puntuación final`."""


class Column(NamedTuple):
    """A column that is not one of ours: its place and name, counts of numeric and other cells, and
    whether all of them say yes or no.
    """

    at: int
    name: str
    numbers: int
    others: int
    flags: bool


def derived(at: int, rows: Sequence[Mapping[int, float]]) -> bool:
    """Return whether the numbers of a column follow from those beside them, in each of several
    rows.

    That is: their sum, difference or average.
    """
    mine = [row[at] for row in rows if at in row]
    if len(mine) < _ROWS or len(set(mine)) < _ROWS:
        return False
    others = [[value for place, value in row.items() if place != at] for row in rows if at in row]
    if not all(len(one) > 1 for one in others):
        return False
    ways = [
        [sum(one) for one in others],
        [max(one) - min(one) for one in others],
        [one[0] - one[1] for one in others],
        [sum(one) / len(one) for one in others],
    ]
    return any(all(abs(a - b) < _NEAR for a, b in zip(mine, way, strict=True)) for way in ways)


_ROWS, _NEAR = 3, 0.06
"""How many rows need numbers of their own, and how near derived numbers must be (rounding)."""


class Owned(NamedTuple):
    """A player of a wide sheet, and their columns by our names: `score`, perhaps `won`."""

    name: str
    columns: Mapping[str, int]


def owned_columns(
    columns: Sequence[Column],
    together: Collection[frozenset[int]],
    chosen: Collection[str],
    listed_names: Collection[str],
    rows: Sequence[Mapping[int, float]],
    file: str,
) -> list[Owned]:
    """Return the players of a wide sheet; empty if nobody has a column.

    `together` are the columns with a value in one row, for every row; `chosen` are the folded names
    of columns that the user assigned to players, `listed_names` the players that another column
    lists, `rows` the numbers of each row by column. Raises Refused if the owner of a column is not
    clear.
    """
    mine = {one.at: owner_of(one.name) for one in columns if folded(one.name) not in chosen}
    by_name: dict[str, Owned] = {}
    for one in columns:
        name, field = mine.get(one.at) or ("", "")
        if name and (one.numbers >= one.others or (field != "score" and one.flags)):
            before = by_name.get(folded(name), Owned(name, {}))
            by_name[folded(name)] = Owned(before.name, {field: one.at, **before.columns})
    taken = {at for who in by_name.values() for at in who.columns.values()}
    plain = [one for one in columns if one.at not in taken and _may_be_player(one, chosen)]
    if len(by_name) > 1:
        more = [one for one in plain if folded(one.name) not in chosen]
        if more:
            names = {one.at: one.name for one in columns}
            known = [names[columns_of(one)] for one in by_name.values()]
            raise unclear([one.name for one in more], known, file)
        return [*by_name.values(), *(Owned(one.name, {"score": one.at}) for one in plain)]
    if by_name and not chosen:
        (alone,) = by_name.values()
        heading = next(one.name for one in columns if one.at in alone.columns.values())
        raise Refused(
            f"It is not clear whether the column {short(heading)} of {file} is a player's.",
            f'`--map "{heading}={alone.name}"` if so, `--ignore "{heading}"` if not.',
        )
    if listed_names:
        plain = [one for one in plain if folded(one.name) in {*listed_names, *chosen}]
    else:
        plain = _beside_others(plain, together, chosen)
        places = {one.at for one in plain}
        kept = [{at: value for at, value in row.items() if at in places} for row in rows]
        plain = [one for one in plain if folded(one.name) in chosen or not derived(one.at, kept)]
    return [Owned(one.name, {"score": one.at}) for one in plain] or [
        Owned(one.name, {"score": one.at})
        for one in columns
        if one.flags and not listed_names and not is_no_player(one.name)
    ]


def columns_of(owned: Owned) -> int:
    """Return the place of a player's first column."""
    return min(owned.columns.values())


def owner_of(heading: str) -> tuple[str, str] | None:
    """Return the owner and the meaning of a column by its name: `Ana Score` is Ana's `score`.

    None for a name without an owner.
    """
    if bare(heading) in BARE_COUNTS | BARE_LISTS:
        return None
    text = heading.strip()
    if not _AROUND_IN.search(text):  # `AnaScore`, or `ana.score` as data frames have it
        text = _HUMP.sub(" ", text.replace(".", " "))
    tokens = list(_TOKEN.finditer(text))
    for size in range(min(_LONGEST, len(tokens) - 1), 0, -1):
        start, end = tokens[-size].start(), tokens[size - 1].end()
        for word, rest in ((text[start:], text[:start]), (text[:end], text[end:])):
            field = _OWNED.get(FIELDS.get(bare(word.strip(_AROUND)), ("", 0))[0])
            name = _POSSESSIVE.sub("", rest.strip(_AROUND)).strip(_AROUND)
            if field and name and not is_no_player(name) and not _has_no_name(name):
                return name, field
    return None


_AROUND_IN = re.compile(r"[\s_:()\[\]–—-]")


def is_no_player(heading: str) -> bool:
    """Whether no player could have this name: `Average`, `Game length`, `gameRefId`."""
    if bare(heading) in BARE_LISTS or bare(heading) in BARE_COUNTS:
        return True
    words = [bare(token) for token in _TOKEN.findall(_HUMP.sub(" ", heading))]
    return len(words) > 1 and any(
        # The points of a side may be headed `Team Red`.
        FIELDS.get(word, ("team",))[0] != "team" or word in BARE_COUNTS or word in _NO_WORDS
        for word in words
    )


_NO_WORDS = frozenset({"id", "ids", "ref", "bgg", "diff", "year", "number", "count", "rating"})


def _has_no_name(text: str) -> bool:
    """Whether no word of a text could be somebody's name."""
    words = plain_word(text).split()
    return all(word in NOT_NAMES or word.isdigit() or bare(word) in FIELDS for word in words)


def _may_be_player(one: Column, chosen: Collection[str]) -> bool:
    if folded(one.name) in chosen:
        return True
    return one.numbers > 0 and one.numbers >= one.others and not is_no_player(one.name)


def _beside_others(
    plain: Sequence[Column], together: Collection[frozenset[int]], chosen: Collection[str]
) -> list[Column]:
    """Return the columns with points in a row where another one has some, if any two have."""
    places = {one.at for one in plain}
    rows = [row & places for row in together]
    beside = {at for row in rows if len(row) > 1 for at in row}
    return [one for one in plain if one.at in beside or not beside or folded(one.name) in chosen]


def unclear(more: Sequence[str], known: Sequence[str], file: str) -> Refused:
    """Return the refusal of columns that may or may not be players'."""
    are, whose = ("is", "a player's") if len(more) == 1 else ("are", "players'")
    column = "column" if len(more) == 1 else "columns"
    ignored = " ".join(f'--ignore "{name}"' for name in more)
    mapped = " ".join(f'--map "{name}={name}"' for name in more)
    return Refused(
        f"The players of {file} seem to have the columns {listed([*map(short, known)])}; it is not "
        f"clear whether the {column} {listed([*map(short, more)])} {are} {whose}, too.",
        f"`{ignored}` if not, `{mapped}` if so. Nothing was imported.",
    )

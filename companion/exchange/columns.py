"""Recognize the columns of a sheet, and whether players are rows or columns.

A sheet is long (a row for every player), wide (a row for every play, a column for every player with
the points), or numbered (`Player 1`, `Score 1`, `Player 2` …). All are turned into rows of one
player each.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded
from companion.errors import Invalid
from companion.exchange.numbers import flag, whole
from companion.exchange.owners import Column, Owned, owned_columns
from companion.exchange.sheet import Row, Sheet
from companion.exchange.vocabulary import (
    BARE_LISTS,
    BARE_NAMES,
    BARE_SUMS,
    FIELDS,
    bare,
    plain_word,
)

DATES = ("ended", "date", "started")
"""Columns that may hold the date of a play, the preferred one first."""

_NUMBERED = re.compile(r"(.*?[^\W\d_])[\s_.-]*#?(\d{1,2})")
_NUMBERED_AMID = re.compile(r"([^\W\d_]+)[\s_.-]*#?(\d{1,2})[\s_.:'’-]+(?:s )?(.*[^\W\d_])")
_DURATION = re.compile(
    r"(?:(\d{1,3})\s?(?:h|hrs?|hours?|std\.?|stunden?|:)\s?)?"
    r"(?:(\d{1,4})\s?(?::\d{2}|m|min|mins|minutes?|minuten?|')?\.?)?"
)
BETWEEN = re.compile(r"\s*(?:[,;/&+]|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b|\boch\b|、|と)\s*")
"""What separates names in one cell."""
_WITH_POINTS = re.compile(r"(.*?\S)\s*[:=(]\s*([-−+]?\d[\d ']*)\)?")
_SPACED = re.compile(r"\s*([^\d\s].*?)\s*[:=(\s]\s*([-−+]?\d+)\)?\s*")
_RANK = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th|er|re|e|º|ª|°|位)?")


class Layout(NamedTuple):
    """Which column of a sheet is what.

    `fields` are columns by our names, `players` those of each player of a wide sheet, by name.
    `numbered` are the columns of each player of a numbered one. `called` gives the sheet's name of
    one of our columns if it differs; `unread` are unknown columns. `listing` is a column that lists
    all players of a play in a cell: `Ana, Ben` or `Ana (10), Ben (8)`; `Ana 10, Ben 8` if it is
    `spaced`. `pointless` columns hold text, but no number.
    """

    fields: Mapping[str, int]
    players: Sequence[Owned] = ()
    numbered: Sequence[Mapping[str, int]] = ()
    called: Mapping[str, str] = {}
    unread: Sequence[tuple[int, str]] = ()
    listing: int | None = None
    spaced: bool = False
    pointless: Sequence[str] = ()

    @property
    def by_row(self) -> bool:
        """Whether each row is a play of its own."""
        return bool(self.players or self.numbered or self.listing is not None)

    def rows(self, sheet: Sheet, left_out: Callable[[int, str], None]) -> Iterator[Row]:
        """Return the rows of a sheet, one per player. Raises Invalid as reading it does.

        `left_out` gets the line and the text of every row that belongs to no play: sums below the
        others, remarks, rows in which nobody has points.
        """
        for line, cells in sheet.rows():
            if _is_heading(cells, self.fields):
                if cells == sheet.names:  # printed pages repeat the heading
                    continue
                raise Invalid(
                    f"Line {line} of {sheet.file} begins another table: it has names of columns.",
                    "Save each table as a file of its own. Nothing was imported.",
                )
            shared = _cells_by_field(cells, self.fields)
            own = bool(shared.get("uid", "").strip())
            players = [shared] if own else [] if _is_sum(cells, shared) else self._players(cells)
            if not players:
                left_out(line, ", ".join(cell.strip() for cell in cells if cell.strip()))
            for player in players:
                yield Row(line, {**shared, **player})

    def _players(self, cells: Sequence[str]) -> list[dict[str, str]]:
        """Return the cells of each player in a row."""
        if self.players:
            wide = [(who, _cells_by_field(cells, who.columns)) for who in self.players]
            return [{"player": who.name, **own} for who, own in wide if _has_played(who, own)]
        if self.listing is not None:
            names = _listed(_cell(cells, self.listing), self.spaced)
            return [{"player": name, **points} for name, points in names]
        each = [_cells_by_field(cells, fields) for fields in self.numbered or (self.fields,)]
        # A row of one player with a date but no name is a mistake, not a remark.
        required = ("player",) if self.numbered else ("player", *DATES)
        return [one for one in each if any(one.get(name, "").strip() for name in required)]


def _has_played(who: Owned, own: Mapping[str, str]) -> bool:
    """Whether the cells of a player in a row show that they were in that play."""
    filled = {
        field: cell.strip() for field, cell in own.items() if cell.strip() not in ("", *_NONE)
    }
    if "score" in who.columns:
        return "score" in filled or bool(flag(filled.get("won", "")))
    return bool(filled)


_NONE = frozenset({"-", "–", "—", "−", "/", "n/a"})
"""Ways to leave a cell empty."""


def own_layout(sheet: Sheet, known: Sequence[str]) -> Layout:
    """Recognize the columns of a sheet that a companion wrote: only its own names count."""
    fields: dict[str, int] = {}
    unread = []
    for at, name in enumerate(sheet.names):
        if folded(name) not in known:
            unread.append((at, name))
        elif folded(name) in fields:
            raise _several(sheet.file, folded(name))
        else:
            fields[folded(name)] = at
    return Layout(fields, unread=[one for one in unread if one[1]])


def heading_layout(names: Sequence[str], file: str = "") -> Layout:
    """Recognize the columns of a user's sheet by their names in the first row. Raises Invalid."""
    found: dict[str, tuple[int, int]] = {}
    numbered: dict[int, dict[str, int]] = {}
    unread = []
    for at, name in enumerate(names):
        field, rank = FIELDS.get(bare(name), ("", 0))
        seat, base = (0, "") if field else _of_seat(name.strip())
        if base:
            numbered.setdefault(seat, {}).setdefault(base, at)
        elif not field:
            unread.append((at, name))
        elif field not in found or rank < found[field][0]:
            unread += [(found[field][1], names[found[field][1]])] if field in found else []
            found[field] = rank, at
        elif rank == found[field][0]:
            raise _several(file, name.strip())
        else:
            unread.append((at, name))
    fields = {field: at for field, (_, at) in found.items()}
    # `Name` is the player's, unless the sheet has no other name for the game.
    for place, (at, name) in enumerate(unread):
        if bare(name) in BARE_NAMES:
            field = "player" if {"title", "game"} & set(fields) else "title"
            if field not in fields:
                fields[field] = at
                del unread[place]
                break
    seats = [numbered[number] for number in sorted(numbered)]
    whole_seats = [one for one in seats if "player" in one]
    if "player" in fields or not whole_seats:
        unread += [(at, names[at]) for one in seats for at in one.values()]
        whole_seats = []
    else:
        unread += [(at, names[at]) for one in seats if "player" not in one for at in one.values()]
    called = {
        field: names[at].strip() for field, at in fields.items() if folded(names[at]) != field
    }
    unread = sorted((at, name.strip()) for at, name in unread if name.strip())
    return Layout(fields, (), whole_seats, called, unread)


def _of_seat(heading: str) -> tuple[int, str]:
    """Return the player and the column of ours that a numbered heading means: `Score 2`, `Player 2
    Score`, `P2 Name`.
    """
    parts = _NUMBERED.fullmatch(heading)
    number, word = (int(parts[2]), parts[1]) if parts else (0, "")
    if (amid := _NUMBERED_AMID.fullmatch(heading)) and _is_player(amid[1]):
        number, word = int(amid[2]), amid[3]
    base = FIELDS.get(bare(word), ("", 0))[0] if word else ""
    if base not in _OF_SEAT and bare(word) == "name":
        base = "player"
    return (number, base) if base in _OF_SEAT else (0, "")


def _is_player(word: str) -> bool:
    return bare(word) == "p" or FIELDS.get(bare(word), ("", 0))[0] == "player"


_OF_SEAT = frozenset({"player", "score", "won", "rank", "first", "team", "role"})


def sheet_layout(
    sheet: Sheet,
    number_of: Callable[[str], float | None],
    see: Callable[[str, str, int], None],
    players: Collection[str] = (),
    ignored: Collection[str] = (),
) -> Layout:
    """Recognize the columns of a user's sheet, looking at every cell once.

    `see` gets the cells that show how the others are to be read: which column of ours (`date`,
    `score`), the cell, and its line. `players` and `ignored` are folded names of columns that the
    user assigned to a player, or to nobody. Raises Invalid, or Refused if the owner of a column is
    not clear.
    """
    names = ["" if folded(name) in ignored else name for name in sheet.names]
    found = heading_layout(names, sheet.file)
    left = [(at, sheet.names[at].strip()) for at, name in enumerate(names) if not name]
    left = [(at, name) for at, name in left if name]
    wide = not found.numbered
    looked = [at for at, _ in found.unread if wide]
    looked += [found.fields[one] for one in ("player", "place") if one in found.fields]
    scores = [one["score"] for one in found.numbered if "score" in one]
    scores += [found.fields["score"]] if "score" in found.fields else []
    dates = [found.fields[one] for one in DATES if one in found.fields]
    points: dict[int, list[tuple[str, int]]] = {at: [] for at in looked}
    numbers, others = Counter[int](), Counter[int]()
    together = Counter[frozenset[int]]()
    for line, cells in sheet.rows():
        if _is_heading(cells, found.fields) or _is_sum(cells, _cells_by_field(cells, found.fields)):
            continue
        beside = []
        for at in looked:
            if (cell := _cell(cells, at)) and cell not in _NONE:
                (others if number_of(cell) is None else numbers)[at] += 1
                points[at].append((cell, line))
                beside.append(at)
        together[frozenset(beside)] += 1
        for at in scores:
            see("score", _cell(cells, at), line)
        for at in dates:
            see("date", _cell(cells, at), line)
    fields = dict(found.fields)
    unread = list(found.unread)
    called = dict(found.called)
    player = fields.get("player", -1)
    if numbers[player] and not others[player]:  # the number of players, not their names
        unread.append((player, sheet.names[fields.pop("player")].strip()))
        called.pop("player", None)
    place = fields.get("place", -1)
    if (
        "rank" not in fields
        and points.get(place)
        and all(_RANK.fullmatch(c) for c, _ in points[place])
    ):
        fields["rank"] = fields.pop("place")
        called["rank"] = sheet.names[place].strip()
        called.pop("place", None)
    owned: Sequence[Owned] = ()
    listing, spaced = None, False
    if "player" not in fields and wide:
        columns = [
            Column(
                at,
                name,
                numbers[at],
                others[at],
                bool(points[at]) and all(flag(cell) is not None for cell, _ in points[at]),
            )
            for at, name in unread
        ]
        lists = [one for one in columns if bare(one.name) in BARE_LISTS and one.others]
        listed_names = {
            folded(name)
            for one in lists[:1]
            for cell, _ in points[one.at]
            for name, _ in _listed(cell, False)
        }
        by_line: dict[int, dict[int, float]] = {}
        for column in columns:
            for cell, line in points[column.at] if column.numbers else ():
                if (value := number_of(cell)) is not None:
                    by_line.setdefault(line, {})[column.at] = value
        rows = list(by_line.values())
        owned = owned_columns(columns, together, players, listed_names, rows, sheet.file)
        taken = {at for one in owned for at in one.columns.values()}
        twice = Counter(folded(one.name) for one in owned)
        if again := [one.name for one in owned if twice[folded(one.name)] > 1]:
            raise _several(sheet.file, again[0])
        for at in (one.columns["score"] for one in owned if "score" in one.columns):
            for cell, line in points[at]:
                see("score", cell, line)
        unread = [one for one in unread if one[0] not in taken]
        listed = [] if owned else [at for at, name in unread if bare(name) in BARE_LISTS]
        listing = next((at for at in listed if others[at]), None)
        if listing is not None:
            unread = [one for one in unread if one[0] != listing]
            called["player"] = sheet.names[listing].strip()
            listed_cells = [one for cell, _ in points[listing] for one in BETWEEN.split(cell)]
            spaced = all(_SPACED.fullmatch(one) for one in listed_cells if one.strip())
            for cell, line in points[listing]:
                for _, listed_fields in _listed(cell, spaced):
                    see("score", listed_fields.get("score", ""), line)
        if (owned or listing is not None) and "score" in fields:
            unread.append((fields["score"], sheet.names[fields.pop("score")].strip()))
            called.pop("score", None)
    unread = sorted([*unread, *left])
    pointless = [name for at, name in unread if others[at] and not numbers[at]]
    return Layout(fields, owned, found.numbered, called, unread, listing, spaced, pointless)


def minutes_of(text: str) -> int | None:
    """Return the minutes in a text: `90`, `90 min`, `1 h 30`, `1:30`; None for anything else."""
    plain = plain_word(text.strip())
    found = _DURATION.fullmatch(plain)
    if found is None or not plain:
        return whole(text)
    hours, minutes = found[1], found[2]
    return int(hours or 0) * 60 + int(minutes or 0)


def rank_of(text: str) -> int | None:
    """Return a place in the result: `1`, `1.`, `1st`; None for anything else."""
    found = _RANK.fullmatch(plain_word(text.strip()))
    return int(found[1]) if found else None


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at].strip() if at < len(cells) else ""


def _listed(cell: str, spaced: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """Return the players that one cell lists, with their points if there are any."""
    for one in BETWEEN.split(cell):
        found = (_SPACED if spaced else _WITH_POINTS).fullmatch(one)
        if found is not None:
            yield found[1], {"score": found[2]}
        elif one.strip():
            yield one.strip(), {}


def _is_heading(cells: Sequence[str], fields: Mapping[str, int]) -> bool:
    """Whether a row repeats the heading: a column's name where its date should be, and one more."""
    dates = [_cell(cells, fields[name]) for name in DATES if name in fields]
    if not any(date and not date[0].isdigit() and _is_field(date, DATES) for date in dates):
        return False
    return any(_is_field(cell, ("title", "game", "player")) for cell in cells if cell)


def _is_field(cell: str, fields: Collection[str]) -> bool:
    return FIELDS.get(bare(cell), ("", 0))[0] in fields


def _is_sum(cells: Sequence[str], shared: Mapping[str, str]) -> bool:
    """Whether a row is a sum of plays: it says `Total` and has no date."""
    dates = [shared[name].strip() for name in DATES if shared.get(name, "").strip()]
    if any(date[:1].isdigit() or not _says_sum(date) for date in dates):
        return False
    return any(map(_says_sum, cells))


def _says_sum(cell: str) -> bool:
    """Whether a cell says `Total`, perhaps of a year."""
    return bool(cell) and bare(cell).rstrip("0123456789") in BARE_SUMS


def _cells_by_field(cells: Sequence[str], fields: Mapping[str, int]) -> dict[str, str]:
    return {name: cells[at] for name, at in fields.items() if at < len(cells) and cells[at]}


def _several(file: str, name: str) -> Invalid:
    return Invalid(
        f"{file} has several columns `{name}`.",
        "Remove all of them but one, or rename them.",
    )

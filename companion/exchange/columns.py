"""The columns of a sheet: what people call them, and whether players stand below or side by side.

A sheet is long (a row for every player), wide (a row for every play, a column for every player,
whose points stand in it), or numbered (`Player 1`, `Score 1`, `Player 2` …). All come out as rows
of a player each.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.core.names import folded
from companion.errors import Invalid
from companion.exchange.numbers import flag, whole
from companion.exchange.sheet import Row, Sheet
from companion.exchange.vocabulary import COLUMNS, COUNTS, LISTS, NAMES, SUMS, plain_word

DATES = ("ended", "date", "started")
"""Columns that may tell when a play was, what counts most first."""

_NUMBERED = re.compile(r"(.*?[^\W\d_])[\s_.-]*#?(\d{1,2})")
_DURATION = re.compile(
    r"(?:(\d{1,3})\s?(?:h|hrs?|hours?|std\.?|stunden?|:)\s?)?"
    r"(?:(\d{1,4})\s?(?::\d{2}|m|min|mins|minutes?|minuten?|')?\.?)?"
)
BETWEEN = re.compile(r"\s*(?:[,;/&+]|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b|\boch\b|、|と)\s*")
"""What stands between names in one cell."""
_WITH_POINTS = re.compile(r"(.*?\S)\s*[:=(]\s*([-−+]?\d[\d ']*)\)?")
_SPACED = re.compile(r"\s*([^\d\s].*?)\s*[:=(\s]\s*([-−+]?\d+)\)?\s*")
_RANK = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th|er|re|e|º|ª|°|位)?")


@lru_cache(2048)
def _bare(heading: str) -> str:
    """A heading as it is compared: letters and digits alone, without what stands in brackets."""
    told = plain_word(re.sub(r"[(\[].*?[)\]]", "", heading)) or plain_word(heading)
    return "".join(
        sign for sign in told if sign.isalnum() or sign == "#" or unicodedata.category(sign) == "Mn"
    )


def _known() -> dict[str, tuple[str, int]]:
    """Which column of ours a word means, and how sure it is of all that mean it: 0 is ours."""
    known: dict[str, tuple[str, int]] = {}
    for field, words in COLUMNS.items():
        for rank, word in enumerate((field, *words)):
            known.setdefault(_bare(word), (field, rank))
    return known


_KNOWN = _known()
_COUNTS = frozenset(map(_bare, COUNTS))
_NAMES = frozenset(map(_bare, NAMES))
_LISTS = frozenset(map(_bare, LISTS))
_SUMS = frozenset(map(_bare, SUMS))


class Layout(NamedTuple):
    """Which column of a sheet is what: `fields` by our names, `players` those of a wide sheet.

    `numbered` are the columns of each player of a numbered one. `called` says what a column of ours
    is called in the sheet, where that is another word; `unread` are the columns that nobody knows.
    `listing` is one that names all players of a play in a cell: `Ana, Ben` or `Ana (10), Ben (8)`,
    where it is `spaced` `Ana 10, Ben 8`.
    """

    fields: Mapping[str, int]
    players: Sequence[tuple[int, str]] = ()
    numbered: Sequence[Mapping[str, int]] = ()
    called: Mapping[str, str] = {}
    unread: Sequence[tuple[int, str]] = ()
    listing: int | None = None
    spaced: bool = False

    @property
    def by_row(self) -> bool:
        """Whether each row is a play of its own."""
        return bool(self.players or self.numbered or self.listing is not None)

    def rows(self, sheet: Sheet, left_out: Callable[[int, str], None]) -> Iterator[Row]:
        """The rows of a sheet, a player each. Raises Invalid as reading it does.

        `left_out` is told the line of every row that is of no play, and what it says: sums below
        the others, remarks, rows in which nobody has points.
        """
        for line, cells in sheet.rows():
            shared = _told(cells, self.fields)
            own = bool(shared.get("uid", "").strip())
            players = [shared] if own else [] if _is_sum(cells, shared) else self._players(cells)
            if not players:
                left_out(line, ", ".join(cell.strip() for cell in cells if cell.strip()))
            for told in players:
                yield Row(line, {**shared, **told})

    def _players(self, cells: Sequence[str]) -> list[dict[str, str]]:
        """What a row tells of each of its players."""
        if self.players:
            told = [{"player": name, "score": _cell(cells, at)} for at, name in self.players]
            return [one for one in told if one["score"] and one["score"] not in _NONE]
        if self.listing is not None:
            names = _listed(_cell(cells, self.listing), self.spaced)
            return [{"player": name, **points} for name, points in names]
        each = [_told(cells, fields) for fields in self.numbered or (self.fields,)]
        # A row of one player with a date and without a name is a mistake, and no remark.
        required = ("player",) if self.numbered else ("player", *DATES)
        return [one for one in each if any(one.get(name, "").strip() for name in required)]


_NONE = frozenset({"-", "–", "—", "−", "/", "n/a"})
"""What stands in a cell of which there is nothing to tell."""


def own_layout(sheet: Sheet, known: Sequence[str]) -> Layout:
    """The columns of a sheet that a companion wrote: its own names, and nothing else counts."""
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
    """The columns of a sheet of one's own, as far as the first row tells. Raises Invalid."""
    found: dict[str, tuple[int, int]] = {}
    numbered: dict[int, dict[str, int]] = {}
    unread = []
    for at, name in enumerate(names):
        field, rank = _KNOWN.get(_bare(name), ("", 0))
        parts = None if field else _NUMBERED.fullmatch(name.strip())
        base = _KNOWN.get(_bare(parts[1]), ("", 0))[0] if parts else ""
        if parts and (base in _OF_SEAT or _bare(parts[1]) == "name"):
            numbered.setdefault(int(parts[2]), {}).setdefault(base or "player", at)
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
    # `Name` is the player's, but in a sheet that has no other name for the game.
    for place, (at, name) in enumerate(unread):
        if _bare(name) in _NAMES:
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


_OF_SEAT = frozenset({"player", "score", "won", "rank", "first", "team", "role"})


def sheet_layout(
    sheet: Sheet, is_number: Callable[[str], bool], see: Callable[[str, str, int], None]
) -> Layout:
    """The columns of a sheet of one's own, of which every cell is looked at once.

    `see` is shown the cells that tell of the others how they are to be read: which column of ours
    (`date`, `score`), the cell, and its line. Raises Invalid.
    """
    found = heading_layout(sheet.names, sheet.file)
    wide = not found.numbered
    looked = [at for at, name in found.unread if wide and not _is_no_player(name)]
    looked += [found.fields[one] for one in ("player", "place") if one in found.fields]
    scores = [one["score"] for one in found.numbered if "score" in one]
    scores += [found.fields["score"]] if "score" in found.fields else []
    dates = [found.fields[one] for one in DATES if one in found.fields]
    points: dict[int, list[tuple[str, int]]] = {at: [] for at in looked}
    numbers, others = Counter[int](), Counter[int]()
    for line, cells in sheet.rows():
        if _is_sum(cells, _told(cells, found.fields)):
            continue
        for at in looked:
            if (cell := _cell(cells, at)) and cell not in _NONE:
                (numbers if is_number(cell) else others)[at] += 1
                points[at].append((cell, line))
        for at in scores:
            see("score", _cell(cells, at), line)
        for at in dates:
            see("date", _cell(cells, at), line)
    fields = dict(found.fields)
    unread = list(found.unread)
    called = dict(found.called)
    player = fields.get("player", -1)
    if numbers[player] and not others[player]:  # how many played, not who
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
    players: list[tuple[int, str]] = []
    listing, spaced = None, False
    if "player" not in fields and wide:
        players = [
            (at, name)
            for at, name in unread
            if numbers[at] and numbers[at] >= others[at] and _bare(name) not in _LISTS
        ]
        if not players:  # nobody has points, but perhaps each a `W` or a tick
            players = [
                (at, name)
                for at, name in unread
                if points.get(at) and all(flag(cell) is not None for cell, _ in points[at])
            ]
        taken = {at for at, _ in players}
        names = Counter(folded(name) for _, name in players)
        if twice := [name for _, name in players if names[folded(name)] > 1]:
            raise _several(sheet.file, twice[0])
        for at in taken:
            for cell, line in points[at]:
                see("score", cell, line)
        unread = [one for one in unread if one[0] not in taken]
        listed = [] if players else [at for at, name in unread if _bare(name) in _LISTS]
        listing = next((at for at in listed if others[at]), None)
        if listing is not None:
            unread = [one for one in unread if one[0] != listing]
            called["player"] = sheet.names[listing].strip()
            told_cells = [one for cell, _ in points[listing] for one in BETWEEN.split(cell)]
            spaced = all(_SPACED.fullmatch(one) for one in told_cells if one.strip())
            for cell, line in points[listing]:
                for _, told in _listed(cell, spaced):
                    see("score", told.get("score", ""), line)
        if (players or listing is not None) and "score" in fields:
            unread.append((fields["score"], sheet.names[fields.pop("score")].strip()))
            called.pop("score", None)
    return Layout(fields, players, found.numbered, called, sorted(unread), listing, spaced)


def _is_no_player(heading: str) -> bool:
    """Whether a heading is none that a player could have: `Average`, `Game length`."""
    if _bare(heading) in _LISTS:
        return False
    words = list(map(_bare, heading.split()))
    return _bare(heading) in _COUNTS or (
        # The points of a side may stand below `Team Red`.
        len(words) > 1
        and any(_KNOWN.get(word, ("team",))[0] != "team" or word in _COUNTS for word in words)
    )


def minutes_of(text: str) -> int | None:
    """How many minutes a text says: `90`, `90 min`, `1 h 30`, `1:30`; None for anything else."""
    plain = plain_word(text.strip())
    found = _DURATION.fullmatch(plain)
    if found is None or not plain:
        return whole(text)
    hours, minutes = found[1], found[2]
    return int(hours or 0) * 60 + int(minutes or 0)


def rank_of(text: str) -> int | None:
    """Which place somebody took: `1`, `1.`, `1st`; None for anything else."""
    found = _RANK.fullmatch(plain_word(text.strip()))
    return int(found[1]) if found else None


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at].strip() if at < len(cells) else ""


def _listed(cell: str, spaced: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """The players that one cell names, with the points behind each where there are any."""
    for one in BETWEEN.split(cell):
        found = (_SPACED if spaced else _WITH_POINTS).fullmatch(one)
        if found is not None:
            yield found[1], {"score": found[2]}
        elif one.strip():
            yield one.strip(), {}


def _is_sum(cells: Sequence[str], shared: Mapping[str, str]) -> bool:
    """Whether a row is no play, but what plays come to: without a date, it says `Total`."""
    dates = [shared[name].strip() for name in DATES if shared.get(name, "").strip()]
    if any(date[:1].isdigit() or not _says_sum(date) for date in dates):
        return False
    return any(map(_says_sum, cells))


def _says_sum(cell: str) -> bool:
    """Whether a cell says `Total`, perhaps of a year."""
    return bool(cell) and _bare(cell).rstrip("0123456789") in _SUMS


def _told(cells: Sequence[str], fields: Mapping[str, int]) -> dict[str, str]:
    return {name: cells[at] for name, at in fields.items() if at < len(cells) and cells[at]}


def _several(file: str, name: str) -> Invalid:
    return Invalid(
        f"{file} has several columns `{name}`.",
        "Take all of them out but one, or call them otherwise.",
    )

"""Plays as CSV (contract): a row for each player of each play, for spreadsheets and data frames.

RFC 4180 in UTF-8. `COLUMNS` are all that are written; a file to import may lack most of them, or
have others. Times are UTC, but local in sheets without `uid`. `won`, `first`, `coop` and `lowest`
are 1 or 0, and `first` is empty if unknown.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from companion.core.cells import csv_line
from companion.core.names import cleaned_line, find, folded, listed, short
from companion.core.record import Part, PlayRecord
from companion.errors import Invalid, Refused
from companion.exchange.columns import (
    BETWEEN,
    DATES,
    Layout,
    heading_layout,
    minutes_of,
    own_layout,
    sheet_layout,
)
from companion.exchange.dates import Dates, InUtc, as_utc, is_clock, started_before
from companion.exchange.json_lines import printable_record, record_of
from companion.exchange.numbers import Decimals, unfinished, whole
from companion.exchange.owners import unclear
from companion.exchange.parsed_plays import (
    OWN_SOURCE,
    KnownGame,
    Oddities,
    ParsedPlays,
    ReadAs,
    count_left_out,
    people_in,
    without_repeats,
)
from companion.exchange.rows import Play, Reader, grouped_plays, no_date
from companion.exchange.sheet import BadLine, Sheet, letters_of, wrong
from companion.exchange.vocabulary import WINNERS, plain_word
from companion.exchange.winners import Wins, overlooked

COLUMNS = (
    *("play", "uid", "game", "title", "called", "started", "ended", "minutes", "rounds"),
    *("seat", "player", "score", "won", "first", "place", "comment", "bgg_id", "source", "group"),
    *("team", "role", "coop", "lowest"),
)
"""New columns are added at the end, for programs that read by position."""
_FLAGS = ("coop", "lowest")
_NUMBERS = ("minutes", "rounds", "bgg_id")
_SHEETS = UUID("4b9e1f0c-6a4d-4c9b-8a77-0b5f0b6a3c52")
"""Namespace of the UUIDs of plays in sheets without any; it must never change."""


class Spelling(NamedTuple):
    """Which character separates the cells of a sheet, and which one decimals."""

    separator: str = ","
    decimal: str = "."


PLAIN = Spelling()


def lines(records: Iterable[PlayRecord], group: str, spelling: Spelling = PLAIN) -> Iterator[str]:
    """Return the lines of some plays of a group with their line ends, headed by the names of the
    columns.
    """
    yield csv_line(COLUMNS, separator=spelling.separator)
    for record in map(printable_record, records):
        for seat, part in enumerate(record.parts, 1):
            cells = _cells(record, seat, part, group)
            yield csv_line(cells, separator=spelling.separator, decimal=spelling.decimal)


class SheetOptions(NamedTuple):
    """What the user says about a file.

    The order of its dates (`dates.ORDERS`), its decimal separator (`numbers.SIGNS`), its time zone
    (`Europe/Berlin`). `maps` are pairs `NAME=OURS` as typed, of which the name may be that of a
    column; columns that are `ignored` are not read. If `strict`, one bad row refuses the sheet.
    `wins` says who won if the sheet names no winner.
    """

    dates: str | None = None
    decimal: str | None = None
    zone: str | None = None
    maps: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    strict: bool = False
    wins: Wins = Wins()


NO_OPTIONS = SheetOptions()


def read(
    text: str,
    file: str,
    games: Sequence[KnownGame],
    latest: str,
    in_utc: InUtc = as_utc,
    options: SheetOptions = NO_OPTIONS,
    today: date | None = None,
) -> ParsedPlays:
    """Read the plays of a sheet. Raises Invalid with the line that is wrong.

    Plays without a `uid` are distinguished by game and time, and by `play` if there is such a
    column. `latest` is the last moment at which a play can have ended. `in_utc` converts the times
    of a user's sheet, which has no `uid`; `today` is the day from which `tuesday` counts.
    """
    sheet = Sheet(text, file)
    own = "uid" in sheet.columns
    dates, decimals = Dates(options.dates, int(latest[:4]), today), Decimals(options.decimal, own)
    see = {"date": dates.see, "score": decimals.see}
    begun = partial(unfinished, read=decimals.value)
    if own:
        if options.zone is not None:
            raise unneeded_zone(file)
        layout = own_layout(sheet, (*COLUMNS, *DATES))
        _require_columns(layout, sheet)
        _look_through(text, sheet, layout, see)
    else:
        layout = sheet_layout(
            sheet,
            lambda cell: begun(cell) if (value := decimals.value(cell)) is None else value,
            lambda column, cell, line: see[column](cell, line),
            {folded(name) for name, _ in _pairs(options.maps)},
            _columns_named(options.ignored, sheet),
        )
        _require_columns(layout, sheet)
    dates.settle(file)
    decimals.settle(file)
    zone = as_utc if own else in_utc
    reader = _SheetReader(sheet, layout, dates, decimals.value, games, zone, options)
    return reader.parsed(latest)


def _pairs(maps: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Return the possible meanings of `NAME=OURS`, as a name may hold the sign."""
    for text in maps:
        cuts = [at for at, sign in enumerate(text) if sign == "="]
        yield from ((text[:cut].strip(), text[cut + 1 :].strip()) for cut in cuts)


def _columns_named(names: Iterable[str], sheet: Sheet) -> set[str]:
    """Return the folded names of columns. Raises NotFound for one that is not in the sheet."""
    existing = [name for name in sheet.names if name.strip()]
    hint = f"It has {listed([short(name) for name in existing])}."
    return {
        folded(
            name
            if folded(name) in sheet.columns
            else find(name, existing, lambda it: (it,), "column", hint)
        )
        for name in names
    }


def unneeded_zone(file: str) -> Invalid:
    """Return the remark on `--timezone` for a file that a companion wrote."""
    return Invalid(f"{file} has all times in UTC.", "The same without `--timezone`.")


def looks_like_table(text: str) -> bool:
    """Whether a text begins with the names of columns, some of them a play's."""
    sheet = Sheet(text, "")
    if len(sheet.names) < 2:
        return False
    try:
        layout = heading_layout(sheet.names)
    except Invalid:
        return True  # some sheets have one of them several times
    return bool(set(layout.fields) & {"player", *_GAMES, *DATES})


# Writing


def _cells(
    record: PlayRecord, seat: int, part: Part, group: str
) -> tuple[str | int | float | None, ...]:
    return (
        *(record.play, record.uid, record.game, record.title, record.called),
        *(_spaced(record.started), _spaced(record.ended), record.minutes, record.rounds),
        *(seat, part.name, part.score, int(part.won)),
        None if part.first is None else int(part.first),
        *(record.place, record.comment, record.bgg_id),
        *(record.source, cleaned_line(group)),
        *(part.team, part.role, int(record.coop), int(record.lowest)),
    )


def _spaced(time: str) -> str:
    """Return a time in a form that spreadsheets recognize: `2026-11-22 21:30:00`."""
    return time.replace("T", " ").removesuffix("Z")


# Reading

_GAMES = {"title", "game"}


class _SheetReader:
    """Reads one sheet whose format is known."""

    def __init__(
        self,
        sheet: Sheet,
        layout: Layout,
        dates: Dates,
        points: Callable[[str], int | float | None],
        games: Sequence[KnownGame],
        in_utc: InUtc,
        options: SheetOptions,
    ) -> None:
        self._sheet = sheet
        self._options = options
        self._layout = layout
        self._dates = dates
        self._games = games
        self._in_utc = in_utc
        self._odd = Oddities()
        self._own = "uid" in layout.fields
        self._reader = Reader(
            sheet.file,
            points,
            self._odd,
            {},
            layout.called,
            self._own,
            bool(layout.players),
            layout.by_row or plain_word(layout.called.get("won", "")) in WINNERS,
            {folded(name): folded(ours) for name, ours in _pairs(options.maps)},
        )
        self._strict = options.strict or self._own
        self._bad: list[BadLine] = []
        self._undated: list[tuple[int, str]] = []
        self._alike: dict[str, int] = {}
        self._lines: dict[str, set[int]] = {}

    def parsed(self, latest: str) -> ParsedPlays:
        """Return the plays of the sheet. Raises Invalid."""
        layout, file = self._layout, self._sheet.file
        for _, name in layout.unread:
            self._odd.column(name)
        left_out: dict[str, int] = {}
        found = []
        for line, text in self._sheet.titles:
            self._odd.line(line, text)
        rows = layout.rows(self._sheet, self._odd.line)
        for play in grouped_plays(rows, file, layout.by_row, self._strict):
            try:
                record = self._record(play)
            except BadLine as problem:
                undated = not any(play.cells.get(name, "").strip() for name in DATES)
                if self._strict or (undated and not layout.by_row):
                    raise
                self._bad.append(problem)
                continue
            if record is not None and record.ended > latest:
                count_left_out(left_out, "of the future")
            elif record is not None:
                found.append(record)
        self._require_mostly_good(len(found))
        found = self._without_strangers(found)
        for bad in self._bad:
            count_left_out(left_out, "that cannot be read")
            self._odd.bad(bad.line, bad.why)
        for at in sorted(self._sheet.unnamed):
            self._odd.column(f"{letters_of(at)} (no heading)")
        records = without_repeats(found, left_out)
        if layout.players:
            self._require_players(records)
        unread = self._odd.unread()
        read_as = ReadAs(
            layout.called,
            tuple(who.name for who in layout.players),
            self._dates.order,
            self._dates.example,
            self._options.decimal or "",
            headings=self._headings(records),
        )
        return ParsedPlays(
            OWN_SOURCE,
            records,
            people_in(records),
            left_out,
            self._odd.scores,
            followed=self._own,
            odd=unread,
            read_as=read_as,
        )

    def _require_players(self, records: Sequence[PlayRecord]) -> None:
        """Refuse a sheet in which a column would have won each time, and never did."""
        names = [who.name for who in self._layout.players]
        plain = {folded(name) for name in names}.intersection(self._sheet.columns)
        doubted = overlooked(records) - {name for name, _ in _pairs(self._options.maps)}
        if more := [name for name in names if name in doubted and folded(name) in plain]:
            known = [name for name in names if name not in more]
            raise unclear(more, known, self._sheet.file)

    def _require_mostly_good(self, good: int) -> None:
        """Note the plays without a date; refuse a sheet of which few rows can be read. Raises
        Invalid.

        Dates that are missing where rows belong together are refused, too.
        """
        few = self._strict or len(self._undated) + len(self._bad) > good
        merged = not self._layout.by_row and any(not text.strip() for _, text in self._undated)
        if self._undated and (few or merged):
            raise _undated(self._undated, self._sheet.file)
        if few and self._bad:
            raise self._bad[0]
        self._bad += [_undated_line(line, text, self._sheet.file) for line, text in self._undated]
        self._bad.sort(key=lambda it: it.line)

    def _without_strangers(self, found: list[PlayRecord]) -> list[PlayRecord]:
        """Return the plays without those won by somebody who was not in them.

        Raises Refused for a winner who is nowhere in the sheet, Invalid if one refuses the sheet.
        """
        strangers = self._reader.strangers
        same = self._reader.one_name
        people = {same(part.name) for record in found for part in record.parts}
        names = {winner: [it.strip() for it in BETWEEN.split(winner)] for winner in strangers}
        unknown = {
            one: winner
            for winner, all_ in names.items()
            for one in (all_ if any(same(it) in people for it in all_) else [winner])
            if same(one) not in people
        }
        if unknown:
            first = next(iter(unknown))
            line = strangers[unknown[first]][0]
            column = self._layout.called.get("won", "won")
            others = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
            raise Refused(
                f"No player of {self._sheet.file} is named “{short(first)}”{others}, and {column} "
                f"says so in line {line}. The players are "
                f"{listed(sorted({short(p.name) for r in found for p in r.parts})[: _NAMED * 2])}.",
                f'`--map "{first}=Ana"` if Ana is meant, `--ignore "{column}"` leaves the column '
                "out. Nothing was imported.",
            )
        lines = {line: winner for winner, at in strangers.items() for line in at}
        for line, winner in lines.items():
            why = f"{short(winner)} won, and is not in that play"
            self._bad.append(wrong(line, self._sheet.file, why))
        if lines and self._strict:
            raise self._bad[-1]
        self._bad.sort(key=lambda it: it.line)
        return [one for one in found if not lines.keys() & self._lines[one.uid]]

    def _headings(self, records: Iterable[PlayRecord]) -> dict[str, str]:
        """Return other names of players: the heading of a column, or a winner's name."""
        same = self._reader.one_name
        players = {same(name): name for name in people_in(records)}
        also = {name: players.get(same(name), "") for name, _ in _pairs(self._options.maps)}
        columns = ((at, who.name) for who in self._layout.players for at in who.columns.values())
        return {**also, **{self._sheet.names[at].strip(): name for at, name in columns}}

    def _record(self, play: Play) -> PlayRecord | None:
        """Return the record of a play; None without a possible date. Raises Invalid."""
        if play.problem is not None:
            raise play.problem
        cells, file = play.cells, self._sheet.file
        game, title = _game(cells, self._games)
        title = title if self._own else title.strip()
        minutes, rounds, bgg_id = (self._number(play, name) for name in _NUMBERS)
        date_text = next((cells[name] for name in DATES if cells.get(name, "").strip()), "")
        clock = cells.get("time", "").strip()
        if clock and not is_clock(clock):
            self._reader.note("time", clock, play.line)
            clock = ""
        end = self._dates.moment(date_text, self._in_utc, clock)
        if end is None:
            self._undated.append((play.line, date_text))
            return None
        players = play.players(self._reader)
        people = [
            {"name": one.name, "score": one.score, "won": one.won, "first": one.first}
            for one in players
        ]
        began = self._dates.moment(cells.get("started", ""), self._in_utc)
        data = {
            "game": game,
            "title": title,
            "called": cells.get("called", ""),
            "started": began or started_before(end, minutes),
            "ended": end,
            "minutes": minutes,
            "rounds": rounds,
            "bgg_id": bgg_id,
            "source": cells.get("source", "") or OWN_SOURCE,
            "place": cells.get("place", ""),
            "comment": cells.get("comment", ""),
            "coop": play.coop(players, self._reader),
            "lowest": bool(play.flag("lowest", self._reader)),
            "players": [
                {**person, "team": one.team, "role": one.role}
                for person, one in zip(people, players, strict=True)
            ],
        }
        uid = cells.get("uid", "").strip() or self._made_up(
            play, game, title, date_text, clock, people
        )
        try:
            record = record_of({**data, "uid": uid})
            self._lines[record.uid] = play.lines
            return record
        except ValueError as problem:
            raise wrong(play.line, file, str(problem)) from None

    def _made_up(
        self,
        play: Play,
        game: str,
        title: str,
        date_text: str,
        clock: str,
        people: list[dict[str, Any]],
    ) -> str:
        """Make a UUID for a play without one, the same for the same sheet on every device.

        Teams and roles are not part of it, as older companions did not read them.
        """
        when = self._dates.moment(date_text, clock=clock)
        named = json.dumps([game, title, when, play.cells.get("play", ""), people], sort_keys=True)
        if self._layout.by_row:  # two plays of one day may have the same result
            self._alike[named] = self._alike.get(named, 0) + 1
            named += f" {self._alike[named]}" if self._alike[named] > 1 else ""
        return str(uuid5(_SHEETS, named))

    def _number(self, play: Play, name: str) -> int | None:
        """Return a whole number of a play; None if it has none. Raises Invalid."""
        text = play.cells.get(name, "").strip()
        value = minutes_of(text) if name == "minutes" and not self._own else whole(text)
        if text and value is None and self._own:
            why = f"its `{name}` is “{short(text)}”, which is not a whole number"
            raise wrong(play.line, self._sheet.file, why)
        if text and value is None:
            self._reader.note(name, text, play.line)
        # A user's sheet says 0 minutes if nobody looked at a clock.
        return value or None if name == "minutes" and not self._own else value


def _look_through(
    text: str, sheet: Sheet, layout: Layout, see: Mapping[str, Callable[[str, int], None]]
) -> None:
    """Look at every row of a sheet that a companion wrote, and perhaps a spreadsheet saved.

    Raises Invalid for one that ends in the middle of a line. Some programs write no line end at the
    end: then the last cell, which is cut off first, has to be that of the first row.
    """
    columns = [("date", at) for name, at in layout.fields.items() if name in DATES]
    columns += [("score", at) for name, at in layout.fields.items() if name == "score"]
    ends: list[str] = []
    for line, cells in sheet.rows():
        ends = [*ends[:1], cells[-1]]
        for column, at in columns:
            see[column](cells[at], line)
    # A single character cannot have been cut off.
    whole_cell = sheet.columns[-1] in _FLAGS and ends[-1:] in (["0"], ["1"])
    if not text.endswith("\n") and not whole_cell and (len(ends) < 2 or ends[0] != ends[1]):
        file = sheet.file
        raise wrong(
            text.count("\n") + 1,
            file,
            "it has no line end; perhaps the file was cut off there",
            "Export it again; or if it is whole, put a line end behind that line.",
        )


def _require_columns(layout: Layout, sheet: Sheet) -> None:
    """Refuse a sheet without the columns that a play needs. Raises Invalid."""
    fields, file = layout.fields, sheet.file
    if "uid" not in fields and not sheet.length:
        raise Invalid(
            f"{file} has the names of columns, and no row below them.",
            "A spreadsheet saves a single page as CSV: is it the right one?",
        )
    lacks = [
        _LACKS[name]
        for name, known in (
            ("date", bool(set(DATES) & set(fields))),
            ("game", bool(_GAMES & set(fields))),
            ("player", "player" in fields or layout.by_row),
        )
        if not known
    ]
    if lacks:
        says, wanted = ([one[part] for one in lacks] for part in (0, 1))
        unread = [short(name) for _, name in layout.unread if name in layout.pointless]
        numbers = f" No points that are understood are in {listed(unread)}."
        raise Invalid(
            f"{file} is not a table of plays: no column says {listed(says)}."
            + (numbers if unread and _LACKS["player"] in lacks and len(lacks) == 1 else ""),
            f"Add {listed(wanted)}. Nothing was imported.",
        )


_LACKS = {
    "date": ("when", "a column `date` (2026-11-22)"),
    "game": ("which game", "a column `game`, filled in every row"),
    "player": ("who played", "a column `player`, or one for each of them with points in it"),
}
"""Columns that a table of plays may lack, and how to make up for them."""


def _undated(found: Sequence[tuple[int, str]], file: str) -> Invalid:
    """Return the problem of a sheet with invalid dates, all of them at once."""
    (line, text), *others = found
    if not others:
        return _undated_line(line, text, file)
    named = [
        f"{f'“{short(text)}”' if text.strip() else 'none'} in line {line}"
        for line, text in found[:_NAMED]
    ]
    more = f" and {len(found) - _NAMED:,} more" if len(found) > _NAMED else ""
    return Invalid(
        f"{len(found):,} dates in {file} are not times such as 2026-11-22 21:30: "
        + (f"{', '.join(named)}{more}." if more else f"{listed(named)}."),
        "Correct those lines, or remove them. Nothing was imported.",
    )


_NAMED = 5


def _undated_line(line: int, text: str, file: str) -> BadLine:
    if not text.strip():
        return no_date(line, file)
    return wrong(line, file, f"“{short(text)}” is not a time such as 2026-11-22 21:30")


def _game(cells: Mapping[str, str], games: Sequence[KnownGame]) -> tuple[str, str]:
    """Return the id and the title of the game: both of one of ours if the sheet has either."""
    game_id, title = cells.get("game", ""), cells.get("title", "")
    name = folded((game_id if game_id.strip() else title).strip())
    for game in games:
        if name in {folded(game.title), game.id if game_id else ""}:
            return game.id, game.title
    return (game_id, title) if title.strip() else ("", game_id)

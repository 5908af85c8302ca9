"""Plays as CSV (contract): a row for each player of each play, for spreadsheets and data frames.

RFC 4180 in UTF-8. `COLUMNS` are all there are; a file that comes in may lack most of them, or have
others. Times are UTC; `won` and `first` are 1 or 0, and `first` is empty where nobody knows.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

from companion.core.names import folded, short
from companion.core.record import Part, PlayRecord
from companion.errors import Invalid
from companion.exchange.coming import (
    OWN_SOURCE,
    Coming,
    KnownGame,
    count_out,
    once,
    people_in,
)
from companion.exchange.plain import record_of
from companion.exchange.values import flag, moment, number, started_before, whole

COLUMNS = (
    *("play", "uid", "game", "title", "called", "started", "ended", "minutes", "rounds"),
    *("seat", "player", "score", "won", "first", "place", "comment", "bgg_id", "source", "group"),
)
_DATES = ("ended", "date", "started")
"""Columns that may tell when a play was, what counts most first."""
_SHEETS = UUID("4b9e1f0c-6a4d-4c9b-8a77-0b5f0b6a3c52")
"""The namespace of plays in sheets that name none: drawn once, never to be changed."""

# A spreadsheet takes a cell that begins so for a formula. An apostrophe before it says that it is
# text; one more is put before those that were there, so that what went out comes in again.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


class _Row(NamedTuple):
    line: int
    cells: Mapping[str, str]


def lines(records: Iterable[PlayRecord], group: str) -> Iterator[str]:
    """The lines of some plays of a group with their line ends, first the names of the columns."""
    yield _line(COLUMNS)
    for record in records:
        for seat, part in enumerate(record.parts, 1):
            yield _line(_cells(record, seat, part, group))


def read(text: str, file: str, games: Sequence[KnownGame], latest: str) -> Coming:
    """What a sheet tells. Raises Invalid with the line that makes no sense.

    Plays without a `uid` are told apart by `play`, or by game and time; `latest` is the last moment
    at which a play can have ended.
    """
    plays: dict[tuple[str, ...], list[_Row]] = {}
    for row in _rows(text, file):
        plays.setdefault(_key(row.cells), []).append(row)
    left_out: dict[str, int] = {}
    found = []
    for rows in plays.values():
        record = _record(rows, file, games)
        if record.ended > latest:
            count_out(left_out, "of the future")
        else:
            found.append(record)
    records = once(found, left_out)
    return Coming(OWN_SOURCE, records, people_in(records), left_out)


def begins(text: str) -> bool:
    """Whether a text begins with the names of columns, among them `player`."""
    return "player" in _header(text)


# Writing


def _line(cells: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _cells(record: PlayRecord, seat: int, part: Part, group: str) -> tuple[object, ...]:
    return (
        *(_guarded(text) for text in (record.play, record.uid, record.game, record.title)),
        _guarded(record.called),
        *(_spaced(record.started), _spaced(record.ended), record.minutes, record.rounds),
        *(seat, _guarded(part.name), part.score, int(part.won)),
        None if part.first is None else int(part.first),
        *(_guarded(record.place), _guarded(record.comment), record.bgg_id),
        *(_guarded(record.source), _guarded(group)),
    )


def _guarded(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _spaced(time: str) -> str:
    """A time as spreadsheets know it for one: `2026-11-22 21:30:00`."""
    return time.replace("T", " ").removesuffix("Z")


# Reading


def _delimiter(text: str) -> str:
    """What stands between cells: spreadsheets of many countries write a semicolon."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _header(text: str) -> list[str]:
    first = text.lstrip("\r\n").partition("\n")[0]
    try:
        row = next(csv.reader([first], delimiter=_delimiter(first)), [])
    except csv.Error:
        return []
    return [folded(cell) for cell in row]


def _rows(text: str, file: str) -> Iterator[_Row]:
    """The rows below the header that hold anything. Raises Invalid."""
    csv.field_size_limit(1_000_000)
    header = _header(text)
    missing = [name for name in ("player",) if name not in header]
    if not {"title", "game"} & set(header):
        missing.append("title")
    if not set(_DATES) & set(header):
        missing.append("ended")
    if missing:
        raise Invalid(
            f"{file} is no table of plays: it has no column `{missing[0]}`.",
            "`companion export -o plays.csv` shows what one looks like.",
        )
    reader = csv.reader(io.StringIO(text.lstrip("\r\n"), newline=""), delimiter=_delimiter(text))
    try:
        next(reader)
        for row in reader:
            if any(cell.strip() for cell in row):
                line = reader.line_num
                if len(row) < len(header) and "uid" in header:
                    raise _wrong(
                        line,
                        file,
                        f"it has {len(row)} cells, not {len(header)}; perhaps it was cut off",
                    )
                cells = (_unguarded(cell) for cell in row)
                yield _Row(line, dict(zip(header, cells, strict=False)))
    except csv.Error as problem:
        raise _wrong(reader.line_num, file, f"{problem}") from None


def _key(cells: Mapping[str, str]) -> tuple[str, ...]:
    """What the rows of one play have in common."""
    for name in ("uid", "play"):
        if cells.get(name, "").strip():
            return name, folded(cells[name]), folded(cells.get("group", ""))
    return tuple(folded(cells.get(name, "")) for name in ("game", "title", *_DATES))


def _record(rows: Sequence[_Row], file: str, games: Sequence[KnownGame]) -> PlayRecord:
    line, cells = rows[0]
    game, title = _game(cells, games)
    minutes, rounds = (_number(cells, name, line, file) for name in ("minutes", "rounds"))
    ended = next((cells[name] for name in _DATES if cells.get(name, "").strip()), "")
    end = moment(ended)
    if end is None:
        raise _wrong(line, file, f"“{short(ended)}” is no time such as 2026-11-22 21:30")
    players = sorted((_player(row, file) for row in rows), key=lambda seated: seated[0])
    people = [part for _, part in players]
    data = {
        "game": game,
        "title": title,
        "called": cells.get("called", ""),
        "started": moment(cells.get("started", "")) or started_before(end, minutes),
        "ended": end,
        "minutes": minutes,
        "rounds": rounds,
        "bgg_id": _number(cells, "bgg_id", line, file),
        "source": cells.get("source", "") or OWN_SOURCE,
        "place": cells.get("place", ""),
        "comment": cells.get("comment", ""),
        "players": people,
    }
    named = json.dumps([game, title, end, cells.get("play", ""), people], sort_keys=True)
    try:
        return record_of(
            {**data, "uid": cells.get("uid", "").strip() or str(uuid5(_SHEETS, named))}
        )
    except ValueError as problem:
        raise _wrong(line, file, str(problem)) from None


def _game(cells: Mapping[str, str], games: Sequence[KnownGame]) -> tuple[str, str]:
    """The id and the title of the game: of one of ours both, where either is told."""
    told = [folded(cells.get(name, "")) for name in ("game", "title")]
    for game in games:
        if game.id == told[0] or (not told[0] and folded(game.title) == told[1]):
            return game.id, game.title
    game_id, title = cells.get("game", ""), cells.get("title", "")
    return (game_id, title) if title.strip() else ("", game_id)


def _player(row: _Row, file: str) -> tuple[int, dict[str, object]]:
    """A player's seat, and what the play's record has of them."""
    line, cells = row
    told = cells.get("score", "").strip()
    score = number(told)
    if told and score is None:
        raise _wrong(line, file, f"the score “{short(told)}” is no number")
    won, first = (flag(cells.get(name)) for name in ("won", "first"))
    seat = whole(cells.get("seat")) or 0
    name = cells.get("player", "")
    return seat, {"name": name, "score": score, "won": bool(won), "first": first}


def _number(cells: Mapping[str, str], name: str, line: int, file: str) -> int | None:
    told = cells.get(name, "").strip()
    value = whole(told)
    if told and value is None:
        raise _wrong(line, file, f"its `{name}` is “{short(told)}”, which is no whole number")
    return value


def _wrong(line: int, file: str, why: str) -> Invalid:
    return Invalid(
        f"Line {line} of {file} is no player of a play: {why}.",
        "Mend that line, or take it out. Nothing was taken from the file.",
    )

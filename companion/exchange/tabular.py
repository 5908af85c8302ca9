"""Plays as CSV (contract): a row for each player of each play, for spreadsheets and data frames.

RFC 4180 in UTF-8. `COLUMNS` are all there are; a file that comes in may lack most of them, or have
others. Times are UTC, but in sheets without `uid` those of this place. `won` and `first` are 1 or
0, and `first` is empty where nobody knows.
"""

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
from companion.exchange.plain import as_shown, record_of
from companion.exchange.rows import DATES, Play, gathered
from companion.exchange.sheet import Sheet, guarded, wrong
from companion.exchange.texts import shown_line
from companion.exchange.values import InUtc, as_utc, moment, started_before, whole

COLUMNS = (
    *("play", "uid", "game", "title", "called", "started", "ended", "minutes", "rounds"),
    *("seat", "player", "score", "won", "first", "place", "comment", "bgg_id", "source", "group"),
)
_NUMBERS = ("minutes", "rounds", "bgg_id")
_SHEETS = UUID("4b9e1f0c-6a4d-4c9b-8a77-0b5f0b6a3c52")
"""The namespace of plays in sheets that name none: drawn once, never to be changed."""


def lines(records: Iterable[PlayRecord], group: str) -> Iterator[str]:
    """The lines of some plays of a group with their line ends, first the names of the columns."""
    yield _line(COLUMNS)
    for record in map(as_shown, records):
        for seat, part in enumerate(record.parts, 1):
            yield _line(_cells(record, seat, part, group))


def read(
    text: str, file: str, games: Sequence[KnownGame], latest: str, in_utc: InUtc = as_utc
) -> Coming:
    """What a sheet tells. Raises Invalid with the line that makes no sense.

    Plays without a `uid` are told apart by game and time, and by `play` where there is such a
    column. `latest` is the last moment at which a play can have ended. `in_utc` says when it is
    what a sheet of one's own, which has no `uid`, calls a time.
    """
    sheet = Sheet(text, file)
    _require_columns(sheet.columns, file)
    ours = "uid" in sheet.columns
    if ours and not text.endswith("\n"):
        raise wrong(
            text.count("\n") + 1,
            file,
            "it has no line end; perhaps the file was cut off there",
            "Export it again; or if it is whole, put a line end behind that line.",
        )
    left_out: dict[str, int] = {}
    found = []
    for play in gathered(sheet, file, {*COLUMNS, *DATES}):
        record = _record(play, file, games, as_utc if ours else in_utc)
        if record.ended > latest:
            count_out(left_out, "of the future")
        else:
            found.append(record)
    records = once(found, left_out)
    return Coming(OWN_SOURCE, records, people_in(records), left_out)


def begins(text: str) -> bool:
    """Whether a text begins with the names of columns, among them `player`."""
    return "player" in Sheet(text, "").columns


# Writing


def _line(cells: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _cells(record: PlayRecord, seat: int, part: Part, group: str) -> tuple[object, ...]:
    return (
        *(guarded(text) for text in (record.play, record.uid, record.game, record.title)),
        guarded(record.called),
        *(_spaced(record.started), _spaced(record.ended), record.minutes, record.rounds),
        *(seat, guarded(part.name), part.score, int(part.won)),
        None if part.first is None else int(part.first),
        *(guarded(record.place), guarded(record.comment), record.bgg_id),
        *(guarded(record.source), guarded(shown_line(group))),
    )


def _spaced(time: str) -> str:
    """A time as spreadsheets know it for one: `2026-11-22 21:30:00`."""
    return time.replace("T", " ").removesuffix("Z")


# Reading


def _require_columns(columns: Collection[str], file: str) -> None:
    missing = [name for name in ("player",) if name not in columns]
    if not {"title", "game"} & set(columns):
        missing.append("title")
    if not set(DATES) & set(columns):
        missing.append("ended")
    if missing:
        raise Invalid(
            f"{file} is no table of plays: it has no column `{missing[0]}`.",
            "`companion export -o plays.csv` shows what one looks like.",
        )


def _record(play: Play, file: str, games: Sequence[KnownGame], in_utc: InUtc) -> PlayRecord:
    cells = play.cells
    game, title = _game(cells, games)
    minutes, rounds, bgg_id = (_number(play, name, file) for name in _NUMBERS)
    told = next((cells[name] for name in DATES if cells.get(name, "").strip()), "")
    end = moment(told, in_utc)
    if end is None:
        raise wrong(play.line, file, f"“{short(told)}” is no time such as 2026-11-22 21:30")
    people = [
        {"name": one.name, "score": one.score, "won": one.won, "first": one.first}
        for one in sorted(play.players, key=lambda one: one.seat or 0)
    ]
    data = {
        "game": game,
        "title": title,
        "called": cells.get("called", ""),
        "started": moment(cells.get("started", ""), in_utc) or started_before(end, minutes),
        "ended": end,
        "minutes": minutes,
        "rounds": rounds,
        "bgg_id": bgg_id,
        "source": cells.get("source", "") or OWN_SOURCE,
        "place": cells.get("place", ""),
        "comment": cells.get("comment", ""),
        "players": people,
    }
    # The sheet is the same in every place: its plays are, too.
    named = json.dumps([game, title, moment(told), cells.get("play", ""), people], sort_keys=True)
    uid = cells.get("uid", "").strip() or str(uuid5(_SHEETS, named))
    try:
        return record_of({**data, "uid": uid})
    except ValueError as problem:
        raise wrong(play.line, file, str(problem)) from None


def _game(cells: Mapping[str, str], games: Sequence[KnownGame]) -> tuple[str, str]:
    """The id and the title of the game: of one of ours both, where either is told."""
    told = [folded(cells.get(name, "")) for name in ("game", "title")]
    for game in games:
        if game.id == told[0] or (not told[0] and folded(game.title) == told[1]):
            return game.id, game.title
    game_id, title = cells.get("game", ""), cells.get("title", "")
    return (game_id, title) if title.strip() else ("", game_id)


def _number(play: Play, name: str, file: str) -> int | None:
    told = play.cells.get(name, "").strip()
    value = whole(told)
    if told and value is None:
        why = f"its `{name}` is “{short(told)}”, which is no whole number"
        raise wrong(play.line, file, why)
    return value

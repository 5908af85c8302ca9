"""`import`: reads files of any known kind; lists imports, undoes and redoes them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from glob import glob
from typing import Any

from companion import games
from companion.core.amendments import UID
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table
from companion.core.event import REDONE, UNDONE, Draft, Event
from companion.core.log import Log
from companion.core.names import capital, chosen, counted, find, short
from companion.core.record import UTC_TIME
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.exchange import bgg, import_log, json_lines, play_csv
from companion.exchange import bgstats_import as bgstats
from companion.exchange.dates import ORDERS, InUtc
from companion.exchange.limits import (
    LARGEST,
    lines_of,
    require_few_lines,
    require_few_values,
    too_many,
)
from companion.exchange.numbers import SIGNS
from companion.exchange.parsed_plays import KnownGame, ParsedPlays
from companion.exchange.play_csv import NO_OPTIONS, SheetOptions
from companion.exchange.winners import decided, wins_typed
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.exchange.updates import change_updates, updated_by
from companion.table.files import OLDER, STANDARD, UTF_8, read_sheet, short_name
from companion.table.history.finished_plays import History
from companion.table.history.summary import IMPORTS, LOGGED_PREFIX
from companion.table.local_time import day

_BRACKET = re.compile(r"\s*[\[{]")
_ELSEWHERE = {
    "companion-group": ("a whole group", "companion group import"),
    "companion-copy": ("a box of a game", "companion deck import"),
}


@cache
def known_games() -> tuple[KnownGame, ...]:
    """All installed games, built-in ones first."""
    ours = [game for game in games.OWN if game != games.SHEET]
    found = [*map(games.game, ours), *games.registered()]
    return tuple(KnownGame(game.id, game.title, game.bgg_id) for game in found)


def sheet_options(
    dates: str | None,
    decimal: str | None,
    zone: str | None = None,
    maps: Iterable[str] = (),
    ignored: Iterable[str] = (),
    strict: bool = False,
    wins: Iterable[str] = (),
) -> SheetOptions:
    """Parse the options about how to read a file. Raises Invalid."""
    if zone is not None:
        _in_utc(zone)
    return SheetOptions(
        None if dates is None else chosen(dates, ORDERS, "order of dates"),
        None if decimal is None else chosen(decimal, SIGNS, "sign of decimals"),
        zone,
        tuple(maps),
        tuple(ignored),
        strict,
        wins_typed(wins),
    )


def read(
    name: str, now: str, options: SheetOptions = NO_OPTIONS, more: Sequence[str] = ()
) -> ParsedPlays:
    """Read the plays in a file; `-` is standard input.

    `more` are further pages of plays of BoardGameGeek. Raises NotFound, Invalid or TooNew.
    """
    try:
        if more:
            coming = _read_pages(list(_pages([name, *more])), now, options)
        else:
            coming = _read(*read_sheet(name), name, now, options)
        return decided(coming, options.wins)
    except Invalid as problem:
        if name != STANDARD:
            raise
        raise Invalid(capital(problem.message), problem.hint) from None


def matching(names: Iterable[str]) -> list[str]:
    """Expand patterns such as `plays-*.xml`, if the shell did not."""
    return [one for name in names for one in (sorted(glob(name)) if "*" in name else ()) or [name]]


def _pages(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The texts of files, each with its short name. Raises Invalid if they are too large."""
    size = 0
    for name in dict.fromkeys(names):
        text = read_sheet(name)[0]
        size += len(text)
        if size > LARGEST:
            raise too_many("All these files together", LARGEST, "characters")
        yield text, short_name(name)


def _read_pages(pages: Sequence[tuple[str, str]], now: str, options: SheetOptions) -> ParsedPlays:
    """Read pages, each a text and its file. Raises Invalid."""
    for text, file in pages:
        if not bgg.looks_like_xml(text):
            raise Invalid(
                f"{file} is not a page of BoardGameGeek's plays.",
                "Only such pages can be imported together; import other files one by one.",
            )
    _require_no_sheet(pages[0][1], options)
    return bgg.read(pages, known_games(), _day_after(now), _in_utc(options.zone))


def _require_no_sheet(file: str, options: SheetOptions) -> None:
    """Refuse options that are about sheets. Raises Invalid."""
    ignored = options.ignored or None
    about_sheets = {"--dates": options.dates, "--decimal": options.decimal, "--ignore": ignored}
    for option, value in about_sheets.items():
        if value is not None:
            raise Invalid(
                f"`{option}` is about sheets, and {file} is not a sheet.",
                f"Leave out `{option}`.",
            )


def _read(text: str, encoding: str, name: str, now: str, options: SheetOptions) -> ParsedPlays:
    file = short_name(name)
    if not text or text.isspace():
        raise Invalid(f"{file} is empty.", "`companion import -h` says what can be read.")
    latest = _day_after(now)
    if bgg.looks_like_xml(text):
        return _read_pages([(text, file)], now, options)
    if not json_lines.looks_like_lines(text) and not _BRACKET.match(text):
        require_few_lines(text, file)
        if not play_csv.looks_like_table(text):
            raise _in_other_letters(file, encoding) if encoding in OLDER else _unknown(file)
        coming = play_csv.read(
            text,
            file,
            known_games(),
            latest,
            _in_utc(options.zone),
            options,
            date.fromisoformat(day(now)),
        )
        if encoding == UTF_8:
            return coming
        return coming._replace(read_as=coming.read_as._replace(encoding=encoding))
    _require_no_sheet(file, options)
    own = json_lines.looks_like_lines(text)
    if own and options.zone is not None:
        raise play_csv.unneeded_zone(file)
    if own:
        return json_lines.read(text, file, latest)
    document = _json(text, file)
    _require_not_elsewhere(document, name)
    return bgstats.read(document, file, known_games(), latest, _in_utc(options.zone))


def _json(text: str, file: str) -> Any:
    """Parse JSON; NaN and infinities become None. Raises Invalid."""
    require_few_values(text, file)
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except json.JSONDecodeError as problem:
        if problem.msg == "Extra data":
            return _first_of_several(text, file)
        if problem.pos >= len(text.rstrip()) or problem.msg.startswith("Unterminated"):
            raise Invalid(
                f"{file} was cut off: it ends in the middle, at line {problem.lineno}, "
                f"character {problem.colno}.",
                "Export it again, or copy it again. Nothing was imported.",
            ) from None
        raise Invalid(
            f"{file} stops being JSON at line {problem.lineno}, character {problem.colno}.",
            "Export it again. Nothing was imported.",
        ) from None
    except RecursionError:
        raise Invalid(
            f"{file} is nested more deeply than any export.",
            "Is it the right file? `companion import -h` says what can be read.",
        ) from None
    except ValueError:  # a whole number of more than 4,300 digits
        return _json_without_giants(text, file)


def _json_without_giants(text: str, file: str) -> Any:
    try:
        return json.loads(
            text,
            parse_constant=lambda _: None,
            parse_int=lambda digits: int(digits) if len(digits) < 20 else digits,
        )
    except (ValueError, RecursionError):
        raise Invalid(f"{file} is not JSON that can be read.", "Export it again.") from None


def _first_of_several(text: str, file: str) -> Any:
    """The first line of unknown JSON lines, if it says what it is."""
    try:
        return json.loads(next(line for line in lines_of(text) if not line.isspace()))
    except (ValueError, RecursionError):
        raise _unknown(file) from None


def _require_not_elsewhere(document: Any, name: str) -> None:
    """Refuse a file for another command. Raises Invalid."""
    kind = document.get("kind") if isinstance(document, dict) else None
    if isinstance(kind, str) and kind in _ELSEWHERE:
        what, command = _ELSEWHERE[kind]
        raise Invalid(
            f"{short_name(name)} holds {what}, not results of plays.", f"`{command} {name}`"
        )


def _in_other_letters(file: str, encoding: str) -> Invalid:
    return Invalid(
        f"{file} is not in UTF-8, and holds no plays if read as {OLDER[encoding]}.",
        "Save it as UTF-8 (“CSV UTF-8” in Excel).",
    )


def _unknown(file: str) -> Invalid:
    return Invalid(
        f"{file} holds no plays that can be read.",
        "It can be an export of BG Stats, a .bgsplay, plays of BoardGameGeek as XML, a file of "
        "`companion export`, or a sheet with the columns `title`, `date`, `player` and `score`.",
    )


def _in_utc(zone: str | None) -> InUtc:
    """Make a function that turns a local time of a zone into UTC; by default of the local zone.

    Raises Invalid for an unknown zone.
    """
    if zone is None:
        return lambda time: time.astimezone(UTC)
    from zoneinfo import ZoneInfo

    try:
        there = ZoneInfo(zone.strip())
    except (ValueError, OSError, LookupError):
        raise Invalid(
            f"“{short(zone)}” is not a time zone.",
            "A region and a city: `--timezone Europe/Berlin`, or `America/Chicago`; or `UTC`.",
        ) from None
    return lambda time: time.replace(tzinfo=there).astimezone(UTC)


def _day_after(now: str) -> str:
    """A day from now, as clocks of phones differ, and so do time zones."""
    return (datetime.strptime(now, UTC_TIME) + timedelta(days=1)).strftime(UTC_TIME)


def list_imports(desk: Desk) -> Reply:
    """List all imports, the newest first."""
    logs = {log: desk.store.read_log(LogRef(desk.group, IMPORTS, log)) for log in _ids(desk)}
    changed = updated_by(it for events in logs.values() for it in events)
    found = [_summary(desk, log, events, changed) for log, events in reversed(logs.items())]
    return Reply(
        document=lambda: {"group": desk.group, "imports": found},
        blocks=lambda: _blocks(desk.group, found),
    )


def take_back(desk: Desk, text: str) -> Reply:
    """Undo an import, so that its plays no longer count.

    Raises NotFound, Ambiguous or Refused.
    """
    ref = _ref(desk, text)
    with desk.store.change_log(ref) as held:
        plays = _plays(desk, ref, held.events)
        if import_log.are_taken_back(held.events):
            raise Refused(
                f"{ref.id} is taken back already.",
                f"`companion import --redo {ref.id}` brings it back.",
            )
        held.append(_with(desk, held.events, UNDONE))
        uid = str(held.events[0].data.get(UID, ""))
    updated = change_updates(desk, uid, UNDONE) if uid else 0
    done = [f"{counted(plays, 'play')} taken back"] if plays or not updated else []
    done += [f"{counted(updated, 'play')} as before"] if updated else []
    them = "it" if plays + updated == 1 else "them"
    again = f"`companion import --redo {ref.id}` brings {them} back"
    line = f"{ref.id}: {', '.join(done)}. {again}."
    return Reply(
        document=lambda: {"import": ref.id, "plays": plays, "taken_back": True}, lines=(line,)
    )


def bring_back(desk: Desk, text: str) -> Reply:
    """Redo an import, so that its plays count again.

    Raises NotFound, Ambiguous or Refused.
    """
    ref = _ref(desk, text)
    history = History(desk)
    with desk.store.change_log(ref) as held:
        plays = _plays(desk, ref, held.events)
        if not import_log.are_taken_back(held.events):
            raise Refused(
                f"{ref.id} was not taken back, so there is nothing to bring back.",
                "`companion import --list`",
            )
        again = _with(desk, held.events, REDONE)
        double = len(
            history.known(it.uid for it in import_log.recorded_plays([*held.events, *again]))
        )
        if double:
            verb = "was" if double == 1 else "were"
            raise Refused(
                f"{counted(double, 'play')} of {ref.id} {verb} imported again since, "
                "and would be there twice.",
                "`companion import --list` shows with which import; take that one back first.",
            )
        held.append(again)
        uid = str(held.events[0].data.get(UID, ""))
    updated = change_updates(desk, uid, REDONE) if uid else 0
    line = f"{ref.id}: {counted(plays, 'play')} brought back"
    line += f", {counted(updated, 'update')} made again." if updated else "."
    return Reply(
        document=lambda: {"import": ref.id, "plays": plays, "taken_back": False}, lines=(line,)
    )


def _ids(desk: Desk) -> list[str]:
    logs = desk.store.log_ids(desk.group, IMPORTS) if desk.group_document() else []
    return [log for log in logs if not log.startswith(LOGGED_PREFIX)]


def _ref(desk: Desk, text: str) -> LogRef:
    ids = _ids(desk)
    by_number = [one for one in ids if one.rpartition("-")[2] == text.strip()]
    hint = "`companion import --list` shows them."
    found = by_number[0] if by_number else find(text, ids, lambda one: (one,), "import", hint)
    return LogRef(desk.group, IMPORTS, found)


def _plays(desk: Desk, ref: LogRef, events: Sequence[Event]) -> int:
    """How many plays an import holds. Raises Corrupt."""
    try:
        import_log.recorded_plays(events)
    except ValueError as problem:
        raise desk.store.damaged(ref, str(problem)) from None
    return sum(event.kind == import_log.PLAY_RECORDED for event in events)


def _with(desk: Desk, events: Sequence[Event], kind: str) -> tuple[Event, ...]:
    """The events that undo or redo the plays of an import."""
    draft = Draft(kind, {"action": import_log.PLAYS_ENTRY})
    return Log(tuple(events)).extended([draft], desk.now()).events[len(events) :]


def _summary(
    desk: Desk, log_id: str, events: Sequence[Event], changed: Mapping[str, int]
) -> dict[str, Any]:
    """An import as JSON; `changed` are how many plays imports updated, by uid. Raises Corrupt."""
    plays = _plays(desk, LogRef(desk.group, IMPORTS, log_id), events)
    return {
        "import": log_id,
        "source": events[0].data.get("source"),
        "file": events[0].data.get("file"),
        "at": events[0].at,
        "plays": plays,
        "updated": changed.get(str(events[0].data.get(UID, "")), 0),
        "taken_back": import_log.are_taken_back(events),
    }


def _blocks(group: str, found: Sequence[dict[str, Any]]) -> list[Block]:
    heading = Heading("Imports", f"group {group}")
    if not found:
        return [heading, Paragraph("None yet: `companion import FILE`.")]
    rows = tuple(
        (
            Span(one["import"], "name"),
            day(one["at"]),
            str(one["plays"]),
            str(one["updated"] or ""),
            str(one["source"]),
            Span("taken back", "muted") if one["taken_back"] else "",
            str(one["file"]),
        )
        for one in found
    )
    columns = (
        Column("Import"),
        Column("When"),
        Column("Plays", "right"),
        Column("Updated", "right"),
        Column("From"),
        Column(read_aloud="Note"),
        Column("File", wraps=True),
    )
    return [heading, Table(columns, rows)]

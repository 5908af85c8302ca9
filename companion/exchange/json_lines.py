"""Plays as JSON lines (contract): one play a line, complete, with named keys.

    {"uid", "game", "title", "called", "bgg_id", "started", "ended", "minutes", "rounds", "place",
     "comment", "source", "coop", "lowest",
     "players": [{"name", "score", "won", "first", "team", "role"}],
     "marks": [{"kind", "id", "title", "player"}]}

Only `uid`, `title`, `ended` and `players` have to be there, and of a player the `name`.

    {"kind": "companion-play", "version": 1, "play", "group", …}

The other keys are those of `companion.exchange.json_lines`. `play` is the id in the group that it
was taken from.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from companion.core.names import (
    LONGEST_NAME,
    cleaned_line,
    cleaned_lines,
    cleaned_name,
    folded,
    is_text,
)
from companion.core.record import Mark, Part, PlayRecord
from companion.core.shapes import LARGEST_WHOLE
from companion.errors import Invalid, TooNew
from companion.exchange.limits import (
    LONGEST_LINE,
    LONGEST_TEXT,
    Quota,
    lines_of,
    require_few_lines,
)
from companion.exchange.parsed_plays import (
    OWN_SOURCE,
    Oddities,
    ParsedPlays,
    count_left_out,
    people_in,
    without_repeats,
)

MOST_PLAYERS = 100
MOST_MARKS = 1_000
EARLIEST = "1900-01-01T00:00:00Z"
_UNSEEN = "?"
"""The name of a player whose own name cannot be shown."""
Named = Callable[[str], str]
"""Cleans a name: `cleaned_name`, or `cleaned_line` for a log, which may be older than that rule."""
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_FIELDS = (
    *("uid", "game", "title", "called", "bgg_id", "started", "ended"),
    *("minutes", "rounds", "place", "comment", "source", "coop", "lowest"),
)
_TEXTS = ("game", "called", "started", "place", "source")
_PLAYER_KEYS = frozenset(Part._fields)
_MARK_KEYS = frozenset({"kind", "id", "title", "player"})
_KEYS = frozenset((*_FIELDS, "players", "marks"))


def play_object(record: PlayRecord) -> dict[str, Any]:
    """Return the record as a plain object, without its id in the group, which means nothing
    elsewhere.
    """
    record = printable_record(record)
    return {
        **{key: getattr(record, key) for key in _FIELDS},
        "players": [part._asdict() for part in record.parts],
        "marks": [
            {
                "kind": mark.kind,
                "id": mark.id,
                "title": mark.title,
                "player": None if mark.seat is None else record.parts[mark.seat].name,
            }
            for mark in record.marks
        ],
    }


def printable_record(record: PlayRecord) -> PlayRecord:
    """Return the record with all texts made safe to show."""
    texts = {key: getattr(record, key) for key in ("title", "called", "game", "source", "place")}
    names = (text for part in record.parts for text in (part.name, part.team, part.role))
    marks = (text for mark in record.marks for text in mark[:3])
    if "".join((*texts.values(), record.comment, *names, *marks)).isprintable():
        return record
    plain: dict[str, Any] = {key: cleaned_line(text) for key, text in texts.items()}
    return record._replace(
        comment=cleaned_lines(record.comment),
        parts=tuple(
            part._replace(
                name=cleaned_line(part.name) or _UNSEEN,
                team=cleaned_line(part.team),
                role=cleaned_line(part.role),
            )
            for part in record.parts
        ),
        marks=tuple(Mark._make((*map(cleaned_line, mark[:3]), mark.seat)) for mark in record.marks),
        **plain,
    )


def record_of(data: Mapping[str, Any], named: Named = cleaned_name) -> PlayRecord:
    """Return the record of a plain object: a finished play without an id in the group.

    `named` cleans its names. If a clock that was set back makes the play begin after its end, it
    began when it ended. Raises ValueError with what is wrong, to follow “it is no play: ”.
    """
    texts = {key: _text(data, key, named) for key in _TEXTS}
    title, ended = _text(data, "title", named), _time(data, "ended")
    if not title.strip():
        raise ValueError("its title is missing")
    parts = _parts(data.get("players"), named)
    started = _time(data, "started") if texts["started"] else ended
    return PlayRecord(
        uid=_uid(data.get("uid")),
        play="",
        game=texts["game"],
        title=title,
        called=texts["called"] or title,
        started=min(started, ended),
        ended=ended,
        minutes=_whole(data, "minutes"),
        rounds=_whole(data, "rounds"),
        parts=parts,
        marks=_marks(data.get("marks"), parts, named),
        bgg_id=_whole(data, "bgg_id"),
        source=texts["source"],
        place=texts["place"],
        comment=_text(data, "comment", cleaned_lines),
        coop=_flag(data, "coop"),
        lowest=_flag(data, "lowest"),
    )


def unknown_keys(data: Mapping[str, Any], head: Collection[str]) -> Iterator[str]:
    """Return unknown keys of a plain object (see `record_of`), except those of `head`."""
    for key, value in data.items():
        inner = {"players": _PLAYER_KEYS, "marks": _MARK_KEYS}.get(key)
        if key not in _KEYS and key not in head:
            yield key
        elif inner is not None and type(value) is list:
            for one in value:
                yield from (f"{key}.{it}" for it in one if it not in inner)


def is_score(value: Any) -> bool:
    """Whether the value is a possible final score."""
    return type(value) in (int, float) and -LARGEST_WHOLE <= value <= LARGEST_WHOLE


def _text(data: Mapping[str, Any], key: str, plain: Named) -> str:
    value = data.get(key)
    if value is None:
        return ""
    if type(value) is not str or len(value) > LONGEST_TEXT or not is_text(value):
        raise ValueError(f"its {key} is not a text that can be kept")
    return plain(value)


def _time(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    try:
        found = type(value) is str and _TIME.fullmatch(value) and datetime.fromisoformat(value)
    except ValueError:
        found = None
    if type(value) is not str or not found:
        raise ValueError(f"its `{key}` is not a time such as 2026-11-22T21:30:00Z")
    if value < EARLIEST:
        raise ValueError(f"its `{key}` is before the year {EARLIEST[:4]}")
    return value


def _whole(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is None or (type(value) is int and 0 <= value <= LARGEST_WHOLE):
        return value
    raise ValueError(f"its `{key}` is not a whole number")


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key)
    if type(value) not in (bool, type(None)):
        raise ValueError(f"its `{key}` is neither true nor false")
    return bool(value)


def _uid(value: Any) -> str:
    try:
        return str(UUID(value))
    except (ValueError, AttributeError, TypeError):
        raise ValueError("its `uid` is not a UUID") from None


def _parts(value: Any, named: Named) -> tuple[Part, ...]:
    if type(value) is not list or not value:
        raise ValueError("its players are missing")
    if len(value) > MOST_PLAYERS:
        raise ValueError(f"it has {len(value):,} players")
    parts = tuple(_part(one, named) for one in value)
    if len({folded(part.name) for part in parts}) < len(parts):
        raise ValueError("somebody is in it twice")
    return parts


def _part(value: Any, named: Named) -> Part:
    if type(value) is not dict:
        raise ValueError("one of its players is not an object")
    name, score = value.get("name"), value.get("score")
    won, first = value.get("won", False), value.get("first")
    if type(name) is not str or len(name) > LONGEST_NAME or not is_text(name):
        name = ""
    name = named(name)
    if not name:
        raise ValueError("a player of it has no name that can be kept")
    if score is not None and not is_score(score):
        raise ValueError(f"the score of {name} is not a number")
    if type(won) is not bool or type(first) not in (bool, type(None)):
        raise ValueError(f"whether {name} won, or began, is neither true nor false")
    team, role = (_text(value, key, named) for key in ("team", "role"))
    return Part(name, score, won, first, team, role)


def _marks(value: Any, parts: tuple[Part, ...], named: Named) -> tuple[Mark, ...]:
    if value is None:
        return ()
    if type(value) is not list or not all(type(mark) is dict for mark in value):
        raise ValueError("its marks are not a list of objects")
    if len(value) > MOST_MARKS:
        raise ValueError(f"{len(value):,} things stood out in it")
    seats = {part.name: seat for seat, part in enumerate(parts)}
    marks = []
    for mark in value:
        player = _text(mark, "player", named) if mark.get("player") is not None else None
        if player is not None and player not in seats:
            raise ValueError("something stood out in it of a player that it does not have")
        seat = None if player is None else seats[player]
        kind, mark_id, title = (_text(mark, key, cleaned_line) for key in ("kind", "id", "title"))
        marks.append(Mark(kind, mark_id, title, seat))
    return tuple(marks)


KIND = "companion-play"
VERSION = 1
_HEAD = ("kind", "version", "play", "group")


def lines(records: Iterable[PlayRecord], group: str) -> Iterator[str]:
    """Return the lines of some plays of a group, each with its line end."""
    for record in records:
        yield f"{json.dumps(document(record, group), ensure_ascii=False, allow_nan=False)}\n"


def document(record: PlayRecord, group: str) -> dict[str, Any]:
    """Return a play of a group as the object of its line."""
    head = {"kind": KIND, "version": VERSION, "play": record.play, "group": cleaned_line(group)}
    return {**head, **play_object(record)}


def read(text: str, file: str, latest: str) -> ParsedPlays:
    """Read the plays in a file of such lines; none can have ended after `latest`.

    Raises Invalid with the line that is wrong, or TooNew.
    """
    require_few_lines(text, file)
    quota = Quota(file)
    found: list[PlayRecord] = []
    left_out: dict[str, int] = {}
    odd = Oddities(noun="key")
    for number, line in enumerate(lines_of(text), 1):
        if line.isspace():
            continue
        data = _object(line.rstrip("\n"), number, file)
        record = _record(data, number, file)
        for key in unknown_keys(data, _HEAD):
            odd.column(cleaned_line(key))
        quota.record(record)
        if record.ended > latest:
            count_left_out(left_out, "of the future")
        else:
            found.append(record)
    records = without_repeats(found, left_out)
    return ParsedPlays(
        OWN_SOURCE, records, people_in(records), left_out, followed=True, odd=odd.unread()
    )


def looks_like_lines(text: str) -> bool:
    """Whether a text begins with the line of a play."""
    first = next((line for line in lines_of(text) if not line.isspace()), "").strip()
    # A single line that was cut off is meant to be one, too.
    looks_so = first.startswith("{") and f'"kind": "{KIND}"' in first[:100]
    if len(first) > LONGEST_LINE:
        return looks_so
    try:
        document = json.loads(first)
    except (ValueError, RecursionError):
        return looks_so
    return isinstance(document, dict) and document.get("kind") == KIND


def _object(line: str, number: int, file: str) -> dict[str, Any]:
    """Parse a line that says it is a play. Raises Invalid."""
    data: Any
    if len(line) > LONGEST_LINE:
        raise _no_play(number, file, f"it has more than {LONGEST_LINE:,} characters")
    try:
        data = json.loads(line)
    except json.JSONDecodeError as problem:
        raise Invalid(
            f"Line {number} of {file} stops being JSON at its character {problem.pos + 1}: "
            "perhaps the file was cut off.",
            "Export it again, or remove that line. Nothing was imported.",
        ) from None
    except (ValueError, RecursionError):
        raise _no_play(number, file, "it holds numbers or lists beyond all measure") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise _no_play(number, file, f"its `kind` is not “{KIND}”")
    return data


def _record(data: dict[str, Any], number: int, file: str) -> PlayRecord:
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise _no_play(number, file, "its `version` is not a number from 1 on")
    if version > VERSION:
        raise TooNew(f"Line {number} of {file} was exported by a newer companion.")
    try:
        record = record_of(data)
    except ValueError as problem:
        raise _no_play(number, file, str(problem)) from None
    return record._replace(source=record.source or OWN_SOURCE)


def _no_play(number: int, file: str, why: str) -> Invalid:
    return Invalid(
        f"Line {number} of {file} is not a play: {why}.",
        "`companion export -o plays.jsonl` writes such lines. Nothing was imported.",
    )

"""Plays as JSON lines (contract): one play a line, complete, with named keys.

    {"kind": "companion-play", "version": 1, "play", "group", …}

The other keys are those of `companion.exchange.play_json`. `play` is the id in the group that it
was taken from.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from companion.core.record import PlayRecord
from companion.errors import Invalid, TooNew
from companion.exchange.limits import LONGEST_LINE, Quota, lines_of, require_few_lines, shown_line
from companion.exchange.parsed_plays import (
    OWN_SOURCE,
    Oddities,
    ParsedPlays,
    count_out,
    people_in,
    without_repeats,
)
from companion.exchange.play_json import play_object, record_of, unknown_keys

KIND = "companion-play"
VERSION = 1
_HEAD = ("kind", "version", "play", "group")


def lines(records: Iterable[PlayRecord], group: str) -> Iterator[str]:
    """The lines of some plays of a group, each with its line end."""
    for record in records:
        yield f"{json.dumps(document(record, group), ensure_ascii=False, allow_nan=False)}\n"


def document(record: PlayRecord, group: str) -> dict[str, Any]:
    """A play of a group as the object of its line."""
    head = {"kind": KIND, "version": VERSION, "play": record.play, "group": shown_line(group)}
    return {**head, **play_object(record)}


def read(text: str, file: str, latest: str) -> ParsedPlays:
    """What a file of such lines tells. `latest` is the last moment at which a play can have ended.

    Raises Invalid with the line that is none, or TooNew.
    """
    require_few_lines(text, file)
    quota = Quota(file)
    found: list[PlayRecord] = []
    left_out: dict[str, int] = {}
    odd = Oddities()
    for number, line in enumerate(lines_of(text), 1):
        if line.isspace():
            continue
        data = _object(line.rstrip("\n"), number, file)
        record = _record(data, number, file)
        for key in unknown_keys(data, _HEAD):
            odd.column(shown_line(key))
        quota.record(record)
        if record.ended > latest:
            count_out(left_out, "of the future")
        else:
            found.append(record)
    records = without_repeats(found, left_out)
    return ParsedPlays(
        OWN_SOURCE, records, people_in(records), left_out, followed=True, odd=odd.told()
    )


def begins(text: str) -> bool:
    """Whether a text begins with the line of a play."""
    first = next((line for line in lines_of(text) if not line.isspace()), "").strip()
    # A single line that was cut off is meant as one, too.
    looks_so = first.startswith("{") and f'"kind": "{KIND}"' in first[:100]
    if len(first) > LONGEST_LINE:
        return looks_so
    try:
        document = json.loads(first)
    except (ValueError, RecursionError):
        return looks_so
    return isinstance(document, dict) and document.get("kind") == KIND


def _object(line: str, number: int, file: str) -> dict[str, Any]:
    """The object of a line that says it is a play. Raises Invalid."""
    data: Any
    if len(line) > LONGEST_LINE:
        raise _no_play(number, file, f"it has more than {LONGEST_LINE:,} characters")
    try:
        data = json.loads(line)
    except json.JSONDecodeError as problem:
        raise Invalid(
            f"Line {number} of {file} stops being JSON at its character {problem.pos + 1}: "
            "perhaps the file was cut off.",
            "Export it again, or take that line out. Nothing was taken from the file.",
        ) from None
    except (ValueError, RecursionError):
        raise _no_play(number, file, "it holds numbers or lists beyond all measure") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise _no_play(number, file, f"its `kind` is not “{KIND}”")
    return data


def _record(data: dict[str, Any], number: int, file: str) -> PlayRecord:
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise _no_play(number, file, "its `version` is no number from 1 on")
    if version > VERSION:
        raise TooNew(
            f"Line {number} of {file} was exported by a newer companion.",
            "Update the companion: pip install --upgrade companion",
        )
    try:
        record = record_of(data)
    except ValueError as problem:
        raise _no_play(number, file, str(problem)) from None
    return record._replace(source=record.source or OWN_SOURCE)


def _no_play(number: int, file: str, why: str) -> Invalid:
    return Invalid(
        f"Line {number} of {file} is no play: {why}.",
        "`companion export -o plays.jsonl` writes such lines. Nothing was taken from the file.",
    )

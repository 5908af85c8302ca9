"""A whole group as lines of JSON: its document, then one log per line, then totals.

    {"kind": "companion-group", "version": 1, "group", "logs", "document", "elsewhere"}
    {"shelf", "id", "events": [{"seq", "action", "kind", "data", "at", "house"}]}
    {"shelf", "id", "left_out": why}             a log that could not be read when this was written
    {"end": true, "logs", "left_out", "events", "sha256"}

`sha256` is the digest of all lines before the last one, each followed by `\\n`. Only one line at a
time is in memory, however long the group's history is: any damage shows by the last line at the
latest.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.names import counted, is_text, short, visible
from companion.errors import Invalid, TooNew
from companion.exchange.limits import MOST_VALUES

KIND = "companion-group"
VERSION = 1
LONGEST_LINE = 16_000_000
"""The most bytes of a line. A box with ten thousand cards takes a tenth of it."""
_LIKELY = 4_000
_BOM = b"\xef\xbb\xbf"
_HOW = "`companion group export -o FILE` makes one."
_AGAIN = "Export it again, or copy the file once more: nothing was changed here."
_OTHERS = {
    "companion-copy": "It holds a box: `companion deck import FILE`.",
    "companion-play": "It holds plays: `companion import FILE`.",
}


class Head(NamedTuple):
    """The first line of a file: the group's name, its document, and how many logs follow."""

    group: str
    document: dict[str, Any]
    logs: int
    elsewhere: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Logs that are mentioned but not in the file, by shelf and id, with their ids everywhere."""

    @property
    def record(self) -> dict[str, Any]:
        """Return the object of the first line."""
        record = {"group": self.group, "document": self.document, "logs": self.logs}
        return {**record, "elsewhere": self.elsewhere} if self.elsewhere else record


class GroupLog(NamedTuple):
    """A log of a group: its shelf, its id, its events."""

    shelf: str
    id: str
    events: Sequence[Event]


class LeftOut(NamedTuple):
    """A log that could not be read when the file was made, and why."""

    shelf: str
    id: str
    why: str


class End(NamedTuple):
    """The last line of a file: how many logs it holds, how many it lacks, and its digest."""

    logs: int
    left_out: int
    events: int
    sha256: str


def group_lines(
    head: Head, logs: Iterable[GroupLog | LeftOut], cannot: Callable[[GroupLog], LeftOut]
) -> Iterator[bytes]:
    """Return the lines of a file, one by one.

    `head.logs` is how many logs there will be. `cannot` gets a log that cannot be written as JSON,
    and returns the `LeftOut` to write for it.
    """
    digest = hashlib.sha256()
    count = missing = events = 0
    line = _line({"kind": KIND, "version": VERSION, **head.record})
    digest.update(line)
    yield line
    for log in logs:
        try:
            line = _log_line(log)
        except ValueError:
            assert isinstance(log, GroupLog)
            log = cannot(log)
            line = _log_line(log)
        if isinstance(log, LeftOut):
            missing += 1
        else:
            count, events = count + 1, events + len(log.events)
        digest.update(line)
        yield line
    end = End(count, missing, events, digest.hexdigest())
    yield _line({"end": True, **end._asdict()})


def read(lines: Iterable[bytes]) -> Iterator[Head | GroupLog | LeftOut | End]:
    """Read the lines of a file in order: first a Head, last an End.

    Raises Invalid or TooNew as soon as something is wrong; what came before must not be trusted
    until the End has been read.
    """
    digest, head, end = hashlib.sha256(), None, None
    found = missing = events = 0
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix(_BOM).rstrip(b"\r\n") if number == 1 else raw.rstrip(b"\r\n")
        if end is not None:
            if not line.strip():
                continue  # Some editors add an empty line.
            raise _changed(f"it goes on after its end, in line {number}")
        if head is None:
            head = _head(line)
            yield head
        else:
            data = _object(line, number, raw, found + missing, head)
            if "end" in data:
                end = _end(data, End(found, missing, events, digest.hexdigest()), head)
                yield end
                continue
            log = _log(data, number)
            if isinstance(log, LeftOut):
                missing += 1
            else:
                found, events = found + 1, events + len(log.events)
            yield log
        digest.update(line + b"\n")
    if head is None:
        raise Invalid("This file is empty.", _HOW)
    if end is None:
        raise _cut_off(found + missing, head)


def _log_line(log: GroupLog | LeftOut) -> bytes:
    if isinstance(log, LeftOut):
        return _line({"shelf": log.shelf, "id": log.id, "left_out": log.why})
    records = [event.to_json() for event in log.events]
    return _line({"shelf": log.shelf, "id": log.id, "events": records})


def _line(data: dict[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    # Half a surrogate pair, which an old log may hold, comes back unchanged.
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _head(line: bytes) -> Head:
    data = _parsed(line)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        named = re.search(rb'"kind"\s*:\s*"([a-z-]{1,40})"', line[:_LIKELY])
        other = _OTHERS.get(named[1].decode() if named else "", "")
        begun = re.match(rb'\s*\{\s*"kind"\s*:\s*"companion-group"', line[:_LIKELY])
        if begun and data is None:
            raise Invalid("This file of a group ends in its first line.", _AGAIN)
        raise Invalid("This is not a file of a group.", other or _HOW)
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise _changed("it does not say which version it has")
    if version > VERSION:
        raise TooNew(
            f"This file of a group was written by a newer companion (it has version {version}, "
            f"this one reads up to {VERSION})."
        )
    group, document, logs = (data.get(key) for key in ("group", "document", "logs"))
    if type(group) is not str or not group.strip() or not is_text(group):
        raise _changed("it does not say what the group is called")
    if not isinstance(document, dict) or type(logs) is not int or logs < 0:
        raise _changed("its first line lacks what it should hold")
    elsewhere = data.get("elsewhere", {})
    if not _are_identities(elsewhere):
        raise _changed("its first line names logs in a way that makes no sense")
    return Head(group, document, logs, elsewhere)


def _are_identities(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(logs, dict) and all(type(it) is str for it in logs.values())
        for logs in value.values()
    )


def _object(line: bytes, number: int, raw: bytes, there: int, head: Head) -> dict[str, Any]:
    if sum(map(line.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise _changed(f"line {number} holds more than {MOST_VALUES:,} values")
    data = _parsed(line)
    if isinstance(data, dict):
        return data
    if data is None and not raw.endswith(b"\n"):
        if len(raw) >= LONGEST_LINE:
            raise _changed(f"line {number} has more than {LONGEST_LINE:,} bytes")
        raise _cut_off(there, head)
    raise _changed(f"line {number} cannot be read")


def _parsed(line: bytes) -> Any:
    """Parse a line; None if it is not JSON."""
    try:
        return json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _log(data: dict[str, Any], number: int) -> GroupLog | LeftOut:
    shelf, log_id = data.get("shelf"), data.get("id")
    if type(shelf) is not str or type(log_id) is not str:
        raise _changed(f"line {number} does not say which log it holds")
    why = data.get("left_out")
    if type(why) is str:
        return LeftOut(shelf, log_id, why)
    records = data.get("events")
    if not isinstance(records, list) or not records:
        raise _changed(f"line {number} ({short(visible(log_id))}) holds no entries")
    events = []
    for seq, record in enumerate(records, 1):
        try:
            event = Event.from_json(record)
        except ValueError:
            event = None
        if event is None or event.seq != seq:
            raise _changed(f"entry {seq} of {short(visible(log_id))} is not as it should be")
        events.append(event)
    return GroupLog(shelf, log_id, events)


def _end(data: dict[str, Any], here: End, head: Head) -> End:
    values: list[Any] = [data.get(key) for key in End._fields]
    end = End(*values)
    if end != here or here.logs + here.left_out != head.logs:
        raise _changed("what it holds is not what was written into it")
    return end


def _changed(why: str) -> Invalid:
    return Invalid(f"This file of a group was changed or damaged: {why}.", _AGAIN)


def _cut_off(there: int, head: Head) -> Invalid:
    of = f"{there} of {counted(head.logs, 'log')} {'is' if there == 1 else 'are'} there"
    return Invalid(f"This file of a group ends in the middle: {of}.", _AGAIN)

"""What was read of a group's plays, kept in two files so that only what changed is read again.

`<group>.plays.json` says of which logs something is kept, as of which mark, and holds the
statistics of all of them together; `<group>.plays.jsonl` holds the records, a line a log, the last
one of a log counting. Either may be thrown away at any time: all is read anew then.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from companion import __version__
from companion.core.record import PlayRecord
from companion.stats.tally import Tally

_VERSION = 2
_MADE_BY = [_VERSION, Tally.VERSION, __version__]
_SLACK = 1000
"""Lines that were replaced by later ones: so many more than logs, and the file is written anew."""

Log = tuple[str, str]
"""A shelf and an id on it."""


class Head(NamedTuple):
    """What the first file says: the marks of all logs that were read, by shelf and id.

    `nonce` ties both files together, `size` is how much of the second one counts, `lines` how many
    lines that is, and `check` the CRC-32 of them. `open` are logs of plays that are not finished.

    `tally` are the statistics of all finished plays (None where they have to be made), `last` when
    the newest play in them began, and its uid, `names` the former names of players then, `doubles`
    the plays that did not count as they are others once more, and `elsewhere` the beginnings of
    the uids of plays that other programs told.
    """

    nonce: str = ""
    size: int = 0
    lines: int = 0
    check: int = 0
    marks: Mapping[str, Mapping[str, str]] = {}
    open: Sequence[str] = ()
    names: Mapping[str, Sequence[Sequence[str]]] = {}
    last: Sequence[str] = ()
    doubles: Mapping[str, str] = {}
    elsewhere: Sequence[str] = ()
    tally: Any = None


def packed(records: Sequence[PlayRecord]) -> bytes:
    """The records of a log as JSON."""
    return json.dumps([one.packed() for one in records], separators=(",", ":")).encode()


def line_of(log: Log, mark: str, records: bytes) -> bytes:
    """The line of a log in the second file: what it told (see `packed`) when it had that mark."""
    shelf, name = log
    return f'["{shelf}","{name}","{mark}",'.encode() + records + b"]\n"


class Kept:
    """The two files of a group; where there is no place for them, nothing is ever kept."""

    def __init__(self, path: str | None) -> None:
        self._head = None if path is None else Path(f"{path}.json")
        self._records = None if path is None else Path(f"{path}.jsonl")

    def head(self) -> Head:
        """What is kept; nothing where the files are damaged, missing, or another version's."""
        if self._head is None or self._records is None:
            return Head()
        try:
            told = json.loads(self._head.read_bytes())
            known = told.pop("version") == _MADE_BY
            head = Head(**told)
            whole = self._records.stat().st_size >= head.size
            sound = all(isinstance(it, dict) for it in (head.marks, head.names, head.doubles))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return Head()
        return head if known and whole and sound else Head()

    def records(self, head: Head) -> dict[Log, list[PlayRecord]] | None:
        """The records of all logs; None where the file is not the one that the head tells of."""
        rows = self._rows(head)
        if rows is None:
            return None
        try:
            return {
                log: [PlayRecord.unpacked(one) for one in told] for log, (told, _) in rows.items()
            }
        except (ValueError, TypeError, IndexError):
            return None

    def lines(self, head: Head) -> dict[Log, bytes] | None:
        """The lines themselves, by their logs; None as for `records`."""
        rows = self._rows(head)
        return None if rows is None else {log: line for log, (_, line) in rows.items()}

    def _rows(self, head: Head) -> dict[Log, tuple[list[Any], bytes]] | None:
        """What each log told as of its mark, and its line. Two runs may have written at once: a
        line of another mark is none, and where one is missing, the file is no use."""
        content = self._content(head)
        if content is None:
            return None
        try:
            rows = json.loads(b"[" + b",".join(content) + b"]")
            found = {
                (shelf, log): (told, line + b"\n")
                for (shelf, log, mark, told), line in zip(rows, content, strict=True)
                if head.marks.get(shelf, {}).get(log) == mark
            }
        except (ValueError, TypeError, AttributeError):
            return None
        return found if len(found) == sum(map(len, head.marks.values())) else None

    def _content(self, head: Head) -> list[bytes] | None:
        """The lines that count; none where nothing is kept, None where it is not what it was."""
        if self._records is None or not head.nonce:
            return []
        try:
            with self._records.open("rb") as file:
                whole = file.read(head.size)
        except OSError:
            return None
        nonce, *lines = whole.splitlines() or [b""]
        same = nonce.decode("ascii", "replace") == head.nonce and len(lines) == head.lines
        return lines if same and crc32(whole) == head.check else None

    def add(self, head: Head, new: Mapping[Log, bytes]) -> Head | None:
        """Write lines behind those that are kept; None where they should be written anew."""
        crowded = head.lines + len(new) > 2 * sum(map(len, head.marks.values())) + _SLACK
        if self._records is None or not head.nonce or crowded:
            return None
        if not new:
            return head
        content = b"".join(new.values())
        try:
            with self._records.open("r+b") as file:
                if file.readline().decode().rstrip("\n") != head.nonce:
                    return None
                file.truncate(head.size)  # what another run wrote and did not get to tell
                file.seek(head.size)
                file.write(content)
        except (OSError, ValueError):
            return None
        return head._replace(
            size=head.size + len(content),
            lines=head.lines + len(new),
            check=crc32(content, head.check),
        )

    def write(self, head: Head, lines: Mapping[Log, bytes]) -> Head:
        """Write all lines anew. Where that fails, the head says that nothing is kept."""
        if self._records is None:
            return Head()
        nonce = os.urandom(8).hex()
        content = f"{nonce}\n".encode() + b"".join(lines.values())
        try:
            self._records.parent.mkdir(parents=True, exist_ok=True)
            _replace(self._records, content)
        except OSError:
            return Head()
        return head._replace(nonce=nonce, size=len(content), lines=len(lines), check=crc32(content))

    def close(self, head: Head) -> None:
        """Write what is kept; a disk that refuses it is passed over."""
        if self._head is None or not head.nonce:
            return
        told = {"version": _MADE_BY, **head._asdict()}
        with suppress(OSError):
            _replace(self._head, json.dumps(told, separators=(",", ":")).encode())


def _replace(path: Path, content: bytes) -> None:
    """Put a file in its place in one step, not waiting for the disk: it can be made again."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    finally:
        with suppress(OSError):
            fresh.unlink()

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

from companion import __version__
from companion.core.record import PlayRecord
from companion.stats.tally import Tally

_VERSION = 1
_MADE_BY = [_VERSION, Tally.VERSION, __version__]
_SLACK = 1000
"""Lines that were replaced by later ones: so many more than logs, and the file is written anew."""

Log = tuple[str, str]
"""A shelf and an id on it."""


class Head(NamedTuple):
    """What the first file says: the marks of all logs that were read, by shelf and id.

    `nonce` ties both files together, `size` is how much of the second one counts, `lines` how many
    lines that is. `open` are logs of plays that are not finished. `names` are the former names of
    players, as they were when `tally` was made (None where it has to be), `last` is when the
    newest play in it began, and its uid.
    """

    nonce: str = ""
    size: int = 0
    lines: int = 0
    marks: Mapping[str, Mapping[str, str]] = {}
    open: Sequence[str] = ()
    names: Mapping[str, Sequence[Sequence[str]]] = {}
    last: Sequence[str] = ()
    tally: Any = None


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
            sound = all(isinstance(it, dict) for it in (head.marks, head.names))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return Head()
        return head if known and whole and sound else Head()

    def records(self, head: Head) -> dict[Log, list[PlayRecord]] | None:
        """The records of all logs; None where the file is not the one that the head tells of."""
        if self._records is None or not head.nonce:
            return {}
        try:
            with self._records.open("rb") as file:
                nonce, *lines = file.read(head.size).splitlines()
            if nonce.decode() != head.nonce or len(lines) != head.lines:
                return None
            rows = json.loads(b"[" + b",".join(lines) + b"]")
            latest = {(shelf, log): packed for shelf, log, packed in rows}
            return {
                log: [PlayRecord.unpacked(one) for one in packed] for log, packed in latest.items()
            }
        except (OSError, ValueError, TypeError, IndexError):
            return None

    def add(self, head: Head, new: Mapping[Log, Sequence[PlayRecord]]) -> Head | None:
        """Write records behind those that are kept; None where they should be written anew."""
        crowded = head.lines + len(new) > 2 * sum(map(len, head.marks.values())) + _SLACK
        if self._records is None or not head.nonce or crowded:
            return None
        if not new:
            return head
        content = _lines(new)
        try:
            with self._records.open("r+b") as file:
                if file.readline().decode().rstrip("\n") != head.nonce:
                    return None
                file.truncate(head.size)  # what another run wrote and did not get to tell
                file.seek(head.size)
                file.write(content)
        except (OSError, ValueError):
            return None
        return head._replace(size=head.size + len(content), lines=head.lines + len(new))

    def write(self, head: Head, records: Mapping[Log, Sequence[PlayRecord]]) -> Head:
        """Write all records anew. Where that fails, the head says that nothing is kept."""
        if self._records is None:
            return Head()
        nonce = os.urandom(8).hex()
        content = f"{nonce}\n".encode() + _lines(records)
        try:
            self._records.parent.mkdir(parents=True, exist_ok=True)
            _replace(self._records, content)
        except OSError:
            return Head()
        return head._replace(nonce=nonce, size=len(content), lines=len(records))

    def close(self, head: Head) -> None:
        """Write what is kept; a disk that refuses it is passed over."""
        if self._head is None or not head.nonce:
            return
        told = {"version": _MADE_BY, **head._asdict()}
        with suppress(OSError):
            _replace(self._head, json.dumps(told, separators=(",", ":")).encode())


def _lines(records: Mapping[Log, Sequence[PlayRecord]]) -> bytes:
    rows = ([*log, [one.packed() for one in told]] for log, told in records.items())
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def _replace(path: Path, content: bytes) -> None:
    """Put a file in its place in one step, not waiting for the disk: it can be made again."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    finally:
        with suppress(OSError):
            fresh.unlink()

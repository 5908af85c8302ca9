"""All plays of a group as they are remembered, and the statistics of them all."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.stats.tally import Tally
from companion.table.desk import PLAYS, Desk
from companion.table.records.kept import Head, Kept, Log, line_of
from companion.table.records.once import each_once
from companion.table.records.reading import IMPORTS, Told, read_logs

SHELVES = (PLAYS, IMPORTS)

Marks = Mapping[str, Mapping[str, str]]
"""The marks of logs, by shelf and id."""


class Annals:
    """What a group has played; made once for a command, which sees all files as they are then.

    Players are called what they are called now. `unreadable` are the ids of the logs of which
    nothing can be told, with the code of why not.
    """

    def __init__(self, desk: Desk) -> None:
        document = desk.group_document()
        self._desk = desk
        self._names = now_called(document.get("players", []))
        self._marks = {
            shelf: desk.store.marks(desk.group, shelf) if document else {} for shelf in SHELVES
        }
        self._kept = Kept(desk.store.cache(desk.group, "plays"))
        self.unreadable: dict[str, str] = {}
        self._head = self._brought_up(self._kept.head())

    @cached_property
    def plays(self) -> list[PlayRecord]:
        """All of them, whatever became of them, in the order in which they began."""
        return self._in_order(self._records.values())

    @cached_property
    def finished(self) -> list[PlayRecord]:
        """Those that were played to their end, the oldest first, each once (see `each_once`)."""
        return self._once[0]

    @property
    def doubles(self) -> Mapping[str, str]:
        """The plays that do not count as another one is the same, by their ids; and which one."""
        return self._head.doubles if self._head.tally is not None else self._once[1]

    @cached_property
    def tally(self) -> Tally:
        """The statistics of all finished plays."""
        if self._head.tally is not None:
            return Tally.from_json(self._head.tally)
        finished, doubles = self._once
        tally = Tally(finished)
        last = _began(finished[-1]) if finished else ()
        elsewhere = sorted({_short(play.uid) for play in finished if play.source})
        self._kept.close(
            self._head._replace(
                tally=tally.to_json(), last=last, doubles=doubles, elsewhere=elsewhere
            )
        )
        return tally

    @cached_property
    def _once(self) -> tuple[list[PlayRecord], dict[str, str]]:
        return each_once(play for play in self.plays if play.status == "finished")

    @cached_property
    def _records(self) -> dict[Log, Sequence[PlayRecord]]:
        """The records of every log, with the names that were told."""
        marks = self._head.marks
        if all((shelf, log) in self._fresh for shelf, logs in marks.items() for log in logs):
            return {log: told.records for log, told in self._fresh.items()}
        found = self._kept.records(self._head)
        if found is not None:
            return {**found, **{log: told.records for log, told in self._fresh.items()}}
        read = self._read(marks)
        written = self._kept.write(self._head, _lines(read, marks))
        if written.nonce:
            self._head = written
            self._kept.close(written)
        return {log: told.records for log, told in read.items()}

    def _brought_up(self, head: Head) -> Head:
        """Read what has changed since it was last read; what is kept from now on."""
        self._fresh = self._read(
            {
                shelf: [log for log in now if head.marks.get(shelf, {}).get(log) != now[log]]
                for shelf, now in self._marks.items()
            }
        )
        marks = {
            shelf: {log: mark for log, mark in now.items() if log not in self.unreadable}
            for shelf, now in self._marks.items()
        }
        # Of what is gone, or cannot be read any more, the statistics still know.
        gone = any(log not in marks[shelf] for shelf, logs in head.marks.items() for log in logs)
        same_names = self._names == head.names
        if head.nonce and not gone and same_names and not self._fresh:
            return head
        tally, last = self._gone_on(head) if same_names and not gone else (None, ())
        after = self._kept.add(head, _lines(self._fresh, marks)) or self._written_anew(head, marks)
        goes_on = {*head.open, *(log for _, log in self._fresh)} - {
            log for (_, log), told in self._fresh.items() if _all_finished(told.records)
        }
        after = after._replace(
            marks=marks,
            names=self._names,
            open=sorted(goes_on),
            tally=tally,
            last=last,
            doubles=head.doubles if tally is not None else {},
            elsewhere=head.elsewhere if tally is not None else (),
        )
        self._kept.close(after)
        return after

    def _written_anew(self, head: Head, marks: Marks) -> Head:
        """The lines of all logs in a file of their own, those that are good still and the new."""
        lines = self._kept.lines(head)
        if lines is None:
            self._fresh = self._read(marks)
            lines = {}
        good = {
            (shelf, log): line
            for (shelf, log), line in lines.items()
            if marks[shelf].get(log) == head.marks[shelf][log]
        }
        return self._kept.write(head, {**good, **_lines(self._fresh, marks)})

    def _gone_on(self, head: Head) -> tuple[Any, Sequence[str]]:
        """The statistics with what is new on top; None where it does not all come on top."""
        told = [it.records for it in self._fresh.values()]
        new = [one for one in self._in_order(told) if one.status == "finished"]
        revised = any(
            log in head.marks.get(shelf, {}) and log not in head.open for shelf, log in self._fresh
        )
        told_elsewhere = any(shelf == IMPORTS for shelf, _ in self._fresh)
        # One that began with the newest may be that very play once more; so may one of an import.
        late = not new or _began(new[0]) > tuple(head.last)
        doubled = len({one.uid for one in new}) < len(new) or not {
            _short(one.uid) for one in new
        }.isdisjoint(head.elsewhere)
        if revised or told_elsewhere or doubled or not late or head.tally is None:
            return None, ()
        if not new:
            return head.tally, head.last
        tally = Tally.from_json(head.tally)
        for record in new:
            tally.add(record)
        return tally.to_json(), _began(new[-1])

    def _read(self, ids: Mapping[str, Iterable[str]]) -> dict[Log, Told]:
        """What these logs tell; of those that cannot be read, why not is noted."""
        found: dict[Log, Told] = {}
        for shelf, logs in ids.items():
            for told in read_logs(self._desk.store, self._desk.group, shelf, list(logs)):
                if told.problem:
                    self.unreadable[told.id] = told.problem
                else:
                    found[shelf, told.id] = told
        return found

    def _in_order(self, told: Iterable[Sequence[PlayRecord]]) -> list[PlayRecord]:
        records = (one for records in told for one in records)
        if self._names:
            records = (self._called_now(one) for one in records)
        return sorted(records, key=lambda one: (*_began(one), len(one.play), one.play))

    def _called_now(self, record: PlayRecord) -> PlayRecord:
        parts = tuple(
            part._replace(name=self._name_now(part.name, record.ended)) for part in record.parts
        )
        return record._replace(parts=parts)

    def _name_now(self, name: str, ended: str) -> str:
        for until, now in self._names.get(folded(name), ()):
            if ended <= until:
                return now
        return name


def now_called(players: Sequence[Mapping[str, Any]]) -> dict[str, list[list[str]]]:
    """What players are called now, by the names that they had (see `folded`).

    For each the time until which somebody was called so, and that person's name now: two may have
    had one name, one after the other.
    """
    found: dict[str, list[list[str]]] = {}
    for who in players:
        for former in who.get("formerly", ()):
            found.setdefault(folded(former["name"]), []).append([former["until"], who["name"]])
    return {name: sorted(told) for name, told in found.items()}


def finished(desk: Desk) -> list[PlayRecord]:
    """All finished plays of the group, the oldest first, those that other programs told too."""
    return Annals(desk).finished


def _lines(read: Mapping[Log, Told], marks: Marks) -> dict[Log, bytes]:
    return {log: line_of(log, marks[log[0]][log[1]], told.packed) for log, told in read.items()}


def _began(record: PlayRecord) -> tuple[str, str]:
    return record.started, record.uid


def _short(uid: str) -> str:
    """So much of a uid as tells it from all others that a group will ever have, almost surely."""
    return uid[:12]


def _all_finished(told: Sequence[PlayRecord]) -> bool:
    return all(record.status == "finished" for record in told)

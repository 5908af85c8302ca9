"""All plays of a group as they are remembered, and the statistics of them all."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.stats.tally import Tally
from companion.table.desk import PLAYS, Desk
from companion.table.records.kept import Head, Kept, Log
from companion.table.records.reading import IMPORTS, read_logs

SHELVES = (PLAYS, IMPORTS)


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

    @property
    def finished(self) -> list[PlayRecord]:
        """Those that were played to their end, the oldest first, each once.

        Of a play that two devices followed to different ends, both logs are there, one beside the
        other, and another program may have told it as well: the first of them counts, our own
        before all others.
        """
        found: dict[str, PlayRecord] = {}
        for play in self.plays:
            if play.status == "finished":
                before = found.get(play.uid)
                if before is None or (before.source and not play.source):
                    found[play.uid] = play
        return list(found.values())

    @cached_property
    def tally(self) -> Tally:
        """The statistics of all finished plays."""
        if self._head.tally is not None:
            return Tally.from_json(self._head.tally)
        tally = Tally()
        finished = self.finished
        for record in finished:
            tally.add(record)
        last = _began(finished[-1]) if finished else ()
        self._kept.close(self._head._replace(tally=tally.to_json(), last=last))
        return tally

    @cached_property
    def _records(self) -> dict[Log, list[PlayRecord]]:
        """The records of every log, with the names that were told."""
        known = self._head.marks
        if all((shelf, log) in self._fresh for shelf, logs in known.items() for log in logs):
            return self._fresh
        found = self._kept.records(self._head)
        if found is None:
            return self._read(self._marks)
        both = {**found, **self._fresh}
        return {log: told for log, told in both.items() if log[1] in known.get(log[0], ())}

    def _brought_up(self, head: Head) -> Head:
        """Read what has changed since it was last read; what is kept from now on."""
        changed = {
            shelf: [
                log for log, mark in marks.items() if head.marks.get(shelf, {}).get(log) != mark
            ]
            for shelf, marks in self._marks.items()
        }
        gone = any(
            log not in self._marks.get(shelf, {})
            for shelf, logs in head.marks.items()
            for log in logs
        )
        self._fresh = self._read(changed)
        same_names = self._names == head.names
        if head.nonce and not gone and same_names and not any(changed.values()):
            return head
        marks = {
            shelf: {log: mark for log, mark in told.items() if log not in self.unreadable}
            for shelf, told in self._marks.items()
        }
        tally, last = self._gone_on(head) if same_names and not gone else (None, ())
        after = None if gone else self._kept.add(head, self._fresh)
        if after is None:
            records = self._kept.records(head)
            records = self._read(self._marks) if records is None else {**records, **self._fresh}
            self._fresh = {log: it for log, it in records.items() if log[1] in marks[log[0]]}
            after = self._kept.write(head, self._fresh)
        open_logs = {*head.open, *(log for _, log in self._fresh)} - {
            log for (_, log), told in self._fresh.items() if _all_finished(told)
        }
        after = after._replace(
            marks=marks, names=self._names, open=sorted(open_logs), tally=tally, last=last
        )
        self._kept.close(after)
        return after

    def _gone_on(self, head: Head) -> tuple[Any, Sequence[str]]:
        """The statistics with what is new on top; None where it does not all come on top."""
        new = [one for one in self._in_order(self._fresh.values()) if one.status == "finished"]
        revised = any(
            log in head.marks.get(shelf, {}) and log not in head.open for shelf, log in self._fresh
        )
        # One that began with the newest may be that very play once more.
        if revised or head.tally is None or (new and _began(new[0]) <= tuple(head.last)):
            return None, ()
        if not new:
            return head.tally, head.last
        if len({one.uid for one in new}) < len(new):
            return None, ()
        tally = Tally.from_json(head.tally)
        for record in new:
            tally.add(record)
        return tally.to_json(), _began(new[-1])

    def _read(self, ids: Mapping[str, Iterable[str]]) -> dict[Log, list[PlayRecord]]:
        """The records of these logs; of those that cannot be read, why not is noted."""
        found: dict[Log, list[PlayRecord]] = {}
        for shelf, logs in ids.items():
            for told in read_logs(self._desk.store, self._desk.group, shelf, list(logs)):
                if told.problem:
                    self.unreadable[told.id] = told.problem
                else:
                    found[shelf, told.id] = list(told.records)
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


def _began(record: PlayRecord) -> tuple[str, str]:
    return record.started, record.uid


def _all_finished(told: Sequence[PlayRecord]) -> bool:
    return all(record.status == "finished" for record in told)

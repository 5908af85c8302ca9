"""`group export`: writes a whole group into one file, log by log."""

from collections.abc import Iterator

from companion.core.names import counted
from companion.core.reply import Reply
from companion.drawing.progress import Tick
from companion.errors import CompanionError, NotFound, StorageError
from companion.exchange.groups.group_file import Head, LeftOut, Shelved, written
from companion.store.base import LogRef, Store
from companion.table.desk import Desk
from companion.table.files import short_name, write_chunks

SHELVES = ("copies", "labels", "plays", "imports")
"""In this order: what a play was played with comes before it."""


class Export:
    """A group on its way into a file: `lines()` once, and then what was left out is known."""

    def __init__(self, desk: Desk, name: str | None) -> None:
        """Raises NotFound for a group that is not there, Corrupt where its file makes no sense."""
        if name is not None:
            desk.asked.group = desk.find_group(name)
        document = desk.group_document()
        if not document and desk.group not in desk.store.groups():
            raise NotFound(
                f"There is no group “{desk.group}” yet: there is nothing to take along.",
                "`companion start bwd Ana Ben` begins a play, and makes one.",
            )
        self.group = desk.group
        self._store = desk.store
        self._refs = [ref for shelf in SHELVES for ref in _shelf(desk.store, desk.group, shelf)]
        self._head = Head(self.group, document, len(self._refs))
        self.left_out: list[LeftOut] = []
        self.counts = dict.fromkeys(SHELVES, 0)

    def lines(self, tick: Tick = lambda done, of: None) -> Iterator[bytes]:
        """The lines of the file; one log at a time is in memory."""
        return written(self._head, self._logs(tick), self._cannot_travel)

    def _cannot_travel(self, log: Shelved) -> LeftOut:
        self.counts[log.shelf] -= 1
        ref = LogRef(self.group, log.shelf, log.id)
        why = self._store.damaged(ref, "it holds a number that is none").message
        self.left_out.append(LeftOut(log.shelf, log.id, why))
        return LeftOut(log.shelf, log.id, "corrupt")

    def _logs(self, tick: Tick) -> Iterator[Shelved | LeftOut]:
        for done, ref in enumerate(self._refs, 1):
            try:
                events = self._store.read_log(ref)
                if not events:
                    raise self._store.damaged(ref, "it holds no entries")
            except (StorageError, NotFound) as problem:
                self.left_out.append(LeftOut(ref.shelf, ref.id, _told(problem)))
                # The sentence names a file of this device, which means nothing elsewhere.
                yield LeftOut(ref.shelf, ref.id, problem.code)
            else:
                self.counts[ref.shelf] += 1
                yield Shelved(ref.shelf, ref.id, events)
            tick(done, len(self._refs))

    def told(self, file: str) -> Reply:
        """What was written, into that file."""
        inside = contents(self.counts)
        lines = (f"“{self.group}” is in {short_name(file)}, whole: {inside}.",)
        warnings: list[str] = []
        if self.left_out:
            lines = (f"“{self.group}” is in {short_name(file)}: {inside}.",)
            lacking = counted(len(self.left_out), "log")
            warnings = [f"{lacking} could not be read and {_is(self.left_out)} not in it."]
            warnings += [log.why for log in self.left_out]
        return Reply(
            document=lambda: {
                "group": self.group,
                "file": file,
                "complete": not self.left_out,
                **self.counts,
                "left_out": [log._asdict() for log in self.left_out],
            },
            lines=lines,
            warnings=tuple(warnings),
        )


def export_group(export: Export, file: str, tick: Tick) -> Reply:
    """Write a group into a file; one that is there stays as it was until all is written."""
    write_chunks(file, export.lines(tick))
    return export.told(file)


def contents(counts: dict[str, int]) -> str:
    """How many logs of each kind: `12 plays, 2 boxes, 1 import`."""
    told = [counted(counts["plays"], "play")]
    boxes = counts["copies"]
    told += [f"{boxes} box{'es' * (boxes != 1)}"] if boxes else []
    told += [counted(counts["imports"], "import")] if counts["imports"] else []
    return ", ".join(told)


def _told(problem: CompanionError) -> str:
    """What is wrong with a log, and how it is mended."""
    return f"{problem.message} {problem.hint}".strip()


def _is(logs: list[LeftOut]) -> str:
    return "is" if len(logs) == 1 else "are"


def _shelf(store: Store, group: str, shelf: str) -> list[LogRef]:
    return [LogRef(group, shelf, log_id) for log_id in store.log_ids(group, shelf)]

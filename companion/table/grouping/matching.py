"""The logs of our group, and which of them is the one that comes in."""

from companion.core.event import Event
from companion.errors import CompanionError
from companion.exchange.groups.continuing import Relation, identity, relation
from companion.exchange.groups.groupfile import Shelved
from companion.exchange.groups.references import COPIES
from companion.store.base import LogRef, Store
from companion.table.grouping.exporting import SHELVES

LABELS = "labels"
_MOST_PARTED = 20
"""So many logs that began as one are looked at: no play went so many ways."""


class Ours:
    """The logs of our group by what they began as; and which ids are taken."""

    def __init__(self, store: Store, group: str, new: bool) -> None:
        self.store, self.group = store, group
        self._began: dict[str, list[LogRef]] = {}
        self._claimed: set[LogRef] = set()
        self._taken: set[tuple[str, str]] = set()
        self.damaged: set[tuple[str, str]] = set()
        if new and group not in store.groups():
            return
        for shelf in SHELVES:
            for log_id in store.log_ids(group, shelf):
                self._take_note(LogRef(group, shelf, log_id))

    def _take_note(self, ref: LogRef) -> None:
        self._taken.add((ref.shelf, ref.id.lower()))
        try:
            first = self.store.read_log(ref)[0]
        except (CompanionError, IndexError):
            self.damaged.add((ref.shelf, ref.id.lower()))
            return
        self._began.setdefault(identity(ref.shelf, first), []).append(ref)

    def best(self, log: Shelved) -> tuple[LogRef, Relation, list[Event]] | None:
        """The log of ours that is theirs, or from which theirs parted; None where there is none.

        A group may hold two that began as one: those that parted once. Each is only one of theirs.
        """
        found = []
        began = self._began.get(identity(log.shelf, log.events[0]), ())
        left = [ref for ref in began if ref not in self._claimed]
        left.sort(key=lambda ref: ref.id != log.id)
        for ref in left[:_MOST_PARTED]:
            ours = self.store.read_log(ref)
            told = relation(ours, log.events)
            alike = not told.parted and not told.tail and len(ours) == len(log.events)
            rank = (not told.parted, alike, told.common, ref.id == log.id)
            found.append((rank, ref, told, ours))
            if alike:
                break
        if not found:
            return None
        _, ref, told, ours = max(found, key=lambda one: one[0])
        if not told.parted:
            self._claimed.add(ref)
        return ref, told, ours

    def has(self, shelf: str, log_id: str) -> bool:
        """Whether an id is taken, on a disk that knows no capitals too."""
        return (shelf, log_id.lower()) in self._taken

    def free_id(self, shelf: str, log_id: str, above: int) -> str:
        """An id for their log: its own if that is free, else the next number `above` all others."""
        found = log_id
        if self.has(shelf, found):
            stem, dash, number = log_id.rpartition("-")
            if shelf in (COPIES, LABELS) or not dash or not number.isdigit():
                stem, above = log_id[:80], 1
            while self.has(shelf, found):
                above += 1
                found = f"{stem}-{above}"
        self._taken.add((shelf, found.lower()))
        return found

"""A whole group in one file: written by `group export`, read by `group import`."""

from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.names import LONGEST_NAME, counted, is_text, proper_name, short, visible
from companion.core.reply import Reply
from companion.core.terminal import Tick
from companion.errors import Invalid, NotFound, StorageError
from companion.exchange.groups.group_file import (
    LONGEST_LINE,
    End,
    GroupLog,
    Head,
    LeftOut,
    group_lines,
    read,
)
from companion.exchange.groups.merge import SYNC, follow_document
from companion.exchange.groups.references import BOXES, PLAYS, with_references
from companion.store.base import KINDS, Document, LogRef, Store, is_id
from companion.table.desk import Desk
from companion.table.files import Lines, short_name, write_chunks
from companion.table.groups.document import is_sound

SHELVES = ("copies", "labels", "plays", "imports")
"""In this order: boxes come before the plays that used them."""


def all_logs(store: Store, group: str) -> Iterator[LogRef]:
    """All logs of a group, boxes before the plays that used them."""
    for shelf in SHELVES:
        for log_id in store.log_ids(group, shelf):
            yield LogRef(group, shelf, log_id)


class GroupExport:
    """A group to export: call `lines()` once, then `left_out` is known."""

    def __init__(
        self,
        desk: Desk,
        name: str | None,
        only: Sequence[LogRef] | None = None,
        known: Mapping[LogRef, str] = MappingProxyType({}),
    ) -> None:
        """`only` are the logs to export; all if None. `known` are identities of logs.

        Raises NotFound for an unknown group, Corrupt for a damaged document.
        """
        if name is not None:
            desk.options.group = desk.find_group(name)
        document = desk.group_document()
        if not document and desk.group not in desk.store.groups():
            raise NotFound(
                f"There is no group “{desk.group}” yet, so there is nothing to export.",
                "`companion start bwd Ana Ben` begins a play, and makes one.",
            )
        self.group = desk.group
        self._store = desk.store
        self._refs = only if only is not None else list(all_logs(desk.store, self.group))
        shared = {key: value for key, value in document.items() if key != SYNC}
        elsewhere = {} if only is None else self._elsewhere(shared, known)
        self._head = Head(self.group, shared, len(self._refs), elsewhere)
        self.left_out: list[LeftOut] = []
        self.counts = dict.fromkeys(SHELVES, 0)

    def _elsewhere(
        self, document: Document, known: Mapping[LogRef, str]
    ) -> dict[str, dict[str, str]]:
        """The identities of logs that are named by what is exported, and are not in the file."""
        named: set[tuple[str, str]] = set()

        def follow(shelf: str, log_id: str) -> str:
            named.add((shelf, log_id))
            return log_id

        follow_document(document, follow)
        for ref in self._refs:
            with suppress(StorageError, NotFound):
                for event in self._store.read_log(ref):
                    with_references(event.data, follow)
        found: dict[str, dict[str, str]] = {}
        for shelf, log_id in sorted(named - {(ref.shelf, ref.id) for ref in self._refs}):
            began = known.get(LogRef(self.group, shelf, log_id))
            if began is not None:
                found.setdefault(shelf, {})[log_id] = began
        return found

    def lines(self, tick: Tick = lambda done, of: None) -> Iterator[bytes]:
        """The lines of the file, one log at a time."""
        return group_lines(self._head, self._logs(tick), self._cannot_travel)

    def _cannot_travel(self, log: GroupLog) -> LeftOut:
        self.counts[log.shelf] -= 1
        ref = LogRef(self.group, log.shelf, log.id)
        why = self._store.damaged(ref, "it holds an invalid number").message
        self.left_out.append(LeftOut(log.shelf, log.id, why))
        return LeftOut(log.shelf, log.id, "corrupt")

    def _logs(self, tick: Tick) -> Iterator[GroupLog | LeftOut]:
        for done, ref in enumerate(self._refs, 1):
            try:
                events = self._store.read_log(ref)
                if not events:
                    raise self._store.damaged(ref, "it holds no entries")
            except (StorageError, NotFound) as problem:
                reason = f"{problem.message} {problem.hint}".strip()
                self.left_out.append(LeftOut(ref.shelf, ref.id, reason))
                # The sentence names a file of this device: the code is enough elsewhere.
                yield LeftOut(ref.shelf, ref.id, problem.code)
            else:
                self.counts[ref.shelf] += 1
                yield GroupLog(ref.shelf, ref.id, events)
            tick(done, len(self._refs))

    def reply(self, file: str) -> Reply:
        """The answer: what was written into the file."""
        inside = contents(self.counts)
        lines = (f"“{self.group}” is in {short_name(file)}, complete: {inside}.",)
        warnings: list[str] = []
        if self.left_out:
            lines = (f"“{self.group}” is in {short_name(file)}: {inside}.",)
            lacking = counted(len(self.left_out), "log")
            verb = "is" if len(self.left_out) == 1 else "are"
            warnings = [f"{lacking} could not be read and {verb} not in it."]
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


def export_group(export: GroupExport, file: str, tick: Tick) -> Reply:
    """Write a group into a file, atomically."""
    write_chunks(file, export.lines(tick))
    return export.reply(file)


def contents(counts: dict[str, int]) -> str:
    """The number of logs of each kind: `12 plays, 2 boxes, 1 import`."""
    parts = [counted(counts["plays"], "play")]
    boxes = counts["copies"]
    parts += [f"{boxes} box{'es' * (boxes != 1)}"] if boxes else []
    parts += [counted(counts["imports"], "import")] if counts["imports"] else []
    return ", ".join(parts)


# A file to import is checked to its end before anything is written


_HINT = "Export it again on the device that it comes from. Nothing was changed here."


class GroupFile(NamedTuple):
    """A group to import: its file and its head."""

    lines: Lines
    head: Head

    @property
    def file(self) -> str:
        """The file's name without its folders."""
        return short_name(self.lines.name)

    def logs(self, tick: Tick) -> Iterator[GroupLog | LeftOut | End]:
        """The logs of the file, one at a time, and its end, which proves that the file is complete.

        Raises Invalid if anything is wrong.
        """
        seen: set[tuple[str, str]] = set()
        for done, part in enumerate(read(self.lines)):
            if isinstance(part, GroupLog | LeftOut):
                _require_place(part, seen)
                tick(done, self.head.logs)
            if not isinstance(part, Head):
                yield part

    def without(self, lacking: Container[tuple[str, str]]) -> "GroupFile":
        """The group without these logs, by shelf and id, and without references to them."""
        document = dict(self.head.document)
        live, kept = document.get("live", []), document.get("kept", {})
        if (PLAYS, document.get("current")) in lacking:
            document["current"] = None
        if live:
            document["live"] = [play for play in live if (PLAYS, play) not in lacking]
        if kept:
            document["kept"] = {
                game: play for game, play in kept.items() if (PLAYS, play) not in lacking
            }
        if document.get("boxes"):
            boxes = {
                game: [box for box in used if (BOXES, box) not in lacking]
                for game, used in document["boxes"].items()
            }
            document["boxes"] = {game: used for game, used in boxes.items() if used}
        return self._replace(head=self.head._replace(document=document))


def opened_file(file: str) -> GroupFile:
    """Open the group in a file and read its head. Raises NotFound, Invalid or TooNew."""
    lines = Lines(file, LONGEST_LINE)
    head = next(read(lines))
    assert isinstance(head, Head)
    proper_name(head.group, "group")
    document = head.document
    if not is_sound(document) or not _are_names(document.get("players", [])):
        raise Invalid(
            f"{short_name(file)} makes no sense: the players, plays or rulings of the group are "
            "not listed as they should be.",
            _HINT,
        )
    return GroupFile(lines, head)


def _are_names(players: Sequence[Mapping[str, Any]]) -> bool:
    names = [who["name"] for who in players]
    return all(name.strip() and len(name) <= LONGEST_NAME and is_text(name) for name in names)


def _require_place(log: GroupLog | LeftOut, seen: set[tuple[str, str]]) -> None:
    """Check that a log can be stored under its id. Raises Invalid."""
    named = short(visible(log.id))
    if log.shelf not in KINDS:
        raise Invalid(
            f"The file holds “{named}”, and this companion knows nothing of "
            f"“{short(visible(log.shelf))}”.",
            "Update the companion: pip install --upgrade companion",
        )
    if not is_id(log.id):
        raise Invalid(f"“{named}” in that file cannot name a {KINDS[log.shelf]}.", _HINT)
    place = (log.shelf, log.id.lower())  # some disks ignore case
    if place in seen:
        raise Invalid(f"The file holds the {KINDS[log.shelf]} “{named}” twice.", _HINT)
    seen.add(place)

"""Keeps groups and logs in memory, with the promises of the store on the disk: for tests."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.event import Event
from companion.errors import Corrupt, Locked, NotFound, TooNew
from companion.store.base import (
    Appender,
    Change,
    Document,
    LogRef,
    by_number,
    group_key,
    group_taken,
    log_taken,
    no_group,
    no_log,
    require_id,
    require_next,
    require_shelf,
    written_by_newer,
)
from companion.store.journal import Changes


class MemoryStore:
    """A store that lives as long as the process; all that it holds is JSON text.

    As text, so that nobody can change what is kept by changing what was handed in or out.
    """

    def __init__(self) -> None:
        self._groups: dict[str, _Group] = {}
        self._settings = "{}"
        self._held: set[object] = set()
        self._change: _Change | None = None

    @contextlib.contextmanager
    def together(self) -> Iterator[Change]:
        """Change all that is changed in this block at once when it ends well, or else nothing."""
        if self._change is not None:
            yield self._change
            return
        groups = {key: group.copy() for key, group in self._groups.items()}
        before, self._change = (groups, self._settings), _Change()
        try:
            yield self._change
            self._change.is_made = True
        except BaseException:
            self._groups, self._settings = before
            raise
        finally:
            self._change = None

    def preparing(self) -> contextlib.AbstractContextManager[None]:
        """In memory, there is nobody who could be held up."""
        return contextlib.nullcontext()

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case."""
        return [group.name for _, group in sorted(self._groups.items())]

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous when there is one of that name, in whatever case."""
        if group_key(name) in self._groups:
            raise group_taken(name)
        self._groups[group_key(name)] = _Group(name, _text(document))

    def rename_group(self, old: str, new: str) -> None:
        """Give a group another name; what it holds goes along. Errors as for the two names."""
        group = self._group(old)
        if group_key(old) != group_key(new) and group_key(new) in self._groups:
            raise group_taken(new)
        del self._groups[group_key(old)]
        group.formerly, group.name = group.name, new
        self._groups[group_key(new)] = group

    def has_group(self, name: str) -> bool:
        """Whether there is a group of that name."""
        return group_key(name) in self._groups

    def renamed(self, name: str) -> str | None:
        """What a group is called now that was called so before; None where none was."""
        key = group_key(name)
        for group in self._groups.values():
            if key in (group_key(group.name), group_key(group.formerly)):
                return group.name
        return None

    def read_group(self, name: str) -> Document:
        """A group's document. Raises NotFound when there is no such group."""
        return _document(self._group(name).document)

    @contextlib.contextmanager
    def change_group(self, name: str) -> Iterator[Document]:
        """A group's document, locked for a change; written when the block ends well."""
        self._group(name)
        with self.together(), self._hold(group_key(name)):
            group = self._group(name)
            document = _document(group.document)
            yield document
            group.document = _text(document)

    def read_settings(self) -> Document:
        """The home's own settings; empty where nothing was ever set."""
        return _document(self._settings)

    @contextlib.contextmanager
    def change_settings(self) -> Iterator[Document]:
        """The home's settings, locked for a change; written when the block ends well."""
        with self.together(), self._hold(None):
            document = _document(self._settings)
            yield document
            self._settings = _text(document)

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """The error for a log, a group's document or the settings (None) that make no sense."""
        name = "settings" if where is None else where if isinstance(where, str) else _path(where)
        return Corrupt(f"{name} is damaged: {what}.", "Nothing in memory has a backup.")

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that holds `what`, which only a newer companion understands."""
        return written_by_newer(_path(where), what)

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """Nowhere: what is kept in memory can be made anew in memory."""
        return None

    def mark(self, ref: LogRef | str) -> str:
        """How many entries the log has, as it only grows; all that a group's document holds."""
        if isinstance(ref, str):
            try:
                return repr(self.read_group(ref))
            except NotFound:
                return ""
        return str(len(self._log(ref))) if self.has_log(ref) else ""

    def marks(self, group: str, shelf: str) -> dict[str, str]:
        """How many entries each log on a shelf has."""
        return {log: self.mark(LogRef(group, shelf, log)) for log in self.log_ids(group, shelf)}

    def each_mark(self, group: str, shelf: str) -> Iterator[tuple[str, str]]:
        """The same one by one."""
        yield from self.marks(group, shelf).items()

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """It is never known: in memory, a look at everything is quick."""
        self._group(group)
        require_shelf(shelf)
        return Changes("", None)

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """The ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`)."""
        require_shelf(shelf)
        logs = self._group(group).logs
        return sorted((log_id for at, log_id in logs if at == shelf), key=by_number)

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log."""
        require_shelf(ref.shelf)
        group = self._groups.get(group_key(ref.group))
        return group is not None and (ref.shelf, ref.id) in group.logs

    def read_log(self, ref: LogRef) -> list[Event]:
        """A log's events. Raises NotFound."""
        return [Event.from_json(json.loads(line)) for line in self._log(ref)]

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Begin a log. Raises Conflict when that id is taken."""
        require_id(ref)
        logs = self._group(ref.group).logs
        if self.has_log(ref):
            raise log_taken(ref)
        require_next(0, events)
        logs[ref.shelf, ref.id] = _lines(events)

    @contextlib.contextmanager
    def change_log(self, ref: LogRef) -> Iterator[Appender]:
        """A log held for the whole of read, check and append."""
        self._log(ref)
        with self.together(), self._hold((group_key(ref.group), ref.shelf, ref.id)):
            yield _HeldLines(self._log(ref), self.read_log(ref))

    def _group(self, name: str) -> "_Group":
        group = self._groups.get(group_key(name))
        if group is None:
            raise no_group(name, self.groups())
        return group

    def _log(self, ref: LogRef) -> list[str]:
        if not self.has_log(ref):
            raise no_log(ref, self.log_ids(ref.group, ref.shelf))
        return self._group(ref.group).logs[ref.shelf, ref.id]

    @contextlib.contextmanager
    def _hold(self, what: object) -> Iterator[None]:
        if what in self._held:
            raise Locked("Another part of this program is at work on that.")
        self._held.add(what)
        try:
            yield
        finally:
            self._held.remove(what)


class _Change:
    """A Change in memory."""

    is_made = False


@dataclass
class _Group:
    name: str
    document: str
    logs: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    formerly: str = ""

    def copy(self) -> "_Group":
        """The same with logs of its own; their lines only ever become more."""
        logs = {key: list(lines) for key, lines in self.logs.items()}
        return _Group(self.name, self.document, logs, self.formerly)


class _HeldLines:
    """An Appender for the lines of one log."""

    events: Sequence[Event]

    def __init__(self, lines: list[str], events: Sequence[Event]) -> None:
        self._lines = lines
        self.events = events

    def append(self, events: Sequence[Event]) -> None:
        require_next(len(self.events), events)
        self._lines += _lines(events)
        self.events = [*self.events, *events]


def _path(ref: LogRef) -> str:
    return f"{ref.group}/{ref.shelf}/{ref.id}"


def _lines(events: Sequence[Event]) -> list[str]:
    return [_text(event.to_json()) for event in events]


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False)


def _document(text: str) -> Document:
    document: Document = json.loads(text)
    return document

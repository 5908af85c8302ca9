"""What every store can do: keep logs that only grow, and a small document for each group.

A *log* lies on one of a group's shelves (`plays`, `copies`) under its id. A *document* is a plain
dictionary of JSON values: players, settings and rulings of a group, or the settings of the whole
home. Readers never wait: what is written replaces the old file at once.

What is changed within one block of `together` is changed at once, when it ends well; what is read
in there is read as it will be. A change on its own is such a block. Errors are to be let through:
where something failed, nothing is to be changed.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from companion.core.event import Event
from companion.errors import Corrupt, TooNew
from companion.store.changes import Changes

Document = dict[str, Any]


class LogRef(NamedTuple):
    """Where a log lies: the group's name, the shelf and the id on it."""

    group: str
    shelf: str
    id: str


class Change(Protocol):
    """What is changed in one block of `Store.together`."""

    is_made: bool
    """Whether it was changed: as soon as this is so, nothing takes it back."""


class Appender(Protocol):
    """A log held for writing: what it holds, and how to make it longer. Nobody else can write.

    Good for its block only; after an append that could not be written, open the log again.
    """

    events: Sequence[Event]

    def append(self, events: Sequence[Event]) -> None:
        """Add events that go on where the log ends; they are kept when all that is changed
        together is.

        Raises Conflict when the first one's number is not the one that the log expects next.
        """


class Store(Protocol):
    """A place for groups, their plays and their copies."""

    def together(self) -> AbstractContextManager[Change]:
        """Change all that is changed in this block, in this thread, at once when it ends well.

        Where it does not, nothing is. From the first change on, nobody else can change anything.
        A block within another one is part of it. Raises at its end what writing raises.
        """

    def preparing(self) -> AbstractContextManager[None]:
        """Hold nobody up while logs are begun or made longer in this block, within `together`.

        That raises Conflict at its end where somebody else has changed one of them meanwhile.
        """

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case."""

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous when there is one of that name, in whatever case."""

    def rename_group(self, old: str, new: str) -> None:
        """Give a group another name; what it holds goes along. Errors as for the two names."""

    def has_group(self, name: str) -> bool:
        """Whether there is a group of that name, damaged ones too."""

    def renamed(self, name: str) -> str | None:
        """What a group is called now that was called so before; None where none was."""

    def read_group(self, name: str) -> Document:
        """A group's document. Raises NotFound when there is no such group."""

    def change_group(self, name: str) -> AbstractContextManager[Document]:
        """A group's document, locked for a change; written when the block ends well."""

    def read_settings(self) -> Document:
        """The home's own settings; empty where nothing was ever set."""

    def change_settings(self) -> AbstractContextManager[Document]:
        """The home's settings, locked for a change; written when the block ends well."""

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """The error for a log or the file of a group that can be read but makes no sense.

        None stands for the home's settings. `what` follows "is damaged:"; the hint says how to go
        back to the backup.
        """

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that tells `what`, which only a newer companion understands."""

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """A file for what can be made again at any time of a group, or of what is shipped.

        `kind` ends its name: there may be several.

        It may not be there, nor its folder; None where there is no place for one.
        """

    def mark(self, ref: LogRef | str) -> str:
        """A text that is another one when a log, or the document of the group of that name, was
        changed; empty where there is none."""

    def marks(self, group: str, shelf: str) -> dict[str, str]:
        """The marks of all logs on a shelf by their ids, in no order; quicker than one by one.

        Empty for one that was lost and has a backup left. Raises NotFound without group.
        """

    def each_mark(self, group: str, shelf: str) -> Iterator[tuple[str, str]]:
        """The same one by one, for a shelf that may hold a hundred thousand.

        A log may come twice: the greater mark counts.
        """

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """What has changed on a shelf since this said `seen` (empty: since ever).

        At once, however much lies there; often it is not known, and then every mark has to be
        looked at. Nothing else tells of what another program has changed inside a file.
        """

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """The ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`).

        A log that was lost and has a backup left is among them. Raises NotFound when there is no
        such group.
        """

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log, damaged or lost with a backup left."""

    def read_log(self, ref: LogRef) -> list[Event]:
        """A log's events. Raises NotFound, Corrupt or TooNew."""

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Begin a log; its events are numbered from 1.

        Raises Conflict when the id is taken, Invalid when it cannot be one, NotFound without group.
        """

    def change_log(self, ref: LogRef) -> AbstractContextManager[Appender]:
        """A log held for the whole of read, check and append.

        Raises NotFound, Corrupt, TooNew, or Locked when somebody else holds it for too long.
        """

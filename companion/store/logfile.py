"""Reads and lengthens the file of one log."""

from collections.abc import Sequence

from companion.core.event import Event
from companion.store.database import Database
from companion.store.refusals import require_next
from companion.store.storage import Files, damaged

_EVENTS = "events"


def read_events(file: Database) -> list[Event]:
    """The events of a file that exists. Raises Corrupt unless they are numbered 1, 2, 3, …"""
    events = []
    for number, record in enumerate(file.rows(_EVENTS), 1):
        try:
            event = Event.from_json(record)
        except ValueError:
            raise damaged(file.path, f"its entry {number} is not a complete entry") from None
        if event.seq != number:
            raise damaged(file.path, f"entry {number} is missing or out of place")
        events.append(event)
    return events


def begin_log(file: Database, events: Sequence[Event]) -> None:
    """Write a file that holds these events, the first of which has the number 1."""
    require_next(0, events)
    file.begin()
    file.add(_EVENTS, [event.to_json() for event in events])
    file.save()


class LogFile:
    """The file of a log as it was last read or written here, and what it holds."""

    def __init__(self, file: Database) -> None:
        self.file = file
        self.events: Sequence[Event] = read_events(file)


class HeldLog:
    """An Appender for a file, good for as long as the lock on it is held."""

    events: Sequence[Event]

    def __init__(self, log: LogFile) -> None:
        self._log = log
        self._held = True
        self.events = log.events

    @property
    def is_held(self) -> bool:
        """Whether what is in memory is what is in the file."""
        return self._held

    def append(self, events: Sequence[Event]) -> None:
        """Add events that go on where the log ends; they are kept when the transaction ends.

        Raises Conflict when the first one's number is not the one that the log expects next.
        """
        if not self._held:
            raise RuntimeError("the log is not held any more, or could not be written: reopen it")
        require_next(len(self.events), events)
        if not events:
            return
        # Where the disk refuses, what is in memory is ahead of the file and must not be used.
        self.let_go()
        self._log.file.add(_EVENTS, [event.to_json() for event in events])
        self._log.file.save()
        self.events = self._log.events = [*self.events, *events]
        self._held = True

    def let_go(self) -> None:
        """Refuse any further append: what is in memory may not be what is in the file."""
        self._held = False


class Recent:
    """The log that was opened last. It is not read again for as long as its file is untouched.

    Whoever takes it out brings it back only if what is in memory is what is in the file.
    """

    def __init__(self) -> None:
        self._last: LogFile | None = None

    def take(self, path: str, kind: str, files: Files) -> LogFile:
        """The log of a file that exists. Raises Corrupt, TooNew or StorageError."""
        last, self._last = self._last, None
        if last is not None and last.file.path == path and last.file.is_as_read():
            return last
        return LogFile(Database(path, kind, files))

    def keep(self, log: LogFile) -> None:
        """Remember this one, in place of any other."""
        self._last = log

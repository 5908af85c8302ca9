"""Reads and lengthens the file of one log."""

from collections.abc import Sequence

from companion.core.event import Event
from companion.store.database import Database
from companion.store.refusals import require_next
from companion.store.storage import damaged

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


class HeldLog:
    """An Appender for a file, good for as long as the lock on it is held."""

    events: Sequence[Event]

    def __init__(self, file: Database) -> None:
        self._file = file
        self._held = True
        self.events = read_events(file)

    def append(self, events: Sequence[Event]) -> None:
        """Add events that go on where the log ends; they are on the disk when this returns.

        Raises Conflict when the first one's number is not the one that the log expects next.
        """
        if not self._held:
            raise RuntimeError("the log is not held any more, or could not be written: reopen it")
        require_next(len(self.events), events)
        if not events:
            return
        # Where the disk refuses, what is in memory is ahead of the file and must not be used.
        self.let_go()
        self._file.add(_EVENTS, [event.to_json() for event in events])
        self._file.save()
        self.events = [*self.events, *events]
        self._held = True

    def let_go(self) -> None:
        """Refuse any further append: what is in memory may not be what is in the file."""
        self._held = False

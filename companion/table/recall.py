"""What a desk leaves to the next one: the play that was opened last, so that it is folded once."""

from collections.abc import Iterable
from typing import Any

from companion.core.event import Event
from companion.core.log import Log
from companion.store.base import LogRef
from companion.table.openplay import OpenPlay


class Recall:
    """The play that was opened or entered in `last`, as it stood then.

    `entered` are the numbers of the events that were made at these desks since somebody cleared
    them: all others came from elsewhere.
    """

    def __init__(self) -> None:
        self.last: OpenPlay | None = None
        self.entered: set[int] = set()

    def state_of(self, ref: LogRef, log: Log) -> Any | None:
        """The state of that play, if its log is still the very same; else None."""
        last = self.last
        if last is None or last.ref != ref or last.log.events != log.events:
            return None
        return last.state

    def keep(self, play: OpenPlay, entered: Iterable[Event] = ()) -> None:
        """Remember a play in place of the one before, and which events were just `entered`."""
        self.last = play
        self.entered |= {event.seq for event in entered}

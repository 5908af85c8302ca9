"""What a desk leaves to the next one: the play that was opened last, so that it is folded once."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from companion.core.event import Event
from companion.core.log import Log
from companion.store.base import LogRef
from companion.table.openplay import OpenPlay

_STEPS_BACK = 20


class Recall:
    """The play that was opened or entered in `last`, as it stood then.

    `entered` are the events that were made at these desks since somebody cleared them, each by its
    play and its number there: all others came from elsewhere.
    """

    def __init__(self) -> None:
        self.last: OpenPlay | None = None
        self.entered: set[tuple[LogRef, int]] = set()
        self._earlier: deque[OpenPlay] = deque(maxlen=_STEPS_BACK)

    def state_of(self, ref: LogRef, log: Log) -> Any | None:
        """The state of that play, if its log is still the very same; else None."""
        last = self.last
        if last is None or last.ref != ref or last.log.events != log.events:
            return None
        return last.state

    def stood(self, ref: LogRef, log: Log) -> Any | None:
        """The state of that play when it stood as in this log, not long ago; else None."""
        for play in reversed(self._earlier):
            if play.ref == ref and log.stood_as(play.log):
                return play.state
        return None

    def keep(self, play: OpenPlay, entered: Iterable[Event] = ()) -> None:
        """Remember a play in place of the one before, and which events were just `entered`."""
        self.last = play
        if not self._earlier or self._earlier[-1].state is not play.state:
            self._earlier.append(play)
        self.entered |= {(play.ref, event.seq) for event in entered}

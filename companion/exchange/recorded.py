"""What came in, as the log of an import keeps it: `import.made`, then a `play.recorded` a play.

An import is two entries: that it was made, and its plays. So all its plays are taken back at once
by taking back the second, and come back the same way.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.event import Draft, Event
from companion.core.log import OPENING_ACTION, Log
from companion.core.record import PlayRecord
from companion.exchange.plain import record_of, told

MADE = "import.made"
RECORDED = "play.recorded"
PLAYS_ENTRY = OPENING_ACTION + 1
"""The entry of an import that holds its plays."""


def made(source: str, file: str, plays: int) -> Draft:
    """The first fact of an import: which program told it, in which file, and how many plays."""
    return Draft(MADE, {"source": source, "file": file, "plays": plays})


def drafts(records: Iterable[PlayRecord]) -> list[Draft]:
    """The plays as facts of the log. What is empty or unknown is left out."""
    return [Draft(RECORDED, _shortened(told(record))) for record in records]


def records(events: Sequence[Event]) -> list[PlayRecord]:
    """The plays of an import's log; none where they were taken back.

    They have no id in the group. Raises ValueError, with what is wrong, where an event is none that
    is written here.
    """
    if not events or events[0].kind != MADE:
        raise ValueError(f"it does not begin with {MADE}")
    recorded = [event for event in Log(tuple(events)).standing() if event.kind != MADE]
    found = []
    for event in recorded:
        if event.kind != RECORDED:
            raise ValueError(f"its entry {event.seq} is of the unknown kind “{event.kind}”")
        try:
            found.append(record_of(event.data))
        except ValueError as problem:
            raise ValueError(f"its entry {event.seq} is no play: {problem}") from None
    return found


def are_taken_back(events: Sequence[Event]) -> bool:
    """Whether the plays of an import's log do not count at the moment."""
    return PLAYS_ENTRY in Log(tuple(events)).undone_actions()


def _shortened(data: dict[str, Any]) -> dict[str, Any]:
    """The object without what is unknown or empty, in it and in the objects of its lists."""
    return {
        key: [_shortened(item) for item in value] if type(value) is list else value
        for key, value in data.items()
        if value is not None and value != "" and value != []
    }

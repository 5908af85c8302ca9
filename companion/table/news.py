"""What came since somebody looked: entries of another terminal in words, and other plays."""

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import attrgetter

from companion.core.event import REDONE, UNDONE, Event
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.table.folding import entries
from companion.table.openplay import OpenPlay
from companion.table.undo import named


def news(before: OpenPlay, after: OpenPlay, ours: Collection[int] = ()) -> list[str]:
    """A line for each entry of `after` that `before` had not; the same play, a longer log.

    `ours` are the numbers of events that are no news.
    """
    fresh = [event for event in after.since(before) if event.seq not in ours]
    return [line for line in _told(after, fresh).values() if line]


def entries_since(play: OpenPlay, number: int) -> dict[int, str]:
    """What was entered after the entry of that number, by the numbers of these entries.

    An undo or redo is an entry of its own here: the last number only grows.
    """
    return _told(play, [event for event in play.log.events if event.action > number])


def _told(play: OpenPlay, events: Sequence[Event]) -> dict[int, str]:
    """What events of a play say, by the numbers of their entries."""
    about = {_meant(event) for event in events}
    only = next(iter(about)) if len(about) == 1 else None
    found = entries(play.game, play.log, play.reference, only) if about else []
    words = {entry.number: "; ".join(entry.lines) for entry in found}
    told: dict[int, str] = {}
    for action, together in groupby(events, key=attrgetter("action")):
        made = list(together)
        meant, kind = [_meant(event) for event in made], made[0].kind
        said = words[min(meant)]
        if kind in (UNDONE, REDONE):
            one = len(meant) == 1
            back, again = ("is", "stands") if one else ("are", "stand")
            verb = f"{back} taken back" if kind == UNDONE else f"{again} again"
            said = f"{named(meant)} {verb}: {said}"
        told[action] = said
    return told


def _meant(event: Event) -> int:
    """The entry that an event is about: the one taken back, or its own."""
    number: int = event.data["action"] if event.kind in (UNDONE, REDONE) else event.action
    return number


def arrival(play: OpenPlay, before: OpenPlay | None) -> str:
    """That another play is at hand than the one before: it begins, or goes on."""
    called, names = play.game.called(play.state), [seat.name for seat in play.state.seats]
    only_begun = len({event.action for event in play.log.events}) == 1
    if only_begun and (before is None or _number(play) > _number(before)):
        return f"{called} begins: {', '.join(names)} ({play.ref.id})"
    return f"on with {play.ref.id}: {called}, {listed(names)}"


def _number(play: OpenPlay) -> int:
    """Plays of a group are numbered as they begin."""
    number = play.ref.id.rpartition("-")[2]
    return int(number) if only_digits(number) else 0

"""What came since somebody looked: entries of another terminal in words, and other plays."""

from collections.abc import Collection

from companion.core.event import REDONE, UNDONE
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.table.folding import entries
from companion.table.openplay import OpenPlay


def news(before: OpenPlay, after: OpenPlay, ours: Collection[int] = ()) -> list[str]:
    """A line for each entry of `after` that `before` had not; the same play, a longer log.

    `ours` are the numbers of events that are no news.
    """
    told: dict[int, str] = {}
    for event in after.since(before):
        if event.seq in ours:
            continue
        if event.kind in (UNDONE, REDONE):
            verb = "is taken back" if event.kind == UNDONE else "stands again"
            told[event.action] = f"entry {event.data['action']} {verb}: " + _words(
                after, event.data["action"]
            )
        elif event.action not in told:
            told[event.action] = _words(after, event.action)
    return [line for line in told.values() if line]


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


def _words(play: OpenPlay, number: int) -> str:
    found = entries(play.game, play.log, play.reference, only=number)
    return "; ".join(line for entry in found for line in entry.lines)

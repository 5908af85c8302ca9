"""What was entered since somebody looked, and which lines of a phone were entered already.

The id of a line is kept with what it made: an entry of a play or a box, or the document of the
group. So it is known after a restart, and after a crash in the middle of the line.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter

from companion.core.event import REDONE, UNDONE, Event
from companion.core.log import Log
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.store.base import LogRef
from companion.table.current import BOXES
from companion.table.desk import PLAYS, Desk
from companion.table.plays.open_play import OpenPlay, answer
from companion.table.plays.replay import current_state, entries
from companion.table.plays.undo import changed_line, named


def news(before: OpenPlay, after: OpenPlay, ours: Collection[int] = ()) -> list[str]:
    """A line for each entry of `after` that is not in `before`, an earlier state of the play.

    `ours` are the numbers of events to leave out.
    """
    fresh = [event for event in after.since(before) if event.seq not in ours]
    return [line for line in _describe_entries(after, fresh).values() if line]


def entries_since(play: OpenPlay, number: int) -> dict[int, str]:
    """The lines of all entries after that number, by their own numbers.

    An undo or redo is an entry of its own here, so the last number only grows.
    """
    return _describe_entries(play, [event for event in play.log.events if event.action > number])


def _describe_entries(play: OpenPlay, events: Sequence[Event]) -> dict[int, str]:
    """Describe events of a play, by the numbers of their entries."""
    about = {_entry_of(event) for event in events}
    only = next(iter(about)) if len(about) == 1 else None
    found = entries(play.game, play.log, play.reference, only) if about else []
    words = {entry.number: "; ".join(entry.lines) for entry in found}
    lines: dict[int, str] = {}
    for action, together in groupby(events, key=attrgetter("action")):
        made = list(together)
        numbers, kind = [_entry_of(event) for event in made], made[0].kind
        text = words[min(numbers)]
        if kind in (UNDONE, REDONE):
            one = len(numbers) == 1
            back, again = ("is", "stands") if one else ("are", "stand")
            verb = f"{back} taken back" if kind == UNDONE else f"{again} again"
            text = f"{named(numbers)} {verb}: {text}"
        lines[action] = text
    return lines


def _entry_of(event: Event) -> int:
    """The number of the entry that an event undoes or redoes, or else of its own entry."""
    number: int = event.data["action"] if event.kind in (UNDONE, REDONE) else event.action
    return number


def arrival(play: OpenPlay, before: OpenPlay | None) -> str:
    """Announce that another play has become the current one: it begins or goes on."""
    called, names = play.game.called(play.state), [seat.name for seat in play.state.seats]
    only_begun = len({event.action for event in play.log.events}) == 1
    if only_begun and (before is None or _number(play) > _number(before)):
        return f"{called} begins: {', '.join(names)} ({play.ref.id})"
    return f"on with {play.ref.id}: {called}, {listed(names)}"


def _number(play: OpenPlay) -> int:
    """The number in a play's id; plays of a group are numbered as they begin."""
    number = play.ref.id.rpartition("-")[2]
    return int(number) if only_digits(number) else 0


_NEWEST = 12
"""How many of the newest plays are searched for lines sent before the program started."""


class KnownIds:
    """The ids of lines that phones sent, and the logs that hold them.

    A line is looked for in every log in which it may have made an entry, whatever the current play
    is. A log is read again only when it has changed.
    """

    def __init__(self) -> None:
        self._marks: dict[LogRef, str] = {}
        self._where: dict[str, LogRef] = {}

    def where(self, desk: Desk, id: str, refs: Iterable[LogRef]) -> LogRef | None:
        """The log with an entry that was sent under that id; None if there is none."""
        if not self._marks:
            refs = [*refs, *_newest(desk)]
        for ref in refs:
            mark = desk.store.mark(ref)
            if mark == self._marks.get(ref):
                continue
            self._marks[ref] = mark
            # damage is reported when somebody enters something there
            with suppress(CompanionError):
                sent = {event.source.id for event in desk.store.read_log(ref)}
                self._where.update(dict.fromkeys(sent - self._where.keys(), ref))
        return self._where.get(id)


def sent_before(
    desk: Desk, id: str, plays: Sequence[str] = (), known: KnownIds | None = None
) -> tuple[OpenPlay | None, Reply] | None:
    """The play right after the line of that id, and the answer to it.

    None if the line made no entry yet, so that it may be run. Looks at the current play, the live
    ones, the `plays` that the line names, the group's document and the boxes. Warnings are not
    kept, so they are not repeated.
    """
    known = known or KnownIds()
    ref = known.where(desk, id, [*_plays(desk, plays), *_boxes(desk)])
    if ref is not None and ref.shelf == PLAYS:
        play = desk.opened(ref, desk.store.read_log(ref))
        found = [event for event in play.log.events if event.source.id == id]
        then = _as_of(play, found[-1].seq)
        house = found[-1].house
        return then, answer(
            then, _answered_lines(then, id), (), () if house is None else [house.line]
        )
    if ref is not None or id in desk.group_document().get("sent", []):
        lines = ("This was entered before.",)
        return _open(desk), Reply(document=lambda: {"lines": list(lines)}, lines=lines)
    return None


def _open(desk: Desk) -> OpenPlay | None:
    try:
        return desk.open()
    except CompanionError:
        return None


def _as_of(play: OpenPlay, seq: int) -> OpenPlay:
    """The play as it was after the event of that number."""
    log = Log(play.log.events[:seq])
    return play.after(log, current_state(play.game, log))


def _answered_lines(play: OpenPlay, id: str) -> list[str]:
    """The lines of the entries with that id, as they were answered."""
    lines: list[str] = []
    by_number = {
        entry.number: entry.lines for entry in entries(play.game, play.log, play.reference)
    }
    ours = [event for event in play.log.events if event.source.id == id]
    for action, events in groupby(ours, key=attrgetter("action")):
        made = list(events)
        if made[0].kind in (UNDONE, REDONE):
            numbers = sorted(event.data["action"] for event in made)
            lines.append(changed_line(made[0].kind, numbers, by_number[numbers[0]]))
        else:
            lines += by_number[action]
    return lines


def _plays(desk: Desk, named: Sequence[str]) -> Iterator[LogRef]:
    """The plays in which a line may have made an entry."""
    with suppress(CompanionError):
        yield desk.play_ref()
    for play in named:
        with suppress(CompanionError):
            yield LogRef(desk.group, PLAYS, desk.find_play(play))
    document = desk.group_document()
    going_on = [*document.get("live", []), document.get("current")]
    yield from (LogRef(desk.group, PLAYS, play) for play in going_on if play)


def _newest(desk: Desk) -> list[LogRef]:
    """The newest plays."""
    with suppress(CompanionError):
        ids = desk.store.log_ids(desk.group, PLAYS)
        return [LogRef(desk.group, PLAYS, play) for play in ids[-_NEWEST:]]
    return []


def _boxes(desk: Desk) -> list[LogRef]:
    """The boxes of the group: a line may change any of them."""
    with suppress(CompanionError):
        return [LogRef(desk.group, BOXES, box) for box in desk.store.log_ids(desk.group, BOXES)]
    return []

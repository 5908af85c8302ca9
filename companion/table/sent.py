"""What a phone has sent before: found by its id in the logs, so that nothing is entered twice.

The id lies with what the line made: with the entry of a play or a box, or in the document of the
group. It is found there after a restart, and after a crash in the midst of the line.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter

from companion.core.event import REDONE, UNDONE
from companion.core.log import Log
from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.store.base import LogRef
from companion.table.athand import COPIES
from companion.table.desk import PLAYS, Desk
from companion.table.folding import current_state, entries
from companion.table.openplay import OpenPlay, answer
from companion.table.undo import changed_line

_NEWEST = 12
"""So many of the newest plays may hold what was sent before the program was started."""


class KnownIds:
    """The ids under which something was sent, and the logs in which they lie.

    A log is read again only when it has changed: a line is looked for in every log that it may have
    made an entry in, whatever play is at hand by now.
    """

    def __init__(self) -> None:
        self._marks: dict[LogRef, str] = {}
        self._where: dict[str, LogRef] = {}

    def where(self, desk: Desk, id: str, refs: Iterable[LogRef]) -> LogRef | None:
        """The log with an entry that was sent under that id; None where there is none."""
        if not self._marks:
            refs = [*refs, *_newest(desk)]
        for ref in refs:
            mark = desk.store.mark(ref)
            if mark == self._marks.get(ref):
                continue
            self._marks[ref] = mark
            # What is damaged says so to whoever enters something there.
            with suppress(CompanionError):
                sent = {event.source.id for event in desk.store.read_log(ref)}
                self._where.update(dict.fromkeys(sent - self._where.keys(), ref))
        return self._where.get(id)


def sent_before(
    desk: Desk, id: str, plays: Sequence[str] = (), known: KnownIds | None = None
) -> tuple[OpenPlay | None, Reply] | None:
    """The play that the line of that id was about, right after it, and what was answered to it.

    None where the line never made anything: then it may be run. Looks at the play at hand, those
    that are going on, the `plays` that the line names, the group's document and the boxes. Warnings
    are not kept, and are not told again.
    """
    known = known or KnownIds()
    ref = known.where(desk, id, [*_plays(desk, plays), *_boxes(desk)])
    if ref is not None and ref.shelf == PLAYS:
        play = desk.opened(ref, desk.store.read_log(ref))
        found = [event for event in play.log.events if event.source.id == id]
        then = _as_of(play, found[-1].seq)
        house = found[-1].house
        return then, answer(then, _did(then, id), (), () if house is None else [house.line])
    if ref is not None or id in desk.group_document().get("sent", []):
        told = ("This was entered before.",)
        return _open(desk), Reply(document=lambda: {"lines": list(told)}, lines=told)
    return None


def _open(desk: Desk) -> OpenPlay | None:
    try:
        return desk.open()
    except CompanionError:
        return None


def _as_of(play: OpenPlay, seq: int) -> OpenPlay:
    """The play as it stood after the event of that number."""
    log = Log(play.log.events[:seq])
    return play.after(log, current_state(play.game, log))


def _did(play: OpenPlay, id: str) -> list[str]:
    """What the entries of that id say, as they were answered."""
    lines: list[str] = []
    told = {entry.number: entry.lines for entry in entries(play.game, play.log, play.reference)}
    ours = [event for event in play.log.events if event.source.id == id]
    for action, events in groupby(ours, key=attrgetter("action")):
        made = list(events)
        if made[0].kind in (UNDONE, REDONE):
            numbers = sorted(event.data["action"] for event in made)
            lines.append(changed_line(made[0].kind, numbers, told[numbers[0]]))
        else:
            lines += told[action]
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
    """The plays that were begun last."""
    with suppress(CompanionError):
        ids = desk.store.log_ids(desk.group, PLAYS)
        return [LogRef(desk.group, PLAYS, play) for play in ids[-_NEWEST:]]
    return []


def _boxes(desk: Desk) -> list[LogRef]:
    """The boxes of the group: a line may change any of them."""
    with suppress(CompanionError):
        return [LogRef(desk.group, COPIES, box) for box in desk.store.log_ids(desk.group, COPIES)]
    return []

"""What a phone has sent before: found by its id in the logs, so that nothing is entered twice.

The id lies with what the line made: with the entry of a play or a box, or in the document of the
group. It is found there after a restart, and after a crash in the midst of the line.
"""

from collections.abc import Iterator

from companion.core.event import REDONE, UNDONE
from companion.core.log import Log
from companion.errors import CompanionError
from companion.store.base import LogRef
from companion.table.copies import COPIES
from companion.table.desk import Desk
from companion.table.folding import current_state, entries
from companion.table.openplay import OpenPlay, answer
from companion.table.reply import Reply


def sent_before(desk: Desk, id: str) -> tuple[OpenPlay | None, Reply] | None:
    """The play that was at hand right after the line of that id, and what was answered to it.

    None where the line never made anything: then it may be run. Looks at the play at hand, the
    group's document and the boxes in use. Warnings are not kept, and are not told again.
    """
    play = _open(desk)
    if play is not None:
        found = [event.seq for event in play.log.events if event.source.id == id]
        if found:
            then = _as_of(play, found[-1])
            return then, answer(then, _did(then, id))
    if id in desk.group_document().get("sent", []) or any(
        event.source.id == id for ref in _boxes(desk, play) for event in desk.store.read_log(ref)
    ):
        told = ("This was entered before.",)
        return play, Reply(document=lambda: {"lines": list(told)}, lines=told)
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
    ours = {event.action: event for event in play.log.events if event.source.id == id}
    for action, event in ours.items():
        if event.kind in (UNDONE, REDONE):
            number = event.data["action"]
            words = "taken back" if event.kind == UNDONE else "back again"
            lines.append(f"Entry {number} {words}: {'; '.join(told[number])}")
        else:
            lines += told[action]
    return lines


def _boxes(desk: Desk, play: OpenPlay | None) -> Iterator[LogRef]:
    """The boxes that a line may have changed: those in use."""
    in_use = desk.group_document().get("boxes", {})
    games = [play.game.id] if play is not None else list(in_use)
    for copy in {copy for game in games for copy in (*in_use.get(game, []), game)}:
        ref = LogRef(desk.group, COPIES, copy)
        if desk.store.has_log(ref):
            yield ref

"""The log of a box: what was told of it, entry by entry, taken back and brought back again."""

from typing import Any

from companion.core.event import MADE, REDONE, UNDONE, Draft, Event
from companion.core.game import Game
from companion.core.log import Log, Wording
from companion.core.reply import Reply
from companion.errors import CompanionError, Refused
from companion.table.boxes.stored_box import StoredBox, change_box, open_box
from companion.table.desk import Desk
from companion.table.plays.replay import Entry
from companion.table.plays.undo import entry_number
from companion.table.plays.views import entry_record, log_blocks

SHOWN = 3
"""So many facts of an entry are told when it is taken back: an import has thousands."""


def undo_told(
    desk: Desk, game: Game[Any], entry: str | None, say: Wording, box_id: str | None = None
) -> Reply:
    """Take back what was told last of a box, or in the entry of that number."""
    return _change_past(desk, game, entry, UNDONE, say, box_id)


def redo_told(
    desk: Desk, game: Game[Any], entry: str | None, say: Wording, box_id: str | None = None
) -> Reply:
    """Bring back what was taken back last, or the entry of that number."""
    return _change_past(desk, game, entry, REDONE, say, box_id)


def show_told(desk: Desk, game: Game[Any], box_id: str | None = None) -> Reply:
    """All that was ever told of a box, with the numbers that undoing takes."""
    stored = open_box(desk, game, box_id)
    told = _entries(stored)
    return Reply(
        document=lambda: {
            **_about(stored),
            "entries": [entry_record(entry) for entry in told],
        },
        blocks=lambda: log_blocks(f"the box “{stored.name}”", f"group {stored.ref.group}", told),
    )


def _change_past(
    desk: Desk, game: Game[Any], text: str | None, kind: str, say: Wording, box_id: str | None
) -> Reply:
    number = None if text is None else entry_number(text, say.commands)
    undoing = kind == UNDONE

    def plan(stored: StoredBox) -> list[Draft]:
        log = stored.log
        chosen = log.entry_to_undo(number, say) if undoing else log.entry_to_redo(number, say)
        fact = Draft(kind, {"action": chosen})
        verb = "taken back" if undoing else "brought back"
        _require_standing(desk, stored, log.extended([fact], desk.now()), chosen, verb, say)
        return [fact]

    stored = change_box(desk, game, plan, box_id)
    newest = stored.log.events[-1]
    told = next(entry for entry in _entries(stored) if entry.number == newest.data["action"])
    words = "taken back" if undoing else "back again"
    lines = [*told.lines[:SHOWN]]
    lines += [f"and {len(told.lines) - SHOWN} more"] if len(told.lines) > SHOWN else []
    did = [f"Entry {told.number} {words}: {'; '.join(lines)}"]
    return Reply(
        document=lambda: {**_about(stored), "entry": newest.action, "did": did}, lines=tuple(did)
    )


def _require_standing(
    desk: Desk, stored: StoredBox, changed: Log, chosen: int, verb: str, say: Wording
) -> None:
    """Refuse a change of the past after which a later entry could not stand, and name that.

    Every entry is held against the box as it would be in the end, so that this takes no longer
    than reading the log; the newest is named, for entries are best taken back from there.
    """
    game, standing = stored.game, changed.standing()
    known = desk.box(game, lambda: standing)
    former = stored.log.standing()
    game.check_box(desk.box(game, lambda: former), known)
    for event in reversed(standing):
        if event.action < chosen or event.kind == MADE:
            continue
        try:
            game.box_kinds()[event.kind].check(known, event.data)
        except CompanionError as problem:
            later = event.action
            why = "" if later == chosen else f" entry {later} would not stand then."
            raise Refused(
                f"Entry {chosen} cannot be {verb}:{why} {problem.message}",
                f"`{say.commands} log` shows what was told since.",
            ) from None


def _entries(stored: StoredBox) -> list[Entry]:
    undone = stored.log.undone_actions()
    lines: dict[int, list[str]] = {}
    first: dict[int, Event] = {}
    for event in stored.log.events:
        if event.kind not in (UNDONE, REDONE):
            lines.setdefault(event.action, []).append(_line(stored, event))
            first.setdefault(event.action, event)
    return [Entry.told(lines[number], event, number in undone) for number, event in first.items()]


def _line(stored: StoredBox, event: Event) -> str:
    if event.kind == MADE and MADE not in stored.game.box_kinds():
        return f"a box of {stored.game.title}"
    return stored.game.box_kinds()[event.kind].describe(stored.reference, event.data)


def _about(stored: StoredBox) -> dict[str, Any]:
    return {
        "copy": stored.ref.id,
        "group": stored.ref.group,
        "game": stored.game.id,
        "name": stored.name,
    }

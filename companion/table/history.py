"""Undo and redo."""

from companion.core.event import REDONE, UNDONE, Draft
from companion.core.names import short
from companion.core.numbers import whole
from companion.errors import Invalid, Refused
from companion.table.desk import Desk
from companion.table.folding import Entry, check_without, entries
from companion.table.openplay import OpenPlay, answer
from companion.table.reply import Reply

HIGHEST_ENTRY = 99_999_999


def undo(desk: Desk, entry: str | None) -> Reply:
    """Take back the newest entry, or the one of that number if all later ones still stand."""
    return _change_past(desk, entry, UNDONE)


def redo(desk: Desk, entry: str | None) -> Reply:
    """Bring back what was undone last, or the entry of that number."""
    return _change_past(desk, entry, REDONE)


def _change_past(desk: Desk, text: str | None, kind: str) -> Reply:
    number = None if text is None else entry_number(text)
    undoing = kind == UNDONE
    with desk.holding() as (play, held):
        chosen = play.log.entry_to_undo(number) if undoing else play.log.entry_to_redo(number)
        _require_open(play, chosen)
        draft = Draft(kind, {"action": chosen})
        log = play.log.extended([draft], desk.now(), source=desk.source)
        verb = "taken back" if undoing else "brought back"
        state = desk.recall.stood(play.ref, log.standing())
        if state is None:
            state = check_without(play.game, log, chosen, verb, play.reference)
        after = play.after(log, state)
        told = _newest(play, after, chosen) if undoing else _newest(after, play, chosen)
        lines = _entry(after, chosen).lines if told is None else told
        words = "taken back" if undoing else "back again"
        did = [f"Entry {chosen} {words}: {'; '.join(lines)}"]
        return desk.enter(play, held, after, answer(after, did))


def _require_open(play: OpenPlay, chosen: int) -> None:
    """Of a play that is over, only the end can be taken back: it says who has won, and why."""
    if play.state.status != "live" and chosen != play.log.entry_to_undo():
        raise Refused(
            f"This play is {play.state.status}: entry {chosen} cannot be changed behind its end.",
            "`companion undo` takes the end back; then it can.",
        )


def entry_number(text: str, commands: str = "companion") -> int:
    """The number of an entry as typed. Raises Invalid."""
    number = whole(text, 0, HIGHEST_ENTRY)
    if number is None:
        hint = f"`{commands} log` numbers them."
        raise Invalid(f"“{short(text)}” is not the number of an entry.", hint)
    return number


def _newest(having: OpenPlay, lacking: OpenPlay, number: int) -> list[str] | None:
    """What an entry says that stands in one of two plays, as the newest there, and is all that the
    other one lacks; None where it is told otherwise, as the past before it has changed since."""
    standing = having.log.standing()
    changed = (event for event in having.log.events if event.kind in (UNDONE, REDONE))
    if standing[-1].action != number or any(
        event.action > number > event.data["action"] for event in changed
    ):
        return None
    game, state, lines = having.game, lacking.state, []
    for event in standing:
        if event.action == number:
            after = game.record(state, event)
            lines.append(game.describe(state, event, after, having.reference))
            state = after
    return [line for line in lines if line]


def _entry(play: OpenPlay, number: int) -> Entry:
    (entry,) = entries(play.game, play.log, play.reference, only=number)
    return entry

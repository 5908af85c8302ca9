"""Undo, redo, and the log as people read it."""

from typing import Any

from companion.core.blocks import Block, Column, Heading, Span, Table, Text
from companion.core.event import REDONE, UNDONE, Draft
from companion.errors import Invalid
from companion.table.desk import Desk, OpenPlay
from companion.table.document import answer
from companion.table.folding import Entry, check_without, current_state, entries
from companion.table.reply import Reply


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
        log = play.log.extended([Draft(kind, {"action": chosen})], desk.now())
        check_without(play.game, play.log, log, chosen, "taken back" if undoing else "brought back")
        state = current_state(play.game, log)
        held.append(log.events[len(play.log.events) :])
    desk.note_status(play.ref, play.game, play.state, state)
    after = OpenPlay(play.ref, play.game, log, state, play.reference)
    told = _entry(after, chosen)
    words = "taken back" if undoing else "back again"
    did = [f"Entry {chosen} {words}: {'; '.join(told.lines)}"]
    return answer(play.game, state, play.reference, log.next_action - 1, did, [], after.document)


def entry_number(text: str) -> int:
    """The number of an entry as typed. Raises Invalid."""
    if text.isascii() and text.isdigit() and len(text) < 9:
        return int(text)
    raise Invalid(f"“{text}” is not the number of an entry.", "`companion log` numbers them.")


def show_log(desk: Desk) -> Reply:
    """All entries with the numbers that `undo` takes."""
    play = desk.open()
    told = entries(play.game, play.log, play.reference)
    return Reply(
        document=lambda: {
            "play": play.ref.id,
            "group": play.ref.group,
            "entries": [_record(entry) for entry in told],
        },
        blocks=lambda: _log_blocks(play, told),
    )


def _entry(play: OpenPlay, number: int) -> Entry:
    return next(
        entry for entry in entries(play.game, play.log, play.reference) if entry.number == number
    )


def _record(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.number,
        "text": "; ".join(entry.lines),
        "lines": list(entry.lines),
        "at": entry.at,
        "undone": entry.undone,
        "house": entry.house or None,
        "overruled": list(entry.overruled),
    }


def _log_blocks(play: OpenPlay, told: list[Entry]) -> list[Block]:
    rows: list[tuple[Text, ...]] = []
    for entry in told:
        text: list[str | Span] = [Span("; ".join(entry.lines), "muted" if entry.undone else "")]
        if entry.house:
            against = f" against {', '.join(entry.overruled)}" if entry.overruled else ""
            text.append(Span(f" (house rule{against}: {entry.house})", "warning"))
        if entry.undone:
            text.append(Span(" (taken back)", "bad"))
        rows.append((Span(str(entry.number), "muted"), tuple(text)))
    heading = Heading(f"Log of {play.game.title}", f"{play.ref.group} · {play.ref.id}")
    table = Table((Column("", "right"), Column("Entry", wraps=True)), tuple(rows))
    return [heading, table]

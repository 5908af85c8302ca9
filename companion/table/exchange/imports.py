"""`import --list`, `--take-back`, `--bring-back`: the imports that a group has made."""

from collections.abc import Sequence
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table
from companion.core.event import REDONE, UNDONE, Draft, Event
from companion.core.log import Log
from companion.core.names import counted, find
from companion.core.reply import Reply
from companion.errors import Refused
from companion.exchange import json_lines
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.history.finished_plays import History
from companion.table.history.summary import IMPORTS
from companion.table.local_time import day


def list_imports(desk: Desk) -> Reply:
    """All that was imported, the newest first."""
    found = [_summary(desk, log_id) for log_id in reversed(_ids(desk))]
    return Reply(
        document=lambda: {"group": desk.group, "imports": found},
        blocks=lambda: _blocks(desk.group, found),
    )


def take_back(desk: Desk, text: str) -> Reply:
    """Let the plays of an import no longer count. Raises NotFound, Ambiguous or Refused."""
    ref = _ref(desk, text)
    with desk.store.change_log(ref) as held:
        plays = _plays(desk, ref, held.events)
        if json_lines.are_taken_back(held.events):
            raise Refused(
                f"{ref.id} is taken back already.",
                f"`companion import --bring-back {ref.id}` brings it back.",
            )
        held.append(_with(desk, held.events, UNDONE))
    line = (
        f"{ref.id}: {counted(plays, 'play')} taken back. "
        f"`companion import --bring-back {ref.id}` brings {'it' if plays == 1 else 'them'} back."
    )
    return Reply(
        document=lambda: {"import": ref.id, "plays": plays, "taken_back": True}, lines=(line,)
    )


def bring_back(desk: Desk, text: str) -> Reply:
    """Let the plays of an import count again. Raises NotFound, Ambiguous or Refused."""
    ref = _ref(desk, text)
    history = History(desk)
    with desk.store.change_log(ref) as held:
        plays = _plays(desk, ref, held.events)
        if not json_lines.are_taken_back(held.events):
            raise Refused(
                f"{ref.id} stands: there is nothing to bring back.", "`companion import --list`"
            )
        again = _with(desk, held.events, REDONE)
        double = len(
            history.known(it.uid for it in json_lines.recorded_plays([*held.events, *again]))
        )
        if double:
            raise Refused(
                f"{counted(double, 'play')} of {ref.id} came in again since, "
                "and would be there twice.",
                "`companion import --list` shows with which import; take that one back first.",
            )
        held.append(again)
    line = f"{ref.id}: {counted(plays, 'play')} brought back."
    return Reply(
        document=lambda: {"import": ref.id, "plays": plays, "taken_back": False}, lines=(line,)
    )


def _ids(desk: Desk) -> list[str]:
    return desk.store.log_ids(desk.group, IMPORTS) if desk.group_document() else []


def _ref(desk: Desk, text: str) -> LogRef:
    ids = _ids(desk)
    by_number = [one for one in ids if one.rpartition("-")[2] == text.strip()]
    hint = "`companion import --list` shows them."
    found = by_number[0] if by_number else find(text, ids, lambda one: (one,), "import", hint)
    return LogRef(desk.group, IMPORTS, found)


def _plays(desk: Desk, ref: LogRef, events: Sequence[Event]) -> int:
    """How many plays an import holds. Raises Corrupt for a log that is none."""
    try:
        json_lines.recorded_plays(events)
    except ValueError as problem:
        raise desk.store.damaged(ref, str(problem)) from None
    return sum(event.kind == json_lines.PLAY_RECORDED for event in events)


def _with(desk: Desk, events: Sequence[Event], kind: str) -> tuple[Event, ...]:
    """The events that take back the plays of an import, or bring them back."""
    draft = Draft(kind, {"action": json_lines.PLAYS_ENTRY})
    return Log(tuple(events)).extended([draft], desk.now()).events[len(events) :]


def _summary(desk: Desk, log_id: str) -> dict[str, Any]:
    """An import in a line. Raises Corrupt for a log that is none."""
    ref = LogRef(desk.group, IMPORTS, log_id)
    events = desk.store.read_log(ref)
    plays = _plays(desk, ref, events)
    return {
        "import": log_id,
        "source": events[0].data.get("source"),
        "file": events[0].data.get("file"),
        "at": events[0].at,
        "plays": plays,
        "taken_back": json_lines.are_taken_back(events),
    }


def _blocks(group: str, found: Sequence[dict[str, Any]]) -> list[Block]:
    heading = Heading("Imports", f"group {group}")
    if not found:
        return [heading, Paragraph("None yet: `companion import FILE`.")]
    rows = tuple(
        (
            Span(one["import"], "name"),
            day(one["at"]),
            str(one["plays"]),
            str(one["source"]),
            Span("taken back", "muted") if one["taken_back"] else "",
            str(one["file"]),
        )
        for one in found
    )
    columns = (
        Column("Import"),
        Column("When"),
        Column("Plays", "right"),
        Column("From"),
        Column(heard="Note"),
        Column("File", wraps=True),
    )
    return [heading, Table(columns, rows)]

"""Takes a group in, as it was planned: the logs first, then the group's document, all at once."""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.log import Log
from companion.drawing.progress import Tick
from companion.errors import CompanionError, Conflict
from companion.exchange.groups.continuing import pooled, put, relation
from companion.exchange.groups.groupfile import Shelved
from companion.exchange.groups.pairs import noted
from companion.exchange.groups.references import PLAYS, followed, renamed
from companion.exchange.groups.seated import as_called_here
from companion.store.base import Document, LogRef
from companion.table.desk import Desk
from companion.table.group_document import goes_on, last_told
from companion.table.grouping.arriving import Arriving
from companion.table.grouping.planning import Plan, Step, joined_here

IMPORTS = "imports"
ARRIVING = "arriving"
"""In the document of a group that an older companion began to take in, until it was complete."""


def carry_out(desk: Desk, plan: Plan, coming: Arriving, tick: Tick) -> None:
    """Do what was planned, or nothing. Raises StorageError: Conflict where somebody changed one of
    those logs meanwhile. Nobody is held up while they are written: there may be thousands."""
    store = desk.store
    with store.together():
        with store.preparing():
            if plan.new:
                store.create_group(plan.group, {})
            _take_logs(desk, plan, coming, tick)
        with store.change_group(plan.group) as document:
            noted(document, plan.pairs)
            after = (
                dict(coming.head.document) if plan.new else _joined(desk, plan, coming, document)
            )
            document.clear()
            document.update(after)


def _take_logs(desk: Desk, plan: Plan, coming: Arriving, tick: Tick) -> None:
    for log in coming.logs(tick):
        if isinstance(log, Shelved):
            step = plan.steps.get((log.shelf, log.id))
            if step is not None:
                _take(desk, plan, step, log)


def _take(desk: Desk, plan: Plan, step: Step, log: Shelved) -> None:
    ref = LogRef(plan.group, step.shelf, step.here)
    if step.what in ("new", "beside"):
        desk.store.create_log(ref, log.events if plan.new else _told(desk, plan, log, log.events))
        return
    with desk.store.change_log(ref) as held:
        ours = list(held.events)
        if len(ours) != step.length:
            raise Conflict(
                f"Somebody else added something to {step.here} just now.",
                "Look again: the same command finds out anew.",
            )
        if step.what == "pooled":
            tail: Sequence[Event] = pooled(ours, log.events)
        else:
            tail = relation(ours, log.events).tail
        after = _told(desk, plan, log, [*ours, *put(tail, lambda data: _data(plan, log, data))])
        held.append(after[len(ours) :])


def _told(desk: Desk, plan: Plan, log: Shelved, events: Sequence[Event]) -> list[Event]:
    """Events with the ids and names that logs and people have here."""
    here = put(events, lambda data: _data(plan, log, data)) if events is log.events else events
    if log.shelf != PLAYS:
        return list(here)
    return as_called_here(here, log.events, plan.people.called, desk.now())


def _data(plan: Plan, log: Shelved, data: Any) -> dict[str, Any]:
    told = followed(data, plan.follow)
    return renamed(told, plan.people.called) if log.shelf == IMPORTS else told


def _joined(desk: Desk, plan: Plan, coming: Arriving, document: Document) -> Document:
    after = joined_here(plan, coming, document).document
    theirs = coming.head.document
    live = [*document.get("live", []), *(plan.follow(PLAYS, id) for id in theirs.get("live", []))]
    # One of ours may have ended there, and one of theirs here.
    going_on = [play for play in dict.fromkeys(live) if _is_live(desk, plan, play)]
    if going_on or "live" in document:
        after["live"] = going_on
    if after.get("current") is None and theirs.get("current") is not None:
        after["current"] = plan.follow(PLAYS, theirs["current"])
    if plan.people.one_group:
        for game, play in theirs.get("kept", {}).items():
            rivals = (after["kept"][game], plan.follow(PLAYS, play))
            after["kept"][game] = max(
                rivals, key=lambda one: last_told(desk.store, plan.group, one)
            )
    numbers = [step.here.rpartition("-")[2] for step in plan.steps.values() if step.shelf == PLAYS]
    highest = max((int(number) for number in numbers if number.isdigit()), default=0)
    if highest > after.get("count", 0):
        after["count"] = highest
    after.pop(ARRIVING, None)
    return after


def _is_live(desk: Desk, plan: Plan, play: str) -> bool:
    """Whether a play goes on; what cannot be told here is as the groups say."""
    ref = LogRef(plan.group, PLAYS, play)
    if not desk.store.has_log(ref):
        return False
    try:
        return goes_on(Log(tuple(desk.store.read_log(ref))))
    except CompanionError:
        return True

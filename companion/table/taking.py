"""Copies that come from elsewhere: exported, imported, taken from the codes of a whole deck.

Nothing that is here is ever overwritten. A copy that the group does not have becomes a new one; one
that it has goes on where theirs went on; where both went on, theirs comes on top as new revisions.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion import games
from companion.copies.archive import Archive
from companion.core.copies import CHANGED, MADE
from companion.core.event import Draft, Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import folded, short
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound, Refused
from companion.store.base import LogRef
from companion.table.boxes import all_copies, new_id, use
from companion.table.copies import COPIES, OpenCopy, change_copy, copy_ids, copy_ref, opened_as
from companion.table.decks import Box, boxes_differ, fingerprint, opened
from companion.table.desk import Desk
from companion.table.reply import Reply

_SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*"
SHOWN = 20
"""So many changes are told one by one."""


class Plan(NamedTuple):
    """What taking a copy would do: into which copy, with what it begins there, what is added.

    `ours` is None for a copy that is new here. `drafts` are facts on top of it, `events` entries
    that follow ours as they are.
    """

    game: Game[Any]
    copy_id: str
    theirs: OpenCopy
    ours: OpenCopy | None
    drafts: Sequence[Draft] = ()
    events: Sequence[Event] = ()
    name: str = ""


def archive_of(desk: Desk, box: Box) -> Archive:
    """A box of the group as it travels. Raises Refused where nothing was ever told of it."""
    copy = opened(desk, box)
    if copy is None or not desk.store.has_log(copy.ref):
        raise Refused(
            f"Nothing was told of {box.name} yet: there is nothing to take along.",
            "`companion deck show` lists what every such box holds.",
        )
    return Archive(box.copy_id, box.game_id, copy.log.events)


def planned(desk: Desk, archive: Archive, name: str | None = None) -> Plan:
    """What taking an archive would do here.

    `name` is what a new copy is to be called. Raises Invalid, NotFound, Refused or Ambiguous.
    """
    game, theirs = _theirs(desk, archive)
    known = _same_box(desk, game, archive)
    if known is None:
        return _as_new(desk, game, theirs, archive, name)
    if name is not None:
        raise Refused(
            f"That box is here already, as {known.name}: what is new comes on top of it.",
            "Leave `--name` out; `companion blank copy set --name NAME` calls it otherwise.",
        )
    ours, other = known.log.events, archive.events
    if other[: len(ours)] == ours:
        return Plan(game, known.ref.id, theirs, known, events=other[len(ours) :])
    if ours[: len(other)] == other:
        return Plan(game, known.ref.id, theirs, known)
    drafts = game.overlay(known.reference, ours, theirs.reference)
    _require_standing(desk, known, drafts)
    return Plan(game, known.ref.id, theirs, known, drafts=drafts)


def _theirs(desk: Desk, archive: Archive) -> tuple[Game[Any], OpenCopy]:
    """Their copy as its game reads it. Raises Invalid for a log that it does not make, NotFound."""
    try:
        game: Game[Any] = games.game(archive.game)
    except NotFound:
        raise NotFound(
            f"This is a copy of “{short(archive.game)}”, a game that is not installed here.",
            "Install the package that brings it.",
        ) from None
    ref = LogRef(desk.group, COPIES, game.id)
    try:
        return game, opened_as(desk, ref, game, archive.events)
    except CompanionError as problem:
        why = problem.message.partition(": ")[2] or problem.message
        raise Invalid(
            f"This copy of {game.title} makes no sense: {why}",
            "Export it again; a newer companion's copies need a newer companion here.",
        ) from None


def _same_box(desk: Desk, game: Game[Any], archive: Archive) -> OpenCopy | None:
    """The copy here that began as the same box; None where there is none."""
    if not boxes_differ(game):
        ref = copy_ref(desk, game)
        return opened_as(desk, ref, game, _read(desk, ref)) if desk.store.has_log(ref) else None
    wanted = fingerprint(archive.events)
    for copy in all_copies(desk, game):
        if fingerprint(copy.log.events) == wanted and copy.log.events[0] == archive.events[0]:
            return copy
    return None


def _read(desk: Desk, ref: LogRef) -> Sequence[Event]:
    return desk.store.read_log(ref)


def _as_new(
    desk: Desk, game: Game[Any], theirs: OpenCopy, archive: Archive, name: str | None
) -> Plan:
    """A new copy, with their whole log, under their id if that is free."""
    if not boxes_differ(game):
        return Plan(game, game.id, theirs, None, events=archive.events)
    called = name or theirs.name
    if any(folded(copy.name) == folded(called) for copy in all_copies(desk, game)):
        raise Ambiguous(
            f"There is another box called {called} here already.",
            [called],
            'Give this one a name of its own: `--name "Their box"`.',
        )
    kept = re.fullmatch(f"{game.id}-{_SLUG}", archive.copy) is not None
    free = kept and archive.copy not in copy_ids(desk, game)
    copy_id = archive.copy if free and name is None else new_id(desk, game, called)
    return Plan(game, copy_id, theirs, None, events=archive.events, name=name or "")


def _require_standing(desk: Desk, copy: OpenCopy, drafts: Sequence[Draft]) -> None:
    """See to it that the facts to add are such as a command would record. Raises Refused."""
    log = copy.log.extended(drafts, desk.now())
    after = desk.box(copy.game, log.standing)
    for draft in drafts:
        copy.game.copy_facts[draft.kind].check(after, draft.data)


def carry_out(desk: Desk, plan: Plan) -> None:
    """Do what was planned. Raises Conflict where somebody else was there meanwhile."""
    if plan.ours is None:
        _begin(desk, plan)
    elif plan.events:
        with desk.store.change_log(plan.ours.ref) as held:
            held.append(plan.events)
    elif plan.drafts:
        change_copy(
            desk,
            plan.game,
            lambda copy: plan.game.overlay(copy.reference, copy.log.events, plan.theirs.reference),
            plan.copy_id if boxes_differ(plan.game) else None,
        )


def _begin(desk: Desk, plan: Plan) -> None:
    events = tuple(plan.events)
    if plan.name and plan.name != plan.theirs.name:
        log = Log(events).extended([Draft(CHANGED, {"name": plan.name})], desk.now())
        events = log.events
    ref = copy_ref(desk, plan.game, plan.copy_id if boxes_differ(plan.game) else None)
    first = boxes_differ(plan.game) and not copy_ids(desk, plan.game)
    desk.ensure_group()
    desk.store.create_log(ref, events)
    if first:
        use(desk, plan.game, [plan.copy_id])


def told(desk: Desk, plan: Plan, done: bool) -> Reply:
    """What was taken, or would be."""
    lines = _changes(plan)
    many = len(lines)
    called = plan.name or (plan.theirs if plan.ours is None else plan.ours).name
    if plan.ours is None:
        heading = f"{called} {'is' if done else 'would be'} a new box here, as {plan.copy_id}."
    elif not many:
        heading = f"{called}: all that they tell is known here."
    else:
        changes = f"{many} change{'s' * (many != 1)}"
        heading = f"{called}: {changes} {'taken over' if done else 'would be taken over'}."
    shown = [f"  {line}" for line in lines[:SHOWN]]
    if many > SHOWN:
        shown.append(f"  … and {many - SHOWN} more")
    step = (
        [] if done or (plan.ours is not None and not many) else ["→ The same with `--yes` does it."]
    )
    return Reply(
        document=lambda: {
            "copy": plan.copy_id,
            "game": plan.game.id,
            "name": called,
            "new": plan.ours is None,
            "taken": done,
            "changes": lines,
        },
        lines=(heading, *shown, *step),
    )


def _changes(plan: Plan) -> list[str]:
    """What comes here, a line each, as the log of the copy tells it."""
    facts = [
        *((event.kind, event.data) for event in plan.events),
        *((draft.kind, draft.data) for draft in plan.drafts),
    ]
    known = plan.theirs.reference
    return [
        plan.game.copy_facts[kind].describe(known, data)
        for kind, data in facts
        if kind in plan.game.copy_facts and kind != MADE
    ]

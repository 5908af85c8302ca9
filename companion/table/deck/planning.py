"""What taking a copy from elsewhere would do here: an export, or the codes of a whole deck.

Nothing that is here is ever overwritten. A copy that the group does not have becomes a new one; one
that it has goes on where theirs went on; where both went on, theirs comes on top as new revisions.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from companion import games
from companion.copies.archive import Archive
from companion.core.event import REDONE, UNDONE, Draft, Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import folded, listed, proper_name, short, visible
from companion.errors import (
    Ambiguous,
    CompanionError,
    Invalid,
    NotFound,
    Refused,
    TooNew,
)
from companion.store.base import LogRef
from companion.table.athand import COPIES
from companion.table.boxes import all_copies, new_id
from companion.table.copies import OpenCopy, copy_ids, open_copy, opened_as
from companion.table.deck.finding import Box, boxes_differ, opened
from companion.table.desk import Desk
from companion.table.folding import Newer, Senseless
from companion.table.replay import replayed, require_whole

_SLUG, _LONGEST_ID = "[a-z0-9]+(?:-[a-z0-9]+)*", 60


class Plan(NamedTuple):
    """What taking a copy would do: into which copy, and what is added to it.

    `ours` is None for a copy that is new here. `drafts` are facts on top of it, `events` entries
    that follow ours as they are. `name` is what a new one is called, where not as they call it;
    `notes` are sentences about what is taken.
    """

    game: Game[Any]
    ref: LogRef
    theirs: OpenCopy
    ours: OpenCopy | None = None
    drafts: Sequence[Draft] = ()
    events: Sequence[Event] = ()
    name: str = ""
    notes: tuple[str, ...] = ()


def archive_of(desk: Desk, box: Box) -> Archive:
    """A box of the group as it travels. Raises Refused where nothing was ever told of it."""
    copy = opened(desk, box)
    if copy is None or not desk.store.has_log(copy.ref):
        raise Refused(
            f"Nothing was told of {box.name} yet: there is nothing to take along.",
            f"`companion deck show {box.copy_id}` lists what every such box holds.",
        )
    return Archive(box.copy_id, box.game_id, copy.log.events)


def planned(desk: Desk, archive: Archive, name: str | None = None) -> Plan:
    """What taking an archive would do here.

    `name` is what a new copy is to be called. Raises Invalid, NotFound, Refused or Ambiguous.
    """
    game, theirs = _theirs(desk, archive)
    differ = boxes_differ(game)
    if name is not None and not differ:
        raise Refused(
            f"A box of {game.title} has no name of its own: they are all alike.",
            "Leave `--name` out.",
        )
    known = _same_box(desk, game, archive, differ)
    if known is None:
        return _as_new(desk, game, theirs, archive, name, differ)
    if name is not None:
        raise Refused(
            f"That box is here already, as {known.name}: what is new comes on top of it.",
            f"Leave `--name` out; `companion {game.id} copy set --name NAME` calls it otherwise.",
        )
    ours, other = known.log.events, archive.events
    pairs = zip(ours, other, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].fact == pair[1].fact, pairs))
    if shared == len(ours):
        return Plan(game, known.ref, theirs, known, events=other[shared:])
    if shared == len(other):
        return Plan(game, known.ref, theirs, known)
    base = desk.box(game, Log(tuple(ours[:shared])).standing)
    overlay = game.overlay(base, known.reference, ours, theirs.reference)
    _require_standing(desk, known, overlay.drafts)
    notes = (*overlay.notes, *_taken_back(known, theirs, ours[shared - 1].action))
    return Plan(game, known.ref, theirs, known, drafts=overlay.drafts, notes=notes)


def _taken_back(ours: OpenCopy, theirs: OpenCopy, shared: int) -> list[str]:
    """What is to be said of entries of both, up to the last `shared` one, that they took back.

    Here they stay: whether to take them back as well is for the table to say.
    """
    only_there = theirs.log.undone_actions() - ours.log.undone_actions()
    entries = [str(action) for action in sorted(only_there) if action <= shared]
    if not entries:
        return []
    noun = "Entry" if len(entries) == 1 else "Entries"
    verb = "was" if len(entries) == 1 else "were"
    how = f"`companion {ours.game.id} copy undo {entries[0]}` does it here."
    return [f"{noun} {listed(entries)} {verb} taken back there: {how}"]


def _theirs(desk: Desk, archive: Archive) -> tuple[Game[Any], OpenCopy]:
    """Their copy as its game reads it. Raises Invalid for a log that it does not make, NotFound."""
    try:
        game: Game[Any] = games.game(archive.game)
    except NotFound:
        raise NotFound(
            f"This is a copy of “{short(visible(archive.game))}”, a game that is not installed "
            "here.",
            "Install the package that brings it.",
        ) from None
    ref = LogRef(desk.group, COPIES, game.id)
    try:
        require_whole(archive.events)
        replayed(COPIES, game.id, archive.events)
        theirs = opened_as(desk, ref, game, archive.events)
        _require_undone_as_told(archive.events)
        for event in theirs.log.standing():
            if event.kind in game.box_kinds():
                game.box_kinds()[event.kind].check(theirs.reference, event.data)
    except Newer as problem:
        raise TooNew(
            f"This copy of {game.title} holds what only a newer companion knows: {problem}.",
            "Update the companion: pip install --upgrade companion",
        ) from None
    except Senseless as problem:
        raise _no_sense(game, f"{problem}.") from None
    except CompanionError as problem:
        raise _no_sense(game, problem.message) from None
    return game, theirs


def _no_sense(game: Game[Any], why: str) -> Invalid:
    return Invalid(
        f"This copy of {game.title} makes no sense: {why}",
        "Have it exported again, by the companion that it is from.",
    )


def _require_undone_as_told(events: Sequence[Event]) -> None:
    """See to it that only entries are undone that are there, and redone that were. Raises Invalid.

    The entry that makes the copy stays: without it, nothing would be left.
    """
    undone: set[int] = set()
    for event in events:
        action = int(event.data.get("action", 0)) if event.kind in (UNDONE, REDONE) else 0
        if event.kind == UNDONE and action not in undone and 1 < action < event.action:
            undone.add(action)
        elif event.kind == REDONE and action in undone:
            undone.discard(action)
        elif event.kind in (UNDONE, REDONE):
            raise Invalid(f"its entry {event.action} is about one that it cannot be about.")


def _same_box(desk: Desk, game: Game[Any], archive: Archive, differ: bool) -> OpenCopy | None:
    """The copy here that began as the same box; None where there is none."""
    if differ:
        if archive.copy in copy_ids(desk, game):
            open_copy(desk, game, archive.copy)  # It may be this one, and not be readable now.
        copies = all_copies(desk, game)
        return next((c for c in copies if c.log.events[0] == archive.events[0]), None)
    ref = desk.copy_ref(game)
    if not desk.store.has_log(ref):
        return None
    return opened_as(desk, ref, game, desk.store.read_log(ref))


def _as_new(
    desk: Desk, game: Game[Any], theirs: OpenCopy, archive: Archive, name: str | None, differ: bool
) -> Plan:
    """A new copy, with their whole log, under their id if that is free."""
    if not differ:
        return Plan(game, desk.copy_ref(game), theirs, events=archive.events)
    called = proper_name(theirs.name if name is None else name, "box")
    if any(folded(copy.name) == folded(called) for copy in all_copies(desk, game)):
        raise Ambiguous(
            f"There is another box called {called} here already.",
            [called],
            'Give this one a name of its own: `--name "Their box"`.',
        )
    kept = re.fullmatch(f"{game.id}-{_SLUG}", archive.copy) is not None
    short_enough = len(archive.copy) <= _LONGEST_ID
    free = kept and short_enough and archive.copy not in copy_ids(desk, game)
    copy_id = archive.copy if free and name is None else new_id(desk, game, called)
    other = called if called != theirs.name else ""
    return Plan(game, desk.copy_ref(game, copy_id), theirs, events=archive.events, name=other)


def _require_standing(desk: Desk, copy: OpenCopy, drafts: Sequence[Draft]) -> None:
    """See to it that the facts to add are such as a command would record. Raises Refused."""
    log = copy.log.extended(drafts, desk.now())
    after = desk.box(copy.game, log.standing)
    copy.game.check_box(copy.reference, after)
    for draft in drafts:
        copy.game.box_kinds()[draft.kind].check(after, draft.data)

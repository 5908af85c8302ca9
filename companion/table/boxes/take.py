"""`deck receive`, `import`: receive a box from elsewhere, or show what that would change.

Nothing here is overwritten. A box that the group does not have becomes a new one. One that it has
is continued by their further entries; if both were continued, theirs become new revisions.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from companion import games
from companion.boxes.archive import Archive
from companion.boxes.components import components
from companion.core.event import CHANGED, REDONE, UNDONE, Draft, Event
from companion.core.game import Game
from companion.core.inventory import Component
from companion.core.log import Log
from companion.core.lookup import Item
from companion.core.names import capital, counted, folded, listed, proper_name, short, visible
from companion.core.reply import Reply
from companion.errors import (
    Ambiguous,
    CompanionError,
    Conflict,
    Invalid,
    NotFound,
    Refused,
    TooNew,
)
from companion.store.base import LogRef
from companion.table.boxes.group_boxes import Box, boxes_differ, components_of, opened
from companion.table.boxes.stored_box import (
    StoredBox,
    box_ids,
    boxes_of,
    new_id,
    open_box,
    opened_as,
    use,
)
from companion.table.current import BOXES
from companion.table.desk import Desk
from companion.table.plays.incoming_log import replayed, require_whole
from companion.table.plays.replay import Newer, Senseless

_SLUG, _LONGEST_ID = "[a-z0-9]+(?:-[a-z0-9]+)*", 60


class Plan(NamedTuple):
    """What receiving a box would do.

    `ours` is None for a box that is new here. `drafts` are facts to add to it, `events` entries
    that follow ours unchanged. `name` is the name of a new box, if it differs from theirs;
    `notes` are sentences for the answer.
    """

    game: Game[Any]
    ref: LogRef
    theirs: StoredBox
    ours: StoredBox | None = None
    drafts: Sequence[Draft] = ()
    events: Sequence[Event] = ()
    name: str = ""
    notes: tuple[str, ...] = ()


def archive_of(desk: Desk, box: Box) -> Archive:
    """Export a box of the group. Raises Refused if nothing was entered about it."""
    stored = opened(desk, box)
    if stored is None or not desk.store.has_log(stored.ref):
        raise Refused(
            f"Nothing was entered about {box.name} yet, so there is nothing to export.",
            f"`companion deck show {box.box_id}` lists what every such box holds.",
        )
    return Archive(box.box_id, box.game_id, stored.log.events)


def planned(desk: Desk, archive: Archive, name: str | None = None) -> Plan:
    """Plan what receiving an archive would do.

    `name` is the name for a new box. Raises Invalid, NotFound, Refused or Ambiguous.
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
            f"That box is here already, as {known.name}: new entries are added to it.",
            f"Leave `--name` out; `companion {game.id} box set --name NAME` renames it.",
        )
    ours, other = known.log.events, archive.events
    pairs = zip(ours, other, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].fact == pair[1].fact, pairs))
    if shared == len(ours):
        return Plan(game, known.ref, theirs, known, events=other[shared:])
    if shared == len(other):
        return Plan(game, known.ref, theirs, known)
    base = desk.box(game, Log(tuple(ours[:shared])).standing)
    overlay = game.box_rules.overlay(base, known.reference, ours, theirs.reference)
    if overlay is None:
        raise Refused(
            f"Two books of a box of {game.title} that went different ways cannot be joined.",
            "`companion group new NAME` makes a group that can take theirs as it is.",
        )
    _require_standing(desk, known, overlay.drafts)
    notes = (*overlay.notes, *_taken_back(known, theirs, ours[shared - 1].action))
    return Plan(game, known.ref, theirs, known, drafts=overlay.drafts, notes=notes)


def _taken_back(ours: StoredBox, theirs: StoredBox, shared: int) -> list[str]:
    """A note about shared entries that were undone there and not here, for the table to decide."""
    only_there = theirs.log.undone_actions() - ours.log.undone_actions()
    entries = [str(action) for action in sorted(only_there) if action <= shared]
    if not entries:
        return []
    noun = "Entry" if len(entries) == 1 else "Entries"
    verb = "was" if len(entries) == 1 else "were"
    how = f"`companion {ours.game.id} box undo {entries[0]}` does it here."
    return [f"{noun} {listed(entries)} {verb} taken back there: {how}"]


def _theirs(desk: Desk, archive: Archive) -> tuple[Game[Any], StoredBox]:
    """Their box as its game reads it. Raises Invalid, TooNew or NotFound."""
    try:
        game: Game[Any] = games.game(archive.game)
    except NotFound:
        raise NotFound(
            f"This is a box of “{short(visible(archive.game))}”, a game that is not installed "
            "here.",
            "Install the package that brings it.",
        ) from None
    ref = LogRef(desk.group, BOXES, game.id)
    try:
        require_whole(archive.events)
        replayed(BOXES, game.id, archive.events)
        theirs = opened_as(desk, ref, game, archive.events)
        _require_undos_in_order(archive.events)
        for event in theirs.log.standing():
            if event.kind in game.box_rules.kinds:
                game.box_rules.kinds[event.kind].from_json(event.data).check(theirs.reference)
    except Newer as problem:
        raise TooNew(
            f"This box of {game.title} holds what only a newer companion knows: {problem}.",
            "Update the companion: pip install --upgrade companion",
        ) from None
    except Senseless as problem:
        raise _no_sense(game, f"{problem}.") from None
    except CompanionError as problem:
        raise _no_sense(game, problem.message) from None
    return game, theirs


def _no_sense(game: Game[Any], why: str) -> Invalid:
    return Invalid(
        f"This box of {game.title} makes no sense: {why}",
        "Export it again on the device that it comes from.",
    )


def _require_undos_in_order(events: Sequence[Event]) -> None:
    """Check that only existing entries are undone, and only undone ones redone. Raises Invalid.

    The entry that makes the box cannot be undone.
    """
    undone: set[int] = set()
    for event in events:
        action = int(event.data.get("action", 0)) if event.kind in (UNDONE, REDONE) else 0
        if event.kind == UNDONE and action not in undone and 1 < action < event.action:
            undone.add(action)
        elif event.kind == REDONE and action in undone:
            undone.discard(action)
        elif event.kind in (UNDONE, REDONE):
            raise Invalid(f"its entry {event.action} undoes or redoes an entry that it cannot.")


def _same_box(desk: Desk, game: Game[Any], archive: Archive, differ: bool) -> StoredBox | None:
    """The box here with the same first entry; None if there is none."""
    if differ:
        if archive.copy in box_ids(desk, game):
            open_box(desk, game, archive.copy)  # raises if it is damaged
        boxes = boxes_of(desk, game)
        return next((c for c in boxes if c.log.events[0] == archive.events[0]), None)
    ref = desk.box_ref(game)
    if not desk.store.has_log(ref):
        return None
    return opened_as(desk, ref, game, desk.store.read_log(ref))


def _as_new(
    desk: Desk, game: Game[Any], theirs: StoredBox, archive: Archive, name: str | None, differ: bool
) -> Plan:
    """Plan a new box with their whole log, under their id if that is free."""
    if not differ:
        return Plan(game, desk.box_ref(game), theirs, events=archive.events)
    called = proper_name(theirs.name if name is None else name, "box")
    if any(folded(stored.name) == folded(called) for stored in boxes_of(desk, game)):
        raise Ambiguous(
            f"There is another box called {called} here already.",
            [called],
            'Give this one a name of its own: `--name "Their box"`.',
        )
    kept = re.fullmatch(f"{game.id}-{_SLUG}", archive.copy) is not None
    short_enough = len(archive.copy) <= _LONGEST_ID
    free = kept and short_enough and archive.copy not in box_ids(desk, game)
    box_id = archive.copy if free and name is None else new_id(desk, game, called)
    other = called if called != theirs.name else ""
    return Plan(game, desk.box_ref(game, box_id), theirs, events=archive.events, name=other)


def _require_standing(desk: Desk, stored: StoredBox, drafts: Sequence[Draft]) -> None:
    """Check the facts to add, as a command would. Raises Refused."""
    log = stored.log.extended(drafts, desk.now())
    after = desk.box(stored.game, log.standing)
    stored.game.box_rules.check_change(stored.reference, after)
    for draft in drafts:
        stored.game.box_rules.kinds[draft.kind].from_json(draft.data).check(after)


_AS_IT_CAME = ("", "printed", "plain", "illustrated")
"""The status of a card that nobody changed."""


class _Contents(NamedTuple):
    """A box at one time: its standing events, its items, and its cards for look-ups."""

    standing: Sequence[Event]
    box: Any
    items: tuple[Component, ...]
    cards: tuple[Item, ...]


def net_change(desk: Desk, plan: Plan) -> list[str]:
    """What a plan changes, one line each: the box, then card by card."""
    was = Log(()) if plan.ours is None else plan.ours.log
    will_be = was.extended(plan.drafts, desk.now()) if plan.drafts else plan.theirs.log
    if not plan.events and not plan.drafts:
        return []
    before, after = _contents(desk, plan, was), _contents(desk, plan, will_be)
    of_others = _of_others(before, after)
    return [*_of_the_box(plan, before, after), *_of_things(before, after), *of_others]


def _contents(desk: Desk, plan: Plan, log: Log) -> _Contents:
    standing = log.standing()
    box = desk.box(plan.game, lambda: standing)
    original = components_of(plan.game.id, components).items
    items = plan.game.box_rules.stock(box, original).items
    return _Contents(standing, box, items, tuple(plan.game.lookup_items(box)))


def _of_the_box(plan: Plan, before: _Contents, after: _Contents) -> Iterator[str]:
    """Changes of the box itself: its owner, mark and colours."""
    changes: dict[str, Any] = {}
    known = {event.seq for event in before.standing}
    for event in after.standing:
        if event.kind == CHANGED and event.seq not in known:
            for key, value in event.data.items():
                changes[key] = (
                    {**changes.get(key, {}), **value} if isinstance(value, dict) else value
                )
    if changes:
        yield capital(plan.game.box_rules.kinds[CHANGED].from_json(changes).describe(after.box))


def _of_things(before: _Contents, after: _Contents) -> Iterator[str]:
    there = {item.id: item for item in before.items}
    noted, notes = ({one.id: one.note for one in contents.cards} for contents in (before, after))
    for item in after.items:
        old = there.get(item.id)
        line = _line(old, item)
        if line:
            yield line
        note = notes.get(item.id, "")
        # the line says already that it is only proposed, or out of the box
        is_in_line = bool(item.out) or item.status == "proposed"
        if note and note != noted.get(item.id) and not is_in_line:
            yield f"{item.title}: {note}"


def _line(old: Component | None, new: Component) -> str:
    """What changed about an item; empty if nothing did."""
    old = old or Component(new.id, new.title, new.part)
    called = f"{new.title} “{new.name}”" if new.name else new.title
    aside = [f"by {new.by}"] if new.by and new.by != old.by else []
    aside += [new.status] if new.status not in (old.status, *_AS_IT_CAME) else []
    if new.out != old.out:
        aside += [f"out of the box: {new.out}" if new.out else "in the box again"]
    if (new.says, new.name) == (old.says, old.name):
        return f"{called}: {', '.join(aside)}" if aside else ""
    words = new.says or ("nothing stands on it any more" if old.says else "")
    was = f" (it was: {short(old.says)})" if old.says and new.says not in ("", old.says) else ""
    text = f"{called}: {words}".removesuffix(": ")
    return text + (f" — {', '.join(aside)}" if aside else "") + was


def _of_others(before: _Contents, after: _Contents) -> Iterator[str]:
    """Changes of cards that are not known to be a certain item in the box."""
    there = {card.id: card for card in before.cards}
    things = {folded(name) for item in after.items for name in (item.title, item.name) if name}
    for card in after.cards:
        old = there.get(card.id)
        is_one = any(folded(name) in things for name in card.names)
        if not is_one and (old is None or (old.title, old.text) != (card.title, card.text)):
            yield f"{card.title}: {card.text}"


SHOWN = 20
"""How many changes are listed."""


def carry_out(desk: Desk, plan: Plan) -> None:
    """Carry out a plan. Raises Conflict if somebody else changed the box meanwhile."""
    if plan.ours is None:
        _begin(desk, plan)
    elif plan.events or plan.drafts:
        with desk.store.change_log(plan.ref) as held:
            if tuple(held.events) != plan.ours.log.events:
                raise Conflict(
                    f"Somebody else changed {plan.ours.name} just now.",
                    "Repeat the command to see what would change.",
                )
            log = plan.ours.log.extended(plan.drafts, desk.now())
            held.append([*plan.events, *log.events[len(plan.ours.log.events) :]])


def _begin(desk: Desk, plan: Plan) -> None:
    log = Log(tuple(plan.events))
    if plan.name:
        log = log.extended([Draft(CHANGED, {"name": plan.name})], desk.now())
    first = boxes_differ(plan.game) and not box_ids(desk, plan.game)
    desk.ensure_group()
    desk.store.create_log(plan.ref, log.events)
    if first:
        use(desk, plan.game, [plan.ref.id])


def take_reply(desk: Desk, plan: Plan, done: bool) -> Reply:
    """The answer: what changed, or would change."""
    lines = net_change(desk, plan)
    many = len(lines)
    called = plan.name or (plan.ours or plan.theirs).name
    if plan.ours is None:
        heading = f"{called} {'is' if done else 'would be'} a new box here, as {plan.ref.id}."
    elif not plan.events and not plan.drafts:
        heading = f"{called}: nothing is new."
    elif not many:
        taken = "were taken over" if done else "would be taken over"
        heading = f"{called}: their entries {taken}; no card has changed."
    else:
        taken = "taken over" if done else "would be taken over"
        heading = f"{called}: {counted(many, 'change')} {taken}."
    shown = [f"  {line}" for line in lines[:SHOWN]]
    if many > SHOWN:
        shown.append(f"  … and {many - SHOWN} more")
    nothing_new = plan.ours is not None and not plan.events and not plan.drafts
    step = [] if done or nothing_new else ["→ Add `--yes` to do it."]
    return Reply(
        document=lambda: {
            "copy": plan.ref.id,
            "game": plan.game.id,
            "name": called,
            "new": plan.ours is None,
            "taken": done,
            "changes": lines,
            "notes": list(plan.notes),
        },
        lines=(heading, *shown, *plan.notes, *step),
    )

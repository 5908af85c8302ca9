"""The logs of boxes: opened, written, undone; and which boxes a group has in use.

A log that holds anything unknown to its game is refused as a whole.

A game of which everybody has one box keeps it under the game's id, from the first entry on; a game
with several boxes makes each with `create_box`. The group's document says which are in use, so that
commands need not name a box.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from companion import games
from companion.core.event import MADE, REDONE, UNDONE, Draft, Event, Referee
from companion.core.game import Game
from companion.core.log import Log, Wording
from companion.core.names import find, folded
from companion.core.reply import Reply
from companion.errors import (
    Ambiguous,
    CompanionError,
    Conflict,
    Invalid,
    NotFound,
    Refused,
    StorageError,
)
from companion.store.base import LogRef
from companion.table.current import BOXES, with_rename_count
from companion.table.desk import Desk, same
from companion.table.plays import house_rules
from companion.table.plays.replay import Entry
from companion.table.plays.undo import entry_number
from companion.table.plays.views import entry_record, log_blocks


class StoredBox(NamedTuple):
    """A box as it was read: its place in the store, its log, and the box as `BoxRules.made`."""

    ref: LogRef
    game: Game[Any]
    log: Log
    reference: Any

    @property
    def name(self) -> str:
        """The name of this box in the group."""
        return str(getattr(self.reference, "name", "") or self.log.events[0].data["name"])


BoxPlan = Callable[[StoredBox], Sequence[Draft]]
"""Makes the facts to record about a box, or refuses."""


def box_ids(desk: Desk, game: Game[Any]) -> list[str]:
    """The ids of the group's boxes of a game with several boxes, in a stable order."""
    desk.group_document()  # raises if it is damaged
    try:
        ids = desk.store.log_ids(desk.group, BOXES)
    except NotFound:
        return []  # the group does not exist yet
    return [box_id for box_id in ids if box_id.startswith(f"{game.id}-")]


def newest_undo(desk: Desk) -> str:
    """The command that undoes the newest entry in any box of the group; empty if none has one."""
    newest = ("", "")
    try:
        ids = desk.store.log_ids(desk.group, BOXES)
    except NotFound:
        return ""
    for box_id in ids:
        game = games.game(box_id.partition("-")[0])
        with suppress(StorageError):
            log = Log(tuple(desk.store.read_log(desk.box_ref(game, box_id))))
            if len(log.standing()) > 1:
                newest = max(newest, (log.events[-1].at, game.id))
    groups = games.verbs(newest[1]).groups.values() if newest[1] else ()
    named = (f"companion {newest[1]} {it.name} undo" for it in groups if "undo" in it.by_name)
    return next(named, "")


def open_box(desk: Desk, game: Game[Any], box_id: str | None = None) -> StoredBox:
    """Open a box: of that id, or the group's only one, even if nothing was entered about it.

    Raises NotFound, Corrupt or TooNew.
    """
    ref = desk.box_ref(game, box_id)
    if box_id is None and not desk.store.has_log(ref):
        return _new(desk, ref, game, {"name": game.title})
    return opened_as(desk, ref, game, desk.store.read_log(ref))


def create_box(desk: Desk, game: Game[Any], box_id: str, made: Mapping[str, Any]) -> StoredBox:
    """Begin the log of a box with the data of `copy.made`. Raises Conflict for an id in use."""
    stored = _new(desk, desk.box_ref(game, box_id), game, made)
    desk.ensure_group()
    desk.store.create_log(stored.ref, stored.log.events)
    return stored


def change_box(
    desk: Desk,
    game: Game[Any],
    plan: BoxPlan,
    box_id: str | None = None,
    referee: Referee | None = None,
) -> StoredBox:
    """Make one entry in the log of a box; return the box after it.

    As for plays (`Desk.change`), the entry is made before the lock is taken, and again if another
    terminal was quicker. A plan without facts makes no entry. The first entry begins the log of a
    group's only box. Rules that the `referee` overruled are noted in the entry.
    """
    ref = desk.box_ref(game, box_id)
    if box_id is None and not desk.store.has_log(ref):
        # Conflict: another terminal has just begun the log, and the plan must see its entry.
        with suppress(Conflict):
            return _begin(desk, ref, game, plan, referee)
    stored = opened_as(desk, ref, game, desk.store.read_log(ref))
    after = _with(desk, stored, plan(stored), referee)
    with desk.store.change_log(ref) as held:
        if not same(held.events, stored.log.events):
            stored = opened_as(desk, ref, game, held.events)
            if referee is not None:
                referee.overruled.clear()
            after = _with(desk, stored, plan(stored), referee)
        if after is not stored:
            held.append(after.log.events[len(stored.log.events) :])
    return after


def _begin(
    desk: Desk, ref: LogRef, game: Game[Any], plan: BoxPlan, referee: Referee | None
) -> StoredBox:
    stored = _new(desk, ref, game, {"name": game.title})
    after = _with(desk, stored, plan(stored), referee)
    if after is stored:
        return stored
    desk.ensure_group()
    desk.store.create_log(stored.ref, after.log.events)
    return after


def _new(desk: Desk, ref: LogRef, game: Game[Any], made: Mapping[str, Any]) -> StoredBox:
    draft = with_rename_count(Draft(MADE, {"game": game.id, **made}), desk.group_document())
    log = Log().extended([draft], desk.now())
    return StoredBox(ref, game, log, desk.box(game, log.standing))


def _with(
    desk: Desk, stored: StoredBox, drafts: Sequence[Draft], referee: Referee | None = None
) -> StoredBox:
    if not drafts:
        return stored
    drafts = [with_rename_count(draft, desk.group_document()) for draft in drafts]
    for draft in drafts:
        _require_kept(draft, stored.game)
    house = None if referee is None else house_rules.of(desk, referee.house_rule)
    log = stored.log.extended(drafts, desk.now(), house, desk.source)
    return stored._replace(log=log, reference=desk.box(stored.game, log.standing))


def _require_kept(draft: Draft, game: Game[Any]) -> None:
    """Check that a fact can be read again. Raises Invalid."""
    try:
        if draft.kind in game.box_rules.kinds:
            game.box_rules.kinds[draft.kind].require_sound(draft.data)
    except ValueError as problem:
        raise Invalid(
            f"That cannot be recorded about a box: it {problem}.", "Say it in other words."
        ) from None


def opened_as(desk: Desk, ref: LogRef, game: Game[Any], events: Sequence[Event]) -> StoredBox:
    """Make the box of a log. Raises Corrupt or TooNew if its game makes no such log."""
    log = desk.copy_log(ref, game, events)
    return StoredBox(ref, game, log, desk.box(game, log.standing))


def in_use(desk: Desk, game: Game[Any]) -> list[str]:
    """The ids of the boxes in use: several if they are mixed, none if there is no box."""
    used = desk.group_document().get("boxes", {}).get(game.id)
    if used is not None:
        return list(used)
    return box_ids(desk, game)[:1]


def use(desk: Desk, game: Game[Any], ids: Sequence[str]) -> None:
    """Take these boxes into use."""
    if desk.group_document().get("boxes", {}).get(game.id) != list(ids):
        with desk.changing_group() as document:
            document["boxes"] = {**document.get("boxes", {}), game.id: list(ids)}


def new_id(desk: Desk, game: Game[Any], name: str) -> str:
    """Make an id for a new box: the game's, and the plain letters of the name."""
    signs = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in folded(name))
    slug = "-".join(part for part in signs.split("-") if part)[:40].strip("-") or "box"
    taken = box_ids(desk, game)
    found, number = f"{game.id}-{slug}", 2
    while found in taken:
        found, number = f"{game.id}-{slug}-{number}", number + 1
    return found


def boxes_of(desk: Desk, game: Game[Any]) -> list[StoredBox]:
    """Every box that can be read, in the order of `box_ids`."""
    found = []
    for box_id in box_ids(desk, game):
        try:
            found.append(open_box(desk, game, box_id))
        except StorageError:
            continue  # Naming it shows what is wrong with it.
    return found


def box_called(desk: Desk, game: Game[Any], text: str) -> str:
    """Find the id of a box by name, mark or id. Raises NotFound, Ambiguous."""
    ids = box_ids(desk, game)
    wanted = folded(text)
    if wanted in ids:
        return wanted
    boxes = boxes_of(desk, game)
    for is_it in (
        lambda stored: folded(stored.reference.name) == wanted,
        lambda stored: stored.ref.id == f"{game.id}-{wanted}",
        lambda stored: folded(stored.reference.mark) == wanted,
    ):
        found = [stored.ref.id for stored in boxes if wanted and is_it(stored)]
        if len(found) == 1:
            return found[0]
    hint = "" if boxes else f"There is none yet: `companion {game.id} box new NAME`."
    try:
        return find(
            text, boxes, lambda stored: (stored.reference.name, stored.ref.id), "box", hint
        ).ref.id
    except (NotFound, Ambiguous):
        unread = set(ids) - {stored.ref.id for stored in boxes}
        damaged = [box_id for box_id in unread if wanted and wanted in box_id]
        if len(damaged) == 1:
            return damaged[0]
        raise


SHOWN = 3
"""How many facts of an undone entry are printed: an import has thousands."""


def undo_box_entry(
    desk: Desk, game: Game[Any], entry: str | None, say: Wording, box_id: str | None = None
) -> Reply:
    """Undo the newest entry of a box, or the entry of that number."""
    return _change_past(desk, game, entry, UNDONE, say, box_id)


def redo_box_entry(
    desk: Desk, game: Game[Any], entry: str | None, say: Wording, box_id: str | None = None
) -> Reply:
    """Redo the entry that was undone last, or the entry of that number."""
    return _change_past(desk, game, entry, REDONE, say, box_id)


def show_box_log(desk: Desk, game: Game[Any], box_id: str | None = None) -> Reply:
    """Show all entries of a box, with the numbers that undo takes."""
    stored = open_box(desk, game, box_id)
    box_entries = _entries(stored)
    return Reply(
        document=lambda: {
            **_about(stored),
            "entries": [entry_record(entry) for entry in box_entries],
        },
        blocks=lambda: log_blocks(
            f"the box “{stored.name}”", f"group {stored.ref.group}", box_entries
        ),
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
    entry = next(one for one in _entries(stored) if one.number == newest.data["action"])
    words = "taken back" if undoing else "back again"
    lines = [*entry.lines[:SHOWN]]
    lines += [f"and {len(entry.lines) - SHOWN} more"] if len(entry.lines) > SHOWN else []
    did = [f"Entry {entry.number} {words}: {'; '.join(lines)}"]
    if undoing and stored.log.standing()[-1].action > entry.number:
        did = [f"Older e{did[0][1:]}", f"`{say.commands} redo` brings it back."]
    return Reply(
        document=lambda: {**_about(stored), "entry": newest.action, "did": did}, lines=tuple(did)
    )


def _require_standing(
    desk: Desk, stored: StoredBox, changed: Log, chosen: int, verb: str, say: Wording
) -> None:
    """Refuse a change of the past after which a later entry is not valid.

    Every entry is checked against the final box, so this takes no longer than reading the log. The
    newest such entry is named, as entries are best undone from the end.
    """
    game, standing = stored.game, changed.standing()
    known = desk.box(game, lambda: standing)
    former = stored.log.standing()
    game.box_rules.check_change(desk.box(game, lambda: former), known)
    for event in reversed(standing):
        if event.action < chosen or event.kind == MADE:
            continue
        try:
            game.box_rules.kinds[event.kind].from_json(event.data).check(known)
        except CompanionError as problem:
            later = event.action
            why = "" if later == chosen else f" entry {later} would no longer be valid."
            raise Refused(
                f"Entry {chosen} cannot be {verb}:{why} {problem.message}",
                f"`{say.commands} log` shows what was entered since.",
            ) from None


def _entries(stored: StoredBox) -> list[Entry]:
    undone = stored.log.undone_actions()
    lines: dict[int, list[str]] = {}
    first: dict[int, Event] = {}
    for event in stored.log.events:
        if event.kind not in (UNDONE, REDONE):
            lines.setdefault(event.action, []).append(_line(stored, event))
            first.setdefault(event.action, event)
    return [Entry.of(lines[number], event, number in undone) for number, event in first.items()]


def _line(stored: StoredBox, event: Event) -> str:
    if event.kind == MADE and MADE not in stored.game.box_rules.kinds:
        return f"a box of {stored.game.title}"
    return stored.game.box_rules.kinds[event.kind].from_json(event.data).describe(stored.reference)


def _about(stored: StoredBox) -> dict[str, Any]:
    return {
        "copy": stored.ref.id,
        "group": stored.ref.group,
        "game": stored.game.id,
        "name": stored.name,
    }

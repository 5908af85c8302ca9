"""For verbs about a box: its log, opened and written, and which boxes a group has in use.

The first entry of such a log says whose it is. A log that holds anything which its game does not
know is refused as a whole: half of it might be read, and be written on, without what was meant.

A game of which everybody has one box keeps it under the game's id, from the first fact that is
told; a game that knows several makes each (`create_copy`) and names the one that it means.

For games of which a group may have several. The group's small file remembers it, so that commands
need not name a box that lies on the table all evening.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from companion.core.event import MADE, Draft, Event, Referee
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import find, folded
from companion.errors import Ambiguous, Conflict, Invalid, NotFound, StorageError
from companion.store.base import LogRef
from companion.table.current import COPIES
from companion.table.desk import Desk, same
from companion.table.plays import house_rules


class OpenCopy(NamedTuple):
    """A copy as it was read: where it lies, its log, and what the game makes of it (`Game.box`)."""

    ref: LogRef
    game: Game[Any]
    log: Log
    reference: Any

    @property
    def name(self) -> str:
        """What the group calls this copy."""
        return str(getattr(self.reference, "name", "") or self.log.events[0].data["name"])


CopyPlan = Callable[[OpenCopy], Sequence[Draft]]
"""Tells what is to be recorded of a copy, or refuses."""


def copy_ids(desk: Desk, game: Game[Any]) -> list[str]:
    """The ids of the group's copies of a game that knows several, in a lasting order."""
    desk.group_document()  # Says what is wrong with it, if anything is.
    try:
        ids = desk.store.log_ids(desk.group, COPIES)
    except NotFound:
        return []  # the group `home`, as long as nothing was told
    return [copy_id for copy_id in ids if copy_id.startswith(f"{game.id}-")]


def open_copy(desk: Desk, game: Game[Any], copy_id: str | None = None) -> OpenCopy:
    """A copy: of that id, or the group's only one, even before anything was told of it.

    Raises NotFound, Corrupt or TooNew.
    """
    ref = desk.copy_ref(game, copy_id)
    if copy_id is None and not desk.store.has_log(ref):
        return _new(desk, ref, game, {"name": game.title})
    return opened_as(desk, ref, game, desk.store.read_log(ref))


def create_copy(desk: Desk, game: Game[Any], copy_id: str, made: Mapping[str, Any]) -> OpenCopy:
    """Begin the log of a copy with what `copy.made` tells. Raises Conflict for an id twice."""
    copy = _new(desk, desk.copy_ref(game, copy_id), game, made)
    desk.ensure_group()
    desk.store.create_log(copy.ref, copy.log.events)
    return copy


def change_copy(
    desk: Desk,
    game: Game[Any],
    plan: CopyPlan,
    copy_id: str | None = None,
    referee: Referee | None = None,
) -> OpenCopy:
    """Make one entry in the log of a copy; the copy after it.

    It is made of what stands there when the log is held, and is made before that, as entries of
    plays are (`Desk.change`). What `plan` refuses changes nothing, and a plan that finds nothing to
    tell makes no entry. The first entry of all begins the log of a group's only copy. What the
    `referee` of the plan had to overrule is noted in the entry.
    """
    ref = desk.copy_ref(game, copy_id)
    if copy_id is None and not desk.store.has_log(ref):
        # A Conflict: another terminal has begun the log just now, and the plan has to see what it
        # told. It is there to be added to, then.
        with suppress(Conflict):
            return _begin(desk, ref, game, plan, referee)
    copy = opened_as(desk, ref, game, desk.store.read_log(ref))
    after = _with(desk, copy, plan(copy), referee)
    with desk.store.change_log(ref) as held:
        if not same(held.events, copy.log.events):
            copy = opened_as(desk, ref, game, held.events)
            if referee is not None:
                referee.overruled.clear()
            after = _with(desk, copy, plan(copy), referee)
        if after is not copy:
            held.append(after.log.events[len(copy.log.events) :])
    return after


def _begin(
    desk: Desk, ref: LogRef, game: Game[Any], plan: CopyPlan, referee: Referee | None
) -> OpenCopy:
    copy = _new(desk, ref, game, {"name": game.title})
    after = _with(desk, copy, plan(copy), referee)
    if after is copy:
        return copy
    desk.ensure_group()
    desk.store.create_log(copy.ref, after.log.events)
    return after


def _new(desk: Desk, ref: LogRef, game: Game[Any], made: Mapping[str, Any]) -> OpenCopy:
    log = Log().extended([Draft(MADE, {"game": game.id, **made})], desk.now())
    return OpenCopy(ref, game, log, desk.box(game, log.standing))


def _with(
    desk: Desk, copy: OpenCopy, drafts: Sequence[Draft], referee: Referee | None = None
) -> OpenCopy:
    if not drafts:
        return copy
    for draft in drafts:
        _require_kept(draft, copy.game)
    house = None if referee is None else house_rules.of(desk, referee.house_rule)
    log = copy.log.extended(drafts, desk.now(), house, desk.source)
    return copy._replace(log=log, reference=desk.box(copy.game, log.standing))


def _require_kept(draft: Draft, game: Game[Any]) -> None:
    """See to it that what is written can be read again. Raises Invalid."""
    try:
        if draft.kind in game.box_kinds():
            game.box_kinds()[draft.kind].require_sound(draft.data)
    except ValueError as problem:
        raise Invalid(
            f"That cannot be kept of a box: it {problem}.", "Say it in other words."
        ) from None


def opened_as(desk: Desk, ref: LogRef, game: Game[Any], events: Sequence[Event]) -> OpenCopy:
    """The copy that a log makes. Raises Corrupt or TooNew where its game makes no such log."""
    log = desk.copy_log(ref, game, events)
    return OpenCopy(ref, game, log, desk.box(game, log.standing))


def in_use(desk: Desk, game: Game[Any]) -> list[str]:
    """The ids of the copies in use, several where they are mixed; empty where there is none."""
    used = desk.group_document().get("boxes", {}).get(game.id)
    if used is not None:
        return list(used)
    return copy_ids(desk, game)[:1]


def use(desk: Desk, game: Game[Any], ids: Sequence[str]) -> None:
    """Take these copies into use."""
    if desk.group_document().get("boxes", {}).get(game.id) != list(ids):
        with desk.changing_group() as document:
            document["boxes"] = {**document.get("boxes", {}), game.id: list(ids)}


def new_id(desk: Desk, game: Game[Any], name: str) -> str:
    """An id for a new copy: the game's and its name, as far as that has plain letters."""
    signs = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in folded(name))
    slug = "-".join(part for part in signs.split("-") if part)[:40].strip("-") or "box"
    taken = copy_ids(desk, game)
    found, number = f"{game.id}-{slug}", 2
    while found in taken:
        found, number = f"{game.id}-{slug}-{number}", number + 1
    return found


def all_copies(desk: Desk, game: Game[Any]) -> list[OpenCopy]:
    """Every copy that can be read, in the order of `copy_ids`."""
    found = []
    for copy_id in copy_ids(desk, game):
        try:
            found.append(open_copy(desk, game, copy_id))
        except StorageError:
            continue  # Whoever names it is told what is wrong with it.
    return found


def named_copy(desk: Desk, game: Game[Any], text: str) -> str:
    """The id of the copy that somebody means, by name, mark or id. Raises NotFound, Ambiguous."""
    ids = copy_ids(desk, game)
    wanted = folded(text)
    if wanted in ids:
        return wanted
    copies = all_copies(desk, game)
    for is_it in (
        lambda copy: folded(copy.reference.name) == wanted,
        lambda copy: copy.ref.id == f"{game.id}-{wanted}",
        lambda copy: folded(copy.reference.mark) == wanted,
    ):
        found = [copy.ref.id for copy in copies if wanted and is_it(copy)]
        if len(found) == 1:
            return found[0]
    hint = "" if copies else f"There is none yet: `companion {game.id} copy new NAME`."
    try:
        return find(
            text, copies, lambda copy: (copy.reference.name, copy.ref.id), "box", hint
        ).ref.id
    except (NotFound, Ambiguous):
        unread = set(ids) - {copy.ref.id for copy in copies}
        damaged = [copy_id for copy_id in unread if wanted and wanted in copy_id]
        if len(damaged) == 1:
            return damaged[0]
        raise

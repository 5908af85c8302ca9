"""Physical copies: what a group tells of its own box of a game, in a log that outlives every play.

The first entry of such a log says whose it is. A log that holds anything which its game does not
know is refused as a whole: half of it might be read, and be written on, without what was meant.

A game of which everybody has one box keeps it under the game's id, from the first fact that is
told; a game that knows several makes each (`create_copy`) and names the one that it means.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from companion.core.event import MADE, Draft, Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.referee import Referee
from companion.errors import Conflict, Invalid, NotFound
from companion.store.base import LogRef
from companion.table import houserules
from companion.table.athand import COPIES
from companion.table.desk import Desk, same


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
    house = None if referee is None else houserules.of(desk, referee.house_rule)
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

"""Physical copies: what a group tells of its own box of a game, in a log that outlives every play.

The first entry of such a log says whose it is. A log that holds anything which its game does not
know is refused as a whole: half of it might be read, and be written on, without what was meant.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.copies import MADE
from companion.core.event import REDONE, UNDONE, Draft, Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import short
from companion.errors import Conflict
from companion.store.base import LogRef

if TYPE_CHECKING:
    from companion.table.desk import Desk

COPIES = "copies"


class OpenCopy(NamedTuple):
    """A copy as it was read: where it lies, its log, and the game's reference completed by it."""

    ref: LogRef
    game: Game[Any]
    log: Log
    reference: Any

    @property
    def name(self) -> str:
        """What the group calls this copy."""
        return str(self.log.events[0].data["name"])


CopyPlan = Callable[[OpenCopy], Sequence[Draft]]
"""Tells what is to be recorded of a copy, or refuses."""


def read_copy(desk: "Desk", game: Game[Any]) -> list[Event]:
    """What stands in the log of the group's copy of a game; empty where there is none.

    Raises Corrupt or TooNew where the log is not one that this game makes.
    """
    ref = copy_ref(desk, game)
    if not desk.store.has_log(ref):
        return []
    return _sound_log(desk, ref, game, desk.store.read_log(ref)).standing()


def open_copy(desk: "Desk", game: Game[Any]) -> OpenCopy:
    """The group's copy of a game; one of which nothing is told where there is no log of it yet."""
    ref = copy_ref(desk, game)
    if not desk.store.has_log(ref):
        return _new(desk, game)
    return _opened(desk, ref, game, desk.store.read_log(ref))


def copy_ref(desk: "Desk", game: Game[Any]) -> LogRef:
    """Where the group's copy of a game lies."""
    return LogRef(desk.group, COPIES, game.id)


def change_copy(desk: "Desk", game: Game[Any], plan: CopyPlan) -> OpenCopy:
    """Make one entry in the log of the group's copy, which is held meanwhile; the copy after it.

    What `plan` refuses changes nothing. The first entry of all begins the log.
    """
    ref = copy_ref(desk, game)
    if not desk.store.has_log(ref):
        # A Conflict: another terminal has begun the log just now, and the plan has to see what it
        # told. It is there to be added to, then.
        with suppress(Conflict):
            return _begin(desk, game, plan)
    with desk.store.change_log(ref) as held:
        copy = _opened(desk, ref, game, held.events)
        after = _with(desk, copy, plan(copy))
        held.append(after.log.events[len(copy.log.events) :])
    return after


def _begin(desk: "Desk", game: Game[Any], plan: CopyPlan) -> OpenCopy:
    copy = _new(desk, game)
    after = _with(desk, copy, plan(copy))
    desk.ensure_group()
    desk.store.create_log(copy.ref, after.log.events)
    return after


def _new(desk: "Desk", game: Game[Any]) -> OpenCopy:
    made = Draft(MADE, {"game": game.id, "name": game.title})
    log = Log().extended([made], desk.now())
    return OpenCopy(copy_ref(desk, game), game, log, desk.reference(game, log.standing))


def _with(desk: "Desk", copy: OpenCopy, drafts: Sequence[Draft]) -> OpenCopy:
    log = copy.log.extended(drafts, desk.now())
    return copy._replace(log=log, reference=desk.reference(copy.game, log.standing))


def _opened(desk: "Desk", ref: LogRef, game: Game[Any], events: Sequence[Event]) -> OpenCopy:
    log = _sound_log(desk, ref, game, events)
    return OpenCopy(ref, game, log, desk.reference(game, log.standing))


def _sound_log(desk: "Desk", ref: LogRef, game: Game[Any], events: Sequence[Event]) -> Log:
    """The log, if every entry is one that this game makes. Raises Corrupt or TooNew."""
    if not events or not _makes(events[0], game):
        raise desk.store.damaged(ref, f"it does not begin as a copy of {game.title}")
    for event in events[1:]:
        try:
            known = _require_sound(event, game)
        except ValueError as problem:
            what = f"its entry {event.action} ({short(event.kind)}) {problem}"
            raise desk.store.damaged(ref, what) from None
        if not known:
            raise desk.store.too_new(ref, f"it has an entry of the kind “{short(event.kind)}”")
    return Log(tuple(events))


def _makes(event: Event, game: Game[Any]) -> bool:
    named = isinstance(event.data.get("name"), str)
    return event.kind == MADE and event.data.get("game") == game.id and named


def _require_sound(event: Event, game: Game[Any]) -> bool:
    """Whether the game knows this kind of event. Raises ValueError for one made otherwise."""
    if event.kind in (UNDONE, REDONE):
        if type(event.data.get("action")) is not int:
            raise ValueError("does not say which entry it is about")
    elif event.kind == MADE:
        raise ValueError("makes a copy in the middle of another")
    elif event.kind in game.copy_facts:
        game.copy_facts[event.kind].require_sound(event.data)
    else:
        return False
    return True

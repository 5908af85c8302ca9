"""Which labels were printed of a box, and in which revision: a log of its own for each box.

It is no part of the box's own log: printing tells nothing of the box, and nobody undoes a label.
"""

from collections.abc import Mapping, Sequence

from companion.core.event import Draft, Event
from companion.core.inventory import Component, Inventory
from companion.core.log import Log
from companion.core.names import short
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.folding import Senseless

LABELS = "labels"
PRINTED = "labels.printed"


def changed_since_print(desk: Desk, box: Inventory, items: Sequence[Component]) -> list[Component]:
    """Those items that have no label yet, or one of another revision."""
    printed = _printed(desk, box)
    return [item for item in items if printed.get(item.id) != item.revision]


def note_printed(desk: Desk, box: Inventory, items: Sequence[Component]) -> None:
    """Remember that these items have labels now, as they are."""
    ref = _ref(desk, box)
    fact = Draft(PRINTED, {"cards": {item.id: item.revision for item in items}})
    _printed(desk, box)  # Nothing is added to what makes no sense.
    desk.ensure_group()
    if not desk.store.has_log(ref):
        desk.store.create_log(ref, Log().extended([fact], desk.now()).events)
        return
    with desk.store.change_log(ref) as held:
        log = Log(tuple(held.events))
        held.append(log.extended([fact], desk.now()).events[len(log.events) :])


def _printed(desk: Desk, box: Inventory) -> Mapping[str, int]:
    """The revision that was printed last of every card. Raises Corrupt."""
    ref = _ref(desk, box)
    if not desk.store.has_log(ref):
        return {}
    try:
        return printed_in(desk.store.read_log(ref))
    except Senseless as problem:
        raise desk.store.damaged(ref, str(problem)) from None


def printed_in(events: Sequence[Event]) -> Mapping[str, int]:
    """The revision that was printed last of every card, by a log of labels. Raises Senseless."""
    printed: dict[str, int] = {}
    # By their times: labels that were printed on another device may have come in later.
    for event in sorted(events, key=lambda event: event.at):
        cards = event.data.get("cards")
        sound = isinstance(cards, dict) and all(type(number) is int for number in cards.values())
        if event.kind != PRINTED or not sound:
            raise Senseless(f"its entry {event.action} ({short(event.kind)}) tells of no labels")
        printed |= event.data["cards"]
    return printed


def _ref(desk: Desk, box: Inventory) -> LogRef:
    return LogRef(desk.group, LABELS, box.copy)

"""What is in a box, and what codes call it."""

import base64
import json
import zlib
from collections.abc import Sequence

from companion.copies.components import components
from companion.core.event import Event
from companion.core.inventory import Inventory, Stock
from companion.errors import NotFound, StorageError
from companion.store.base import LogRef
from companion.table.athand import COPIES
from companion.table.copies import OpenCopy
from companion.table.deck.finding import Box, all_boxes, components_of, opened
from companion.table.desk import Desk

LONGEST_ID = 20
"""Signs of an id that stand in a code: the smallest labels have room for no more."""


def inventory(desk: Desk, box: Box) -> Inventory:
    """All that is in a box, as far as it is known now."""
    came = components_of(box.game_id, components)
    copy = opened(desk, box)
    stock, revision = Stock(came.items), 0
    if copy is not None:
        stock = copy.game.stock(copy.reference, came.items)
        revision = copy.log.events[-1].action if desk.store.has_log(copy.ref) else 0
    return Inventory(
        copy=box.copy_id,
        code=_code(box, copy),
        game=box.game_id,
        game_title=came.title,
        name=box.name,
        mark=stock.mark,
        owner=stock.owner,
        revision=revision,
        date=desk.now()[:10],
        items=stock.items,
        notes=stock.notes,
    )


def outline(desk: Desk, box: Box) -> Inventory:
    """A box as it is listed: what was told of the cards of boxes that are all alike is left out.

    So their games need not be imported, nor a damaged book be told in a list.
    """
    if box.differs:
        return inventory(desk, box)
    came = components_of(box.game_id, components)
    ref = LogRef(desk.group, COPIES, box.copy_id)
    try:
        revision = desk.store.read_log(ref)[-1].action
    except (NotFound, StorageError, IndexError):
        revision = 0
    return Inventory(
        copy=box.copy_id,
        code=box.game_id,
        game=box.game_id,
        game_title=came.title,
        name=box.name,
        mark="",
        owner="",
        revision=revision,
        date=desk.now()[:10],
        items=came.items,
    )


def fingerprint(events: Sequence[Event]) -> str:
    """Four signs made of a log's first entry, which never changes."""
    first = json.dumps([events[0].kind, dict(events[0].data), events[0].at], sort_keys=True)
    checksum = zlib.crc32(first.encode())
    return base64.b32encode(checksum.to_bytes(4, "big"))[:4].decode().lower()


def titles_by_code(desk: Desk) -> dict[str, str]:
    """What the group's boxes are called, by what codes call them."""
    return {_code(box, opened(desk, box)): box.title for box in all_boxes(desk)}


def _code(box: Box, copy: OpenCopy | None) -> str:
    """What codes call a box: its id, not too long, and four signs made of how it was begun.

    Two groups may have a box of one name; these signs differ, and go with the box wherever it goes.
    Boxes of a game that are all alike go by the game's id.
    """
    if copy is None or not box.differs:
        return box.game_id
    return f"{box.copy_id[:LONGEST_ID].rstrip('-')}.{fingerprint(copy.log.events)}"

"""Inventories as answers: the list of boxes, and what is in one of them."""

from typing import TYPE_CHECKING, Any

from companion.core.inventory import Component, Inventory
from companion.core.reply import Reply
from companion.errors import Refused, Unusable
from companion.table.deck.contents import inventory, outline
from companion.table.deck.finding import Box, all_boxes, named_box
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.core.blocks import Block


def list_boxes(desk: Desk) -> Reply:
    """Every box of every game that the group has; a warning for a game whose data make no sense."""
    boxes: list[tuple[Box, Inventory]] = []
    warnings: list[str] = []
    for box in all_boxes(desk):
        try:
            boxes.append((box, outline(desk, box)))
        except Unusable as problem:
            warnings.append(problem.message)

    def list_blocks() -> "list[Block]":
        from companion.table.deck.inventory_view import list_blocks

        return list_blocks(desk.group, boxes)

    return Reply(
        document=lambda: {"copies": [_about(box, told) for box, told in boxes]},
        blocks=list_blocks,
        warnings=tuple(warnings),
    )


def show_box(desk: Desk, text: str) -> Reply:
    """All that is in a box."""
    box = named_box(desk, text)
    told = inventory(desk, box)

    def box_blocks() -> "list[Block]":
        from companion.table.deck.inventory_view import box_blocks

        return box_blocks(told)

    return Reply(
        document=lambda: {
            **_about(box, told),
            "notes": list(told.notes),
            "items": [item_record(item) for item in told.items],
        },
        blocks=box_blocks,
    )


def show_history(desk: Desk, box: Box) -> Reply:
    """All that was told of a box, entry by entry. Raises Refused where no book is kept of it."""
    game = box.game()
    if game is None:
        raise Refused(
            f"The companion keeps no book of a box of {box.name}: it is as it came.",
            f"`companion deck show {box.copy_id}` lists what is in it.",
        )
    from companion.table.copylog import show_told

    return show_told(desk, game, box.own_id)


def item_record(item: Component) -> dict[str, Any]:
    """An item as JSON."""
    return {
        "id": item.id,
        "part": item.part,
        "kind": item.kind,
        "title": item.title,
        "name": item.name or None,
        "says": item.says or None,
        "by": item.by or None,
        "revision": item.revision,
        "status": item.status or None,
        "count": item.many,
        "net": list(item.net) or None,
        "coded": item.coded,
        "expected": item.expected,
        "out": item.out or None,
    }


def _about(box: Box, told: Inventory) -> dict[str, Any]:
    return {
        "copy": told.copy,
        "code": told.code,
        "game": told.game,
        "title": told.game_title,
        "name": told.name,
        "mark": told.mark or None,
        "owner": told.owner or None,
        "revision": told.revision,
        "cards": sum(item.many or 0 for item in told.items if item.kind == "card"),
        "pieces": sum(item.many or 0 for item in told.items if item.kind != "card"),
        "in_use": box.in_use,
    }

"""Inventories as answers: the list of boxes, and what is in one of them."""

from collections.abc import Sequence
from typing import Any

from companion.core.blocks import (
    Block,
    Column,
    Heading,
    Paragraph,
    Picture,
    Side,
    Span,
    Table,
    Text,
)
from companion.core.inventory import Inventory, Item
from companion.errors import Refused
from companion.table.copylog import show_told
from companion.table.decks import Box, all_boxes, inventory, named_box
from companion.table.desk import Desk
from companion.table.reply import Reply

_FACE = {"white": Span("W", "strong"), "black": Span("B", "muted")}
_FACE_CELL = 3
_MOST_RUNS = 8


def list_boxes(desk: Desk) -> Reply:
    """Every box of every game that the group has."""
    boxes = [(box, inventory(desk, box)) for box in all_boxes(desk)]
    return Reply(
        document=lambda: {"copies": [_about(box, told) for box, told in boxes]},
        blocks=lambda: _list_blocks(desk, boxes),
    )


def show_box(desk: Desk, text: str) -> Reply:
    """All that is in a box."""
    box = named_box(desk, text)
    told = inventory(desk, box)
    return Reply(
        document=lambda: {**_about(box, told), "items": [item_record(item) for item in told.items]},
        blocks=lambda: _box_blocks(told),
    )


def show_history(desk: Desk, box: Box) -> Reply:
    """All that was told of a box, entry by entry. Raises Refused where no book is kept of it."""
    if box.game is None:
        raise Refused(
            f"The companion keeps no book of a box of {box.name}: it is as it came.",
            f"`companion deck show {box.copy_id}` lists what is in it.",
        )
    return show_told(desk, box.game, box.copy_id if box.game.several_boxes else None)


def item_record(item: Item) -> dict[str, Any]:
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
        "notes": list(told.notes),
        "in_use": box.in_use,
    }


def _list_blocks(desk: Desk, boxes: list[tuple[Box, Inventory]]) -> list[Block]:
    rows: list[tuple[Text, ...]] = []
    for box, told in boxes:
        whose = f"{told.owner}'s, " if told.owner else ""
        game = "" if told.game_title == told.name else f"{told.game_title}, "
        rows.append(
            (
                Span("▸" if box.in_use and _may_differ(box) else " ", "active"),
                Span(told.title, "name"),
                f"{game}{whose}{_in_short(told)}",
            )
        )
    columns = (Column(), Column("Box", wraps=True), Column("", wraps=True))
    blocks: list[Block] = [Heading("Boxes", f"group {desk.group}"), Table(columns, tuple(rows))]
    if not any(_may_differ(box) for box, _ in boxes):
        blocks.append(
            Paragraph('Tell of a box of BLANK: `companion blank copy new "Friday box" --mark ★`.')
        )
    return blocks


def _may_differ(box: Box) -> bool:
    return box.game is not None and box.game.several_boxes


def _in_short(told: Inventory) -> str:
    """The parts of a box, counted: `38 rule cards, 72 game cards`."""
    counted = []
    for part, items in told.parts.items():
        counts = [item.many for item in items]
        number = "" if None in counts else f"{sum(count or 0 for count in counts)} "
        counted.append(f"{number}{part.lower()}")
    return ", ".join(counted)


def _box_blocks(told: Inventory) -> list[Block]:
    aside = [told.game_title] if told.game_title != told.name else []
    aside += [f"{told.owner}'s"] if told.owner else []
    aside.append(f"revision {told.revision}" if told.revision else "as it came")
    blocks: list[Block] = [Heading(told.title, " · ".join(aside))]
    blocks += [Paragraph(Span(note, "muted")) for note in told.notes]
    for part, items in told.parts.items():
        blocks += _part_blocks(part, items)
    return blocks


def _part_blocks(part: str, items: tuple[Item, ...]) -> list[Block]:
    nets = [item for item in items if item.net]
    if nets:
        pictures = tuple(_net(item) for item in nets)
        return [Heading(part, f"{len(nets)} · W white, B black"), Side(pictures)]
    counts = [item.many for item in items]
    counted = "number not told" if None in counts else str(sum(count or 0 for count in counts))
    silent = [item for item in items if item.kind == "card" and not _is_told(item)]
    told = [item for item in items if item not in silent] if len(silent) > 1 else list(items)
    rows: list[tuple[Text, ...]] = [(Span(item.title, "name"), _said(item)) for item in told]
    if len(told) < len(items):
        what = "nothing is told" if told else "nothing is told yet"
        which = runs(silent)
        among = f": {', '.join(which)}" if len(which) <= _MOST_RUNS else ""
        rows.append((Span(str(len(silent)), "muted"), Span(f"of which {what}{among}", "muted")))
    return [Heading(part, counted), Table((Column(), Column("", wraps=True)), tuple(rows))]


def _is_told(item: Item) -> bool:
    return bool(item.says or item.name or item.out or item.many != 1)


def _said(item: Item) -> Text:
    """What is to be told of an item beside its title."""
    name: tuple[str | Span, ...] = (Span(item.name, "strong"), ": ") if item.name else ()
    told = (*name, item.says) if item.says else name[:1]
    aside = [f"× {item.many}"] if item.many not in (1, None) else []
    aside += [f"by {item.by}"] if item.by else []
    aside += [f"revision {item.revision}"] if item.revision > 1 else []
    aside += [item.status] if item.status not in ("", "printed", "inked") else []
    aside += [f"out of the box: {item.out}"] if item.out else []
    if not aside:
        return told
    return (*told, Span(f"{' — ' if told else ''}{', '.join(aside)}", "muted"))


def runs(items: Sequence[Item]) -> list[str]:
    """Titles of items, those that go on by one as a run: `Card 6 to 16`."""
    found: list[list[str]] = []
    before = ("", -1)
    for item in items:
        words, _, last = item.title.rpartition(" ")
        number = int(last) if last.isascii() and last.isdigit() and len(last) < 6 else -2
        if found and number >= 0 and (words, number - 1) == before:
            found[-1] = [found[-1][0], last]
        else:
            same = words == before[0] and number >= 0
            found.append([last if same else item.title])
        before = (words, number)
    return [" to ".join(run) for run in found]


def _net(item: Item) -> Picture:
    top, left, front, right, back, bottom = (_FACE.get(face, face) for face in item.net)
    rows: tuple[tuple[Text | None, ...], ...] = (
        (None, top, None, None),
        (left, front, right, back),
        (None, bottom, None, None),
    )
    return Picture(rows, _FACE_CELL, Span(item.title, "name"))

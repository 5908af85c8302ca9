"""`deck list`, `show`, `history`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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
from companion.core.inventory import NOT_COUNTED, Component, Inventory
from companion.core.reply import Reply
from companion.errors import Refused, Unusable
from companion.table.boxes.group_boxes import Box, all_boxes, inventory, named_box, outline
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.core.blocks import Block


def list_boxes(desk: Desk) -> Reply:
    """List every box of the group, with warnings about games whose data make no sense."""
    boxes: list[tuple[Box, Inventory]] = []
    warnings: list[str] = []
    for box in all_boxes(desk):
        try:
            boxes.append((box, outline(desk, box)))
        except Unusable as problem:
            warnings.append(problem.message)

    return Reply(
        document=lambda: {"copies": [_about(box, contents) for box, contents in boxes]},
        blocks=lambda: list_blocks(desk.group, boxes),
        warnings=tuple(warnings),
    )


def show_box(desk: Desk, text: str) -> Reply:
    """Show the contents of a box."""
    box = named_box(desk, text)
    contents = inventory(desk, box)

    return Reply(
        document=lambda: {
            **_about(box, contents),
            "notes": list(contents.notes),
            "items": [item_record(item) for item in contents.items],
        },
        blocks=lambda: box_blocks(contents),
    )


def show_history(desk: Desk, box: Box) -> Reply:
    """Show the log of a box. Raises Refused if none is kept."""
    game = box.game()
    if game is None:
        raise Refused(
            f"A box of {box.name} never changes, so it has no history.",
            f"`companion deck show {box.box_id}` lists what is in it.",
        )
    from companion.table.boxes.stored_box import show_box_log

    return show_box_log(desk, game, box.own_id)


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


def _about(box: Box, contents: Inventory) -> dict[str, Any]:
    return {
        "copy": contents.copy,
        "code": contents.code,
        "game": contents.game,
        "title": contents.game_title,
        "name": contents.name,
        "mark": contents.mark or None,
        "owner": contents.owner or None,
        "revision": contents.revision,
        "cards": sum(item.many or 0 for item in contents.items if item.kind == "card"),
        "pieces": sum(item.many or 0 for item in contents.items if item.kind != "card"),
        "in_use": box.in_use,
    }


_FACE = {"white": Span("W", "strong"), "black": Span("B", "muted")}
_FACE_CELL = 3
_MOST_RUNS = 8


def list_blocks(group: str, boxes: Sequence[tuple[Box, Inventory]]) -> list[Block]:
    """The boxes of a group, one line each."""
    rows: list[tuple[Text, ...]] = []
    for box, contents in boxes:
        whose = f"{contents.owner}'s, " if contents.owner else ""
        game = "" if contents.game_title == contents.name else f"{contents.game_title}, "
        rows.append(
            (
                Span("▸" if box.in_use and box.differs else " ", "active"),
                Span(contents.title, "name"),
                f"{game}{whose}{_in_short(contents)}",
            )
        )
    columns = (
        Column(read_aloud="In use"),
        Column("Box", wraps=True),
        Column("", wraps=True, read_aloud="What it holds"),
    )
    blocks: list[Block] = [Heading("Boxes", f"group {group}"), Table(columns, tuple(rows))]
    if not any(box.differs for box, _ in boxes):
        blocks.append(
            Paragraph('Add a box of BLANK: `companion blank box new "Friday box" --mark ★`.')
        )
    return blocks


def _in_short(contents: Inventory) -> str:
    """The parts of a box, counted: `38 rule cards, 72 game cards`."""
    counted = []
    for part, items in contents.parts.items():
        counts = [item.many for item in items]
        number = "" if None in counts else f"{sum(count or 0 for count in counts)} "
        counted.append(f"{number}{part.lower()}")
    return ", ".join(counted)


def box_blocks(contents: Inventory) -> list[Block]:
    """The contents of a box; cards without a text are counted."""
    aside = [contents.game_title] if contents.game_title != contents.name else []
    aside += [f"{contents.owner}'s"] if contents.owner else []
    aside.append(f"revision {contents.revision}" if contents.revision else "as it came")
    blocks: list[Block] = [Heading(contents.title, " · ".join(aside))]
    blocks += [Paragraph(Span(note, "muted")) for note in contents.notes]
    for part, items in contents.parts.items():
        blocks += _part_blocks(part, items)
    return blocks


def _part_blocks(part: str, items: tuple[Component, ...]) -> list[Block]:
    nets = [item for item in items if item.net]
    if nets:
        pictures = tuple(_net(item) for item in nets)
        return [Heading(part, f"{len(nets)} · W white, B black"), Side(pictures)]
    counts = [item.many for item in items]
    counted = NOT_COUNTED if None in counts else str(sum(count or 0 for count in counts))
    silent = [item for item in items if item.kind == "card" and not _is_known(item)]
    known = [item for item in items if item not in silent] if len(silent) > 1 else list(items)
    rows: list[tuple[Text, ...]] = [
        (Span(item.title, "name", item.figure), _description(item)) for item in known
    ]
    if len(known) < len(items):
        for status in dict.fromkeys(item.status for item in silent):
            alike = [item for item in silent if item.status == status]
            what = " ".join(part for part in (status, "with unknown text") if part)
            which = runs(alike)
            among = f": {', '.join(which)}" if len(which) <= _MOST_RUNS else ""
            rows.append((Span(str(len(alike)), "muted"), Span(f"{what}{among}", "muted")))
    return [Heading(part, counted), Table((Column(), Column("", wraps=True)), tuple(rows))]


def _is_known(item: Component) -> bool:
    return bool(item.says or item.name or item.out or item.many != 1)


def _description(item: Component) -> Text:
    name: tuple[str | Span, ...] = (Span(item.name, "strong"), ": ") if item.name else ()
    parts = (*name, item.says) if item.says else name[:1]
    aside = [f"× {item.many}"] if item.many not in (1, None) else []
    aside += [f"by {item.by}"] if item.by else []
    aside += [f"revision {item.revision}"] if item.revision > 1 else []
    aside += [item.status] if item.status not in ("", "printed", "inked") else []
    aside += [f"out of the box: {item.out}"] if item.out else []
    if not aside:
        return parts
    return (*parts, Span(f"{' — ' if parts else ''}{', '.join(aside)}", "muted"))


def runs(items: Sequence[Component]) -> list[str]:
    """The titles of items, consecutive numbers as a run: `Card 6 to 16`."""
    found: list[list[str]] = []
    before = ("", -1)
    for item in items:
        words, _, last = item.title.rpartition(" ")
        number = int(last) if last.isascii() and last.isdigit() and len(last) < 6 else -2
        if found and number >= 0 and (words, number - 1) == before:
            found[-1].append(last)
        else:
            same = words == before[0] and number >= 0
            found.append([last if same else item.title])
        before = (words, number)
    return [_run(*run) for run in found]


def _run(first: str, *more: str) -> str:
    if not more:
        return first
    return f"{first} {'and' if len(more) == 1 else 'to'} {more[-1]}"


def _net(item: Component) -> Picture:
    top, left, front, right, back, bottom = (_FACE.get(face, face) for face in item.net)
    rows: tuple[tuple[Text | None, ...], ...] = (
        (None, top, None, None),
        (left, front, right, back),
        (None, bottom, None, None),
    )
    return Picture(rows, _FACE_CELL, Span(item.title, "name"))

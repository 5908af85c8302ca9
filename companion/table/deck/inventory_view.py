"""Boxes and what is in them, drawn."""

from collections.abc import Sequence

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
from companion.table.deck.finding import Box

_FACE = {"white": Span("W", "strong"), "black": Span("B", "muted")}
_FACE_CELL = 3
_MOST_RUNS = 8


def list_blocks(group: str, boxes: Sequence[tuple[Box, Inventory]]) -> list[Block]:
    """A group's boxes, a line each."""
    rows: list[tuple[Text, ...]] = []
    for box, told in boxes:
        whose = f"{told.owner}'s, " if told.owner else ""
        game = "" if told.game_title == told.name else f"{told.game_title}, "
        rows.append(
            (
                Span("▸" if box.in_use and box.differs else " ", "active"),
                Span(told.title, "name"),
                f"{game}{whose}{_in_short(told)}",
            )
        )
    columns = (
        Column(heard="In use"),
        Column("Box", wraps=True),
        Column("", wraps=True, heard="What it holds"),
    )
    blocks: list[Block] = [Heading("Boxes", f"group {group}"), Table(columns, tuple(rows))]
    if not any(box.differs for box, _ in boxes):
        blocks.append(
            Paragraph('Tell of a box of BLANK: `companion blank copy new "Friday box" --mark ★`.')
        )
    return blocks


def _in_short(told: Inventory) -> str:
    """The parts of a box, counted: `38 rule cards, 72 game cards`."""
    counted = []
    for part, items in told.parts.items():
        counts = [item.many for item in items]
        number = "" if None in counts else f"{sum(count or 0 for count in counts)} "
        counted.append(f"{number}{part.lower()}")
    return ", ".join(counted)


def box_blocks(told: Inventory) -> list[Block]:
    """All that is in a box; cards of which nothing is told are counted."""
    aside = [told.game_title] if told.game_title != told.name else []
    aside += [f"{told.owner}'s"] if told.owner else []
    aside.append(f"revision {told.revision}" if told.revision else "as it came")
    blocks: list[Block] = [Heading(told.title, " · ".join(aside))]
    blocks += [Paragraph(Span(note, "muted")) for note in told.notes]
    for part, items in told.parts.items():
        blocks += _part_blocks(part, items)
    return blocks


def _part_blocks(part: str, items: tuple[Component, ...]) -> list[Block]:
    nets = [item for item in items if item.net]
    if nets:
        pictures = tuple(_net(item) for item in nets)
        return [Heading(part, f"{len(nets)} · W white, B black"), Side(pictures)]
    counts = [item.many for item in items]
    counted = NOT_COUNTED if None in counts else str(sum(count or 0 for count in counts))
    silent = [item for item in items if item.kind == "card" and not _is_told(item)]
    told = [item for item in items if item not in silent] if len(silent) > 1 else list(items)
    rows: list[tuple[Text, ...]] = [
        (Span(item.title, "name", item.figure), _said(item)) for item in told
    ]
    if len(told) < len(items):
        for status in dict.fromkeys(item.status for item in silent):
            alike = [item for item in silent if item.status == status]
            what = " ".join(part for part in (status, "with nothing told of them") if part)
            which = runs(alike)
            among = f": {', '.join(which)}" if len(which) <= _MOST_RUNS else ""
            rows.append((Span(str(len(alike)), "muted"), Span(f"{what}{among}", "muted")))
    return [Heading(part, counted), Table((Column(), Column("", wraps=True)), tuple(rows))]


def _is_told(item: Component) -> bool:
    return bool(item.says or item.name or item.out or item.many != 1)


def _said(item: Component) -> Text:
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


def runs(items: Sequence[Component]) -> list[str]:
    """Titles of items, those that go on by one as a run: `Card 6 to 16`."""
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

"""Checking a box by the codes of its cards: begun at the desk, told as an answer."""

from typing import Any

from companion.copies.boxcheck import BoxCheck
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.inventory import Item
from companion.core.names import short, visible
from companion.table.decks import box_of_code, inventory, named_box
from companion.table.desk import Desk
from companion.table.inventories import runs
from companion.table.reply import Reply

SHOWN = 12


def begin_check(desk: Desk, text: str) -> BoxCheck:
    """The check of the box that somebody means. Raises NotFound or Ambiguous."""
    box = inventory(desk, named_box(desk, text))

    def whose(code: str) -> str:
        other = box_of_code(desk, code)
        return code if other is None else f"{other.name} {other.mark}".strip()

    return BoxCheck(box, whose)


def checked(check: BoxCheck) -> Reply:
    """What came out of a check."""
    return Reply(document=lambda: _document(check), blocks=lambda: _blocks(check))


def _document(check: BoxCheck) -> dict[str, Any]:
    box = check.box
    return {
        "copy": box.copy,
        "name": box.name,
        "complete": check.is_complete,
        "expected": len(check.wanted),
        "found": [item.id for item in check.found],
        "missing": [item.id for item in check.missing],
        "double": [{"card": item.id, "times": check.times(item)} for item in check.doubles],
        "foreign": [one.code._asdict() for one in check.foreign],
        "out_of_date": [
            {"card": old.item.id, "printed": old.printed, "revision": old.item.revision}
            for old in check.outdated
        ],
        "should_be_out": [item.id for item in check.should_be_out],
        "no_codes": list(check.no_codes),
        "by_hand": [
            {"item": item.id, "title": item.title, "count": item.many} for item in _by_hand(check)
        ],
    }


def _blocks(check: BoxCheck) -> list[Block]:
    box, found, wanted = check.box, len(check.found), len(check.wanted)
    blocks: list[Block] = [Heading(box.title, f"{found} of {wanted} cards found")]
    if not wanted:
        nothing = Paragraph("Nothing in it has a code: count it by hand.")
        blocks = [Heading(box.title), nothing]
    rows: list[tuple[Text, ...]] = []

    def row(title: str, told: list[str]) -> None:
        if told:
            rows.append((Span(title, "warning"), "; ".join(_first([*dict.fromkeys(told)]))))

    row("Missing", runs(check.missing))
    row("Foreign", [visible(f"{one.code.card}, {one.belongs}") for one in check.foreign])
    row(
        "Out of date",
        [
            f"{old.item.title} (printed {old.printed}, now {old.item.revision})"
            for old in check.outdated
        ],
    )
    row("Twice", [f"{item.title} (× {check.times(item)})" for item in check.doubles])
    row("Take out", [f"{item.title}: {item.out}" for item in check.should_be_out])
    row("No code", [f"“{short(visible(text))}”" for text in check.no_codes])
    if rows:
        blocks.append(Table((Column(), Column("", wraps=True)), tuple(rows)))
    elif wanted and check.is_complete:
        blocks.append(Paragraph(Span("All is there.", "good")))
    if check.outdated:
        typed = f"`companion deck labels {box.copy} --only changed -o labels.pdf`"
        blocks.append(Steps((f"New labels: {typed}",)))
    return [*blocks, *_hand_blocks(check)]


def _first(told: list[str]) -> list[str]:
    more = [f"and {len(told) - SHOWN} more"] if len(told) > SHOWN else []
    return [*told[:SHOWN], *more]


def _hand_blocks(check: BoxCheck) -> list[Block]:
    """What nobody scans, to be counted by hand."""
    items = _by_hand(check)
    if not items:
        return []
    cards = [item for item in items if item.kind == "card" and item.many == 1]
    told = [
        f"{item.many} × {item.title}" if item.many not in (1, None) else item.title
        for item in items
        if item not in cards
    ]
    told += runs(cards)
    return [Paragraph((Span("By hand: ", "muted"), "; ".join(_first(told))))]


def _by_hand(check: BoxCheck) -> list[Item]:
    return [
        item
        for item in check.box.items
        if not item.out and not check.times(item) and not (item.coded and item.expected)
    ]

"""What came out of checking a box, drawn."""

from collections.abc import Sequence

from companion.copies.boxcheck import BoxCheck
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.inventory import Item
from companion.core.names import short, visible
from companion.table.deck.inventory_view import runs

SHOWN = 12


def check_blocks(check: BoxCheck, by_hand: Sequence[Item]) -> list[Block]:
    """What is wrong with a box, or that nothing is; and what is left to be counted `by_hand`."""
    box, found, wanted = check.box, len(check.found), len(check.wanted)
    blocks: list[Block] = [Heading(box.title, f"{found} of {wanted} found")]
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
            f"{old.item.title} (printed {old.printed}, now {old.item.revision or 'plain'})"
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
    if any(old.item.revision for old in check.outdated):
        slug = box.copy.removeprefix(f"{box.game}-")
        typed = f"`companion deck labels {slug} --only changed -o labels.pdf`"
        blocks.append(Steps((f"New labels: {typed}",)))
    return [*blocks, *_hand_blocks(by_hand)]


def _first(told: list[str]) -> list[str]:
    more = [f"and {len(told) - SHOWN} more"] if len(told) > SHOWN else []
    return [*told[:SHOWN], *more]


def _hand_blocks(items: Sequence[Item]) -> list[Block]:
    """What nobody scans, to be counted by hand."""
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

"""`deck check`: compare a box with the codes scanned."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.boxes.check import BoxCheck
from companion.boxes.codes import is_same_box
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.inventory import Component
from companion.core.names import counted, short, visible
from companion.core.reply import Reply
from companion.table.boxes.group_boxes import inventory, named_box, titles_by_code
from companion.table.boxes.inventory import runs
from companion.table.boxes.labels import naming
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.core.blocks import Block


def begin_check(desk: Desk, text: str) -> BoxCheck:
    """Begin the check of a box. Raises NotFound or Ambiguous."""
    box = inventory(desk, named_box(desk, text))
    titles: dict[str, str] = {}

    def whose(code: str) -> str:
        # All boxes are read once, when a card of another one turns up.
        titles.update(titles or titles_by_code(desk))
        return next((titles[known] for known in titles if is_same_box(known, code)), code)

    return BoxCheck(box, whose, naming(desk, box))


def checked(check: BoxCheck, every: bool = False) -> Reply:
    """The result of a check; `every` lists all missing cards."""
    return Reply(
        document=lambda: _document(check),
        blocks=lambda: check_blocks(check, _by_hand(check), every),
    )


def _document(check: BoxCheck) -> dict[str, Any]:
    box = check.box
    return {
        "copy": box.copy,
        "name": box.name,
        "complete": check.is_complete,
        "seen": sum(check.seen.values()),
        "seen_again": check.seen["again"],
        "expected": len(check.wanted),
        "found": [item.id for item in check.found],
        "missing": [item.id for item in check.missing],
        "double": [{"card": item.id, "times": check.times(item)} for item in check.doubles],
        "foreign": [one.code._asdict() for one in check.foreign],
        "out_of_date": [
            {"card": old.item.id, "printed": old.printed, "revision": old.item.revision}
            for old in check.outdated
        ],
        "other_words": [{"card": one.item.id, "words": one.words} for one in check.reworded],
        "should_be_out": [item.id for item in check.should_be_out],
        "no_codes": list(check.no_codes),
        "by_hand": [
            {"item": item.id, "title": item.title, "count": item.many} for item in _by_hand(check)
        ],
    }


def _by_hand(check: BoxCheck) -> list[Component]:
    return [
        item
        for item in check.box.items
        if not item.out and not check.times(item) and not (item.coded and item.expected)
    ]


SHOWN = 20
_MOST_CARDS = 6
"""Most cards that are named in a command."""


def check_blocks(check: BoxCheck, by_hand: Sequence[Component], every: bool) -> list[Block]:
    """What is wrong with a box, and what to count `by_hand`; long lists are cut, unless `every`."""
    shown = None if every else SHOWN
    box, found, wanted = check.box, len(check.found), len(check.wanted)
    blocks: list[Block] = [Heading(box.title, f"{found} of {wanted} found")]
    if not wanted:
        nothing = Paragraph("Nothing in it has a code: count it by hand.")
        blocks = [Heading(box.title), nothing]
    elif sum(check.seen.values()) > found:
        blocks.append(Paragraph(_seen(check)))
    rows: list[tuple[Text, ...]] = []

    def row(title: str, texts: list[str]) -> None:
        if texts:
            rows.append((Span(title, "warning"), "; ".join(_first([*dict.fromkeys(texts)], shown))))

    row("Missing", runs(check.missing))
    row("Foreign", [visible(f"{one.title}, {one.belongs}") for one in check.foreign])
    row(
        "Out of date",
        [
            f"{old.item.title} (printed {old.printed}, now {old.item.revision or 'plain'})"
            for old in check.outdated
        ],
    )
    row("Different text", [f"{one.item.title}: “{short(one.words)}”" for one in check.reworded])
    row("Twice", [f"{item.title} (× {check.times(item)})" for item in check.doubles])
    row("Remove", [f"{item.title}: {item.out}" for item in check.should_be_out])
    row("No code", [f"“{short(visible(text))}”" for text in check.no_codes])
    if rows:
        blocks.append(Table((Column(), Column("", wraps=True)), tuple(rows)))
    elif wanted and check.is_complete:
        blocks.append(Paragraph(Span("Nothing is missing.", "good")))
    cards = [old.item for old in check.outdated if old.item.revision]
    if cards:
        slug = box.copy.removeprefix(f"{box.game}-")
        which = " ".join(f"--card {card.id}" for card in cards)
        which = which if len(cards) <= _MOST_CARDS else "--only changed"
        blocks.append(Steps((f"New labels: `companion deck labels {slug} {which} -o new.pdf`",)))
    extra = [item for item in by_hand if item.coded]
    counted = [item for item in by_hand if not item.coded]
    return [*blocks, *_more("By hand", counted, shown), *_more("May be there", extra, shown)]


_SEEN = {
    "wanted": "to be found",
    "others": "that may be in the box",
    "again": "seen before",
    "out": "to remove",
    "foreign": "of another box",
}


def _seen(check: BoxCheck) -> str:
    """How many codes were seen, by what they were."""
    counts = [f"{count} {_SEEN[kind]}" for kind, count in check.seen.items() if count]
    return f"{counted(sum(check.seen.values()), 'code')} seen: {', '.join(counts)}."


def _first(texts: list[str], shown: int | None) -> list[str]:
    most = len(texts) if shown is None else shown
    more = [f"and {len(texts) - most} more (`--all`)"] if len(texts) > most else []
    return [*texts[:most], *more]


def _more(label: str, items: Sequence[Component], shown: int | None) -> list[Block]:
    """Items without a code: to count by hand, or optional."""
    if not items:
        return []
    cards = [item for item in items if item.kind == "card" and item.many == 1]
    texts = [
        f"{item.many} × {item.title}" if item.many not in (1, None) else item.title
        for item in items
        if item not in cards
    ]
    texts += runs(cards)
    return [Paragraph((Span(f"{label}: ", "muted"), "; ".join(_first(texts, shown))))]

"""Rules in bulk, from text and back: CSV with a header, or one rule a line.

What is exported and imported into an empty box gives the same export again. Nothing here reads a
file: text comes in, text goes out, and every fault is told with its line.
"""

import csv
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.errors import Illegal
from companion.games.blank.deck.cards import PRINTED_RULES, STATUSES, Card, Status, rule_id
from companion.games.blank.deck.deck import RETIRED
from companion.games.blank.deck.pen import Pen
from companion.games.blank.deck.wording import Wording, plain_words, same_words, written

COLUMNS = ("rule", "origin", "status", "trigger", "target", "effect", "text", "by", "retired")
_PARTS = Wording._fields
_SEPARATORS = ",;\t"


class Row(NamedTuple):
    """A rule as it stands in a file: `line` is where its row begins."""

    line: int
    wording: Wording
    number: int | None = None
    printed: bool = False
    status: Status = "proposed"
    by: str = ""
    retired: str | None = None


class Fault(NamedTuple):
    """What is wrong in a line, in words that end without a full stop."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class Parsed(NamedTuple):
    """What a text holds."""

    rows: list[Row]
    faults: list[Fault]


class Taken(NamedTuple):
    """What an import did, in numbers of rules."""

    new: int
    changed: int
    same: int


def read_rules(text: str, table: bool = False) -> Parsed:
    """The rules of a text: CSV where its first line is a header, else one rule a line.

    With `table`, it has to be CSV. A byte order mark and any kind of line ends will do.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    header = text.split("\n", 1)[0]
    separator = next((sign for sign in _SEPARATORS if sign in header), ",")
    names = [folded(name).strip('"') for name in header.split(separator)]
    if table or set(names) & set(_PARTS):
        return _table(text, separator)
    return _lines(text)


def _lines(text: str) -> Parsed:
    rows, faults = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if "\0" in line:
            faults.append(Fault(number, "holds a zero byte: this is no text"))
        elif line.strip():
            rows.append(Row(number, written(text=line)))
    return Parsed(rows, faults)


def _table(text: str, separator: str) -> Parsed:
    lines = (f"{line}\n" for line in text.split("\n"))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows: list[Row] = []
    faults: list[Fault] = []
    names = [folded(name) for name in next(reader, [])]
    if not set(names) & set(_PARTS):
        return Parsed([], [Fault(1, f"is no header; it names columns: {', '.join(COLUMNS)}")])
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or len(set(names)) < len(names):
        what = f"there is no column “{short(unknown[0])}”" if unknown else "a column stands twice"
        return Parsed([], [Fault(1, f"{what}; the columns are {', '.join(COLUMNS)}")])
    begins = reader.line_num + 1
    try:
        for values in reader:
            if any(value.strip() for value in values):
                found = _row(begins, names, values)
                if isinstance(found, Fault):
                    faults.append(found)
                else:
                    rows.append(found)
            begins = reader.line_num + 1
    except csv.Error as problem:
        faults.append(Fault(begins, f"is no CSV from here on ({problem})"))
    return Parsed(rows, faults)


def _row(line: int, names: Sequence[str], values: Sequence[str]) -> Row | Fault:
    if any("\0" in value for value in values):
        return Fault(line, "holds a zero byte: this is no text")
    if len(values) != len(names):
        return Fault(line, f"has {len(values)} fields, and the header {len(names)}")
    told = dict(zip(names, values, strict=True))
    wording = written(**{part: told.get(part, "") for part in _PARTS})
    if wording.empty:
        return Fault(line, "says nothing: a rule needs an effect, or a text")
    if wording.text and any(wording[:3]):
        return Fault(line, "has a text as well as trigger, target or effect: one or the other")
    if not wording.text and not wording.effect:
        return Fault(line, "has no effect")
    origin, status = folded(told.get("origin", "")), folded(told.get("status", ""))
    if origin not in ("", "printed", "plain"):
        return Fault(line, f"“{short(origin)}” is no origin: printed or plain")
    if status not in ("", "printed", *STATUSES):
        return Fault(line, f"“{short(status)}” is no status: {', '.join(STATUSES)}")
    number = None
    if told.get("rule", "").strip():
        number = whole(folded(told["rule"]).removeprefix("r"), 1, 99_999)
        if number is None:
            return Fault(line, f"“{short(told['rule'])}” is no number of a rule")
    printed = origin == "printed" or status == "printed"
    if number is not None and number <= PRINTED_RULES and not printed:
        return Fault(line, f"rule {number} is a printed one: its origin is not plain")
    return Row(
        line,
        wording,
        number,
        printed,
        next((known for known in STATUSES if known == status), "proposed"),
        told.get("by", "").strip(),
        told.get("retired", "").strip() or None,
    )


def write_rules(cards: Sequence[Card]) -> str:
    """Rule cards as CSV with a header, the newest revision of each."""
    paper = _Paper()
    writer = csv.writer(paper, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in cards:
        if card.now is not None:
            retired = "" if card.retired is None else card.retired or "retired"
            row = (card.id, card.origin, card.status, *card.now.wording, card.now.by, retired)
            writer.writerow(row)
    return "".join(paper.written)


def write_lines(cards: Sequence[Card]) -> str:
    """Rule cards as one rule a line; what is broken over lines in a rule is joined."""
    return "".join(f"{' '.join(card.sentence.split())}\n" for card in cards if card.now)


class _Paper:
    """What a csv writer writes on."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, text: str) -> None:
        self.written.append(text)


def take_in(pen: Pen, rows: Sequence[Row]) -> tuple[Taken, list[Fault]]:
    """Write all rows with the pen; what is in the box already is left as it is.

    A row with the number of a rule that is there changes that rule; one without is a new rule,
    unless the same words stand on a card already.
    """
    faults: list[Fault] = []
    new = changed = same = 0
    said = {plain_words(card.now.wording) for card in pen.deck.rules if card.now is not None}
    by_number: dict[int, int] = {}
    pen.reserve(row.number for row in rows if row.number is not None)
    for row in rows:
        there = None if row.number is None else pen.deck.cards.get(rule_id(row.number))
        try:
            if row.number is not None and row.number in by_number:
                what = f"rule {row.number} stands in line {by_number[row.number]} already"
                faults.append(Fault(row.line, what))
            elif there is not None and there.now is not None:
                did = _bring_up_to(pen, there, row)
                changed, same = changed + did, same + (not did)
            elif row.number is None and plain_words(row.wording) in said:
                same += 1
            else:
                _write_new(pen, row)
                new += 1
                said.add(plain_words(row.wording))
        except Illegal as problem:
            faults.append(Fault(row.line, f"{problem.message.rstrip('.')} ({problem.rule})"))
            break  # There is no room from here on: that is one fault, not ten thousand.
        if row.number is not None:
            by_number.setdefault(row.number, row.line)
    return Taken(new, changed, same), faults


def _write_new(pen: Pen, row: Row) -> None:
    card = pen.new_rule(
        row.wording,
        by=row.by,
        printed=row.printed,
        number=row.number,
        status=row.status,
        withdrawn=row.retired is not None,
    )
    if row.retired is not None:
        pen.add(RETIRED, card=card, why=row.retired)


def _bring_up_to(pen: Pen, card: Card, row: Row) -> bool:
    """Change a card of the box to what its row says; whether there was anything to change."""
    now = card.now
    assert now is not None
    by = row.by or now.by  # An empty name says nothing of who signed it.
    if not same_words(now.wording, row.wording) or now.by != by:
        pen.revise(card, row.wording, by=by, status=row.status)
    elif STATUSES.index(row.status) > _rank(card):
        pen.bring_to(card.id, now.number, row.status)
    elif row.retired is None or card.retired is not None:
        return False
    if row.retired is not None and card.retired is None:
        pen.retire(card, row.retired)
    return True


def _rank(card: Card) -> int:
    return len(STATUSES) if card.status == "printed" else STATUSES.index(card.status or "proposed")

"""Files of rules, from text and back: CSV with a header, or one rule a line.

What is exported and imported into an empty box gives the same export again. Nothing here reads a
file: text comes in, text goes out, and every fault is told with its line.
"""

import csv
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.cells import csv_line, harmless, unguarded
from companion.core.names import LONGEST_NAME, folded, short
from companion.core.numbers import whole
from companion.games.blank.cards import (
    LONGEST_TEXT,
    PRINTED_RULES,
    STATUSES,
    Card,
    Status,
    Wording,
    status_of,
    written,
)

COLUMNS = ("rule", "origin", "status", "trigger", "target", "effect", "text", "by", "retired")
_PARTS = Wording._fields
_SEPARATORS = ",;\t"
_UNCLOSED = ("unexpected end of data", "field larger than field limit")
"""What the library says where a cell goes on to the end, or for very long."""


class Row(NamedTuple):
    """A rule as it stands in a file: `line` is where its row begins.

    `status` is None where the row does not say; `says_retired` whether there is such a column.
    """

    line: int
    wording: Wording
    number: int | None = None
    printed: bool = False
    status: Status | None = None
    by: str = ""
    retired: str | None = None
    says_retired: bool = False


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


def read_rules(text: str, table: bool = False, printed: bool = False) -> Parsed:
    """The rules of a text: CSV where its first line is a header, else one rule a line.

    With `table`, it has to be CSV. Rows that do not say where they come from are taken as `printed`
    ones, if so. A byte order mark and any kind of line ends will do.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    header = text.split("\n", 1)[0]
    separator = next((sign for sign in _SEPARATORS if sign in header), ",")
    names = [folded(name).strip('"') for name in header.split(separator)]
    # Names of columns are single words: “If you say nothing, effect” is a rule.
    if table or (set(names) & set(_PARTS) and not any(" " in name for name in names)):
        return _table(text, separator, printed)
    return _lines(text, printed)


def _lines(text: str, printed: bool) -> Parsed:
    rows, faults = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if "\0" in line:
            faults.append(Fault(number, "holds a zero byte: this is no text"))
        elif len(line) > LONGEST_TEXT:
            faults.append(Fault(number, f"has {len(line)} characters, and {LONGEST_TEXT} are kept"))
        elif line.strip():
            rows.append(Row(number, written(text=line), printed=printed))
    return Parsed(rows, faults)


def _table(text: str, separator: str, printed: bool) -> Parsed:
    lines = (f"{line}\n" for line in text.split("\n"))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows: list[Row] = []
    faults: list[Fault] = []
    try:
        names = [folded(name) for name in next(reader, [])]
    except csv.Error as problem:
        return Parsed([], [_no_csv(1, problem)])
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
                found = _row(begins, names, list(map(unguarded, values)), printed)
                if isinstance(found, Fault):
                    faults.append(found)
                else:
                    rows.append(found)
            begins = reader.line_num + 1
    except csv.Error as problem:
        faults.append(_no_csv(begins, problem))
    return Parsed(rows, faults)


def _no_csv(line: int, problem: csv.Error) -> Fault:
    """What is said of a row, from that line on, that the library does not understand."""
    if str(problem).startswith(_UNCLOSED):
        return Fault(line, "a quotation mark opens a cell there, and none closes it")
    return Fault(line, f"is no CSV from here on ({problem})")


def _row(line: int, names: Sequence[str], values: Sequence[str], came: bool) -> Row | Fault:
    """One row; one that does not say where it comes from `came` in the box, if so."""
    if any("\0" in value for value in values):
        return Fault(line, "holds a zero byte: this is no text")
    if len(values) != len(names):
        return Fault(line, f"has {len(values)} fields, and the header {len(names)}")
    told = dict(zip(names, values, strict=True))
    for name, value in told.items():
        most = LONGEST_NAME if name == "by" else LONGEST_TEXT
        if len(value) > most:
            return Fault(line, f"has {len(value)} characters in “{name}”, and {most} are kept")
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
    printed = "printed" in (origin, status) or (came and not origin and not status)
    if number is not None and number <= PRINTED_RULES and not printed:
        return Fault(line, f"rule {number} is a printed one: its origin is not plain")
    return Row(
        line,
        wording,
        number,
        printed,
        next((known for known in STATUSES if known == status), None),
        told.get("by", "").strip(),
        told.get("retired", "").strip() or None,
        "retired" in told,
    )


def write_rules(cards: Sequence[Card]) -> str:
    """Rule cards as CSV with a header: what each says by agreement, or else what is proposed."""
    written = [csv_line(COLUMNS, "\n")]
    for card in cards:
        says = card.agreed or card.now
        if says is not None:
            retired = "" if card.retired is None else card.retired or "retired"
            status = status_of(card, says)
            told = (card.id, card.origin, status, *says.wording, says.by, retired)
            written.append(csv_line(told, "\n"))
    return "".join(written)


def write_lines(cards: Sequence[Card]) -> str:
    """The words of the rules in the deck, one a line: nothing of who wrote them, or how far.

    They read as they are played; what is only proposed, as it is proposed.
    """
    there = ((card.agreed or card.now) for card in cards if not card.out)
    return "".join(f"{harmless(revision.wording.sentence)}\n" for revision in there if revision)

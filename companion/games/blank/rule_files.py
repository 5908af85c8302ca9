"""`companion blank rule import` and `export`: rules in bulk, as CSV or one rule a line.

What is exported and imported into an empty box gives the same export again. A file is taken in
whole or not at all, and every fault is named with its line.
"""

import csv
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.cells import csv_line, harmless, unguarded
from companion.core.event import Referee
from companion.core.names import (
    LONGEST_NAME,
    cleaned_line,
    cleaned_name,
    counted,
    folded,
    listed,
    short,
)
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import Illegal, Invalid, Refused
from companion.games.blank.boxes import BlankBox, BlankShelf, write_entry
from companion.games.blank.cards import (
    LONGEST_TEXT,
    PRINTED_RULES,
    STATUSES,
    Card,
    Status,
    Wording,
    has_same_words,
    make_wording,
    plain_words,
    rule_id,
    status_of,
)
from companion.games.blank.deck import CardRetired
from companion.games.blank.pen import Pen

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


class LineError(NamedTuple):
    """What is wrong in a line, in words that end without a full stop."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class ParsedFile(NamedTuple):
    """What a text holds."""

    rows: list[Row]
    faults: list[LineError]


def read_rules(text: str, table: bool = False, printed: bool = False) -> ParsedFile:
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
        return _parse_table(text, separator, printed)
    return _parse_lines(text, printed)


def _parse_lines(text: str, printed: bool) -> ParsedFile:
    rows, faults = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if "\0" in line:
            faults.append(LineError(number, "holds a zero byte: this is no text"))
        elif len(line) > LONGEST_TEXT:
            faults.append(
                LineError(number, f"has {len(line)} characters, and {LONGEST_TEXT} are kept")
            )
        elif line.strip():
            rows.append(Row(number, make_wording(text=line), printed=printed))
    return ParsedFile(rows, faults)


def _parse_table(text: str, separator: str, printed: bool) -> ParsedFile:
    lines = (f"{line}\n" for line in text.split("\n"))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows: list[Row] = []
    faults: list[LineError] = []
    try:
        names = [folded(name) for name in next(reader, [])]
    except csv.Error as problem:
        return ParsedFile([], [_csv_error(1, problem)])
    if not set(names) & set(_PARTS):
        return ParsedFile(
            [], [LineError(1, f"is no header; it names columns: {', '.join(COLUMNS)}")]
        )
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or len(set(names)) < len(names):
        what = f"there is no column “{short(unknown[0])}”" if unknown else "a column stands twice"
        return ParsedFile([], [LineError(1, f"{what}; the columns are {', '.join(COLUMNS)}")])
    begins = reader.line_num + 1
    try:
        for values in reader:
            if any(value.strip() for value in values):
                found = _parse_row(begins, names, list(map(unguarded, values)), printed)
                if isinstance(found, LineError):
                    faults.append(found)
                else:
                    rows.append(found)
            begins = reader.line_num + 1
    except csv.Error as problem:
        faults.append(_csv_error(begins, problem))
    return ParsedFile(rows, faults)


def _csv_error(line: int, problem: csv.Error) -> LineError:
    """What is said of a row, from that line on, that the library does not understand."""
    if str(problem).startswith(_UNCLOSED):
        return LineError(line, "a quotation mark opens a cell there, and none closes it")
    return LineError(line, f"is no CSV from here on ({problem})")


def _parse_row(
    line: int, names: Sequence[str], values: Sequence[str], in_box: bool
) -> Row | LineError:
    """One row; one that does not say where it comes from was in the box if `in_box`."""
    if any("\0" in value for value in values):
        return LineError(line, "holds a zero byte: this is no text")
    if len(values) != len(names):
        return LineError(line, f"has {len(values)} fields, and the header {len(names)}")
    cells = dict(zip(names, values, strict=True))
    for name, value in cells.items():
        most = LONGEST_NAME if name == "by" else LONGEST_TEXT
        if len(value) > most:
            return LineError(line, f"has {len(value)} characters in “{name}”, and {most} are kept")
    wording = make_wording(**{part: cells.get(part, "") for part in _PARTS})
    if wording.is_empty:
        return LineError(line, "says nothing: a rule needs an effect, or a text")
    if wording.text and any(wording[:3]):
        return LineError(line, "has a text as well as trigger, target or effect: one or the other")
    if not wording.text and not wording.effect:
        return LineError(line, "has no effect")
    origin, status = folded(cells.get("origin", "")), folded(cells.get("status", ""))
    if origin not in ("", "printed", "plain"):
        return LineError(line, f"“{short(origin)}” is no origin: printed or plain")
    if status not in ("", "printed", *STATUSES):
        return LineError(line, f"“{short(status)}” is no status: {', '.join(STATUSES)}")
    number = None
    if cells.get("rule", "").strip():
        number = whole(folded(cells["rule"]).removeprefix("r"), 1, 99_999)
        if number is None:
            return LineError(line, f"“{short(cells['rule'])}” is no number of a rule")
    printed = "printed" in (origin, status) or (in_box and not origin and not status)
    if number is not None and number <= PRINTED_RULES and not printed:
        return LineError(line, f"rule {number} is a printed one: its origin is not plain")
    return Row(
        line,
        wording,
        number,
        printed,
        next((known for known in STATUSES if known == status), None),
        cleaned_name(cells.get("by", "")),
        cleaned_line(cells.get("retired", "")) or None,
        "retired" in cells,
    )


def write_rules(cards: Sequence[Card]) -> str:
    """Rule cards as CSV with a header: what each says by agreement, or else what is proposed."""
    written = [csv_line(COLUMNS, "\n")]
    for card in cards:
        says = card.in_force or card.now
        if says is not None:
            retired = "" if card.retired is None else card.retired or "retired"
            status = status_of(card, says)
            row = (card.id, card.origin, status, *says.wording, says.by, retired)
            written.append(csv_line(row, "\n"))
    return "".join(written)


def write_lines(cards: Sequence[Card]) -> str:
    """The words of the rules in the deck, one a line: nothing of who wrote them, or how far.

    They read as they are played; what is only proposed, as it is proposed.
    """
    there = ((card.in_force or card.now) for card in cards if not card.is_out)
    return "".join(f"{harmless(revision.wording.sentence)}\n" for revision in there if revision)


_RANKS = (*STATUSES, "printed")
STANDARD = "-"
"""Standard input and output, in place of a file."""
SHOWN, SHOWN_CHANGES = 5, 20
"""So many warnings, and changes that would be made, are listed one by one."""


class ImportResult(NamedTuple):
    """What an import did, in numbers of rules; and in words, what is new or different."""

    new: int
    changed: int
    same: int
    lines: tuple[str, ...] = ()


class Defaults(NamedTuple):
    """What holds for all rules of a file whose row does not say: whose, how far, or printed."""

    by: str
    status: Status
    printed: bool = False


def import_file(shelf: BlankShelf, box_id: str, name: str, check: bool, of_all: Defaults) -> Reply:
    """Take in the rules of a file; with `check`, only say what would happen.

    Raises Invalid with every line that is wrong.
    """
    file = shelf.file_name(name)
    parsed = read_rules(shelf.read_text(name), name.lower().endswith(".csv"), of_all.printed)
    if not parsed.rows and not parsed.faults:
        raise Invalid(f"{name} holds no rule.", "One rule a line, or CSV with a header.")
    box = shelf.open(box_id)
    results: list[tuple[ImportResult, Pen]] = []

    def plan(pen: Pen) -> None:
        results.append((_import_parsed(pen, parsed, of_all, name, file), pen))

    if check:
        plan(Pen(box.now, box.log.events, Referee(shelf.house)))
        return _import_reply(box, *results[-1], name, file, "would be taken in")
    try:
        box = write_entry(shelf, box_id, plan).box
    except Refused:
        if not results or results[-1][1].drafts:
            raise  # Not because there was nothing to be done.
    return _import_reply(box, *results[-1], name, file, "taken in")


def _import_parsed(
    pen: Pen, parsed: ParsedFile, of_all: Defaults, name: str, file: str
) -> ImportResult:
    """Take in the rows, with what is so `of_all` of them. Raises Invalid for faults."""
    rows = [
        row._replace(
            by=row.by or ("" if row.printed else of_all.by), status=row.status or of_all.status
        )
        for row in parsed.rows
    ]
    taken, found = import_rows(pen, rows)
    faults = sorted([*parsed.faults, *found])
    if faults:
        count = counted(len(faults), "line")
        called = file.capitalize() if name == STANDARD else name
        raise Invalid(
            f"{called} has {count} that cannot be taken in, so nothing was.",
            "Mend them, and try again; `--check` only looks.",
            [str(fault) for fault in faults],
        )
    return taken


def _import_reply(
    box: BlankBox, taken: ImportResult, pen: Pen, name: str, file: str, verb: str
) -> Reply:
    parts = zip(taken[:3], ("new", "changed", "known already"), strict=True)
    many = listed([f"{number} {what}" for number, what in parts if number])
    if taken.new or taken.changed:
        line = f"{file}: {many}; {verb}."
    else:
        line = f"All {taken.same} rules of {file} are known already."
    details = list(taken.lines[:SHOWN_CHANGES]) if verb != "taken in" else []
    if len(taken.lines) > len(details) > 0:
        details.append(f"… and {len(taken.lines) - len(details)} more")
    warnings = pen.warnings[:SHOWN]
    if len(pen.warnings) > SHOWN:
        warnings.append(f"{len(pen.warnings) - SHOWN} more of that kind.")
    left = pen.plain_left
    return Reply(
        document=lambda: {
            "copy": box.id,
            "file": name,
            "taken_in": verb == "taken in",
            "new": taken.new,
            "changed": taken.changed,
            "same": taken.same,
            "told": taken.lines,
            "plain_left": left,
        },
        lines=(*details, line, f"{box.now.title}: {counted(left, 'plain rule card')} left"),
        warnings=tuple(warnings),
    )


def export_file(shelf: BlankShelf, box: BlankBox, output: str | None) -> Reply:
    """All rules of a box: as CSV on standard output, or into a file; `.txt` has a rule a line."""
    lines = output is not None and output.lower().endswith(".txt")
    rules = box.now.rules
    text = write_lines(rules) if lines else write_rules(rules)
    count = sum(not card.is_out for card in rules) if lines else len(rules)
    if output is not None and output != STANDARD:
        shelf.write_text(output, text, "rules.csv")
        said = "1 rule of {} is in {}." if count == 1 else f"{count} rules of {{}} are in {{}}."
        return Reply(
            document=lambda: {"copy": box.id, "file": output, "rules": count},
            lines=(said.format(box.now.title, shelf.file_name(output)),),
        )
    return Reply(document=lambda: {"copy": box.id, "rules": count, "csv": text}, text=text)


# What is taken in


def import_rows(pen: Pen, rows: Sequence[Row]) -> tuple[ImportResult, list[LineError]]:
    """Write all rows with the pen; what is in the box already is left as it is.

    A row with the number of a rule that is there changes that rule; one without is a new rule,
    unless the same words stand on a card already.
    """
    faults: list[LineError] = []
    new = changed = same = 0
    said = {plain_words(card.now.wording) for card in pen.deck.rules if card.now is not None}
    by_number: dict[int, int] = {}
    lines: list[str] = []
    pen.reserve(row.number for row in rows if row.number is not None)
    for row in rows:
        there = None if row.number is None else pen.deck.cards.get(rule_id(row.number))
        try:
            if row.number is not None and row.number in by_number:
                what = f"rule {row.number} stands in line {by_number[row.number]} already"
                faults.append(LineError(row.line, what))
            elif there is not None and there.now is not None:
                did = _update_rule(pen, there, row)
                changed, same = changed + bool(did), same + (not did)
                lines += [f"line {row.line}: rule {row.number}{did}"] if did else []
            elif row.number is None and plain_words(row.wording) in said:
                same += 1
            else:
                card = _write_new(pen, row)
                new += 1
                said.add(plain_words(row.wording))
                lines.append(f"line {row.line}: rule {card[1:]} is new: {row.wording.sentence}")
        except Illegal as problem:
            faults.append(LineError(row.line, f"{problem.message.rstrip('.')} ({problem.rule})"))
            break  # There is no room from here on: that is one fault, not ten thousand.
        if row.number is not None:
            by_number.setdefault(row.number, row.line)
    return ImportResult(new, changed, same, tuple(lines)), faults


def _write_new(pen: Pen, row: Row) -> str:
    card = pen.new_rule(
        row.wording,
        by=row.by,
        printed=row.printed,
        number=row.number,
        status=row.status or "proposed",
        withdrawn=row.retired is not None,
    )
    if row.retired is not None:
        pen.add(CardRetired(card=card, why=row.retired))
    return card


def _update_rule(pen: Pen, card: Card, row: Row) -> str:
    """Change a card of the box to what its row says; what changes, empty where nothing does."""
    now = card.in_force or card.now  # What an export would say of it.
    assert now is not None
    by = row.by or now.by  # An empty name says nothing of who signed it.
    exported = Wording._make(map(harmless, now.wording))
    if not has_same_words(exported, row.wording) or by not in (now.by, harmless(now.by)):
        if card.retired is not None:
            pen.bring_back(card)
        pen.revise(card._replace(retired=None), row.wording, by=by, status=row.status or "proposed")
    elif row.status is not None and _RANKS.index(row.status) > _RANKS.index(status_of(card, now)):
        pen.raise_status(card.id, now.number, row.status)
    elif not row.says_retired or (row.retired is None) is (card.retired is None):
        return ""
    elif row.retired is None:
        pen.bring_back(card)
    if row.retired is not None and card.retired is None:
        pen.retire(card, row.retired)
    if has_same_words(now.wording, row.wording):
        return " is brought up to its row"
    return f": {now.wording.sentence} → {row.wording.sentence}"

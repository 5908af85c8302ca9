"""Import and export rules, as CSV or one rule a line.

An export that is imported into an empty box gives the same export again. A file is imported whole
or not at all, and every error is named with its line.
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
"""The errors of `csv` for a cell that is not closed."""


class Row(NamedTuple):
    """A rule in a file; `line` is where its row begins, `status` None if the row has none."""

    line: int
    wording: Wording
    number: int | None = None
    printed: bool = False
    status: Status | None = None
    by: str = ""
    retired: str | None = None
    has_retired_column: bool = False


class LineError(NamedTuple):
    """What is wrong in a line, without a full stop."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class ParsedFile(NamedTuple):
    """What a file holds."""

    rows: list[Row]
    errors: list[LineError]


def read_rules(text: str, table: bool = False, printed: bool = False) -> ParsedFile:
    """Read rules: CSV if the first line is a header, else one rule a line.

    With `table`, it has to be CSV. Rows that name no origin are `printed` rules, if so. A byte
    order mark and any kind of line ends are fine.
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
    rows, errors = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if "\0" in line:
            errors.append(LineError(number, "holds a zero byte, so it is not text"))
        elif len(line) > LONGEST_TEXT:
            errors.append(
                LineError(number, f"has {len(line)} characters, and {LONGEST_TEXT} are kept")
            )
        elif line.strip():
            rows.append(Row(number, make_wording(text=line), printed=printed))
    return ParsedFile(rows, errors)


def _parse_table(text: str, separator: str, printed: bool) -> ParsedFile:
    lines = (f"{line}\n" for line in text.split("\n"))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows: list[Row] = []
    errors: list[LineError] = []
    try:
        names = [folded(name) for name in next(reader, [])]
    except csv.Error as problem:
        return ParsedFile([], [_csv_error(1, problem)])
    if not set(names) & set(_PARTS):
        return ParsedFile(
            [], [LineError(1, f"is not a header; the columns are {', '.join(COLUMNS)}")]
        )
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or len(set(names)) < len(names):
        what = f"there is no column “{short(unknown[0])}”" if unknown else "a column is there twice"
        return ParsedFile([], [LineError(1, f"{what}; the columns are {', '.join(COLUMNS)}")])
    begins = reader.line_num + 1
    try:
        for values in reader:
            if any(value.strip() for value in values):
                found = _parse_row(begins, names, list(map(unguarded, values)), printed)
                if isinstance(found, LineError):
                    errors.append(found)
                else:
                    rows.append(found)
            begins = reader.line_num + 1
    except csv.Error as problem:
        errors.append(_csv_error(begins, problem))
    return ParsedFile(rows, errors)


def _csv_error(line: int, problem: csv.Error) -> LineError:
    """The error of a row that is not CSV, from that line on."""
    if str(problem).startswith(_UNCLOSED):
        return LineError(line, "a quotation mark opens a cell that is never closed")
    return LineError(line, f"is not CSV from here on ({problem})")


def _parse_row(
    line: int, names: Sequence[str], values: Sequence[str], in_box: bool
) -> Row | LineError:
    """Read a row; one without an origin is printed if `in_box`."""
    if any("\0" in value for value in values):
        return LineError(line, "holds a zero byte, so it is not text")
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
        return LineError(line, "has a text as well as trigger, target or effect; use either")
    if not wording.text and not wording.effect:
        return LineError(line, "has no effect")
    origin, status = folded(cells.get("origin", "")), folded(cells.get("status", ""))
    if origin not in ("", "printed", "plain"):
        return LineError(line, f"“{short(origin)}” is not an origin: printed or plain")
    if status not in ("", "printed", *STATUSES):
        return LineError(line, f"“{short(status)}” is not a status: {', '.join(STATUSES)}")
    number = None
    if cells.get("rule", "").strip():
        number = whole(folded(cells["rule"]).removeprefix("r"), 1, 99_999)
        if number is None:
            return LineError(line, f"“{short(cells['rule'])}” is not the number of a rule")
    printed = "printed" in (origin, status) or (in_box and not origin and not status)
    if number is not None and number <= PRINTED_RULES and not printed:
        return LineError(line, f"rule {number} is a printed one, so its origin is not plain")
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
    """Rule cards as CSV with a header, each with its approved wording, or else the proposed one."""
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
    """The words of the rules in the deck, one a line."""
    there = ((card.in_force or card.now) for card in cards if not card.is_out)
    return "".join(f"{harmless(revision.wording.sentence)}\n" for revision in there if revision)


_RANKS = (*STATUSES, "printed")
STANDARD = "-"
"""Standard input or output instead of a file."""
SHOWN, SHOWN_CHANGES = 5, 20
"""How many warnings, and changes that would be made, are listed."""


class ImportResult(NamedTuple):
    """What an import did: numbers of rules, and lines about those that are new or changed."""

    new: int
    changed: int
    same: int
    lines: tuple[str, ...] = ()


class Defaults(NamedTuple):
    """What rows get that do not say it: a signature, a status, an origin."""

    by: str
    status: Status
    printed: bool = False


def import_file(
    shelf: BlankShelf, box_id: str, name: str, check: bool, defaults: Defaults
) -> Reply:
    """Import rules from a file; with `check`, only show what would happen.

    Raises Invalid with every line that is wrong.
    """
    file = shelf.file_name(name)
    parsed = read_rules(shelf.read_text(name), name.lower().endswith(".csv"), defaults.printed)
    if not parsed.rows and not parsed.errors:
        raise Invalid(f"{name} has no rules.", "One rule a line, or CSV with a header.")
    box = shelf.open(box_id)
    results: list[tuple[ImportResult, Pen]] = []

    def plan(pen: Pen) -> None:
        results.append((_import_parsed(pen, parsed, defaults, name, file), pen))

    if check:
        plan(Pen(box.now, box.log.events, Referee(shelf.house)))
        return _import_reply(box, *results[-1], name, file, imported=False)
    try:
        box = write_entry(shelf, box_id, plan).box
    except Refused:
        if not results or results[-1][1].drafts:
            raise  # otherwise, nothing was to be written
    return _import_reply(box, *results[-1], name, file, imported=True)


def _import_parsed(
    pen: Pen, parsed: ParsedFile, defaults: Defaults, name: str, file: str
) -> ImportResult:
    """Import the rows with their defaults. Raises Invalid with all errors."""
    rows = [
        row._replace(
            by=row.by or ("" if row.printed else defaults.by), status=row.status or defaults.status
        )
        for row in parsed.rows
    ]
    result, found = import_rows(pen, rows)
    errors = sorted([*parsed.errors, *found])
    if errors:
        count = counted(len(errors), "line")
        called = file.capitalize() if name == STANDARD else name
        raise Invalid(
            f"{called} has {count} that cannot be imported, so nothing was imported.",
            "Correct them and try again; `--check` only checks.",
            [str(fault) for fault in errors],
        )
    return result


def _import_reply(
    box: BlankBox, result: ImportResult, pen: Pen, name: str, file: str, *, imported: bool
) -> Reply:
    parts = zip(result[:3], ("new", "changed", "known already"), strict=True)
    many = listed([f"{number} {what}" for number, what in parts if number])
    line = f"All {result.same} rules of {file} are known already."
    if result.new or result.changed:
        line = f"{file}: {many}; {'imported' if imported else 'would be imported'}."
    details = [] if imported else list(result.lines[:SHOWN_CHANGES])
    if len(result.lines) > len(details) > 0:
        details.append(f"… and {len(result.lines) - len(details)} more")
    warnings = pen.warnings[:SHOWN]
    if len(pen.warnings) > SHOWN:
        warnings.append(f"{len(pen.warnings) - SHOWN} more warnings.")
    left = pen.plain_left
    return Reply(
        document=lambda: {
            "copy": box.id,
            "file": name,
            "taken_in": imported,
            "new": result.new,
            "changed": result.changed,
            "same": result.same,
            "told": result.lines,
            "plain_left": left,
        },
        lines=(*details, line, f"{box.now.title}: {counted(left, 'plain rule card')} left"),
        warnings=tuple(warnings),
    )


def export_file(shelf: BlankShelf, box: BlankBox, output: str | None) -> Reply:
    """Export all rules of a box as CSV, or to a `.txt` file one a line."""
    lines = output is not None and output.lower().endswith(".txt")
    rules = box.now.rules
    text = write_lines(rules) if lines else write_rules(rules)
    count = sum(not card.is_out for card in rules) if lines else len(rules)
    if output is not None and output != STANDARD:
        shelf.write_text(output, text, "rules.csv")
        sentence = "1 rule of {} is in {}." if count == 1 else f"{count} rules of {{}} are in {{}}."
        return Reply(
            document=lambda: {"copy": box.id, "file": output, "rules": count},
            lines=(sentence.format(box.now.title, shelf.file_name(output)),),
        )
    return Reply(document=lambda: {"copy": box.id, "rules": count, "csv": text}, text=text)


# Write what was read


def import_rows(pen: Pen, rows: Sequence[Row]) -> tuple[ImportResult, list[LineError]]:
    """Write all rows with the pen, except those that the box has already.

    A row with the number of a rule changes that rule. A row without a number is a new rule, unless
    a card has the same words.
    """
    errors: list[LineError] = []
    new = changed = same = 0
    known_words = {plain_words(card.now.wording) for card in pen.deck.rules if card.now is not None}
    by_number: dict[int, int] = {}
    lines: list[str] = []
    pen.reserve(row.number for row in rows if row.number is not None)
    for row in rows:
        there = None if row.number is None else pen.deck.cards.get(rule_id(row.number))
        try:
            if row.number is not None and row.number in by_number:
                what = f"rule {row.number} is in line {by_number[row.number]} already"
                errors.append(LineError(row.line, what))
            elif there is not None and there.now is not None:
                did = _update_rule(pen, there, row)
                changed, same = changed + bool(did), same + (not did)
                lines += [f"line {row.line}: rule {row.number}{did}"] if did else []
            elif row.number is None and plain_words(row.wording) in known_words:
                same += 1
            else:
                card = _write_new(pen, row)
                new += 1
                known_words.add(plain_words(row.wording))
                lines.append(f"line {row.line}: rule {card[1:]} is new: {row.wording.sentence}")
        except Illegal as problem:
            errors.append(LineError(row.line, f"{problem.message.rstrip('.')} ({problem.rule})"))
            break  # no room from here on: one error is enough
        if row.number is not None:
            by_number.setdefault(row.number, row.line)
    return ImportResult(new, changed, same, tuple(lines)), errors


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
    """Change a card to its row; return what changed, or empty."""
    now = card.in_force or card.now  # as in an export
    assert now is not None
    by = row.by or now.by  # an empty name changes nothing
    exported = Wording._make(map(harmless, now.wording))
    if not has_same_words(exported, row.wording) or by not in (now.by, harmless(now.by)):
        if card.retired is not None:
            pen.bring_back(card)
        pen.revise(card._replace(retired=None), row.wording, by=by, status=row.status or "proposed")
    elif row.status is not None and _RANKS.index(row.status) > _RANKS.index(status_of(card, now)):
        pen.raise_status(card.id, now.number, row.status)
    elif not row.has_retired_column or (row.retired is None) is (card.retired is None):
        return ""
    elif row.retired is None:
        pen.bring_back(card)
    if row.retired is not None and card.retired is None:
        pen.retire(card, row.retired)
    if has_same_words(now.wording, row.wording):
        return " has the status of its row now"
    return f": {now.wording.sentence} → {row.wording.sentence}"

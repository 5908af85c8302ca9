"""`companion blank rule import` and `export`: rules in bulk, all of them or none."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.cells import harmless
from companion.core.event import Referee
from companion.core.names import counted, listed
from companion.core.reply import Reply
from companion.errors import Illegal, Invalid, Refused
from companion.games.blank.approval import bring_back, retire
from companion.games.blank.box_entries import RETIRED, Retired
from companion.games.blank.boxes import BlankShelf, Home, write
from companion.games.blank.cards import (
    STATUSES,
    Card,
    Revision,
    Status,
    Wording,
    plain_words,
    rule_id,
    same_words,
    status_of,
)
from companion.games.blank.pen import Pen
from companion.games.blank.rule_files import (
    Fault,
    Parsed,
    Row,
    read_rules,
    write_lines,
    write_rules,
)

STANDARD = "-"
"""Standard input and output, in place of a file."""
SHOWN, SHOWN_CHANGES = 5, 20
"""So many warnings, and changes that would be made, are told one by one."""


class Taken(NamedTuple):
    """What an import did, in numbers of rules; and in words, what is new or different."""

    new: int
    changed: int
    same: int
    told: tuple[str, ...] = ()


class Said(NamedTuple):
    """What is told of all rules of a file, for rows that do not say: whose, how far, or printed."""

    by: str
    status: Status
    printed: bool = False


def import_file(shelf: BlankShelf, box_id: str, name: str, check: bool, said: Said) -> Reply:
    """Take in the rules of a file; with `check`, only tell what would happen.

    Raises Invalid with every line that is wrong.
    """
    file = shelf.file_name(name)
    parsed = read_rules(shelf.read_text(name), name.lower().endswith(".csv"), said.printed)
    parsed = _filled_in(parsed, said)
    if not parsed.rows and not parsed.faults:
        raise Invalid(f"{name} holds no rule.", "One rule a line, or CSV with a header.")
    if check:
        box = shelf.open(box_id)
        pen = Pen(box.now, box.log.events, Referee(shelf.house))
        taken = _take(pen, parsed, name, file)
        return _reply(box, taken, pen, name, file, "would be taken in")
    results: list[tuple[Taken, Pen]] = []

    def plan(pen: Pen) -> None:
        results.append((_take(pen, parsed, name, file), pen))

    box = shelf.open(box_id)
    try:
        box = write(shelf, box_id, plan).box
    except Refused:
        if not results or results[-1][1].drafts:
            raise  # Not because there was nothing to be done.
    return _reply(box, *results[-1], name, file, "taken in")


def _filled_in(parsed: Parsed, said: Said) -> Parsed:
    rows = [
        row._replace(
            by=row.by or ("" if row.printed else said.by), status=row.status or said.status
        )
        for row in parsed.rows
    ]
    return Parsed(rows, parsed.faults)


def _take(pen: Pen, parsed: Parsed, name: str, file: str) -> Taken:
    taken, faults = take_in(pen, parsed.rows)
    _require_faultless(sorted([*parsed.faults, *faults]), name, file)
    return taken


def _require_faultless(faults: Sequence[Fault], name: str, file: str) -> None:
    if faults:
        count = counted(len(faults), "line")
        called = file.capitalize() if name == STANDARD else name
        raise Invalid(
            f"{called} has {count} that cannot be taken in, so nothing was.",
            "Mend them, and try again; `--check` only looks.",
            [str(fault) for fault in faults],
        )


def _reply(box: Home, taken: Taken, pen: Pen, name: str, file: str, verb: str) -> Reply:
    parts = zip(taken[:3], ("new", "changed", "known already"), strict=True)
    many = listed([f"{number} {what}" for number, what in parts if number])
    if taken.new or taken.changed:
        line = f"{file}: {many}; {verb}."
    else:
        line = f"All {taken.same} rules of {file} are known already."
    details = list(taken.told[:SHOWN_CHANGES]) if verb != "taken in" else []
    if len(taken.told) > len(details) > 0:
        details.append(f"… and {len(taken.told) - len(details)} more")
    warnings = pen.warnings[:SHOWN]
    if len(pen.warnings) > SHOWN:
        warnings.append(f"{len(pen.warnings) - SHOWN} more of that kind.")
    left = pen.plain_left
    return Reply(
        document=lambda: {
            "copy": box.id,
            "file": name,
            "taken_in": verb == "taken in",
            **taken._asdict(),
            "plain_left": left,
        },
        lines=(*details, line, f"{box.now.title}: {counted(left, 'plain rule card')} left"),
        warnings=tuple(warnings),
    )


def export_file(shelf: BlankShelf, box: Home, output: str | None) -> Reply:
    """All rules of a box: as CSV on standard output, or into a file; `.txt` has a rule a line."""
    lines = output is not None and output.lower().endswith(".txt")
    rules = box.now.rules
    text = write_lines(rules) if lines else write_rules(rules)
    count = sum(not card.out for card in rules) if lines else len(rules)
    if output is not None and output != STANDARD:
        shelf.write_text(output, text, "rules.csv")
        said = "1 rule of {} is in {}." if count == 1 else f"{count} rules of {{}} are in {{}}."
        return Reply(
            document=lambda: {"copy": box.id, "file": output, "rules": count},
            lines=(said.format(box.now.title, shelf.file_name(output)),),
        )
    return Reply(document=lambda: {"copy": box.id, "rules": count, "csv": text}, text=text)


# What is taken in


def take_in(pen: Pen, rows: Sequence[Row]) -> tuple[Taken, list[Fault]]:
    """Write all rows with the pen; what is in the box already is left as it is.

    A row with the number of a rule that is there changes that rule; one without is a new rule,
    unless the same words stand on a card already.
    """
    faults: list[Fault] = []
    new = changed = same = 0
    said = {plain_words(card.now.wording) for card in pen.deck.rules if card.now is not None}
    by_number: dict[int, int] = {}
    told: list[str] = []
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
                if did:
                    told.append(_difference(there, row))
            elif row.number is None and plain_words(row.wording) in said:
                same += 1
            else:
                card = _write_new(pen, row)
                new += 1
                said.add(plain_words(row.wording))
                told.append(f"line {row.line}: rule {card[1:]} is new: {row.wording.sentence}")
        except Illegal as problem:
            faults.append(Fault(row.line, f"{problem.message.rstrip('.')} ({problem.rule})"))
            break  # There is no room from here on: that is one fault, not ten thousand.
        if row.number is not None:
            by_number.setdefault(row.number, row.line)
    return Taken(new, changed, same, tuple(told)), faults


def _difference(card: Card, row: Row) -> str:
    """What a row changes, in a line."""
    now = card.agreed or card.now
    assert now is not None
    if same_words(now.wording, row.wording):
        return f"line {row.line}: rule {card.number} is brought up to its row"
    return f"line {row.line}: rule {card.number}: {now.wording.sentence} → {row.wording.sentence}"


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
        pen.add(RETIRED, Retired(card=card, why=row.retired))
    return card


def _bring_up_to(pen: Pen, card: Card, row: Row) -> bool:
    """Change a card of the box to what its row says; whether there was anything to change."""
    now = card.agreed or card.now  # What an export would say of it.
    assert now is not None
    by = row.by or now.by  # An empty name says nothing of who signed it.
    as_told = Wording._make(map(harmless, now.wording))
    if not same_words(as_told, row.wording) or by not in (now.by, harmless(now.by)):
        if card.retired is not None:
            bring_back(pen, card)
        pen.revise(card._replace(retired=None), row.wording, by=by, status=row.status or "proposed")
    elif row.status is not None and STATUSES.index(row.status) > _rank(card, now):
        pen.bring_to(card.id, now.number, row.status)
    elif not row.says_retired or (row.retired is None) is (card.retired is None):
        return False
    elif row.retired is None:
        bring_back(pen, card)
    if row.retired is not None and card.retired is None:
        retire(pen, card, row.retired)
    return True


def _rank(card: Card, revision: Revision) -> int:
    status = status_of(card, revision)
    return len(STATUSES) if status == "printed" else STATUSES.index(status)

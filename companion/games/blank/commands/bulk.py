"""`rule import` and `rule export`: files in and out, all of it or nothing."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import counted, listed
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.games.blank.bulk import Taken, take_in
from companion.games.blank.cards import Status
from companion.games.blank.commands.boxes import write
from companion.games.blank.game import GAME
from companion.games.blank.pen import Pen
from companion.games.blank.rule_files import (
    Fault,
    Parsed,
    read_rules,
    write_lines,
    write_rules,
)
from companion.table.copies import OpenCopy, open_copy
from companion.table.desk import Desk
from companion.table.files import (
    RULES,
    STANDARD,
    read_text,
    require_not_ours,
    short_name,
    write_text,
)

SHOWN, SHOWN_CHANGES = 5, 20
"""So many warnings, and changes that would be made, are told one by one."""


class Told(NamedTuple):
    """What is told of all rules of a file, for rows that do not say: whose, how far, or printed."""

    by: str
    status: Status
    printed: bool = False


def import_file(desk: Desk, copy_id: str, name: str, check: bool, told: Told) -> Reply:
    """Take in the rules of a file; with `check`, only tell what would happen.

    Raises Invalid with every line that is wrong.
    """
    parsed = read_rules(read_text(name, RULES), name.lower().endswith(".csv"), told.printed)
    parsed = _filled_in(parsed, told)
    if not parsed.rows and not parsed.faults:
        raise Invalid(f"{name} holds no rule.", "One rule a line, or CSV with a header.")
    if check:
        box = open_copy(desk, GAME, copy_id)
        pen = Pen(box.reference, box.log.events, Referee(desk.house))
        taken = _take(pen, parsed, name)
        return _reply(box, taken, pen, name, "would be taken in")
    results: list[tuple[Taken, Pen]] = []

    def plan(pen: Pen) -> None:
        results.append((_take(pen, parsed, name), pen))

    box = open_copy(desk, GAME, copy_id)
    try:
        box = write(desk, copy_id, plan).copy
    except Refused:
        if not results or results[-1][1].drafts:
            raise  # Not because there was nothing to be done.
    return _reply(box, *results[-1], name, "taken in")


def _filled_in(parsed: Parsed, told: Told) -> Parsed:
    rows = [
        row._replace(
            by=row.by or ("" if row.printed else told.by),
            status=row.status or told.status,
        )
        for row in parsed.rows
    ]
    return Parsed(rows, parsed.faults)


def _take(pen: Pen, parsed: Parsed, name: str) -> Taken:
    taken, faults = take_in(pen, parsed.rows)
    _require_faultless(sorted([*parsed.faults, *faults]), name)
    return taken


def _require_faultless(faults: Sequence[Fault], name: str) -> None:
    if faults:
        count = counted(len(faults), "line")
        file = short_name(name).capitalize() if name == STANDARD else name
        raise Invalid(
            f"{file} has {count} that cannot be taken in, so nothing was.",
            "Mend them, and try again; `--check` only looks.",
            [str(fault) for fault in faults],
        )


def _reply(box: OpenCopy, taken: Taken, pen: Pen, name: str, verb: str) -> Reply:
    file = short_name(name)
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
            "copy": box.ref.id,
            "file": name,
            "taken_in": verb == "taken in",
            **taken._asdict(),
            "plain_left": left,
        },
        lines=(
            *details,
            line,
            f"{box.reference.title}: {counted(left, 'plain rule card')} left",
        ),
        warnings=tuple(warnings),
    )


def export_file(box: OpenCopy, output: str | None) -> Reply:
    """All rules of a box: as CSV on standard output, or into a file; `.txt` has a rule a line."""
    if output is not None and output != STANDARD:
        require_not_ours(output, "rules.csv")
    lines = output is not None and output.lower().endswith(".txt")
    rules = box.reference.rules
    text = write_lines(rules) if lines else write_rules(rules)
    count = sum(not card.out for card in rules) if lines else len(rules)
    if output is not None and output != STANDARD:
        write_text(output, text)
        said = "1 rule of {} is in {}." if count == 1 else f"{count} rules of {{}} are in {{}}."
        return Reply(
            document=lambda: {"copy": box.ref.id, "file": output, "rules": count},
            lines=(said.format(box.reference.title, short_name(output)),),
        )
    return Reply(document=lambda: {"copy": box.ref.id, "rules": count, "csv": text}, text=text)

"""The log as people read it: every entry with its number, those taken back too."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.event import House
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.table.desk import Desk
from companion.table.folding import Entry, entries

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text


def show_log(desk: Desk, last: str | None = None) -> Reply:
    """All entries with the numbers that `undo` takes, or the `last` so many. Raises Invalid."""
    newest = 0 if last is None else whole(last, 1, 9999)
    if newest is None:
        raise Invalid(f"“{short(last or '')}” is no number of entries.", "Such as `--last 10`.")
    play = desk.open()
    told = entries(play.game, play.log, play.reference)[-newest:]
    return Reply(
        document=lambda: {
            "play": play.ref.id,
            "group": play.ref.group,
            "entries": [entry_record(entry) for entry in told],
        },
        blocks=lambda: log_blocks(
            play.game.called(play.state), f"{play.ref.group} · {play.ref.id}", told
        ),
    )


def entry_record(entry: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    return {
        "entry": entry.number,
        "text": "; ".join(entry.lines),
        "lines": list(entry.lines),
        "at": entry.at,
        "undone": entry.undone,
        "house": entry.house or None,
        "overruled": list(entry.overruled),
        "by": entry.by or None,
        "kept": None
        if entry.kept is None
        else {"why": entry.kept.why, "rules": list(entry.kept.rules)},
    }


def log_blocks(title: str, where: str, told: Sequence[Entry]) -> "list[Block]":
    """A log as a table, what was taken back marked."""
    from companion.core.blocks import Column, Heading, Span, Table

    rows: list[tuple[Text, ...]] = []
    for entry in told:
        text: list[str | Span] = [Span("; ".join(entry.lines), "muted" if entry.undone else "")]
        if entry.by:
            text.append(Span(f" (entered by {short(entry.by)})", "muted"))
        if entry.house:
            text.append(Span(f" ({_house(House(entry.house, entry.overruled))})", "warning"))
        by = "" if entry.kept is None else f" by {_house(entry.kept)}"
        if entry.undone:
            text.append(Span(f" (taken back{by})", "bad"))
        elif by:
            text.append(Span(f" (brought back{by})", "warning"))
        rows.append((Span(str(entry.number), "muted"), tuple(text)))
    heading = Heading(f"Log of {title}", where)
    table = Table((Column("", "right", heard="No."), Column("Entry", wraps=True)), tuple(rows))
    return [heading, table]


def _house(house: House) -> str:
    against = f" against {', '.join(house.rules)}" if house.rules else ""
    return f"house rule{against}: {house.why}"

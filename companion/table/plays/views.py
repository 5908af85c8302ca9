"""`table` and `log`, drawn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.event import House
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.outcome import won
from companion.core.reply import Reply
from companion.core.seats import names_as_typed
from companion.errors import Invalid
from companion.table.desk import Desk
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import Entry, entries

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text


def table(desk: Desk) -> Reply:
    """Show the table, and what to do next."""
    play = desk.open()
    return Reply(document=play.document, blocks=lambda: table_blocks(play))


def table_blocks(play: OpenPlay) -> "list[Block]":
    """Heading, view and next steps of a play."""
    from companion.core.blocks import Heading, Steps

    state = play.state
    where = f"{play.ref.group} · {play.ref.id} · {_where(play)}"
    blocks: list[Block] = [Heading(play.game.called(state), where), *won(play)]
    blocks += play.game.view(state, play.reference)
    steps = [*play.game.todo(state, play.reference), *_another(play)]
    return [*blocks, Steps(tuple(steps))] if steps else blocks


def _another(play: OpenPlay) -> list[str]:
    """The command that begins another game with the same players, once a play is over."""
    if play.state.status == "live":
        return []
    options = play.game.start_again(play.state)
    what, who = play.game.started_as(play.state), names_as_typed(play.state.seats)
    command = ["companion start", what, who, *options]
    return [f"Another game: `{' '.join(command)}`."]


def _where(play: OpenPlay) -> str:
    if play.state.status != "live":
        rounds = play.game.rounds_played(play.state)
        when = f" in round {rounds}" if rounds is not None else ""
        return f"{play.state.status}{when}"
    return play.game.where(play.state)


def show_log(desk: Desk, last: str | None = None) -> Reply:
    """Show all entries, or the `last` few, with the numbers that `undo` takes. Raises Invalid."""
    newest = 0 if last is None else whole(last, 1, 9999)
    if newest is None:
        raise Invalid(f"“{short(last or '')}” is not a number of entries.", "Such as `--last 10`.")
    play = desk.open()
    newest_entries = entries(play.game, play.log, play.reference)[-newest:]
    return Reply(
        document=lambda: {
            "play": play.ref.id,
            "group": play.ref.group,
            "entries": [entry_record(entry) for entry in newest_entries],
        },
        blocks=lambda: log_blocks(
            play.game.called(play.state), f"{play.ref.group} · {play.ref.id}", newest_entries
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


def log_blocks(title: str, where: str, entries: Sequence[Entry]) -> "list[Block]":
    """A log as a table; undone entries are marked."""
    from companion.core.blocks import Column, Heading, Span, Table

    rows: list[tuple[Text, ...]] = []
    for entry in entries:
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
    table = Table((Column("", "right", read_aloud="No."), Column("Entry", wraps=True)), tuple(rows))
    return [heading, table]


def _house(house: House) -> str:
    against = f" against {', '.join(house.rules)}" if house.rules else ""
    return f"house rule{against}: {house.why}"

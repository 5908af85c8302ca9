"""The sheet as blocks and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.blocks import Block, Column, Fit, Paragraph, Span, Table, Text
from companion.core.names import capital, short
from companion.core.numbers import score
from companion.games.sheet.state import SheetState

_SORTED_FROM = 7
"""With this many sides or more, the best come first."""
_MOST_ACROSS = 12
"""Up to this many lines are shown as columns; more are shown as rows."""


def view(state: SheetState, reference: Any) -> list[Block]:
    """How it is scored, and the sheet, with sides as rows or as columns."""
    about = list(_about(state))
    lines, sides = _lines_shown(state), _sides_in_order(state)
    names = [_names(state)[side] for side in sides]
    if any(short(name) != name for name in names):  # of a large team: once, above the sheet
        about.append(Paragraph("; ".join(names)))
        names = [state.side_name(side) for side in sides]
    people: list[Text] = [Span(name, "name") for name in names]
    totals = [score(state.points(state.total(side))) for side in sides]
    titles = [_title(state, line) for line in lines]
    each = [[_cells(state, line)[side] for side in sides] for line in lines]
    down = tuple((title, *cells) for title, cells in zip(titles, each, strict=True))
    sum_of = (Span("Total", "strong"), *(Span(total, "strong") for total in totals))
    across = tuple(
        (name, *(cells[place] for cells in each), Span(totals[place], "strong"))
        for place, name in enumerate(people)
    )
    what = "Column" if state.scoring.columns else "Round"
    long = Table((Column(what), *(Column(short(name), "right") for name in names)), (*down, sum_of))
    wide = Table(
        (
            Column(read_aloud="Side"),
            *(Column(title, "right") for title in titles),
            Column("Total", "right"),
        ),
        across,
    )
    plain = Table(
        (Column(read_aloud="Side"), Column("Total", "right")),
        tuple((name, Span(total, "strong")) for name, total in zip(people, totals, strict=True)),
    )
    if not lines:
        return [*about, plain]
    tables = (wide, long, plain) if len(lines) <= _MOST_ACROSS else (long, plain)
    return [*about, Fit(tables)]


def _about(state: SheetState) -> Iterator[Block]:
    """How it is scored; and who has the marker, if the sides are sorted by points."""
    words = state.scoring.in_words
    if len(state.sides) >= _SORTED_FROM and state.status == "live" and not state.scoring.columns:
        words = [*words, f"{state.name(state.first)} has the first-player marker"]
    if words:
        yield Paragraph(Span("; ".join(words), "muted"))


def _sides_in_order(state: SheetState) -> Sequence[int]:
    """The sides as they are shown: of many, the best first."""
    sides = range(len(state.sides))
    if len(sides) < _SORTED_FROM:
        return sides
    best_first = 1 if state.scoring.lowest else -1
    there = state.present_sides
    return sorted(sides, key=lambda side: (side not in there, best_first * state.total(side)))


def _lines_shown(state: SheetState) -> Sequence[int]:
    """The lines that are shown: all columns, or the rounds up to the last one with points."""
    last = len(state.lines)
    if state.scoring.columns:
        last = max(last, len(state.scoring.columns))
    return range(1, last + 1)


def _title(state: SheetState, line: int) -> str:
    return capital(state.scoring.line(line)) if state.scoring.columns else str(line)


def _cells(state: SheetState, line: int) -> tuple[Text, ...]:
    open_line = line not in state.closed
    role = "active" if open_line and line == state.round and state.status == "live" else ""
    return tuple(
        Span("–" if cell is None else score(state.points(cell)), role)  # type: ignore[arg-type]
        for cell in state.cells(line)
    )


def _names(state: SheetState) -> list[str]:
    """The names of the sides, with the players of a team."""
    if not (state.scoring.teams or state.scoring.coop):
        return [
            f"{state.side_name(side)}{'' if side in state.present_sides else ' (left)'}"
            for side in range(len(state.sides))
        ]
    return [
        f"{state.side_name(side)} ({', '.join(state.name(seat) for seat in seats)})"
        for side, seats in enumerate(state.sides)
    ]


def report(state: SheetState, reference: Any) -> dict[str, Any]:
    """What the play adds to `table --json`."""
    scoring = state.scoring
    return {
        "title": scoring.title,
        "target": scoring.target,
        "lowest": scoring.lowest,
        "rounds": scoring.rounds,
        "columns": list(scoring.columns),
        "coop": scoring.coop,
        "decimals": scoring.decimals,
        "teams": [
            {"name": team.name, "players": [state.name(seat) for seat in team.seats]}
            for team in scoring.teams
        ],
        "lines": [
            {
                "name": scoring.line(line),
                "closed": line in state.closed,
                "points": [_known(state, cell) for cell in state.cells(line)],
            }
            for line in _lines_shown(state)
        ],
        "sides": [state.side_name(side) for side in range(len(state.sides))],
    }


def _known(state: SheetState, cell: int | None) -> int | float | None:
    return None if cell is None else state.points(cell)

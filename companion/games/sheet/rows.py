"""`sheet row`: a line of the sheet as it is typed, and as it is written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, NamedTuple

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import capital, listed, nearest, short
from companion.core.names import found as found_name
from companion.core.numbers import change_of, score, whole
from companion.core.offer import is_word, said
from companion.core.param import Arguments, Candidate, Incomplete
from companion.core.play import require_live
from companion.core.seats import is_somebody
from companion.core.shapes import each_seat, maybe, whole_from
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.sheet.end import settle_after_change, settle_now
from companion.games.sheet.points import (
    MOST_LINES,
    POINTS,
    amounts,
    require_line,
    require_present,
    units_of,
)
from companion.games.sheet.state import SheetState, side_called, with_cells

if TYPE_CHECKING:
    from companion.core.offer import Trial

_NUMBER = re.compile(r"[+\-−]?\d+(?:[.,]\d+)?(?:[+\-−]\d+(?:[.,]\d+)?)*")


# A line of all


class RowWritten(Fact[SheetState], kind="row.written", after_end=True):
    """What several have in a line; null for the others, and for all but the first of a team."""

    line: Annotated[int, whole_from(1, MOST_LINES)]
    points: Annotated[Sequence[float | None], each_seat(maybe(POINTS))]

    def units(self, state: SheetState) -> dict[int, int]:
        """What each side has in it, in the sheet's unit."""
        each = enumerate(self.points)
        return {state.side_of(at): units_of(state, it) for at, it in each if it is not None}

    def check(self, state: SheetState, referee: Referee) -> None:
        """Refuse a line that the sheet does not have, and points of somebody who has left."""
        require_line(state, self.line, referee)
        if self.line not in state.closed:
            require_present(state, self.units(state))
        if state.status != "live" and self.line not in state.written:
            require_live(state)

    def apply(self, state: SheetState) -> SheetState:
        return with_cells(state, self.line, self.units(state), added=False)

    def describe(self, before: SheetState, after: SheetState) -> str:
        cells = before.cells(self.line)
        each = []
        for side, units in self.units(before).items():
            was = cells[side]
            had = "" if was is None or was == units else f"{score(before.points(was))} → "
            each.append(f"{before.side_name(side)} {had}{score(before.points(units))}")
        return f"{before.scoring.line(self.line)}: {', '.join(each)}"


# `sheet row`: the words


class Row(NamedTuple):
    """A row as it was typed: which line, and the points of each side."""

    line: int
    points: Mapping[int, int | float]


def read_row(state: SheetState, words: Sequence[str]) -> Row:
    """`ana=12 ben=9+3`, `ana 12 ben 9`, `12 9`, a round or a column in front.

    Raises Invalid, Incomplete, NotFound or Ambiguous.
    """
    line, rest = _line_of(state, list(words))
    pairs: list[tuple[str, str]] = []
    bare: list[str] = []
    name = ""
    for word in rest:
        left, equals, right = word.partition("=")
        if name and _is_number(word):
            pairs.append((name, word))
            name = ""
        elif name:
            raise _how(state, f"How many points for {name}?")
        elif equals and not right:
            raise Incomplete(f"How many points for {left}?", f"`{left}=12`")
        elif equals:
            pairs.append((left, right))
        elif _is_number(word):
            bare.append(word)
        else:
            name = word
    if name:
        raise Incomplete(f"How many points for {name}?", f"`{name}=12`")
    if bare and not pairs and len(bare) == len(state.present):
        each = [_points(state, word) for word in bare]
        return Row(line, dict(zip(state.present, each, strict=True)))
    if bare:
        raise _how(state, f"Whose points are {listed(bare)}? {len(state.present)} are needed.")
    found: dict[int, int | float] = {}
    for who, points in pairs:
        side = side_called(state, who)
        if side in found:
            raise Invalid(
                f"{capital(state.side_name(side))} is there twice in one line.", "Leave one out."
            )
        found[side] = _points(state, points)
    if not found:
        where = f" in {state.scoring.line(line)}" if words else ""
        raise Incomplete(f"Whose points{where}?", _example(state, line))
    return Row(line, found)


def _line_of(state: SheetState, words: list[str]) -> tuple[int, list[str]]:
    """Which line is meant: the one that the words begin with, or the one that is open.

    Raises Invalid; Refused where the play is over and no line is named.
    """
    line, rest = _named_line(state, words)
    if line is None:
        require_live(state)
    return line or state.round, rest


def _named_line(state: SheetState, words: list[str]) -> tuple[int | None, list[str]]:
    """The line that the words begin with, if they do, and the words behind it. Raises Invalid."""
    if not words:
        return None, words
    head, behind = words[0], words[1:]
    number = whole(head, 1, MOST_LINES)
    if number is None:
        named = None if "=" in head or is_somebody(state.seats, head) else _column(state, head)
        points_follow = bool(behind) and _is_number(behind[0]) and _is_side(state, head)
        near = nearest(head, state.scoring.columns, 0.6)
        if named is None and near and "=" not in head and not _is_side(state, head):
            raise NotFound(f"No column is called “{short(head)}”.", f"Did you mean {near[0]}?")
        return (None, words) if named is None or points_follow else (named, behind)
    line = state.round
    # Of one player alone, `row 1` means points, unless round 1 has none.
    earlier = number != line and (len(state.present) > 1 or bool(state.missing(number)))
    if not behind and number in state.open_lines and (earlier or state.status != "live"):
        return number, behind
    in_front = sum(map(_is_number, words)) == len(words) == len(state.present) + 1
    if not (in_front or (behind and not _is_number(behind[0]))):
        return None, words
    if number > line and number not in state.closed and not state.scoring.columns:
        require_live(state)
        raise Invalid(
            f"Round {number} comes later: round {line} is next.",
            f"Leave the number out for round {line}.",
        )
    return number, behind


def _column(state: SheetState, text: str) -> int | None:
    """The number of the column of that name. Raises Ambiguous."""
    columns = state.scoring.columns
    name = found_name(text, columns, lambda column: (column, column.replace(" ", "-")))
    return None if name is None else columns.index(name) + 1


def _column_word(state: SheetState, number: int) -> str:
    """How a column is typed: in a word of its name that no other has, or by its number."""
    for word in state.scoring.line(number).casefold().split():
        with suppress(Ambiguous):
            known = is_word(word) and not is_somebody(state.seats, word) and whole(word, 0, 999)
            if known is None and _column(state, word) == number:
                return word
    return str(number)


def _is_side(state: SheetState, text: str) -> bool:
    return any(name.startswith(text) for name in (seat.handle for seat in state.seats))


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _points(state: SheetState, text: str) -> int | float:
    if not _is_number(text.strip()):
        raise _how(state, f"“{short(text)}” is not a number of points.")
    typed = text.strip().replace("−", "-").removeprefix("+")
    if not state.scoring.decimals and ("." in typed or "," in typed):
        raise Invalid(
            f"“{short(text)}” is not a number of points here: they are whole.",
            "`companion sheet set --decimals` lets this sheet have decimals.",
        )
    return change_of(f"={typed}", amounts(state))[1]


def _example(state: SheetState, line: int | None = None) -> str:
    each = [f"{state.typed(side)}={12 - 3 * side % 10}" for side in range(len(state.sides))]
    return f"`companion sheet row {f'{line} ' if line else ''}{' '.join(each[:6])}`"


def _how(state: SheetState, what: str) -> Invalid:
    return Invalid(what, _example(state))


def _row_words(trial: "Trial[SheetState]", args: Arguments[SheetState]) -> Iterator[Candidate]:
    """Lines with room, in front; everybody, those first who have nothing in the line; then lines
    to be corrected, the newest first."""
    state, words = trial.state, args.words_of("row")
    if not words:
        yield from _line_words(state, state.with_room)
    if words or state.status == "live":
        yield from _side_words(state, words)
    if not words:
        full = (line for line in state.open_lines if line not in state.with_room)
        yield from _line_words(state, sorted(full, reverse=True))


def _line_words(state: SheetState, lines: Sequence[int]) -> Iterator[Candidate]:
    for line in lines:
        if state.scoring.columns:
            yield _column_word(state, line), state.scoring.line(line)
        elif line != state.round or state.status != "live":
            yield str(line), state.scoring.line(line)


def _side_words(state: SheetState, words: Sequence[str]) -> Iterator[Candidate]:
    line, rest = _line_of(state, list(words))
    named = {word.partition("=")[0] for word in rest}
    cells = state.cells(line)
    for side in sorted(range(len(cells)), key=lambda side: cells[side] is not None):
        word, cell = state.typed(side), cells[side]
        # Below the last line of a full sheet, nobody has a cell.
        there = line in state.open_lines and (side in state.present or line in state.closed)
        if there and is_word(word) and word not in named:
            has = "" if cell is None else f"now {score(state.points(cell))}"
            yield f"{word}=", said(state.side_name(side), has)


ARow = Annotated[
    Row,
    words(
        read_row,
        name="NAME=POINTS...",
        candidates=_row_words,
        metavar="[LINE] NAME=POINTS...",
        whose=lambda state, row: state.seats_of(row.points),
        help="Everybody's points in this round, or in another, or a column.",
    ),
]


@verb("a line of the sheet: everybody's points", name="row", after_end=True)
def write_row(action: Action[SheetState], row: ARow) -> None:
    """Write a line of the sheet: everybody's points.

    It is the round that comes next. Numbers alone are everybody's in seat order; sums are added up.
    A column is named in front, and so is an earlier round: that corrects what is there, also when
    the play is over.

    \b
    Examples:
      companion sheet row ana=12 ben=9 cho=0
      companion sheet row 12 9 0
      companion sheet row ana=10+15-5 ben=9 cho=0
      companion sheet row 2 cho=7                   corrects round 2
      companion sheet row farms ana=8 ben=5
    """
    state, cells = action.state, action.state.cells(row.line)
    if not row.points:
        raise _how(state, "Whose points?")
    if all(cells[side] == units_of(state, points) for side, points in row.points.items()):
        raise Invalid(
            f"{capital(state.scoring.line(row.line))} says that already.",
            "Nothing need be entered. `companion table` shows the sheet.",
        )
    points: list[float | None] = [None] * len(state.seats)
    for side, each in row.points.items():
        points[state.sides[side][0]] = each
    action.add(RowWritten(line=row.line, points=points))
    if row.line in state.closed or state.status != "live":
        settle_after_change(action, state)
    elif row.line in action.state.closed:
        settle_now(action)

"""`sheet row`: a line of the sheet, as it is typed and recorded."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import capital, counted, listed, nearest, short
from companion.core.names import found as find_name
from companion.core.numbers import change_of, score, whole
from companion.core.offer import about_line, is_word
from companion.core.param import Arguments, Candidate, Incomplete
from companion.core.play import require_live
from companion.core.seats import is_somebody
from companion.core.shapes import each_seat, maybe, whole_from
from companion.core.value import Annotated
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.sheet.end import end_if_over, update_end
from companion.games.sheet.points import (
    MOST_LINES,
    POINTS,
    amounts,
    require_line,
    require_present,
    to_units,
)
from companion.games.sheet.state import SheetState, find_side, write_cells

if TYPE_CHECKING:
    from companion.core.offer import Trial

_NUMBER = re.compile(r"[+\-−]?\d+(?:[.,]\d+)?(?:[+\-−]\d+(?:[.,]\d+)?)*")


# What is recorded


class RowWritten(Fact[SheetState], kind="row.written", after_end=True):
    """Points of several sides in a line; null for others, and for all but the first of a team."""

    line: Annotated[int, whole_from(1, MOST_LINES)]
    points: Annotated[Sequence[float | None], each_seat(maybe(POINTS))]

    def units(self, state: SheetState) -> dict[int, int]:
        """The points of each side, in the sheet's unit."""
        return {
            state.side_of(seat): to_units(state, points)
            for seat, points in enumerate(self.points)
            if points is not None
        }

    def check(self, state: SheetState, referee: Referee) -> None:
        require_line(state, self.line, referee)
        if self.line not in state.closed:
            require_present(state, self.units(state))
        if state.status != "live" and self.line not in state.existing_lines:
            require_live(state)

    def apply(self, state: SheetState) -> SheetState:
        return write_cells(state, self.line, self.units(state), added=False)

    def describe(self, before: SheetState, after: SheetState) -> str:
        cells = before.cells(self.line)
        each = []
        for side, units in self.units(before).items():
            was = cells[side]
            had = "" if was is None or was == units else f"{score(before.points(was))} → "
            each.append(f"{before.side_name(side)} {had}{score(before.points(units))}")
        return f"{before.scoring.line(self.line)}: {', '.join(each)}"


# What is typed


class Row(NamedTuple):
    """A row as it was typed: which line, and the points of each side."""

    line: int
    points: Mapping[int, int | float]


def read_row(state: SheetState, words: Sequence[str]) -> Row:
    """Read `ana=12 ben=9+3`, `ana 12 ben 9` or `12 9`, after a round or a column, or without.

    Raises Invalid, Incomplete, NotFound or Ambiguous.
    """
    line, rest = _find_line(state, list(words))
    pairs: list[tuple[str, str]] = []
    bare: list[str] = []
    name = ""
    for word in rest:
        left, equals, right = word.partition("=")
        if name and _is_number(word):
            pairs.append((name, word))
            name = ""
        elif name:
            raise _refuse(state, f"How many points for {name}?")
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
    if bare and not pairs and len(bare) == len(state.present_sides):
        each = [_points(state, word) for word in bare]
        return Row(line, dict(zip(state.present_sides, each, strict=True)))
    if bare:
        needed = counted(len(state.present_sides), "number")
        raise _refuse(state, f"Whose points are {listed(bare)}? Without names, enter {needed}.")
    found: dict[int, int | float] = {}
    for who, points in pairs:
        side = find_side(state, who)
        if side in found:
            raise Invalid(
                f"{capital(state.side_name(side))} is entered twice in one line.", "Leave one out."
            )
        found[side] = _points(state, points)
    if not found:
        where = f" in {state.scoring.line(line)}" if words else ""
        raise Incomplete(f"Whose points{where}?", _example(state, line))
    return Row(line, found)


def _find_line(state: SheetState, words: list[str]) -> tuple[int, list[str]]:
    """The line that the words begin with, or else the open one; and the other words.

    Raises Invalid; Refused if the play is over and no line is named.
    """
    line, rest = _named_line(state, words)
    if line is None:
        require_live(state)
    return line or state.round, rest


def _named_line(state: SheetState, words: list[str]) -> tuple[int | None, list[str]]:
    """The line that the words begin with, if any, and the words after it. Raises Invalid."""
    if not words:
        return None, words
    head, behind = words[0], words[1:]
    number = whole(head, 1, MOST_LINES)
    if number is None:
        named = None if "=" in head or is_somebody(state.seats, head) else _column(state, head)
        points_follow = bool(behind) and _is_number(behind[0]) and _is_side(state, head)
        near = nearest(head, state.scoring.columns, 0.6)
        if named is None and near and "=" not in head and not _is_side(state, head):
            raise NotFound(f"No column is named “{short(head)}”.", f"Did you mean {near[0]}?")
        return (None, words) if named is None or points_follow else (named, behind)
    line = state.round
    # With one player, `row 1` means 1 point, unless round 1 has no points.
    is_earlier = number != line and (len(state.present_sides) > 1 or bool(state.missing(number)))
    if not behind and number in state.open_lines and (is_earlier or state.status != "live"):
        return number, behind
    is_before_numbers = sum(map(_is_number, words)) == len(words) == len(state.present_sides) + 1
    if not (is_before_numbers or (behind and not _is_number(behind[0]))):
        return None, words
    if number > line and number not in state.closed and not state.scoring.columns:
        require_live(state)
        raise Invalid(
            f"Round {number} comes later: round {line} is next.",
            f"Leave out the number for round {line}.",
        )
    return number, behind


def _column(state: SheetState, text: str) -> int | None:
    """The number of the column of that name. Raises Ambiguous."""
    columns = state.scoring.columns
    name = find_name(text, columns, lambda column: (column, column.replace(" ", "-")))
    return None if name is None else columns.index(name) + 1


def _column_word(state: SheetState, number: int) -> str:
    """What is typed for a column: a word of its name that no other has, or its number."""
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
        raise _refuse(state, f"“{short(text)}” is not a number of points.")
    sums = text.strip().replace("−", "-").removeprefix("+")
    if not state.scoring.decimals and ("." in sums or "," in sums):
        raise Invalid(
            f"“{short(text)}” is not a whole number of points.",
            "`companion sheet set --decimals` allows decimals on this sheet.",
        )
    return change_of(f"={sums}", amounts(state))[1]


def _example(state: SheetState, line: int | None = None) -> str:
    each = [f"{state.side_word(side)}={12 - 3 * side % 10}" for side in range(len(state.sides))]
    return f"`companion sheet row {f'{line} ' if line else ''}{' '.join(each[:6])}`"


def _refuse(state: SheetState, what: str) -> Invalid:
    return Invalid(what, _example(state))


def _row_words(trial: "Trial[SheetState]", args: Arguments[SheetState]) -> Iterator[Candidate]:
    """Lines with room; sides, those without points first; then lines to correct, newest first."""
    state, words = trial.state, args.words_of("row")
    if not words:
        yield from _line_words(state, state.lines_with_room)
    if words or state.status == "live":
        yield from _side_words(state, words)
    if not words:
        full = (line for line in state.open_lines if line not in state.lines_with_room)
        yield from _line_words(state, sorted(full, reverse=True))


def _line_words(state: SheetState, lines: Sequence[int]) -> Iterator[Candidate]:
    for line in lines:
        if state.scoring.columns:
            yield _column_word(state, line), state.scoring.line(line)
        elif line != state.round or state.status != "live":
            yield str(line), state.scoring.line(line)


def _side_words(state: SheetState, words: Sequence[str]) -> Iterator[Candidate]:
    line, rest = _find_line(state, list(words))
    named = {word.partition("=")[0] for word in rest}
    cells = state.cells(line)
    for side in sorted(range(len(cells)), key=lambda side: cells[side] is not None):
        word, cell = state.side_word(side), cells[side]
        # After the last line of a full sheet, nobody has a cell.
        has_cell = line in state.open_lines and (
            side in state.present_sides or line in state.closed
        )
        if has_cell and is_word(word) and word not in named:
            has = "" if cell is None else f"now {score(state.points(cell))}"
            yield f"{word}=", about_line(state.side_name(side), has)


NewRow = Annotated[
    Row,
    words(
        read_row,
        name="NAME=POINTS...",
        candidates=_row_words,
        metavar="[LINE] NAME=POINTS...",
        whose=lambda state, row: state.seats_of(row.points),
        help="Everybody's points in this round, in an earlier one, or in a column.",
    ),
]


@verb("a line of the sheet: everybody's points", name="row", after_end=True)
def write_row(action: Action[SheetState], row: NewRow) -> None:
    """Write a line of the sheet: everybody's points.

    It is the next round. Numbers alone are everybody's in seat order; sums are added up. To write
    a column, or to correct an earlier round (also after the end), put it first.

    Examples:
      companion sheet row ana=12 ben=9 cho=0
      companion sheet row 12 9 0
      companion sheet row ana=10+15-5 ben=9 cho=0
      companion sheet row 2 cho=7                   corrects round 2
      companion sheet row farms ana=8 ben=5
    """
    state, cells = action.state, action.state.cells(row.line)
    if not row.points:
        raise _refuse(state, "Whose points?")
    if all(cells[side] == to_units(state, points) for side, points in row.points.items()):
        raise Invalid(
            f"{capital(state.scoring.line(row.line))} already has these points.",
            "`companion table` shows the sheet.",
        )
    points: list[float | None] = [None] * len(state.seats)
    for side, each in row.points.items():
        points[state.sides[side][0]] = each
    action.add(RowWritten(line=row.line, points=points))
    if row.line in state.closed or state.status != "live":
        update_end(action, state)
    elif row.line in action.state.closed:
        end_if_over(action)

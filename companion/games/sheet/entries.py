"""What is entered on a sheet: points of one or all, the end of a line, who has won."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import capital, found, listed
from companion.core.numbers import Amounts, change_of, score, whole
from companion.core.offer import is_word
from companion.core.outcome import Outcome, require_same_end, settle
from companion.core.param import A_PLAYER, A_TEXT, Arguments, Candidate, Incomplete, several
from companion.core.play import FINISHED, require_live, signed
from companion.core.schemas import asks
from companion.core.seats import is_somebody
from companion.core.shapes import (
    LARGEST_WHOLE,
    SEAT,
    Context,
    Wrong,
    each_seat,
    list_of,
    maybe,
    one_of,
    whole_from,
)
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.sheet.state import (
    SheetState,
    is_over,
    outcome,
    side_called,
    with_cells,
    with_closed,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

MOST_POINTS = 9_999_999
MOST_LINES = 999
_NUMBER = re.compile(r"[+\-−]?\d+(?:[.,]\d+)?")


@asks(type="number", minimum=-LARGEST_WHOLE, maximum=LARGEST_WHOLE)
def POINTS(value: Any, context: Context) -> Wrong | None:
    """Points, with two decimals at most."""
    fine = type(value) in (int, float) and -LARGEST_WHOLE <= value <= LARGEST_WHOLE
    return None if fine and abs(value * 100 - round(value * 100)) < 1e-6 else ("", value)


def amounts(state: SheetState) -> Amounts:
    """What numbers of points a sheet takes."""
    return Amounts(MOST_POINTS, state.scoring.decimals)


def _units(state: SheetState, points: float) -> int:
    return round(points * state.scoring.unit)


# Points of one


class PointsTold(TypedDict):
    """A change of points, or how many there are now, on the line that is being told."""

    seat: Annotated[int, SEAT]
    points: Annotated[float, POINTS]


def _check_points(state: SheetState, data: PointsTold, referee: Referee) -> None:
    _require_line(state, state.round, referee)


def _require_line(state: SheetState, line: int, referee: Referee) -> None:
    """Refuse points behind the last line of a sheet."""
    lines = state.scoring.lines
    referee.require(
        lines is None or line <= lines,
        "SH-3",
        f"The sheet of {state.scoring.title} is full: {lines} lines, and all are told.",
        "`companion finish`; `companion undo` takes the last one back.",
    )


def _changed(state: SheetState, seat: int, units: int) -> SheetState:
    return with_cells(state, state.round, {state.side_of(seat): units}, added=True)


def _apply_set(state: SheetState, data: PointsTold) -> SheetState:
    units = _units(state, data["points"]) - state.total(state.side_of(data["seat"]))
    return _changed(state, data["seat"], units)


def _tell_points(before: SheetState, data: PointsTold, after: SheetState) -> str:
    side = before.side_of(data["seat"])
    old, new = before.total(side), after.total(side)
    change = score(before.points(new - old)) if new < old else _signed(before.points(new - old))
    had, has = score(before.points(old)), score(after.points(new))
    return f"{before.side_name(side)} {change}: {had} → {has}"


def _signed(points: float) -> str:
    return signed(0) if not points else f"+{score(points)}"


_POINTS_KINDS = (
    Kind[SheetState, PointsTold](
        "points.gained",
        PointsTold,
        apply=lambda state, data: _changed(state, data["seat"], _units(state, data["points"])),
        tell=_tell_points,
        check=_check_points,
    ),
    Kind[SheetState, PointsTold](
        "points.lost",
        PointsTold,
        apply=lambda state, data: _changed(state, data["seat"], -_units(state, data["points"])),
        tell=_tell_points,
        check=_check_points,
    ),
    Kind[SheetState, PointsTold](
        "points.set", PointsTold, apply=_apply_set, tell=_tell_points, check=_check_points
    ),
)


# A line of all


class RowWritten(TypedDict):
    """What several have in a line; null for whom nothing is told, and for all but the first of a
    team."""

    line: Annotated[int, whole_from(1, MOST_LINES)]
    points: Annotated[list[float | None], each_seat(maybe(POINTS))]


def _told_in(state: SheetState, data: RowWritten) -> dict[int, int]:
    """What each side has in a row, in units."""
    each = enumerate(data["points"])
    return {state.side_of(at): _units(state, told) for at, told in each if told is not None}


def _check_row(state: SheetState, data: RowWritten, referee: Referee) -> None:
    line, cells = data["line"], state.cells(data["line"])
    _require_line(state, line, referee)
    double = [side for side in _told_in(state, data) if cells[side] is not None]
    has = listed(
        [f"{state.side_name(side)} {score(state.points(cells[side] or 0))}" for side in double]
    )
    referee.require(
        not double,
        "SH-2",
        f"{capital(state.scoring.line(line))} is told already: {has}.",
        "`companion undo` takes back what was wrong; `companion log` numbers the entries.",
    )


def _apply_row(state: SheetState, data: RowWritten) -> SheetState:
    return with_cells(state, data["line"], _told_in(state, data), added=False)


def _tell_row(before: SheetState, data: RowWritten, after: SheetState) -> str:
    told = [
        f"{before.side_name(side)} {score(before.points(units))}"
        for side, units in _told_in(before, data).items()
    ]
    return f"{before.scoring.line(data['line'])}: {', '.join(told)}"


ROW_WRITTEN = Kind("row.written", RowWritten, apply=_apply_row, tell=_tell_row, check=_check_row)


class RoundEnded(TypedDict):
    """A line is done."""


def _apply_ended(state: SheetState, data: Mapping[str, Any]) -> SheetState:
    return with_closed(state, state.round, data.get("first"))


def _check_ended(state: SheetState, data: RoundEnded, referee: Referee) -> None:
    _require_line(state, state.round, referee)


def _tell_ended(before: SheetState, data: RoundEnded, after: SheetState) -> str:
    handed = "" if after.first == before.first else f"; marker to {after.name(after.first)}"
    return f"{before.scoring.line(before.round)} is over{handed}"


ROUND_ENDED = Kind(
    "round.ended", RoundEnded, apply=_apply_ended, tell=_tell_ended, check=_check_ended
)


# How it ends


class PlayFinished(TypedDict):
    """`by` is `sheet` where the target or the last line ended the play, and not the table."""

    winners: Annotated[list[int], list_of(SEAT)]
    by: NotRequired[Annotated[Literal["sheet"], one_of("sheet")]]


def _check_finished(state: SheetState, data: PlayFinished, referee: Referee) -> None:
    """All against the game win or lose together; the sheet's own end stands as long as it is so."""
    require_same_end(state, data, "sheet", outcome(state), "`companion table` shows the sheet.")
    if state.scoring.coop:
        some = 0 < len(data["winners"]) < len(state.seats)
        referee.require(
            not some,
            "SH-4",
            f"In {state.scoring.title}, all win together or lose together.",
            "`companion finish --won`, or `--lost`.",
        )


KINDS = (*_POINTS_KINDS, ROW_WRITTEN, ROUND_ENDED)


def advance(action: Action[SheetState]) -> None:
    """What `next` does: the line is done; or it was the last one, and somebody has won."""
    state = action.state
    require_live(state)
    if state.is_full:
        raise Refused(
            f"The sheet of {state.scoring.title} is full, and {outcome(state).why}.",
            "`companion finish --winner NAME` says who has won; several may share it.",
        )
    action.add("round.ended", why="told")
    _settle(action)


def _settle(action: Action[SheetState]) -> None:
    settle(action, outcome(action.state), "sheet", over=is_over(action.state))


# `sheet row`: the words


class Row(NamedTuple):
    """A row as it was typed: which line, and the points of each side."""

    line: int
    points: Mapping[int, int | float]


def read_row(state: SheetState, words: Sequence[str]) -> Row:
    """`ana=12 ben=9`, `ana 12 ben 9`, `12 9`, a round or a column in front of them. Raises Invalid,
    Incomplete, NotFound or Ambiguous."""
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
    if bare and not pairs and len(bare) == len(state.sides):
        return Row(line, dict(enumerate(_points(state, word) for word in bare)))
    if bare:
        raise _how(
            state, f"Whose points are {listed(bare)}? There are {len(state.sides)} to be told."
        )
    told: dict[int, int | float] = {}
    for who, points in pairs:
        side = side_called(state, who)
        if side in told:
            raise Invalid(
                f"{capital(state.side_name(side))} is told twice in one line.", "Leave one out."
            )
        told[side] = _points(state, points)
    if not told:
        raise Incomplete("Whose points?", _example(state))
    return Row(line, told)


def _line_of(state: SheetState, words: list[str]) -> tuple[int, list[str]]:
    """Which line is told: what the words begin with, or the one that is open. Raises Invalid."""
    columns, line = state.scoring.columns, state.round
    if not words:
        return line, words
    head, behind = words[0], words[1:]
    if columns:
        named = None if "=" in head or is_somebody(state.seats, head) else _column(state, head)
        if named is not None and not (behind and _is_number(behind[0]) and _is_side(state, head)):
            return named, behind
        return line, words
    number = whole(head, 1, MOST_LINES)
    numbers = sum(map(_is_number, words))
    in_front = numbers == len(words) == len(state.sides) + 1
    if number is None or not (in_front or (behind and not _is_number(behind[0]))):
        return line, words
    if number > state.round and number not in state.closed:
        raise Invalid(
            f"Round {number} comes later: round {state.round} is told next.",
            f"`companion sheet row` without a number is about round {state.round}.",
        )
    return number, behind


def _column(state: SheetState, text: str) -> int | None:
    columns = state.scoring.columns
    name = found(text, columns, lambda column: (column,))
    return None if name is None else columns.index(name) + 1


def _is_side(state: SheetState, text: str) -> bool:
    return any(name.startswith(text) for name in (seat.handle for seat in state.seats))


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _points(state: SheetState, text: str) -> int | float:
    typed = text.strip().replace("−", "-")
    return change_of(f"={typed.removeprefix('+')}", amounts(state))[1]


def _example(state: SheetState) -> str:
    each = [f"{state.typed(side)}={12 - 3 * side % 10}" for side in range(len(state.sides))]
    return f"`companion sheet row {' '.join(each[:6])}`"


def _how(state: SheetState, what: str) -> Invalid:
    return Invalid(what, _example(state))


def write_row(action: Action[SheetState], row: Row) -> None:
    """Enter what a row tells; with the last one that is wanted, the play ends."""
    state = action.state
    if not row.points:
        raise _how(state, "Whose points?")
    points: list[float | None] = [None] * len(state.seats)
    for side, told in row.points.items():
        points[state.sides[side][0]] = told
    action.add(ROW_WRITTEN, RowWritten(line=row.line, points=points))
    if row.line in action.state.closed:
        _settle(action)


def _row_words(trial: "Trial[SheetState]", told: Arguments[SheetState]) -> Iterator[Candidate]:
    """Columns that are open, in front; then everybody who has nothing in that line."""
    state, words = trial.state, told.typed(ROW)
    if not words:
        for number, column in enumerate(state.scoring.columns, 1):
            if number not in state.closed and is_word(column.split()[0]):
                yield column.split()[0].casefold(), column
    line, rest = _line_of(state, list(words))
    named = {word.partition("=")[0] for word in rest}
    for side, cell in enumerate(state.cells(line)):
        word = state.typed(side)
        if cell is None and is_word(word) and word not in named:
            yield f"{word}=", state.side_name(side)


ROW = several(
    "NAME=POINTS...",
    A_TEXT,
    read_row,
    candidates=_row_words,
    metavar="[LINE] NAME=POINTS...",
    help="Everybody's points in this round, or in another, or a column.",
)

ROW_VERB = Verb[SheetState](
    name="row",
    about="a line of the sheet: everybody's points",
    help="""Write a line of the sheet: everybody's points in a round, or a column.

    Numbers alone are everybody's in seat order. A round that was left out, or a column, is named
    in front.

    \b
    Examples:
      companion sheet row ana=12 ben=9 cho=0
      companion sheet row 12 9 0
      companion sheet row 2 cho=7
      companion sheet row farms ana=8 ben=5
    """,
    params=(ROW,),
    plan=lambda action, told: write_row(action, told[ROW]),
)


# `sheet win`


def win(action: Action[SheetState], sides: Sequence[int]) -> None:
    """End it with these sides as the winners, whatever the points are."""
    action.referee.require(
        not action.state.scoring.coop,
        "SH-4",
        f"In {action.state.scoring.title}, all win together or lose together.",
        "`companion finish --won`, or `--lost`.",
    )
    winners = action.state.seats_of(dict.fromkeys(sides))
    result = Outcome(winners, "named by the table")
    action.add(FINISHED, winners=list(result.winners), why=result.why)


def _who_may_win(trial: "Trial[SheetState]", told: Arguments[SheetState]) -> Iterator[Candidate]:
    state = trial.state
    named = {side_called(state, word) for word in told.typed(WINNERS)}
    for side in range(len(state.sides)):
        if is_word(state.typed(side)) and side not in named:
            yield state.typed(side), state.side_name(side)


def _read_winners(state: SheetState, words: Sequence[str]) -> list[int]:
    return [side_called(state, word) for word in words]


WINNERS = several(
    "NAME...",
    A_PLAYER,
    _read_winners,
    candidates=_who_may_win,
    help="Who has won; several share it.",
)

WIN_VERB = Verb[SheetState](
    name="win",
    about="who has won, and nothing else",
    help="""Say who has won, and end it; points need not be told.

    \b
    Examples:
      companion sheet win ben
      companion sheet win reds
    """,
    params=(WINNERS,),
    plan=lambda action, told: win(action, told[WINNERS]),
)

PLAY_FINISHED = Kind(FINISHED, PlayFinished, check=_check_finished)

"""Points on a sheet: what numbers it takes, those of one player, and where they are written."""

from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.numbers import Amounts, score
from companion.core.play import signed
from companion.core.schemas import asks
from companion.core.shapes import LARGEST_WHOLE, SEAT, Context, Wrong
from companion.errors import Refused
from companion.games.sheet.state import SheetState, with_cells

MOST_POINTS = 9_999_999
MOST_LINES = 999


@asks(type="number", minimum=-LARGEST_WHOLE, maximum=LARGEST_WHOLE)
def POINTS(value: Any, context: Context) -> Wrong | None:
    """Points, with two decimals at most."""
    fine = type(value) in (int, float) and -LARGEST_WHOLE <= value <= LARGEST_WHOLE
    return None if fine and abs(value * 100 - round(value * 100)) < 1e-6 else ("", value)


def amounts(state: SheetState) -> Amounts:
    """What numbers of points a sheet takes."""
    return Amounts(MOST_POINTS, state.scoring.decimals)


def units_of(state: SheetState, points: float) -> int:
    """Points in the unit in which the sheet counts."""
    return round(points * state.scoring.unit)


# Points of one


class PointsTold(TypedDict):
    """A change of points, or how many there are now, on the line that is being told."""

    seat: Annotated[int, SEAT]
    points: Annotated[float, POINTS]


def _check_points(state: SheetState, data: PointsTold, referee: Referee) -> None:
    require_line(state, state.round, referee)
    require_present(state, [state.side_of(data["seat"])])


def require_present(state: SheetState, sides: Iterable[int]) -> None:
    """Refuse points of somebody who has left. Raises Refused."""
    gone = [state.side_name(side) for side in sides if side not in state.present]
    if gone:
        raise Refused(
            f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} left.",
            "`companion undo` takes that back; `companion sheet row 2 …` corrects round 2.",
        )


def require_line(state: SheetState, line: int, referee: Referee) -> None:
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
    units = units_of(state, data["points"]) - state.total(state.side_of(data["seat"]))
    return _changed(state, data["seat"], units)


def _tell_points(before: SheetState, data: PointsTold, after: SheetState) -> str:
    side = before.side_of(data["seat"])
    old, new = before.total(side), after.total(side)
    change = score(before.points(new - old)) if new < old else _signed(before.points(new - old))
    had, has = score(before.points(old)), score(after.points(new))
    return f"{before.side_name(side)} {change}: {had} → {has}"


def _signed(points: float) -> str:
    return signed(0) if not points else f"+{score(points)}"


POINTS_KINDS = (
    Kind[SheetState, PointsTold](
        "points.gained",
        PointsTold,
        apply=lambda state, data: _changed(state, data["seat"], units_of(state, data["points"])),
        tell=_tell_points,
        check=_check_points,
    ),
    Kind[SheetState, PointsTold](
        "points.lost",
        PointsTold,
        apply=lambda state, data: _changed(state, data["seat"], -units_of(state, data["points"])),
        tell=_tell_points,
        check=_check_points,
    ),
    Kind[SheetState, PointsTold](
        "points.set", PointsTold, apply=_apply_set, tell=_tell_points, check=_check_points
    ),
)

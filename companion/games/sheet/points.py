"""Points on a sheet: which numbers it takes, one player's points, and where they are written."""

from collections.abc import Iterable
from typing import Any

from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import counted, listed
from companion.core.numbers import Amounts, score
from companion.core.play import signed
from companion.core.schemas import json_schema
from companion.core.shapes import LARGEST_WHOLE, Context, Wrong
from companion.core.value import Annotated
from companion.errors import Refused
from companion.games.sheet.state import SheetState, end_command, write_cells

MOST_POINTS = 9_999_999
MOST_LINES = 999


@json_schema(type="number", minimum=-LARGEST_WHOLE, maximum=LARGEST_WHOLE)
def POINTS(value: Any, context: Context) -> Wrong | None:
    """Points, with two decimals at most."""
    fine = type(value) in (int, float) and -LARGEST_WHOLE <= value <= LARGEST_WHOLE
    return None if fine and abs(value * 100 - round(value * 100)) < 1e-6 else ("", value)


Points = Annotated[float, POINTS]


def amounts(state: SheetState) -> Amounts:
    """Which numbers of points a sheet takes."""
    return Amounts(MOST_POINTS, state.scoring.decimals)


def to_units(state: SheetState, points: float) -> int:
    """Points in the unit in which the sheet counts."""
    return round(points * state.scoring.unit)


# One player's points


class _PointsChanged(Fact[SheetState]):
    """The points of one player's side on the open line change."""

    seat: Seat
    points: Points

    def change(self, state: SheetState) -> int:
        """How many more units the side has after it."""
        raise NotImplementedError

    def check(self, state: SheetState, referee: Referee) -> None:
        require_line(state, state.round, referee)
        require_present(state, [state.side_of(self.seat)])

    def apply(self, state: SheetState) -> SheetState:
        units = {state.side_of(self.seat): self.change(state)}
        return write_cells(state, state.round, units, added=True)

    def describe(self, before: SheetState, after: SheetState) -> str:
        side = before.side_of(self.seat)
        old, new = before.total(side), after.total(side)
        change = score(before.points(new - old)) if new < old else _signed(before.points(new - old))
        had, has = score(before.points(old)), score(after.points(new))
        return f"{before.side_name(side)} {change}: {had} → {has}"


class PointsGained(_PointsChanged, kind="points.gained"):
    """A player gets points."""

    def change(self, state: SheetState) -> int:
        return to_units(state, self.points)


class PointsLost(_PointsChanged, kind="points.lost"):
    """A player loses points."""

    def change(self, state: SheetState) -> int:
        return -to_units(state, self.points)


class PointsSet(_PointsChanged, kind="points.set"):
    """A player has this many points altogether."""

    def change(self, state: SheetState) -> int:
        return to_units(state, self.points) - state.total(state.side_of(self.seat))


def require_present(state: SheetState, sides: Iterable[int]) -> None:
    """Refuse points of players who have left."""
    gone = [state.side_name(side) for side in sides if side not in state.present_sides]
    if gone:
        raise Refused(
            f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} left.",
            "`companion sheet join NAME` brings a player back; `companion sheet row 2 …` corrects "
            "round 2.",
        )


def require_line(state: SheetState, line: int, referee: Referee) -> None:
    """Refuse a line after the last one of a sheet."""
    lines = state.scoring.lines
    referee.require(
        lines is None or line <= lines,
        "SH-3",
        f"The sheet of {state.scoring.title} is full: it has {counted(lines or 0, 'line')}.",
        f"{end_command(state)}; `companion undo` takes the last one back.",
    )


def _signed(points: float) -> str:
    return signed(0) if not points else f"+{score(points)}"

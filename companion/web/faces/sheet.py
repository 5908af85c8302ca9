"""A score sheet on a phone: fields for the next round or column, and cells to correct."""

from typing import Any, NamedTuple

from companion.core.names import capital
from companion.core.numbers import score
from companion.web.page import Seen

TAPS = {"row": "enter it below", "win": "tap who below"}
"""What to do below for a verb."""


class Cell(NamedTuple):
    """A field: the name of its side, how the side is typed, and the field's name."""

    name: str
    typed: str
    field: str


class Line(NamedTuple):
    """A round or column to enter: its title, how it is typed, and its empty cells."""

    title: str
    head: str
    cells: list[Cell]
    is_next: bool

    @property
    def line(self) -> str:
        """The line for the prompt, with a placeholder for each field."""
        cells = " ".join(f"{cell.typed}={{{cell.field}}}" for cell in self.cells)
        return f"row {self.head} {cells}"


class Row(NamedTuple):
    """A line on the sheet: its title, and its cells.

    A cell has its points, and the beginning of the line that corrects it; empty if this phone may
    not.
    """

    title: str
    cells: list[tuple[str, str]]


def _written(seen: Seen, state: Any) -> list[Row]:
    """The lines of the sheet with any points."""
    return [
        Row(
            capital(state.scoring.line(number)),
            [
                (
                    "–" if points is None else score(state.points(points)),
                    _begun(seen, number, state.side_word(side)),
                )
                for side, points in enumerate(state.cells(number))
            ],
        )
        for number in state.open_lines
        if any(points is not None for points in state.cells(number))
    ]


def _begun(seen: Seen, number: int, side: str) -> str:
    """The beginning of the line that enters points for a side; empty if this phone may not."""
    line = f"row {number} {side}="
    return line if seen.may(f"{line}0") else ""


def face(seen: Seen, document: dict[str, Any]) -> str:
    """What can be entered now: the next line first, then those that were left out.

    Also who has won, and what can be corrected, even after the play is over.
    """
    assert seen.play is not None
    state = seen.play.state
    live = state.status == "live"
    if not seen.says or state.status == "abandoned":
        return ""
    lines = [
        Line(
            state.scoring.line(number),
            str(number),
            [
                Cell(state.side_name(side), state.side_word(side), f"p{side}")
                for side in state.missing(number)
                if _begun(seen, number, state.side_word(side))
            ],
            number == state.round,
        )
        for number in sorted(state.lines_with_room, key=lambda number: number != state.round)
        if live
    ]
    winners = [] if state.scoring.coop else [offer for offer in seen.offers("win ")]
    return seen.draw(
        "faces/sheet.html",
        document=document,
        lines=[line for line in lines if line.cells],
        winners=winners,
        live=live,
        sides=[state.side_name(side) for side in range(len(state.sides))],
        written=_written(seen, state),
    ).strip()

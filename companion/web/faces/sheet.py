"""A score sheet on a phone: a field for everybody in the round or column that is told next."""

from typing import Any, NamedTuple

from companion.web.page import Seen


class Cell(NamedTuple):
    """A field: what its side is called, how it is typed in a line, what the field is called."""

    name: str
    typed: str
    field: str


class Line(NamedTuple):
    """A round or a column that can be told: its title, how it is typed, the cells without points.

    `is_next` is the one that comes next.
    """

    title: str
    head: str
    cells: list[Cell]
    is_next: bool

    @property
    def line(self) -> str:
        """The line of the prompt, with a place for each field."""
        told = " ".join(f"{cell.typed}={{{cell.field}}}" for cell in self.cells)
        return f"row {self.head} {told}"


def face(seen: Seen, document: dict[str, Any]) -> str:
    """What can be told now: the next line first, then those that were left out; who has won."""
    assert seen.play is not None
    if not seen.says or document["status"] != "live":
        return ""
    state = seen.play.state
    lines = [
        Line(
            state.scoring.line(number),
            str(number),
            [
                Cell(state.side_name(side), state.typed(side), f"p{side}")
                for side, points in enumerate(state.cells(number))
                if points is None
            ],
            number == state.round,
        )
        for number in sorted(state.with_room, key=lambda number: number != state.round)
    ]
    winners = [] if state.scoring.coop else [offer for offer in seen.offers("win ")]
    step = "0.01" if document["decimals"] else "1"
    return seen.draw(
        "faces/sheet.html", document=document, lines=lines, winners=winners, step=step
    ).strip()

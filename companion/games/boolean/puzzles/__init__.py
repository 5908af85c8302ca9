"""The three puzzles: their names, and requests about them.

`block` solves blocks and `block_answers` answers questions about them; likewise for the mandala.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.errors import Invalid

CUBE, BOARD, MANDALA = "checkerboard-cube", "big-checkerboard", "mandala"


class Puzzle(NamedTuple):
    """A puzzle: its name as typed, other names, and its task."""

    id: str
    title: str
    others: tuple[str, ...]
    asks: str

    @property
    def command(self) -> str:
        """The command for it."""
        return f"companion boolean puzzle {self.id}"


PUZZLES = (
    Puzzle(
        CUBE,
        "Checkerboard Cube",
        ("cube", "1", "2x2x2"),
        "Remove two dice, and build a cube of the other eight with a checkerboard on all six "
        "faces. Can any two be removed?",
    ),
    Puzzle(
        BOARD,
        "Big Checkerboard",
        ("board", "2", "1x3x3", "3x3"),
        "Lay nine dice flat, three by three, with a checkerboard on both big faces and one colour "
        "on each narrow side.",
    ),
    Puzzle(
        MANDALA,
        "Mandala",
        ("circles", "3"),
        "Put a die on each of the ten circles of a drawing, in a way that has a meaning.",
    ),
)


class Request(NamedTuple):
    """A request about a `puzzle`.

    `step` is that of a hint; 0 for no hint. `every` requests each choice of dice, `number` only the
    number of solutions; `output` is the file for a picture. `dice` are those to leave out, as
    typed; `links` is the file of a drawing.
    """

    puzzle: Puzzle
    step: int
    every: bool
    number: bool
    output: str | None
    dice: Sequence[str]
    links: str | None

    def require_step(self, steps: int) -> None:
        """Refuse a step after the last one. Raises Invalid."""
        if not 1 <= self.step <= steps:
            raise Invalid(
                f"There are {steps} steps, one for each die.", f"`{self.puzzle.command} --hint 1`"
            )

"""The three puzzles: what each is called, and what can be asked of it.

Blocks are solved in `block` and answered in `block_answers`, the mandala likewise.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.errors import Invalid

CUBE, BOARD, MANDALA = "checkerboard-cube", "big-checkerboard", "mandala"


class Puzzle(NamedTuple):
    """A puzzle: its name as it is typed, what else it answers to, and what it asks for."""

    id: str
    title: str
    others: tuple[str, ...]
    asks: str

    @property
    def command(self) -> str:
        """What one types for it."""
        return f"companion boolean puzzle {self.id}"


PUZZLES = (
    Puzzle(
        CUBE,
        "Checkerboard Cube",
        ("cube", "1", "2x2x2"),
        "Remove two dice, and build a cube of the other eight: a checkerboard on all six faces. "
        "Whichever two?",
    ),
    Puzzle(
        BOARD,
        "Big Checkerboard",
        ("board", "2", "1x3x3", "3x3"),
        "Nine dice, flat, three by three: a checkerboard on both big faces, one colour on each "
        "narrow side.",
    ),
    Puzzle(
        MANDALA,
        "Mandala",
        ("circles", "3"),
        "A die on each of the ten circles of a drawing, in a way that has a meaning.",
    ),
)


class Request(NamedTuple):
    """What is asked of a `puzzle`.

    `step` is that of a hint; 0 where no hint is asked for. `every` asks for each choice of dice,
    `number` only for how many solutions there are; `output` is where a picture goes.

    `dice` are those to be left out, as they were typed, `links` is the file of a drawing.
    """

    puzzle: Puzzle
    step: int
    every: bool
    number: bool
    output: str | None
    dice: Sequence[str]
    links: str | None

    def require_step(self, steps: int) -> None:
        """Refuse a hint beyond the last die. Raises Invalid."""
        if not 1 <= self.step <= steps:
            raise Invalid(
                f"There are {steps} steps, one for each die.", f"`{self.puzzle.command} --hint 1`"
            )

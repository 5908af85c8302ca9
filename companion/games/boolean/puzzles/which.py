"""The three puzzles: what they are called and asked."""

from typing import NamedTuple

from companion.core.names import find

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


def find_puzzle(text: str) -> Puzzle:
    """The puzzle that is meant: `cube`, `big`, `3`. Raises NotFound or Ambiguous."""
    return find(text, PUZZLES, lambda one: (one.id, one.title, *one.others), "puzzle")


def puzzle(name: str) -> Puzzle:
    """The puzzle of exactly that name."""
    (found,) = (one for one in PUZZLES if one.id == name)
    return found

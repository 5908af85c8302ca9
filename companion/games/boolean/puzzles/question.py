"""What is asked of which puzzle, from what was typed: all of it, a step, a count, a picture."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import find, listed, short
from companion.core.numbers import only_digits, whole
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


def find_puzzle(text: str) -> Puzzle:
    """The puzzle that is meant: `cube`, `big`, `3`. Raises NotFound or Ambiguous."""
    return find(text, PUZZLES, lambda one: (one.id, one.title, *one.others), "puzzle")


class Asked(NamedTuple):
    """`step` is that of a hint; 0 where no hint is asked for. `every` asks for each choice of dice,
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


_OWN = {"--remove": (CUBE,), "--leave-out": (BOARD,), "--links": (MANDALA,), "--all": (CUBE, BOARD)}
"""The puzzles that an option belongs to; the others belong to all."""
_APART = (
    ("--remove", "--all"),
    ("--leave-out", "--all"),
    ("--hint", "--all"),
    ("--hint", "--count"),
    ("--hint", "-o"),
    ("--all", "-o"),
    ("--count", "-o"),
)
"""Options that want different answers."""
_EXAMPLES = {
    "--remove": "--remove 0w,6w",
    "--leave-out": "--leave-out 3w-corner",
    "--links": "--links FILE",
    "-o": "-o puzzle.svg",
}
_UNUSABLE = -1


def puzzle_and_step(words: Sequence[str], options: Sequence[str]) -> tuple[Puzzle, int]:
    """The puzzle, in one word or more, and the step of a hint.

    Raises NotFound or Ambiguous for no puzzle, Invalid for options that do not go with it.
    """
    *name, last = words
    is_step = bool(name) and (only_digits(last) or ("--hint" in options and not last.isalpha()))
    asked = find_puzzle(" ".join(name if is_step else words))
    _require_fitting(asked, options)
    if "--hint" in options:
        return asked, (whole(last, 1, 99) or _UNUSABLE) if is_step else 1
    if is_step:
        raise Invalid(
            f"“{short(last)}” is a step of a hint, and no hint is asked for.",
            f"`{asked.command} --hint {whole(last, 1, 99) or 1}`",
        )
    return asked, 0


def require_puzzle(options: Sequence[str]) -> None:
    """Refuse options without a puzzle. Raises Invalid."""
    if options:
        raise Invalid("Which puzzle?", _commands(options[0]))


def _require_fitting(asked: Puzzle, options: Sequence[str]) -> None:
    for option in options:
        if asked.id not in _OWN.get(option, (asked.id,)):
            raise Invalid(f"The {asked.title} has no `{option}`.", _commands(option))
    for one, other in _APART:
        if one in options and other in options:
            raise Invalid(
                f"`{one}` and `{other}` want different answers.", "One of them at a time."
            )


def _commands(option: str) -> str:
    example = _EXAMPLES.get(option, option)
    whose = [one for one in PUZZLES if one.id in _OWN.get(option, (one.id,))]
    return f"{listed([f'`{one.command} {example}`' for one in whose], 'or')}."

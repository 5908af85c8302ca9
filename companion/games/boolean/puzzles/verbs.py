"""The verb `puzzle`: solutions of the three puzzles, or hints. No play is needed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.box import Shelf
from companion.core.command import flag, verb, word, words
from companion.core.names import find, listed, short
from companion.core.numbers import only_digits, whole
from companion.core.param import A_DIE, Arguments, Candidate, Param, a_file
from companion.core.reply import Picture, Reply
from companion.core.value import Annotated
from companion.errors import CompanionError, Invalid
from companion.games.boolean.parsing import dice_in_words
from companion.games.boolean.puzzles import BOARD, CUBE, MANDALA, PUZZLES, Puzzle, Request

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Trial


# The request: a solution, a step, a count, a picture

_OWN = {"--remove": (CUBE,), "--leave-out": (BOARD,), "--links": (MANDALA,), "--all": (CUBE, BOARD)}
"""The puzzles that an option belongs to; other options belong to all."""
_APART = (
    ("--remove", "--all"),
    ("--leave-out", "--all"),
    ("--hint", "--all"),
    ("--hint", "--count"),
    ("--hint", "-o"),
    ("--all", "-o"),
    ("--count", "-o"),
)
"""Options that cannot be combined."""
_EXAMPLES = {
    "--remove": "--remove 0w,6w",
    "--leave-out": "--leave-out 3w-corner",
    "--links": "--links FILE",
    "-o": "-o puzzle.svg",
}
_UNUSABLE = -1


def _puzzle_and_step(words: Sequence[str], options: Sequence[str]) -> tuple[Puzzle, int]:
    """Read the puzzle, in one word or more, and the step of a hint.

    Raises NotFound or Ambiguous for no puzzle, Invalid for options that do not fit.
    """
    *name, last = words
    is_step = bool(name) and (only_digits(last) or ("--hint" in options and not last.isalpha()))
    found = _find_puzzle(" ".join(name if is_step else words))
    _require_fitting(found, options)
    if "--hint" in options:
        return found, (whole(last, 1, 99) or _UNUSABLE) if is_step else 1
    if is_step:
        raise Invalid(
            f"The step “{short(last)}” needs `--hint`.",
            f"`{found.command} --hint {whole(last, 1, 99) or 1}`",
        )
    return found, 0


def _require_fitting(puzzle: Puzzle, options: Sequence[str]) -> None:
    for option in options:
        if puzzle.id not in _OWN.get(option, (puzzle.id,)):
            raise Invalid(f"The {puzzle.title} has no `{option}`.", _commands(option))
    for first, second in _APART:
        if first in options and second in options:
            raise Invalid(
                f"`{first}` and `{second}` cannot be combined.", "Use one of them at a time."
            )


def _find_puzzle(text: str) -> Puzzle:
    """The puzzle that a text names: `cube`, `big`, `3`. Raises NotFound or Ambiguous."""
    return find(text, PUZZLES, lambda one: (one.id, one.title, *one.others), "puzzle")


def _commands(option: str) -> str:
    example = _EXAMPLES.get(option, option)
    whose = [one for one in PUZZLES if one.id in _OWN.get(option, (one.id,))]
    return f"{listed([f'`{one.command} {example}`' for one in whose], 'or')}."


# Parameters


_OPTIONS: Mapping[str, str] = {
    "remove": "--remove",
    "leave_out": "--leave-out",
    "links": "--links",
    "all": "--all",
    "hint": "--hint",
    "count": "--count",
    "output": "-o",
}
"""The options as typed, by the parameters of the verb."""


def _puzzles(trial: "Trial[Any]", args: Arguments[Any]) -> Iterator[Candidate]:
    if not args.words_of("words"):
        yield from ((puzzle.id, puzzle.title) for puzzle in PUZZLES)


def _fits(key: str) -> "Callable[[Trial[Any], Arguments[Any]], bool]":
    """Whether an option fits a line: the puzzle, and the other options."""

    def when(trial: "Trial[Any]", args: Arguments[Any]) -> bool:
        words = args.words_of("words")
        options = [option for name, option in _OPTIONS.items() if name in args or name == key]
        try:
            return bool(words) and bool(_puzzle_and_step(words, options))
        except CompanionError:
            return False

    return when


def _left_over(key: str, many: int, metavar: str, help: str) -> Param:
    """An option for dice to leave out, at most `many` in menus."""
    return words(
        sort=A_DIE,
        metavar=metavar,
        help=help,
        candidates=dice_in_words,
        when=lambda trial, args: len(args.words_of(key)) < many and _fits(key)(trial, args),
    )


Words = Annotated[
    Sequence[str], words(name="PUZZLE...", metavar="[PUZZLE] [STEP]", candidates=_puzzles)
]
Removed = Annotated[
    Sequence[str], _left_over("remove", 2, "DIE,DIE", "The cube without these two.")
]
LeftOut = Annotated[Sequence[str], _left_over("leave_out", 1, "DIE", "The board without this one.")]
Links = Annotated[
    str | None,
    word(metavar="FILE", help="The mandala in this file.", when=_fits("links")),
]
Every = Annotated[bool, flag("All dice that can be left out.", when=_fits("all"))]
Hint = Annotated[bool, flag("One step: the first, or STEP.", when=_fits("hint"))]
Number = Annotated[bool, flag("Only how many solutions there are.", when=_fits("count"))]
Output = Annotated[
    str | None,
    word(
        sort=a_file("puzzle.svg"),
        alias="-o",
        metavar="FILE",
        help="A picture: puzzle.svg, or - .",
        when=_fits("output"),
    ),
]


@verb("solve a puzzle, or get a hint", of_play=False, of_group=False)
def puzzle(
    shelf: Shelf[Any],
    words: Words = (),
    *,
    remove: Removed = (),
    leave_out: LeftOut = (),
    links: Links = None,
    all: Every = False,
    hint: Hint = False,
    count: Number = False,
    output: Output = None,
) -> Reply | Picture:
    """Solve a puzzle, or get a hint for one.

    The puzzles are checkerboard-cube, big-checkerboard and mandala; `cube`, `big` and `m` are
    enough.

    A file for `--links` has a line for each link of a mandala, such as `top left`. `top: left
    right` links top with both, `top = 5w` names a die, and # begins a comment.

    Examples:
      companion boolean puzzle checkerboard-cube --hint
      companion boolean puzzle checkerboard-cube --hint 2
      companion boolean puzzle checkerboard-cube --remove 0w,3w-band
      companion boolean puzzle checkerboard-cube --all
      companion boolean puzzle big-checkerboard -o board.svg
      companion boolean puzzle mandala --count
      companion boolean puzzle mandala --links circles.txt
    """
    given = (remove, leave_out, links, all, hint, count, output)
    options = [
        option
        for option, value in zip(_OPTIONS.values(), given, strict=True)
        if value not in ((), None, False)
    ]
    if not words:
        if options:
            raise Invalid("Which puzzle?", _commands(options[0]))
        return _overview()
    found, step = _puzzle_and_step(words, options)
    dice = [*remove, *leave_out]
    request = Request(found, step, every=all, number=count, output=output, dice=dice, links=links)
    if found.id in (CUBE, BOARD):
        from companion.games.boolean.puzzles.block_answers import board, cube

        return cube(request) if found.id == CUBE else board(request)
    from companion.games.boolean.puzzles.mandala_answers import mandala

    return mandala(request, shelf)


def _overview() -> Reply:

    def document() -> dict[str, Any]:
        return {
            "puzzles": [{"id": one.id, "title": one.title, "asks": one.asks} for one in PUZZLES]
        }

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading, Paragraph, Span, Steps

        each = [Paragraph((Span(f"{one.title}: ", "name"), one.asks)) for one in PUZZLES]
        hints = tuple(f"`{one.command} --hint`" for one in PUZZLES)
        return [Heading("The three puzzles", "Boolean Dice"), *each, Steps(hints)]

    return Reply(document=document, blocks=blocks)


VERBS = (puzzle,)

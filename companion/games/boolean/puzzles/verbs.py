"""The verb `puzzle`: the three puzzles, solved, or a hint for one. No play is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.box import Shelf
from companion.core.names import find, listed, short
from companion.core.numbers import only_digits, whole
from companion.core.offer import Trial
from companion.core.param import (
    A_DIE,
    A_TEXT,
    Arguments,
    Candidate,
    Param,
    a_file,
    flag,
    one,
    several,
)
from companion.core.reply import Picture, Reply
from companion.core.verb import Verb
from companion.errors import CompanionError, Invalid
from companion.games.boolean.parsing import dice_in_words
from companion.games.boolean.puzzles import BOARD, CUBE, MANDALA, PUZZLES, Asked, Puzzle

if TYPE_CHECKING:
    from companion.core.blocks import Block


# What is asked, from what was typed: all of it, a step, a count, a picture

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


def _puzzle_and_step(words: Sequence[str], options: Sequence[str]) -> tuple[Puzzle, int]:
    """The puzzle, in one word or more, and the step of a hint.

    Raises NotFound or Ambiguous for no puzzle, Invalid for options that do not go with it.
    """
    *name, last = words
    is_step = bool(name) and (only_digits(last) or ("--hint" in options and not last.isalpha()))
    asked = _find_puzzle(" ".join(name if is_step else words))
    _require_fitting(asked, options)
    if "--hint" in options:
        return asked, (whole(last, 1, 99) or _UNUSABLE) if is_step else 1
    if is_step:
        raise Invalid(
            f"“{short(last)}” is a step of a hint, and no hint is asked for.",
            f"`{asked.command} --hint {whole(last, 1, 99) or 1}`",
        )
    return asked, 0


def _require_fitting(asked: Puzzle, options: Sequence[str]) -> None:
    for option in options:
        if asked.id not in _OWN.get(option, (asked.id,)):
            raise Invalid(f"The {asked.title} has no `{option}`.", _commands(option))
    for first, second in _APART:
        if first in options and second in options:
            raise Invalid(
                f"`{first}` and `{second}` want different answers.", "One of them at a time."
            )


def _find_puzzle(text: str) -> Puzzle:
    """The puzzle that is meant: `cube`, `big`, `3`. Raises NotFound or Ambiguous."""
    return find(text, PUZZLES, lambda one: (one.id, one.title, *one.others), "puzzle")


def _commands(option: str) -> str:
    example = _EXAMPLES.get(option, option)
    whose = [one for one in PUZZLES if one.id in _OWN.get(option, (one.id,))]
    return f"{listed([f'`{one.command} {example}`' for one in whose], 'or')}."


# As it is typed


def _puzzles(trial: Trial[Any], told: Arguments[Any]) -> Iterator[Candidate]:
    if not told.typed(_WORDS):
        yield from ((puzzle.id, puzzle.title) for puzzle in PUZZLES)


_WORDS = several("PUZZLE...", A_TEXT, optional=True, metavar="[PUZZLE] [STEP]", candidates=_puzzles)


def _goes_with(option: str) -> Callable[[Trial[Any], Arguments[Any]], bool]:
    """Whether an option means something behind a line: for its puzzle, and beside the others."""

    def when(trial: Trial[Any], told: Arguments[Any]) -> bool:
        words = told.typed(_WORDS)
        try:
            return bool(words) and bool(_puzzle_and_step(words, [*_options(told), option]))
        except CompanionError:
            return False

    return when


def _left_out(name: str, many: int, metavar: str, help_text: str) -> Param[Any, Sequence[str]]:
    """Dice that are left over; more are refused by the puzzle."""

    def when(trial: Trial[Any], told: Arguments[Any]) -> bool:
        return len(told.typed(param)) < many and _goes_with(name)(trial, told)

    param = several(
        name,
        A_DIE,
        optional=True,
        metavar=metavar,
        help=help_text,
        candidates=dice_in_words,
        when=when,
    )
    return param


def _flag(name: str, help_text: str) -> Param[Any, bool]:
    return flag(name, help_text, when=_goes_with(name))


_REMOVE = _left_out("--remove", 2, "DIE,DIE", "The cube without these two.")
_LEAVE_OUT = _left_out("--leave-out", 1, "DIE", "The big one without this one.")
_LINKS = one(
    "--links",
    A_TEXT,
    optional=True,
    metavar="FILE",
    help="The mandala that is in this file.",
    when=_goes_with("--links"),
)
_ALL = _flag("--all", "All dice that may be left over.")
_HINT = _flag("--hint", "One step: the first, or STEP.")
_COUNT = _flag("--count", "Only how many there are.")
_OUTPUT = one(
    "--output",
    a_file("puzzle.svg"),
    optional=True,
    short="-o",
    metavar="FILE",
    help="A picture: puzzle.svg, or - .",
    when=_goes_with("-o"),
)
_OPTIONS = (_REMOVE, _LEAVE_OUT, _LINKS, _ALL, _HINT, _COUNT, _OUTPUT)


def _options(told: Arguments[Any]) -> list[str]:
    """The options that stand there, as they are typed."""
    return [option.short or option.name for option in _OPTIONS if option in told]


def _answer(shelf: Shelf[Any], told: Arguments[Any]) -> Reply | Picture:
    words, options = told.typed(_WORDS), _options(told)
    if not words:
        if options:
            raise Invalid("Which puzzle?", _commands(options[0]))
        return _overview()
    puzzle, step = _puzzle_and_step(words, options)
    asked = Asked(
        puzzle,
        step,
        every=told[_ALL],
        number=told[_COUNT],
        output=told.get(_OUTPUT),
        dice=[*told.typed(_REMOVE), *told.typed(_LEAVE_OUT)],
        links=told.get(_LINKS),
    )
    if puzzle.id in (CUBE, BOARD):
        from companion.games.boolean.puzzles.block_answers import board, cube

        return cube(asked) if puzzle.id == CUBE else board(asked)
    from companion.games.boolean.puzzles.mandala_answers import mandala

    return mandala(asked, shelf)


def _overview() -> Reply:
    """What puzzles there are."""

    def document() -> dict[str, Any]:
        return {
            "puzzles": [{"id": one.id, "title": one.title, "asks": one.asks} for one in PUZZLES]
        }

    def blocks() -> list[Block]:
        from companion.core.blocks import Heading, Paragraph, Span, Steps

        told = [Paragraph((Span(f"{one.title}: ", "name"), one.asks)) for one in PUZZLES]
        hints = tuple(f"`{one.command} --hint`" for one in PUZZLES)
        return [Heading("The three puzzles", "Boolean Dice"), *told, Steps(hints)]

    return Reply(document=document, blocks=blocks)


PUZZLE = Verb[Any](
    "puzzle",
    "the three puzzles, or a hint for one",
    """Solve a puzzle, or get a hint for one.

    They are checkerboard-cube, big-checkerboard and mandala; `cube`, `big` and `m` will do.

    A file for `--links` has a line for each link of a mandala, such as `top left`. `top: left
    right` links top with both, `top = 5w` tells a die, and what follows a # is left out.

    \b
    Examples:
      companion boolean puzzle checkerboard-cube --hint
      companion boolean puzzle checkerboard-cube --hint 2
      companion boolean puzzle checkerboard-cube --remove 0w,3w-band
      companion boolean puzzle checkerboard-cube --all
      companion boolean puzzle big-checkerboard -o board.svg
      companion boolean puzzle mandala --count
      companion boolean puzzle mandala --links circles.txt
    """,
    (_WORDS, *_OPTIONS),
    run=_answer,
    of_play=False,
    of_group=False,
)

VERBS = (PUZZLE,)

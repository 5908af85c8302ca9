"""The verb `puzzle`: the three puzzles, solved, or a hint for one. No play is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.box import Shelf
from companion.core.offer import Trial
from companion.core.param import (
    A_DIE,
    A_TEXT,
    Candidate,
    Param,
    Told,
    a_file,
    flag,
    one,
    several,
)
from companion.core.reply import Picture, Reply
from companion.core.verb import Verb
from companion.errors import CompanionError
from companion.games.boolean.parsing import dice_in_words
from companion.games.boolean.puzzles.question import (
    BOARD,
    CUBE,
    PUZZLES,
    Asked,
    puzzle_and_step,
    require_puzzle,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block


def _puzzles(trial: Trial[Any], told: Told[Any]) -> Iterator[Candidate]:
    if not told.typed(_WORDS):
        yield from ((puzzle.id, puzzle.title) for puzzle in PUZZLES)


_WORDS = several(
    "PUZZLE...",
    A_TEXT,
    optional=True,
    metavar="[PUZZLE] [STEP]",
    candidates=_puzzles,
)


def _goes_with(option: str) -> Callable[[Trial[Any], Told[Any]], bool]:
    """Whether an option means something behind a line: for its puzzle, and beside the others."""

    def when(trial: Trial[Any], told: Told[Any]) -> bool:
        words = told.typed(_WORDS)
        try:
            return bool(words) and bool(puzzle_and_step(words, [*_options(told), option]))
        except CompanionError:
            return False

    return when


def _left_out(name: str, many: int, metavar: str, help_text: str) -> Param[Any, Sequence[str]]:
    """Dice that are left over; more are refused by the puzzle."""

    def when(trial: Trial[Any], told: Told[Any]) -> bool:
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


def _options(told: Told[Any]) -> list[str]:
    """The options that stand there, as they are typed."""
    return [option.short or option.name for option in _OPTIONS if option in told]


def _answer(shelf: Shelf[Any], told: Told[Any]) -> Reply | Picture:
    words, options = told.typed(_WORDS), _options(told)
    if not words:
        require_puzzle(options)
        return _overview()
    puzzle, step = puzzle_and_step(words, options)
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

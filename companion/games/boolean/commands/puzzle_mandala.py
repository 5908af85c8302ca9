"""Answers about the mandala: our reading of it, or the drawing that somebody has told."""

from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.games.boolean.commands.puzzle_asked import Asked
from companion.games.boolean.puzzles.figure import Figure, our_figure
from companion.games.boolean.puzzles.placing import Put, count, is_exact, solve, why_none
from companion.games.boolean.puzzles.reading import figure_in
from companion.games.boolean.puzzles.telling.words import ways_words, why_put
from companion.table.files import LINKS, STANDARD, read_text, short_name

if TYPE_CHECKING:
    from companion.core.blocks import Block

Document = dict[str, Any]
_READING = "A-BO-28"


class Case(NamedTuple):
    """A drawing, the file it is from (None for our own), and how many solutions it has."""

    asked: Asked
    figure: Figure
    file: str | None
    ways: int
    unhinted: int

    @property
    def command(self) -> str:
        """What was typed, without what it asked for."""
        links = "" if self.file is None else f" --links {quote(self.file)}"
        return f"{self.asked.puzzle.command}{links}"

    def document(self) -> Document:
        """What is counted, and of which drawing."""
        from companion.games.boolean.puzzles.telling.report import links_report

        return {
            "puzzle": self.asked.puzzle.id,
            "reading": _READING,
            "links_file": self.file,
            "possible": self.ways > 0,
            "assignments": self.ways,
            "without_hint": self.unhinted,
            "exact": is_exact(self.figure),
            "circles": list(self.figure.circles),
            "links": links_report(self.figure),
        }


def mandala(asked: Asked, links: str | None) -> Reply:
    """The mandala. Raises Invalid for a file that tells of none, Refused for one that none fits."""
    if links is not None and not links.strip():
        raise Invalid("`--links` needs a file.", f"`{asked.puzzle.command} --links FILE`")
    figure = (
        our_figure() if links is None else figure_in(read_text(links, LINKS), short_name(links))
    )
    case = Case(asked, figure, links, count(figure), count(figure.without_hints()))
    if asked.number:
        return Reply(case.document, (_count_words(case),))
    if not case.ways:
        raise Refused(
            f"{_name(case)} has no solution in our reading: {why_none(figure)} (A-BO-28).",
            "Hold the file against the drawing, line by line; if it is right, the drawing means "
            "something else.",
        )
    puts = solve(figure)
    return _step(case, puts) if asked.step else _solution(case, puts)


def _name(case: Case) -> str:
    return "Our drawing" if case.file is None else short_name(case.file)


def _count_words(case: Case) -> str:
    if not case.ways:
        return f"{_name(case)} has no solution in our reading: {why_none(case.figure)} (A-BO-28)."
    told = f"{_name(case)} has {ways_words(case.ways, 'solution')} in our reading (A-BO-28)"
    if case.figure.hints:
        told += f", and {ways_words(case.unhinted, 'solution')} without the hint"
    return f"{told}."


def _solution(case: Case, puts: tuple[Put, ...]) -> Reply:
    output, figure = case.asked.output, case.figure
    title = case.asked.puzzle.title

    def document() -> Document:
        from companion.games.boolean.puzzles.telling.report import puts_report

        return {**case.document(), "solution": puts_report(figure, puts), "file": output}

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading, Steps
        from companion.games.boolean.puzzles.telling import mandala as telling

        if case.file is not None:
            aside = f"{short_name(case.file)} · {ways_words(case.ways, 'solution')}"
            return [Heading(title, aside), *telling.their_view(figure, puts, case.ways)]
        told = telling.our_view(figure, puts, case.ways, case.unhinted)
        other = f"The drawing that you have: `{case.command} --links FILE`; `-h` has the details."
        return [Heading(title, "a reading"), *told, Steps((other,))]

    if output is not None:
        from companion.games.boolean.puzzles.telling.mandala_svg import mandala_svg
        from companion.table.pictures import picture

        whose = "a reading" if case.file is None else short_name(case.file)
        svg = mandala_svg(figure, puts, f"{title}: {whose}")
        return picture(output, svg, "The solution", document)
    return Reply(document=document, blocks=blocks)


def _step(case: Case, puts: tuple[Put, ...]) -> Reply:
    """One die of a solution."""
    number, figure = case.asked.step, case.figure
    case.asked.require_step(len(puts))
    told = "The rulebook's hint says so (BO-237)." if case.file is None else "The file says so."

    def document() -> Document:
        from companion.games.boolean.puzzles.telling.report import put_report

        put = puts[number - 1]
        placed = {before.circle: before.die for before in puts[: number - 1]}
        step = {"step": number, "steps": len(puts), **put_report(figure, put)}
        return {**case.document(), **step, "why": why_put(figure, put, placed, told)}

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading, Steps
        from companion.games.boolean.puzzles.telling.mandala import put_view

        whose = "a reading" if case.file is None else short_name(case.file)
        if number == len(puts):
            rest = "That was the last die: every circle is full."
        elif case.file == STANDARD:
            rest = f"The next step: the same with `--hint {number + 1}`"
        else:
            rest = f"The next step: `{case.command} --hint {number + 1}`"
        heading = Heading(case.asked.puzzle.title, f"{whose} · step {number} of {len(puts)}")
        return [heading, *put_view(figure, puts, number, told), Steps((rest,))]

    return Reply(document=document, blocks=blocks)

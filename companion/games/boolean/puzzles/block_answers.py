"""Answers about the two puzzles of blocks: a solution, one step of it, or how many there are."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.names import listed
from companion.core.reply import Picture, Reply
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import FACES, find_die
from companion.games.boolean.puzzles import Request
from companion.games.boolean.puzzles.block import (
    ALL,
    BOARD,
    CUBE,
    Block,
    Built,
    DiceSet,
    Laid,
    Ways,
    alike,
    always,
    assignments,
    build,
    colours,
    left_out,
    names_of,
    set_of,
    shown,
    where,
    why_laid,
)

if TYPE_CHECKING:
    from companion.core import blocks as drawn

Document = dict[str, Any]


class _Case(NamedTuple):
    """A block, what is counted of it, and the dice of which something is asked.

    `typed` are the options that ask for these; empty where they were chosen here.
    """

    request: Request
    block: Block
    counts: Ways
    out: DiceSet
    typed: str

    @property
    def ways(self) -> int:
        """How many assignments there are without those dice."""
        return self.counts.get(ALL & ~self.out, 0)

    @property
    def names(self) -> str:
        """The dice that are left out, as one says it."""
        return listed([f"the {name}" for name in names_of(self.out)])

    @property
    def command(self) -> str:
        """What was typed, without what it asked for."""
        return f"{self.request.puzzle.command}{self.typed}"


def cube(request: Request) -> Reply | Picture:
    """The Checkerboard Cube. Raises Invalid unless two dice are named, or none."""
    case = _case(request, CUBE, "--remove", 2)
    if request.every:
        return _all_pairs(case)
    removed = list(names_of(case.out))
    note = "" if case.typed else "Without `--remove`, it is the pair with the most solutions. "
    note += f"All pairs: `{request.puzzle.command} --all`."
    return _answer(case, {"removed": removed}, note)


def board(request: Request) -> Reply | Picture:
    """The Big Checkerboard. Raises Invalid where more than one die is named."""
    case = _case(request, BOARD, "--leave-out", 1)
    facts = _board_facts(case)
    note = _board_words(facts)
    if request.every:
        return _all_dice(case, facts, note)
    return _answer(case, {"left_out": names_of(case.out)[0], **facts}, note)


def _case(request: Request, built: Block, option: str, many: int) -> _Case:
    """What is asked about; where no dice are named, those without which there is the most."""
    counts = assignments(built)
    if not request.dice:
        most = max(left_out(built), key=lambda out: counts.get(ALL & ~out, 0))
        return _Case(request, built, counts, most, "")
    dice = [find_die(name).id for word in request.dice for name in word.replace(",", " ").split()]
    if len(set(dice)) != many or len(dice) != many:
        twice = [name for name in dict.fromkeys(dice) if dice.count(name) > 1]
        example = "0w,6w" if many == 2 else "3w-corner"
        raise Invalid(
            f"The {twice[0]} is named twice, and there is one of it."
            if twice
            else f"{'Two dice are' if many == 2 else 'One die is'} left out, not {len(dice)} "
            f"({'BO-229' if many == 2 else 'BO-232'}).",
            f"`{request.puzzle.command} {option} {example}`",
        )
    return _Case(request, built, counts, set_of(dice), f" {option} {','.join(dice)}")


def _answer(case: _Case, which: Mapping[str, Any], note: str) -> Reply | Picture:
    """A count, a step, a picture or a whole solution, as was asked."""
    known = {"puzzle": case.request.puzzle.id, **which, **_count(case, case.out)}
    without = f"Without {case.names}"
    if case.request.number:
        return Reply(lambda: known, (f"{without}: {_assignments(case.ways)}.", note))
    if not case.ways:
        if case.request.step or case.request.output:
            raise Refused(f"{without}, there is no solution.", note)
        return Reply(
            lambda: {**known, "solution": None}, (f"{without}, there is no solution.", note)
        )
    built = build(case.block, ALL & ~case.out)
    assert built is not None, "what can be counted can be built"
    if case.request.step:
        return _step(case, built, known)
    return _solution(case, built, known, note)


def _assignments(count: int) -> str:
    return f"{count:,} assignments" if count else "no assignment, so it is impossible"


def _solution(case: _Case, built: Built, known: Document, note: str) -> Reply | Picture:
    output, title = case.request.output, case.request.puzzle.title

    def document() -> Document:
        return {
            **known,
            "solution": [_laid_report(built, laid) for laid in built.in_place],
            "file": output,
        }

    def blocks() -> "list[drawn.Block]":
        from companion.core.blocks import Heading, Paragraph
        from companion.games.boolean.puzzles.views import solution_view

        aside = f"without {listed(names_of(case.out))} · one of {case.ways:,} solutions"
        return [Heading(title, aside), *solution_view(built), Paragraph(note)]

    if output is not None:
        from companion.games.boolean.puzzles.pictures import block_svg

        svg = block_svg(built, f"{title} without {listed(names_of(case.out))}")
        return Picture(output, svg, "The solution", document)
    return Reply(document=document, blocks=blocks)


def _step(case: _Case, built: Built, known: Document) -> Reply:
    """One die of a solution."""
    number, steps = case.request.step, len(built.steps)
    case.request.require_step(steps)
    laid = built.steps[number - 1]

    def document() -> Document:
        step = {"step": number, "steps": steps, **_laid_report(built, laid), "why": why_laid(laid)}
        return {**known, **step}

    def blocks() -> "list[drawn.Block]":
        from companion.core.blocks import Heading, Steps
        from companion.games.boolean.puzzles.views import step_view

        aside = f"without {listed(names_of(case.out))} · step {number} of {steps}"
        rest = (
            f"The next step: `{case.command} --hint {number + 1}`"
            if number < steps
            else f"That was the last die. All of them: `{case.command}`"
        )
        return [Heading(case.request.puzzle.title, aside), *step_view(built, laid), Steps((rest,))]

    return Reply(document=document, blocks=blocks)


def _count(case: _Case, out: DiceSet) -> Document:
    """Whether and how often it can be built without some dice."""
    count = case.counts.get(ALL & ~out, 0)
    return {"possible": count > 0, "assignments": count}


def _all_pairs(case: _Case) -> Reply:
    pairs = left_out(case.block)
    total, works = sum(case.counts.values()), always(case.block)

    def document() -> Document:
        rows = [{"removed": list(names_of(pair)), **_count(case, pair)} for pair in pairs]
        return {
            "puzzle": case.request.puzzle.id,
            "possible": all(row["possible"] for row in rows),
            "assignments": total,
            "patterns": 64,
            "patterns_always": works,
            "pairs": rows,
        }

    def blocks() -> "list[drawn.Block]":
        from companion.core.blocks import Heading
        from companion.games.boolean.puzzles.views import pairs_view

        heading = Heading(case.request.puzzle.title, "assignments without two dice")
        return [heading, *pairs_view(case.counts, works)]

    if case.request.number:
        possible = sum(ALL & ~pair in case.counts for pair in pairs)
        line = f"{possible} of {len(pairs)} pairs are possible: {total:,} assignments in all."
        return Reply(document, (line,))
    return Reply(document=document, blocks=blocks)


def _board_facts(case: _Case) -> Document:
    possible = [names_of(out)[0] for out in left_out(case.block) if ALL & ~out in case.counts]
    return {"possible_without": possible, "assignments_sides_alike": alike(case.block)}


def _board_words(facts: Mapping[str, Any]) -> str:
    only = listed([f"the {name}" for name in facts["possible_without"]])
    same = facts["assignments_sides_alike"]
    return (
        f"Only {only} can be left out. With all four narrow sides of one colour, there would be "
        f"{_assignments(same) if same else 'no solution'} (A-BO-27)."
    )


def _all_dice(case: _Case, facts: Document, note: str) -> Reply:
    total = sum(case.counts.values())

    def document() -> Document:
        out = left_out(case.block)
        rows = [{"left_out": names_of(die)[0], **_count(case, die)} for die in out]
        known = {"puzzle": case.request.puzzle.id, "possible": total > 0, "assignments": total}
        return {**known, **facts, "dice": rows}

    def blocks() -> "list[drawn.Block]":
        from companion.core.blocks import Heading, Paragraph
        from companion.games.boolean.puzzles.views import singles_view

        heading = Heading(case.request.puzzle.title, "assignments without one die")
        return [heading, *singles_view(case.counts), Paragraph(note)]

    if case.request.number:
        return Reply(document, (f"In all, {_assignments(total)}.", note))
    return Reply(document=document, blocks=blocks)


# As JSON


def _laid_report(built: Built, laid: Laid) -> dict[str, Any]:
    """A die at its place; counting from below, from the back and from the left, from 1."""
    place = laid.place
    seen = zip(place.outside, shown(built.block, built.pattern, place), strict=True)
    return {
        "die": laid.die.id,
        "where": where(built.block, place),
        "layer": place.layer + 1,
        "row": place.row + 1,
        "column": place.column + 1,
        "shows": {FACES[face]: colours(white) for face, white in seen},
    }

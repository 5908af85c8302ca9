"""Answers about the two puzzles with blocks: a solution, a step of it, or how many there are."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core import blocks as drawn
from companion.core.blocks import (
    Column,
    Fit,
    Heading,
    Paragraph,
    Side,
    Span,
    Stack,
    Steps,
    Table,
    Text,
)
from companion.core.names import listed
from companion.core.reply import Picture, Reply
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import (
    BACK,
    BLACK,
    BOTTOM,
    FACES,
    FRONT,
    LEFT,
    LEGEND,
    RIGHT,
    TOP,
    WHITE,
    by_id,
    find_die,
    net_of,
    the_ten,
)
from companion.games.boolean.puzzles import Request
from companion.games.boolean.puzzles.block import (
    ALL,
    BOARD,
    CUBE,
    Block,
    Built,
    DiceSet,
    Laid,
    Place,
    Ways,
    assignments,
    build,
    colour,
    colour_word,
    count_always_possible,
    count_with_equal_sides,
    left_out,
    names_of,
    place_words,
    set_of,
    shown,
    sides_words,
    why_laid,
)

Document = dict[str, Any]


class _Case(NamedTuple):
    """A block, the number of ways to build each set of dice, and the dice to leave `out`.

    `typed` is the option that names these; empty if the program chose them.
    """

    request: Request
    block: Block
    counts: Ways
    out: DiceSet
    typed: str

    @property
    def ways(self) -> int:
        """How many assignments there are without these dice."""
        return self.counts.get(ALL & ~self.out, 0)

    @property
    def names(self) -> str:
        """The dice that are left out, in words."""
        return listed([f"the {name}" for name in names_of(self.out)])

    @property
    def command(self) -> str:
        """The command for this block, without further options."""
        return f"{self.request.puzzle.command}{self.typed}"


def cube(request: Request) -> Reply | Picture:
    """The Checkerboard Cube. Raises Invalid unless two dice are named, or none."""
    case = _case(request, CUBE, "--remove", 2)
    if request.every:
        return _all_pairs(case)
    removed = list(names_of(case.out))
    note = "" if case.typed else "Without `--remove`, this is the pair with the most solutions. "
    note += f"All pairs: `{request.puzzle.command} --all`."
    return _answer(case, {"removed": removed}, note)


def board(request: Request) -> Reply | Picture:
    """The Big Checkerboard. Raises Invalid if more than one die is named."""
    case = _case(request, BOARD, "--leave-out", 1)
    facts = _board_facts(case)
    note = _board_words(facts)
    if request.every:
        return _all_dice(case, facts, note)
    return _answer(case, {"left_out": names_of(case.out)[0], **facts}, note)


def _case(request: Request, built: Block, option: str, many: int) -> _Case:
    """Read the dice to leave out; if none are named, those that leave the most solutions."""
    counts = assignments(built)
    if not request.dice:
        most = max(left_out(built), key=lambda out: counts.get(ALL & ~out, 0))
        return _Case(request, built, counts, most, "")
    dice = [find_die(name).id for word in request.dice for name in word.replace(",", " ").split()]
    if len(set(dice)) != many or len(dice) != many:
        twice = [name for name in dict.fromkeys(dice) if dice.count(name) > 1]
        example = "0w,6w" if many == 2 else "3w-corner"
        raise Invalid(
            f"The {twice[0]} is named twice."
            if twice
            else f"{'Two dice are' if many == 2 else 'One die is'} left out, not {len(dice)} "
            f"({'BO-229' if many == 2 else 'BO-232'}).",
            f"`{request.puzzle.command} {option} {example}`",
        )
    return _Case(request, built, counts, set_of(dice), f" {option} {','.join(dice)}")


def _answer(case: _Case, which: Mapping[str, Any], note: str) -> Reply | Picture:
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
    assert built is not None, "what was counted can be built"
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

    def blocks() -> list[drawn.Block]:
        aside = f"without {listed(names_of(case.out))} · one of {case.ways:,} solutions"
        return [Heading(title, aside), *solution_view(built), Paragraph(note)]

    if output is not None:
        from companion.games.boolean.puzzles.pictures import block_svg

        svg = block_svg(built, f"{title} without {listed(names_of(case.out))}")
        return Picture(output, svg, "The solution", document)
    return Reply(document=document, blocks=blocks)


def _step(case: _Case, built: Built, known: Document) -> Reply:
    number, steps = case.request.step, len(built.steps)
    case.request.require_step(steps)
    laid = built.steps[number - 1]

    def document() -> Document:
        step = {"step": number, "steps": steps, **_laid_report(built, laid), "why": why_laid(laid)}
        return {**known, **step}

    def blocks() -> list[drawn.Block]:
        aside = f"without {listed(names_of(case.out))} · step {number} of {steps}"
        rest = (
            f"The next step: `{case.command} --hint {number + 1}`"
            if number < steps
            else f"That was the last die. All of them: `{case.command}`"
        )
        return [Heading(case.request.puzzle.title, aside), *step_view(built, laid), Steps((rest,))]

    return Reply(document=document, blocks=blocks)


def _count(case: _Case, out: DiceSet) -> Document:
    count = case.counts.get(ALL & ~out, 0)
    return {"possible": count > 0, "assignments": count}


def _all_pairs(case: _Case) -> Reply:
    pairs = left_out(case.block)
    total, works = sum(case.counts.values()), count_always_possible(case.block)

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

    def blocks() -> list[drawn.Block]:
        heading = Heading(case.request.puzzle.title, "assignments without two dice")
        return [heading, *pairs_view(case.counts, works)]

    if case.request.number:
        possible = sum(ALL & ~pair in case.counts for pair in pairs)
        line = f"{possible} of {len(pairs)} pairs are possible: {total:,} assignments in all."
        return Reply(document, (line,))
    return Reply(document=document, blocks=blocks)


def _board_facts(case: _Case) -> Document:
    possible = [names_of(out)[0] for out in left_out(case.block) if ALL & ~out in case.counts]
    alike = count_with_equal_sides(case.block)
    return {"possible_without": possible, "assignments_sides_alike": alike}


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

    def blocks() -> list[drawn.Block]:
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
        "where": place_words(built.block, place),
        "layer": place.layer + 1,
        "row": place.row + 1,
        "column": place.column + 1,
        "shows": {FACES[face]: colour_word(white) for face, white in seen},
    }


# On a terminal: a block, layer by layer as it is built, and which faces each die shows

_CELL = 6


def solution_view(built: Built) -> list[drawn.Block]:
    """The whole solution, from below."""
    layers = tuple(_layer(built, layer) for layer in range(built.block.layers))
    legend = f"{LEGEND} Seen from above, with the front below; around the dice, their sides."
    return [Side(layers), _table(built), Paragraph(Span(legend, "muted"))]


def step_view(built: Built, laid: Laid) -> list[drawn.Block]:
    """One die: where it goes, how it is turned, and why."""
    faces = tuple(
        laid.way[face] if face in laid.place.outside else None for face in range(len(FACES))
    )
    note = (
        "The ",
        Span(laid.die.id, "name"),
        f": {place_words(built.block, laid.place)}. It shows {sides_words(built, laid.place)}.",
    )
    return [
        Stack((Paragraph(note), net_of(faces, Span(laid.die.id, "name")))),
        Paragraph(why_laid(laid)),
        Paragraph(Span(f"{LEGEND} ? lies inside, and may have any colour.", "muted")),
    ]


def _layer(built: Built, layer: int) -> drawn.Picture:
    """A layer from above, with the colours of its sides around it."""
    block = built.block
    below = layer == 0 and block.layers > 1
    face = BOTTOM if below else TOP
    dice = {(laid.place.row, laid.place.column): laid for laid in built.steps_of(layer)}

    def cell(row: int, column: int) -> Text | None:
        inside = (min(max(row, 0), block.rows - 1), min(max(column, 0), block.columns - 1))
        laid = dice[inside]
        if inside == (row, column):
            mark = _mark(colour(block, built.pattern, laid.place, face))
            return (Span(laid.die.short, "name"), " ", mark)
        if row != inside[0] and column != inside[1]:
            return None
        side = _side(row - inside[0], column - inside[1])
        return _mark(colour(block, built.pattern, laid.place, side))

    rows = tuple(
        tuple(cell(row, column) for column in range(-1, block.columns + 1))
        for row in range(-1, block.rows + 1)
    )
    which = ("bottom layer: " if below else "top layer: ") if block.layers > 1 else ""
    caption = f"{which}dice and their {'underside' if below else 'top'}"
    return drawn.Picture(rows, _CELL, Span(caption, "muted"))


def _side(down: int, across: int) -> int:
    if down:
        return FRONT if down > 0 else BACK
    return RIGHT if across > 0 else LEFT


def _mark(white: bool) -> Span:
    return Span(WHITE, "strong") if white else Span(BLACK, "muted")


def _table(built: Built) -> Table:
    upright = ((TOP, BOTTOM),) if built.block.layers > 1 else ((TOP,), (BOTTOM,))
    groups = (*upright, (BACK, FRONT), (LEFT, RIGHT))
    rows = tuple(
        (
            Span(laid.die.short, "strong"),
            Span(laid.die.id, "name"),
            *(_outside(built, laid.place, group) for group in groups),
        )
        for laid in built.in_place
    )
    return Table((Column(),) * (2 + len(groups)), rows)


def _outside(built: Built, place: Place, faces: tuple[int, ...]) -> Text:
    parts: list[str | Span] = []
    for face in faces:
        if face in place.outside:
            mark = _mark(colour(built.block, built.pattern, place, face))
            parts += [f"{FACES[face]} ", mark]
    return tuple(parts)


# Which dice can be left out of a block: every pair of them, or every single one

COUNTED = (
    "An assignment is which die lies where, and what is seen. The block stands fixed; ways to "
    "turn a die that look the same outside are one; each pattern of the faces counts by itself."
)
_ACROSS = 3
"""Pairs in a row of a narrow terminal."""


def pairs_view(counts: Ways, always: int) -> list[drawn.Block]:
    """Assignments of the cube without each pair of dice."""
    pairs = left_out(CUBE)
    impossible = len(pairs) - len(counts)
    answer = (
        f"No: for {impossible} of the {len(pairs)} pairs, it cannot"
        if impossible
        else "Yes: whichever two dice are removed, it can be built"
    )
    note = (
        f"{answer}. {always} of the 64 patterns that its faces can have work with any two removed. "
        f"All {len(pairs)} pairs together: {sum(counts.values()):,} assignments."
    )
    corner = (
        "Each die shows three faces around one of its corners, and all that matters at a place is "
        "how many of these are white."
    )
    cells = {pair: counts.get(ALL & ~pair, 0) for pair in pairs}
    return [
        Paragraph(note),
        Paragraph(corner),
        Fit((_triangle(cells), _list(cells))),
        Paragraph(Span(COUNTED, "muted")),
    ]


def singles_view(counts: Ways) -> list[drawn.Block]:
    """Assignments of the flat block without each die."""
    rows: list[tuple[Text, ...]] = []
    for one in left_out(BOARD):
        count = counts.get(ALL & ~one, 0)
        shown = Span(f"{count:,}", "good") if count else Span("none", "muted")
        rows.append((Span(names_of(one)[0], "name"), shown))
    columns = (Column("left out"), Column("assignments", "right"))
    return [Table(columns, tuple(rows)), Paragraph(Span(COUNTED, "muted"))]


def _shorts(dice: int) -> tuple[str, ...]:
    return tuple(by_id()[name].short for name in names_of(dice))


def _triangle(cells: Ways) -> Table:
    """A row for one die of a pair, a column for the other."""
    ten = [die.short for die in the_ten()]
    counts = {_shorts(pair): f"{count}" for pair, count in cells.items()}
    rows: list[tuple[Text, ...]] = [
        (Span(one, "strong"), *(counts.get((one, other), "") for other in ten[1:]))
        for one in ten[:-1]
    ]
    return Table(
        (Column(read_aloud="Die"), *(Column(other, "right") for other in ten[1:])), tuple(rows)
    )


def _list(cells: Ways) -> Table:
    """Pairs and their counts, a few in a row."""
    entries: list[tuple[Text, ...]] = [
        (Span(" ".join(_shorts(pair)), "strong"), f"{count}") for pair, count in cells.items()
    ]
    deep = len(entries) // _ACROSS
    rows: list[tuple[Text, ...]] = [
        tuple(part for cell in entries[row::deep] for part in cell) for row in range(deep)
    ]
    return Table((Column(), Column("", "right")) * _ACROSS, tuple(rows))

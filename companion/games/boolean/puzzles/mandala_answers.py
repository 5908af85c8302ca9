"""Answers about the mandala: our interpretation of it, or a drawing in a file."""

from collections.abc import Collection, Sequence
from shlex import quote
from typing import Any, NamedTuple

from companion.core import blocks as drawn
from companion.core.blocks import (
    Column,
    Heading,
    Paragraph,
    Span,
    Stack,
    Steps,
    Table,
    Text,
)
from companion.core.box import Shelf
from companion.core.names import counted, folded, is_text, short
from companion.core.reply import Picture, Reply
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.games.boolean.dice.the_ten import (
    LEGEND,
    find_die,
    net,
    the_ten,
)
from companion.games.boolean.puzzles import Request
from companion.games.boolean.puzzles.mandala import (
    Figure,
    Link,
    Move,
    count,
    is_exact,
    our_figure,
    pairs,
    solve,
    spot,
    why_move,
    why_none,
)

Document = dict[str, Any]
_READING = "A-BO-28"
_STANDARD = "-"
"""Standard input, in place of a file."""


class _Case(NamedTuple):
    """A drawing, its name (`called`: an interpretation, or the file), and the number of its
    solutions; `unhinted` is the number without hints.
    """

    request: Request
    figure: Figure
    called: str
    ways: int
    unhinted: int

    @property
    def file(self) -> str | None:
        """The file as typed; None for our own drawing."""
        return self.request.links

    @property
    def command(self) -> str:
        """The command for this drawing, without further options."""
        links = "" if self.file is None else f" --links {quote(self.file)}"
        return f"{self.request.puzzle.command}{links}"

    def document(self) -> Document:
        """The drawing, and the numbers of solutions."""
        return {
            "puzzle": self.request.puzzle.id,
            "reading": _READING,
            "links_file": self.file,
            "possible": self.ways > 0,
            "assignments": self.ways,
            "without_hint": self.unhinted,
            "exact": is_exact(self.figure),
            "circles": list(self.figure.circles),
            "links": [
                [self.figure.circles[one], self.figure.circles[other]]
                for one, other in sorted(self.figure.links)
            ],
        }


def mandala(request: Request, shelf: Shelf[Any]) -> Reply | Picture:
    """The mandala. Raises Invalid for a file without one, Refused if it has no solution."""
    links = request.links
    if links is not None and not links.strip():
        raise Invalid("`--links` needs a file.", f"`{request.puzzle.command} --links FILE`")
    name = "an interpretation" if links is None else shelf.file_name(links)
    figure = our_figure() if links is None else figure_in(shelf.read_text(links, "links"), name)
    case = _Case(request, figure, name, count(figure), count(figure.without_hints()))
    if request.number:
        return Reply(case.document, (_count_words(case),))
    if not case.ways:
        raise Refused(
            f"{_name(case)} has no solution by our interpretation: {why_none(figure)} (A-BO-28).",
            "Compare the file with the drawing, line by line; if it is right, the drawing means "
            "something else.",
        )
    moves = solve(figure)
    return _step(case, moves) if request.step else _solution(case, moves)


def _name(case: _Case) -> str:
    return "Our drawing" if case.file is None else case.called


def _count_words(case: _Case) -> str:
    if not case.ways:
        return f"{_name(case)} has no solution by our interpretation: {why_none(case.figure)} "
        "(A-BO-28)."
    line = f"{_name(case)} has {_solutions(case.ways)} by our interpretation (A-BO-28)"
    if case.figure.hints:
        line += f", and {_solutions(case.unhinted)} without the hint"
    return f"{line}."


def _solutions(count: int) -> str:
    """`967,680 solutions`, `one solution`, `no solution`."""
    return f"{count:,} solutions" if count > 1 else f"{'one' if count else 'no'} solution"


def _solution(case: _Case, moves: tuple[Move, ...]) -> Reply | Picture:
    output, figure = case.request.output, case.figure
    title = case.request.puzzle.title

    def document() -> Document:
        return {
            **case.document(),
            "solution": [_move_report(figure, move) for move in sorted(moves)],
            "file": output,
        }

    def blocks() -> list[drawn.Block]:
        if case.file is not None:
            aside = f"{case.called} · {_solutions(case.ways)}"
            return [Heading(title, aside), *their_view(figure, moves, case.ways)]
        drawn = our_view(figure, moves, case.ways, case.unhinted)
        other = f"For your own drawing: `{case.command} --links FILE`; `-h` explains it."
        return [Heading(title, "our interpretation"), *drawn, Steps((other,))]

    if output is not None:
        from companion.games.boolean.puzzles.pictures import mandala_svg

        svg = mandala_svg(figure, moves, f"{title}: {case.called}")
        return Picture(output, svg, "The solution", document)
    return Reply(document=document, blocks=blocks)


def _move_report(figure: Figure, move: Move) -> dict[str, str]:
    return {"circle": figure.circles[move.circle], "die": the_ten()[move.die].id}


def _step(case: _Case, moves: tuple[Move, ...]) -> Reply:
    number, figure = case.request.step, case.figure
    case.request.require_step(len(moves))
    reason = "The rulebook's hint says so (BO-237)." if case.file is None else "The file says so."

    def document() -> Document:
        move = moves[number - 1]
        placed = {before.circle: before.die for before in moves[: number - 1]}
        step = {"step": number, "steps": len(moves), **_move_report(figure, move)}
        return {**case.document(), **step, "why": why_move(figure, move, placed, reason)}

    def blocks() -> list[drawn.Block]:
        if number == len(moves):
            rest = "That was the last die."
        elif case.file == _STANDARD:
            rest = f"The next step: the same with `--hint {number + 1}`"
        else:
            rest = f"The next step: `{case.command} --hint {number + 1}`"
        heading = Heading(
            case.request.puzzle.title, f"{case.called} · step {number} of {len(moves)}"
        )
        return [heading, *step_view(figure, moves, number, reason), Steps((rest,))]

    return Reply(document=document, blocks=blocks)


# A drawing in a file: a line for each link, and hints

_LISTED = 12
"""The most circles that a refusal names."""
_LONGEST_FILE = 100_000
"""The most characters: ten circles have at most 45 links."""
_HOW = (
    "Each line is a link, such as `top left`; `top: left right` links top with both; `top = 5w` "
    "names a die; # begins a comment."
)


class _Drawing:
    """The drawing as read so far. Names of circles may be in upper or lower case."""

    def __init__(self) -> None:
        self.circles: dict[str, str] = {}
        self.links: set[Link] = set()
        self.hinted: dict[int, str] = {}

    def circle(self, name: str) -> int:
        self.circles.setdefault(folded(name), name)
        return list(self.circles).index(folded(name))

    def link(self, one: str, other: str) -> None:
        first, second = sorted((self.circle(one), self.circle(other)))
        if first == second:
            raise ValueError(f"“{short(one)}” is linked with itself")
        self.links.add((first, second))


def figure_in(text: str, name: str) -> Figure:
    """Read the drawing in a file. Raises Invalid, with the line.

    Ten circles are needed (BO-235); one without links has a line of its own.
    """
    if len(text) > _LONGEST_FILE:
        raise Invalid(f"{name} is too long for a drawing of ten circles.", _HOW)
    drawing = _Drawing()
    hints: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0].strip()
        try:
            if not is_text(content) or not content.replace("\t", " ").isprintable():
                raise ValueError("has characters that cannot be printed")
            if "=" in content:
                hints.append((number, content))
            elif content:
                _read(drawing, content)
        except ValueError as problem:
            raise Invalid(f"{name}, line {number}: {problem}.", _HOW) from None
    _require_ten(drawing, name)
    for number, hint in hints:
        _hint(drawing, hint, f"{name}, line {number}")
    return Figure(
        tuple(drawing.circles.values()), frozenset(drawing.links), tuple(drawing.hinted.items())
    )


def _read(drawing: _Drawing, text: str) -> None:
    """Read a line: a circle, two linked circles, or one with all that are linked with it."""
    one, colon, others = text.partition(":")
    if colon:
        names = others.replace(",", " ").split()
        if len(one.split()) != 1 or not names:
            raise ValueError(f"“{short(text)}” is not a circle with those linked with it")
        for other in names:
            drawing.link(one.strip(), other)
        return
    names = text.replace(",", " ").replace("--", " ").split()
    names = [name for name in names if name != "-"]
    if len(names) == 1 and names[0].count("-") == 1:
        names = [name for name in names[0].split("-") if name]
    if not 1 <= len(names) <= 2:
        raise ValueError(f"“{short(text)}” is not a link of two circles")
    if len(names) == 1:
        drawing.circle(names[0])
    else:
        drawing.link(*names)


def _require_ten(drawing: _Drawing, name: str) -> None:
    circles = list(drawing.circles.values())
    if len(circles) == len(the_ten()):
        return
    listed = ", ".join(short(circle) for circle in circles[:_LISTED])
    more = ", …" if len(circles) > _LISTED else ""
    raise Invalid(
        f"{name} has {counted(len(circles), 'circle')}"
        f"{f' ({listed}{more})' if circles else ''}, but a mandala has ten, one for each die "
        "(BO-235).",
        "Is a name mistyped?" if len(circles) > len(the_ten()) else _HOW,
    )


def _hint(drawing: _Drawing, text: str, where: str) -> None:
    """Read a hint, `top = 5w`. Raises Invalid."""
    circle, _, die_name = (part.strip() for part in text.partition("="))
    if folded(circle) not in drawing.circles:
        raise Invalid(
            f"{where}: no circle is named “{short(circle)}”.",
            f"The circles are {', '.join(short(name) for name in drawing.circles.values())}.",
        )
    try:
        die, number = find_die(die_name).id, drawing.circle(circle)
    except (NotFound, Ambiguous) as problem:
        raise Invalid(f"{where}: {problem.message}", problem.hint) from None
    taken = drawing.hinted.get(number)
    if taken not in (None, die):
        raise Invalid(
            f"{where}: {circle} cannot be both {taken} and {die}.", "Leave one of them out."
        )
    if taken is None and die in drawing.hinted.values():
        raise Invalid(f"{where}: {die} cannot be on two circles.", "There is one of each die.")
    drawing.hinted[number] = die


# On a terminal: the dice as a drawing, and which die goes on which circle

READING = (
    "The rulebook's drawing is not in its text. This is our interpretation (A-BO-28): dice on "
    "linked circles differ by a single face."
)
_MIDDLE, _ASIDE, _WIDTH = 16, 9, 33
"""The places of the dice in a row: in the middle, or on both sides of it."""
_LONGEST_NAME = len("4w-adjacent")


def our_view(figure: Figure, moves: Sequence[Move], ways: int, unhinted: int) -> list[drawn.Block]:
    """Our own drawing with its solution, and why it is the only one."""
    note = (
        f"{unhinted} solutions keep all {len(figure.links)} links: this one, and the same upside "
        "down, with white and black exchanged. The rulebook's hint, the 5w on the first circle of "
        f"the second row, leaves {'this one alone' if ways == 1 else ways} (BO-237 to BO-239)."
    )
    return [Paragraph(READING), _drawing(figure, moves), Paragraph(note)]


def their_view(figure: Figure, moves: Sequence[Move], ways: int) -> list[drawn.Block]:
    """A solution of a drawing in a file, and whether it is the only one."""
    links = f"All {len(figure.links)} pairs of dice that differ by a single face are linked."
    if not is_exact(figure):
        links = (
            f"Of the {len(pairs())} pairs of dice that differ by a single face, "
            f"{len(figure.links) or 'none'} {'is' if len(figure.links) < 2 else 'are'} linked."
        )
    head = (Paragraph(READING), Paragraph(f"{links} {_how_many(figure, ways)}"))
    return [*head, _circles(figure, moves), _drawing(figure, moves)]


def _how_many(figure: Figure, ways: int) -> str:
    if ways == 1:
        return "This is the only solution, as the rulebook promises (BO-239)."
    if figure.hints:
        return f"This is one of {ways:,} solutions; links may be missing."
    hint = f"a line such as `{_cut(figure.circles[0])} = 5w` in the file"
    if is_exact(figure):
        return f"The other solution has white and black exchanged; a hint decides which: {hint}."
    return f"This is one of {ways:,} solutions; a hint leaves fewer: {hint}."


def step_view(figure: Figure, moves: Sequence[Move], step: int, reason: str) -> list[drawn.Block]:
    """The die of a step, on which circle, and why; later ones are not shown.

    `reason` is why a hinted die goes there.
    """
    before, move = moves[: step - 1], moves[step - 1]
    die, circle = the_ten()[move.die], short(figure.circles[move.circle])
    sentence = ("The ", Span(die.id, "name"), f" goes on the circle {circle}.")
    placed = {earlier.circle: earlier.die for earlier in before}
    why = why_move(figure, move, placed, reason)
    return [
        _drawing(figure, moves, {move.die, *placed.values()}),
        Stack((Paragraph((*sentence, f" {why}")), net(die))),
        Paragraph(Span(LEGEND, "muted")),
    ]


def _circles(figure: Figure, moves: Sequence[Move]) -> Table:
    ten = the_ten()
    rows: list[tuple[Text, ...]] = [
        (
            Span(short(figure.circles[move.circle]), "strong"),
            Span(ten[move.die].id, "name"),
            ", ".join(short(figure.circles[other]) for other in sorted(figure.linked(move.circle))),
        )
        for move in sorted(moves)
    ]
    return Table((Column("Circle"), Column("Die"), Column("linked with", wraps=True)), tuple(rows))


def _drawing(figure: Figure, moves: Sequence[Move], known: Collection[int] = range(10)) -> Table:
    """The dice in their rows, and the lines between those on linked circles.

    If a die is not `known` yet, the name of its circle is shown.
    """
    signs = [[" "] * _WIDTH for _ in range(3 * 7 - 2)]
    circle_of = {move.die: move.circle for move in moves}
    for one, other in pairs():
        link = tuple(sorted((circle_of[one], circle_of[other])))
        if link in figure.links:
            _line(signs, spot(other), spot(one))
    lines = ["".join(row) for row in signs]
    rows: list[tuple[Text, ...]] = [(line.rstrip(),) for line in lines]
    for row in range(7):
        beside = [number for number in range(10) if spot(number)[0] == row]
        rows[3 * row] = (_row(figure, beside, circle_of, known),)
    return Table((Column(),), tuple(rows))


def _row(
    figure: Figure, dice: Sequence[int], circle_of: dict[int, int], known: Collection[int]
) -> Text:
    parts: list[str | Span] = []
    end = 0
    for number in dice:
        circle = figure.circles[circle_of[number]]
        name = the_ten()[number].id if number in known else _cut(circle)
        begin = _MIDDLE + spot(number)[1] * _ASIDE - len(name) // 2
        parts += [" " * (begin - end), Span(name, "name" if number in known else "muted")]
        end = begin + len(name)
    return tuple(parts)


def _cut(name: str) -> str:
    """A circle's name, cut to the length of a die's."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _line(signs: list[list[str]], upper: tuple[int, int], lower: tuple[int, int]) -> None:
    """Draw the two signs of a line from a die to one in the row below."""
    begin, end = (_MIDDLE + side * _ASIDE for _, side in (upper, lower))
    sign = "│" if begin == end else "╲" if end > begin else "╱"
    for step in (1, 2):
        signs[3 * upper[0] + step][begin + round((end - begin) * step / 3)] = sign

"""The mandala on a terminal: its dice as a drawing, and what goes on which circle."""

from collections.abc import Collection, Sequence

from companion.core.blocks import Block, Column, Paragraph, Span, Stack, Table, Text
from companion.core.names import short
from companion.games.boolean.dice.drawn import net
from companion.games.boolean.dice.names import the_ten
from companion.games.boolean.dice.signs import LEGEND
from companion.games.boolean.puzzles.figure import Figure, pairs
from companion.games.boolean.puzzles.placing import Put, is_exact
from companion.games.boolean.puzzles.telling.words import why_put

READING = (
    "The rulebook's drawing is not in its text. This is a reading of ours (A-BO-28): dice on "
    "linked circles differ by a single face."
)
_MIDDLE, _ASIDE, _WIDTH = 16, 9, 33
"""Where the dice of a row stand: in the middle, or as far from it on both sides."""
_LONGEST = len("4w-adjacent")


def spot(number: int) -> tuple[int, int]:
    """Where one of the ten is drawn: its row from above, and -1, 0 or 1 for the side.

    The rows go by how many faces are white. Lines are then between neighbouring rows alone.
    """
    ten = the_ten()
    die = ten[number]
    row = [other for other in ten if other.whites == die.whites]
    return 6 - die.whites, 0 if len(row) == 1 else 2 * row.index(die) - 1


def our_view(figure: Figure, puts: Sequence[Put], ways: int, unhinted: int) -> list[Block]:
    """Our own reading with its solution, and why there is only one."""
    told = (
        f"{unhinted} placements keep all {len(figure.links)} links: this one, and the same upside "
        "down, with white and black exchanged. The rulebook's hint, the 5w on the first circle of "
        f"the second row, leaves {'this one alone' if ways == 1 else ways} (BO-237 to BO-239)."
    )
    return [Paragraph(READING), _drawing(figure, puts), Paragraph(told)]


def their_view(figure: Figure, puts: Sequence[Put], ways: int) -> list[Block]:
    """A solution of somebody's own drawing, and whether it is the only one."""
    links = f"All {len(figure.links)} pairs of dice that differ by a single face are linked."
    if not is_exact(figure):
        links = (
            f"Of the {len(pairs())} pairs of dice that differ by a single face, "
            f"{len(figure.links) or 'none'} {'is' if len(figure.links) < 2 else 'are'} linked."
        )
    told = (Paragraph(READING), Paragraph(f"{links} {_how_many(figure, ways)}"))
    return [*told, _table(figure, puts), _drawing(figure, puts)]


def _how_many(figure: Figure, ways: int) -> str:
    if ways == 1:
        return "This is the only solution, as the rulebook promises (BO-239)."
    if figure.hints:
        return f"There are {ways:,} solutions, and this is one; links may be missing."
    hint = f"a line such as `{_cut(figure.circles[0])} = 5w` in the file"
    if is_exact(figure):
        return f"The other solution has white and black exchanged; the hint settles which: {hint}."
    return f"There are {ways:,} solutions, and this is one; the hint leaves fewer: {hint}."


def put_view(figure: Figure, puts: Sequence[Put], step: int, told: str) -> list[Block]:
    """The die of a step: on which circle, and why. Later ones are not shown yet.

    `told` is the reason of what was told.
    """
    before, put = puts[: step - 1], puts[step - 1]
    die, circle = the_ten()[put.die], short(figure.circles[put.circle])
    sentence = ("The ", Span(die.id, "name"), f" goes on the circle {circle}.")
    placed = {earlier.circle: earlier.die for earlier in before}
    why = why_put(figure, put, placed, told)
    return [
        _drawing(figure, puts, {put.die, *placed.values()}),
        Stack((Paragraph((*sentence, f" {why}")), net(die))),
        Paragraph(Span(LEGEND, "muted")),
    ]


def _table(figure: Figure, puts: Sequence[Put]) -> Table:
    ten = the_ten()
    rows: list[tuple[Text, ...]] = [
        (
            Span(short(figure.circles[put.circle]), "strong"),
            Span(ten[put.die].id, "name"),
            ", ".join(short(figure.circles[other]) for other in sorted(figure.linked(put.circle))),
        )
        for put in sorted(puts)
    ]
    return Table((Column("Circle"), Column("Die"), Column("linked with", wraps=True)), tuple(rows))


def _drawing(figure: Figure, puts: Sequence[Put], known: Collection[int] = range(10)) -> Table:
    """The dice in their rows, and the lines between those on linked circles.

    Where a die is not `known` yet, the name of its circle stands.
    """
    signs = [[" "] * _WIDTH for _ in range(3 * 7 - 2)]
    circle_of = {put.die: put.circle for put in puts}
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
    """The dice beside each other, each in the middle of its place."""
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
    """A circle's name, as long as a die's."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _line(signs: list[list[str]], upper: tuple[int, int], lower: tuple[int, int]) -> None:
    """A line of two signs from a die to one in the row below."""
    begin, end = (_MIDDLE + side * _ASIDE for _, side in (upper, lower))
    sign = "│" if begin == end else "╲" if end > begin else "╱"
    for step in (1, 2):
        signs[3 * upper[0] + step][begin + round((end - begin) * step / 3)] = sign

"""The puzzles on a terminal: blocks to be built, counts of what can be left out, the mandala."""

from collections.abc import Collection, Sequence

from companion.core import blocks
from companion.core.blocks import Column, Fit, Paragraph, Picture, Side, Span, Stack, Table, Text
from companion.core.names import short
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
    net,
    net_of,
    the_ten,
)
from companion.games.boolean.puzzles.block import (
    ALL,
    BOARD,
    CUBE,
    Built,
    Laid,
    Place,
    Ways,
    colour,
    left_out,
    names_of,
    sides_words,
    where,
    why_laid,
)
from companion.games.boolean.puzzles.mandala import Figure, Put, is_exact, pairs, spot, why_put

# A block, layer by layer as one builds it, and which faces each die shows

_CELL = 6


def solution_view(built: Built) -> list[blocks.Block]:
    """The whole solution, to be built from below."""
    layers = tuple(_layer(built, layer) for layer in range(built.block.layers))
    legend = f"{LEGEND} Seen from above, with the front below; around the dice, their sides."
    return [Side(layers), _table(built), Paragraph(Span(legend, "muted"))]


def step_view(built: Built, laid: Laid) -> list[blocks.Block]:
    """One die: where it goes, how it is turned, and why there."""
    faces = tuple(
        laid.way[face] if face in laid.place.outside else None for face in range(len(FACES))
    )
    note = (
        "The ",
        Span(laid.die.id, "name"),
        f": {where(built.block, laid.place)}. It shows {sides_words(built, laid.place)}.",
    )
    return [
        Stack((Paragraph(note), net_of(faces, Span(laid.die.id, "name")))),
        Paragraph(why_laid(laid)),
        Paragraph(Span(f"{LEGEND} ? lies inside: any colour will do.", "muted")),
    ]


def _layer(built: Built, layer: int) -> Picture:
    """A layer from above, the colours of its sides around it."""
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
    return Picture(rows, _CELL, Span(caption, "muted"))


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
    """Those of the faces that are seen, with their colours."""
    parts: list[str | Span] = []
    for face in faces:
        if face in place.outside:
            mark = _mark(colour(built.block, built.pattern, place, face))
            parts += [f"{FACES[face]} ", mark]
    return tuple(parts)


# Which dice can be left out of a block: every pair of them, or every one

COUNTED = (
    "Counted is which die lies where, and what is seen. The block stands fixed; ways to turn a die "
    "that look the same outside are one; each pattern of the faces counts by itself."
)
_ACROSS = 3
"""Pairs on a line of a narrow terminal."""


def pairs_view(counts: Ways, always: int) -> list[blocks.Block]:
    """All pairs that may be removed from the cube."""
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
        "Each die shows three faces around one of its corners, and all that a place asks for is "
        "how many of these are white."
    )
    cells = {pair: counts.get(ALL & ~pair, 0) for pair in pairs}
    return [
        Paragraph(note),
        Paragraph(corner),
        Fit((_triangle(cells), _list(cells))),
        Paragraph(Span(COUNTED, "muted")),
    ]


def singles_view(counts: Ways) -> list[blocks.Block]:
    """All dice that may be left out of the flat block."""
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
    return Table((Column(heard="Die"), *(Column(other, "right") for other in ten[1:])), tuple(rows))


def _list(cells: Ways) -> Table:
    """A pair and its count, a few beside each other."""
    entries: list[tuple[Text, ...]] = [
        (Span(" ".join(_shorts(pair)), "strong"), f"{count}") for pair, count in cells.items()
    ]
    deep = len(entries) // _ACROSS
    rows: list[tuple[Text, ...]] = [
        tuple(part for cell in entries[row::deep] for part in cell) for row in range(deep)
    ]
    return Table((Column(), Column("", "right")) * _ACROSS, tuple(rows))


# The mandala: its dice as a drawing, and what goes on which circle

READING = (
    "The rulebook's drawing is not in its text. This is a reading of ours (A-BO-28): dice on "
    "linked circles differ by a single face."
)
_MIDDLE, _ASIDE, _WIDTH = 16, 9, 33
"""Where the dice of a row stand: in the middle, or as far from it on both sides."""
_LONGEST = len("4w-adjacent")


def our_view(figure: Figure, puts: Sequence[Put], ways: int, unhinted: int) -> list[blocks.Block]:
    """Our own reading with its solution, and why there is only one."""
    note = (
        f"{unhinted} placements keep all {len(figure.links)} links: this one, and the same upside "
        "down, with white and black exchanged. The rulebook's hint, the 5w on the first circle of "
        f"the second row, leaves {'this one alone' if ways == 1 else ways} (BO-237 to BO-239)."
    )
    return [Paragraph(READING), _drawing(figure, puts), Paragraph(note)]


def their_view(figure: Figure, puts: Sequence[Put], ways: int) -> list[blocks.Block]:
    """A solution of somebody's own drawing, and whether it is the only one."""
    links = f"All {len(figure.links)} pairs of dice that differ by a single face are linked."
    if not is_exact(figure):
        links = (
            f"Of the {len(pairs())} pairs of dice that differ by a single face, "
            f"{len(figure.links) or 'none'} {'is' if len(figure.links) < 2 else 'are'} linked."
        )
    head = (Paragraph(READING), Paragraph(f"{links} {_how_many(figure, ways)}"))
    return [*head, _circles(figure, puts), _drawing(figure, puts)]


def _how_many(figure: Figure, ways: int) -> str:
    if ways == 1:
        return "This is the only solution, as the rulebook promises (BO-239)."
    if figure.hints:
        return f"There are {ways:,} solutions, and this is one; links may be missing."
    hint = f"a line such as `{_cut(figure.circles[0])} = 5w` in the file"
    if is_exact(figure):
        return f"The other solution has white and black exchanged; the hint settles which: {hint}."
    return f"There are {ways:,} solutions, and this is one; the hint leaves fewer: {hint}."


def put_view(figure: Figure, puts: Sequence[Put], step: int, reason: str) -> list[blocks.Block]:
    """The die of a step: on which circle, and why. Later ones are not shown yet.

    `reason` is why a die lies there that a hint names.
    """
    before, put = puts[: step - 1], puts[step - 1]
    die, circle = the_ten()[put.die], short(figure.circles[put.circle])
    sentence = ("The ", Span(die.id, "name"), f" goes on the circle {circle}.")
    placed = {earlier.circle: earlier.die for earlier in before}
    why = why_put(figure, put, placed, reason)
    return [
        _drawing(figure, puts, {put.die, *placed.values()}),
        Stack((Paragraph((*sentence, f" {why}")), net(die))),
        Paragraph(Span(LEGEND, "muted")),
    ]


def _circles(figure: Figure, puts: Sequence[Put]) -> Table:
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

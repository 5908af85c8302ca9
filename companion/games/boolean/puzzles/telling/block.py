"""A block on a terminal: layer by layer as one builds it, and which faces each die shows."""

from companion.core import blocks
from companion.core.blocks import Column, Paragraph, Picture, Side, Span, Stack, Table, Text
from companion.games.boolean.dice.cube import BACK, BOTTOM, FACES, FRONT, LEFT, RIGHT, TOP
from companion.games.boolean.dice.drawn import net_of
from companion.games.boolean.dice.signs import BLACK, LEGEND, WHITE
from companion.games.boolean.puzzles.block import Place, colour
from companion.games.boolean.puzzles.building import Built, Laid
from companion.games.boolean.puzzles.telling.words import sides_words, where, why_laid

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
    told = (
        "The ",
        Span(laid.die.id, "name"),
        f": {where(built.block, laid.place)}. It shows {sides_words(built, laid.place)}.",
    )
    return [
        Stack((Paragraph(told), net_of(faces, Span(laid.die.id, "name")))),
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

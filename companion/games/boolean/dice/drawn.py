"""Dice as nets of boxes: `○` is a face with its sticker, white, and `·` one without, black."""

from collections.abc import Sequence

from companion.core.blocks import Block, Paragraph, Picture, Side, Span, Text
from companion.games.boolean.dice.cube import BACK, BOTTOM, FRONT, LEFT, RIGHT, TOP
from companion.games.boolean.dice.names import Die, by_id
from companion.games.boolean.dice.signs import BLACK, LEGEND, UNSEEN, WHITE

_CELL = 3
_PLACES = (
    (None, TOP, None, None),
    (LEFT, FRONT, RIGHT, BACK),
    (None, BOTTOM, None, None),
)


def nets(names: Sequence[str]) -> list[Block]:
    """These dice beside each other, and what the signs mean."""
    dice = by_id()
    pictures = tuple(net(dice[name]) for name in names)
    return [Side(pictures), Paragraph(Span(LEGEND, "muted"))]


def net(die: Die) -> Picture:
    """A die, unfolded, under its name."""
    return net_of(die.net, Span(die.id, "name"))


def net_of(faces: Sequence[bool | None], caption: Text = "") -> Picture:
    """Faces in the order of a net, unfolded; None for one that nobody sees."""
    rows = tuple(
        tuple(None if place is None else face_text(faces[place]) for place in row)
        for row in _PLACES
    )
    return Picture(rows, _CELL, caption)


def face_text(white: bool | None) -> Span:
    """A face in a box."""
    if white is None:
        return Span(f" {UNSEEN} ", "muted")
    return Span(f" {WHITE} ", "white") if white else Span(f" {BLACK} ", "muted")

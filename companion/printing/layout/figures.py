"""Draws the shape that stands on a thing before its title: a suit is seen before it is read."""

from collections.abc import Sequence

from companion.core.figures import Figure
from companion.drawing.figures import CORNERS
from companion.printing.page import POINT, Area, Ink, Mark, Words
from companion.printing.text import Style

_HEIGHT, _GAP, _LINE = 0.8, 0.34, 0.09
"""Parts of the letters' size: how high a shape is, the white behind it, how thick its line is."""
_BELOW = 0.04


def room_of(figure: Figure | None, style: Style) -> float:
    """How much of a title's line a shape takes, in millimetres."""
    return (_HEIGHT + _GAP) * style.size * POINT if figure else 0.0


def shape(figure: Figure, x: float, y: float, size: float, ink: Ink = "black") -> Area:
    """A shape beside words of that size, its left side at `x`, on the line at `y`."""
    letters = size * POINT
    side = _HEIGHT * letters
    corners = tuple((across * side, down * side) for across, down in CORNERS[figure])
    return Area(x, y - side + _BELOW * letters, corners, "white", 1.0, ink, _LINE * letters)


def before(figure: Figure | None, words: Sequence[Words], lines: int) -> list[Mark]:
    """Lines below each other, the first `lines` of which are a title with its shape before it.

    They were wrapped to the room that `room_of` leaves.
    """
    if figure is None or not lines or not words:
        return list(words)
    title = words[0]
    taken = room_of(figure, Style(title.size))
    side = _HEIGHT * title.size * POINT
    left, aside = (title.x - side, -taken) if title.align == "right" else (title.x, taken)
    drawn = shape(figure, left, title.y, title.size, title.ink)
    moved = (line._replace(x=line.x + aside, room=line.room - taken) for line in words[:lines])
    return [drawn, *moved, *words[lines:]]

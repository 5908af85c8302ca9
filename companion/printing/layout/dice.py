"""Draws a die as its faces lie unfolded: a cross of six squares."""

from collections.abc import Sequence

from companion.printing.page import POINT, Box, Ink, Mark, Measure, Words
from companion.printing.text import Style, shortened

SIDE = 5.0
WIDTH, HEIGHT = 4 * SIDE, 3 * SIDE

# Column and row of each face: top, left, front, right, back, bottom.
_PLACES = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
_SIGN = Style(6.5)


def net(faces: Sequence[str], x: float, y: float, measure: Measure) -> list[Mark]:
    """The cross from a point on. Faces that are not white or black bear their words."""
    marks: list[Mark] = []
    for face, (column, row) in zip(faces, _PLACES, strict=False):
        left, top = x + column * SIDE, y + row * SIDE
        fill: Ink = "black" if face == "black" else "white"
        marks.append(Box(left, top, SIDE, SIDE, fill, "black", 0.25))
        if face not in ("black", "white"):
            room = SIDE - 0.8
            told = shortened(face, _SIGN, room, measure)
            middle = top + SIDE / 2 + _SIGN.size * POINT * 0.36
            marks.append(
                Words(left + SIDE / 2, middle, told, _SIGN.size, align="middle", room=room)
            )
    return marks

"""How lines and bars are told apart: colours, shapes and dashes, by their place in the chart."""

from math import cos, pi, sin

from companion.printing.page import HUES, Area, Box, Hue, Ink, Mark

_RADIUS = 1.05
_EDGE = 0.3
# Corners of the shapes: how far from the middle they are, and where, in quarter turns from above.
_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    tuple((1.2, turn + 0.5) for turn in range(4)),
    tuple((1.3, turn * 4 / 3) for turn in range(3)),
    tuple((1.3, turn) for turn in range(4)),
    tuple((1.3, turn * 4 / 3 + 2) for turn in range(3)),
    tuple((1.45 if turn % 2 == 0 else 0.65, turn * 0.4) for turn in range(10)),
)
_DASHES: tuple[tuple[float, ...], ...] = ((), (2.2, 1.1), (0.7, 0.8))


def hue_of(place: int) -> Hue:
    """The colour of a line or bar."""
    return HUES[place % len(HUES)]


def dashes_of(place: int) -> tuple[float, ...]:
    """The dashes of a line: none, until all colours are taken."""
    return _DASHES[place // len(HUES) % len(_DASHES)]


def sign(place: int) -> list[Mark]:
    """The shape of a line's points, its middle at nought; hollow, once all shapes are taken."""
    fill: Ink = hue_of(place)
    line: Ink = "white"
    if place // len(_SHAPES) % 2 == 1:
        fill, line = line, fill
    corners = _SHAPES[place % len(_SHAPES)]
    if not corners:
        side = 2 * _RADIUS
        return [Box(-_RADIUS, -_RADIUS, side, side, fill, line, _EDGE, _RADIUS)]
    points = tuple(
        (sin(turn * pi / 2) * far * _RADIUS, -cos(turn * pi / 2) * far * _RADIUS)
        for far, turn in corners
    )
    return [Area(0, 0, points, fill, 1.0, line, _EDGE)]

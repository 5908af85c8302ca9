"""The corners of the shapes that stand on things of a box (`core.figures`)."""

from math import cos, pi, sin

from companion.core.figures import Figure

Corners = tuple[tuple[float, float], ...]

_ROUND = 40
"""Corners from which on nobody sees that a circle has any."""


def _turned(corners: int) -> Corners:
    """Points around the middle, the first above it."""
    turns = (2 * pi * place / corners for place in range(corners))
    return tuple((0.5 + sin(turn) / 2, 0.5 - cos(turn) / 2) for turn in turns)


def _shield() -> Corners:
    """Straight above, and below two bows that meet in a point."""
    bow = ((0.92, 0.5), (0.92, 0.75), (0.71, 0.875), (0.5, 1.0))

    def along(share: float) -> tuple[float, float]:
        rest = 1 - share
        parts = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x, y = (sum(map(float.__mul__, parts, axis)) for axis in zip(*bow, strict=True))
        return x, y

    right = ((0.92, 0.06), *(along(step / 12) for step in range(13)))
    left = ((1 - x, y) for x, y in reversed(right[:-1]))
    return (*right, *left)


CORNERS: dict[Figure, Corners] = {
    "hexagon": _turned(6),
    "triangle": ((0.5, 0.06), (1.0, 0.94), (0.0, 0.94)),
    "square": ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),
    "circle": _turned(_ROUND),
    "diamond": ((0.5, 0.0), (0.92, 0.5), (0.5, 1.0), (0.08, 0.5)),
    "shield": _shield(),
}
"""The corners of each within a square that is 1 wide; its upper left corner is at nought."""

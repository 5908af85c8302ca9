"""Shapes that stand on things of a box, such as a suit: drawn, so that no font has to have them."""

from typing import Literal, get_args

Figure = Literal["hexagon", "triangle", "square", "circle", "diamond", "shield"]
FIGURES: tuple[Figure, ...] = get_args(Figure)


def figure_named(name: str) -> Figure | None:
    """The figure of that name; None where there is none."""
    return next((figure for figure in FIGURES if figure == name), None)

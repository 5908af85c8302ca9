"""The puzzles as JSON."""

from collections.abc import Sequence
from typing import Any

from companion.games.boolean.dice.names import the_ten
from companion.games.boolean.puzzles.block import Place
from companion.games.boolean.puzzles.building import Built, Laid
from companion.games.boolean.puzzles.figure import Figure
from companion.games.boolean.puzzles.placing import Put
from companion.games.boolean.puzzles.telling.words import faces_shown, where


def built_report(built: Built) -> list[dict[str, Any]]:
    """The dice of a block as they lie, from below."""
    return [laid_report(built, laid) for laid in built.in_place]


def laid_report(built: Built, laid: Laid) -> dict[str, Any]:
    """A die at its place; counting from below, from the back and from the left, from 1."""
    place: Place = laid.place
    return {
        "die": laid.die.id,
        "where": where(built.block, place),
        "layer": place.layer + 1,
        "row": place.row + 1,
        "column": place.column + 1,
        "shows": faces_shown(built, place),
    }


def puts_report(figure: Figure, puts: Sequence[Put]) -> list[dict[str, str]]:
    """The circles of a drawing in its order, and their dice."""
    return [put_report(figure, put) for put in sorted(puts)]


def put_report(figure: Figure, put: Put) -> dict[str, str]:
    """A circle and its die."""
    return {"circle": figure.circles[put.circle], "die": the_ten()[put.die].id}


def links_report(figure: Figure) -> list[list[str]]:
    """The links of a drawing, each as the names of its two circles."""
    return [[figure.circles[one], figure.circles[other]] for one, other in sorted(figure.links)]

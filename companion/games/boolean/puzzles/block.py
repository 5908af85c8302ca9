"""Blocks of dice as the first two puzzles want them: places, and the patterns of their faces.

A block stands fixed, its front towards whoever builds it. A pattern says of each of its six faces
which colour it begins with; where a face is a checkerboard, that is the colour of the squares whose
column, row and layer add up to an even number.
"""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from companion.games.boolean.dice.cube import (
    BACK,
    BOTTOM,
    FACES,
    FRONT,
    LEFT,
    RIGHT,
    TOP,
    Colouring,
)
from companion.games.boolean.dice.names import the_ten

DiceSet = int
"""A set of dice as a number: bit n stands for the n-th of the ten."""
ALL: DiceSet = (1 << len(the_ten())) - 1
Pattern = Colouring


class Place(NamedTuple):
    """Where a die lies: columns count from the left, rows from the back, layers from below.

    `outside` are those of its faces that are seen.
    """

    column: int
    row: int
    layer: int
    outside: tuple[int, ...]

    @property
    def is_even(self) -> bool:
        """Whether it has the colour that a checkerboard begins with."""
        return (self.column + self.row + self.layer) % 2 == 0


class Block(NamedTuple):
    """So many columns, rows and layers. `checkered` faces are checkerboards, others one colour."""

    columns: int
    rows: int
    layers: int
    checkered: frozenset[int]


CUBE = Block(2, 2, 2, frozenset(range(len(FACES))))
BOARD = Block(3, 3, 1, frozenset((TOP, BOTTOM)))


@cache
def places(block: Block) -> tuple[Place, ...]:
    """All places, from below, each layer as one reads it from above with the front below."""
    return tuple(
        Place(column, row, layer, tuple(_outside(block, column, row, layer)))
        for layer in range(block.layers)
        for row in range(block.rows)
        for column in range(block.columns)
    )


def _outside(block: Block, column: int, row: int, layer: int) -> Iterator[int]:
    seen = {
        TOP: layer == block.layers - 1,
        LEFT: column == 0,
        FRONT: row == block.rows - 1,
        RIGHT: column == block.columns - 1,
        BACK: row == 0,
        BOTTOM: layer == 0,
    }
    return (face for face, is_seen in seen.items() if is_seen)


def patterns() -> Iterator[Pattern]:
    """Every way in which the six faces can begin."""
    return product((False, True), repeat=len(FACES))


def colour(block: Block, pattern: Pattern, place: Place, face: int) -> bool:
    """Whether that face of the die at a place is white in a pattern."""
    return pattern[face] is (face not in block.checkered or place.is_even)


def shown(block: Block, pattern: Pattern, place: Place) -> Colouring:
    """What a die at a place shows outside, face by face."""
    return tuple(colour(block, pattern, place, face) for face in place.outside)


@cache
def fitting(outside: tuple[int, ...]) -> dict[Colouring, DiceSet]:
    """The dice that can be turned so that these faces show these colours.

    Colours that no die can show there are not in it.
    """
    found: dict[Colouring, DiceSet] = {}
    for number, die in enumerate(the_ten()):
        for way in die.ways:
            seen = tuple(way[face] for face in outside)
            found[seen] = found.get(seen, 0) | 1 << number
    return found


def set_of(ids: Collection[str]) -> DiceSet:
    """Dice by their names, as a number."""
    return sum(1 << number for number, die in enumerate(the_ten()) if die.id in ids)


def names_of(dice: DiceSet) -> tuple[str, ...]:
    """The names of the dice in a set, in the order of the ten."""
    return tuple(die.id for number, die in enumerate(the_ten()) if dice >> number & 1)

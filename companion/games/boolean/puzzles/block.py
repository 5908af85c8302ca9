"""Blocks of dice for the first two puzzles: the number of ways to build them, and the steps.

The front of a block faces the player. A pattern has a colour for each of its six faces; if a face
is a checkerboard, it is the colour of the squares whose column, row and layer add up to an even
number.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from math import factorial, prod
from typing import NamedTuple

from companion.core.names import listed
from companion.games.boolean.dice.the_ten import (
    BACK,
    BOTTOM,
    FACES,
    FRONT,
    LEFT,
    RIGHT,
    TOP,
    Colouring,
    Die,
    the_ten,
)

DiceSet = int
"""A set of dice as a number: bit n stands for the n-th of the ten."""
ALL: DiceSet = (1 << len(the_ten())) - 1
Pattern = Colouring


class Place(NamedTuple):
    """Where a die lies: columns count from the left, rows from the back, layers from below.

    `outside` are its visible faces.
    """

    column: int
    row: int
    layer: int
    outside: tuple[int, ...]

    @property
    def is_even(self) -> bool:
        """Whether it has the colour of the pattern on a checkerboard."""
        return (self.column + self.row + self.layer) % 2 == 0


class Block(NamedTuple):
    """Columns, rows and layers. `checkered` faces are checkerboards, the others of one colour."""

    columns: int
    rows: int
    layers: int
    checkered: frozenset[int]


CUBE = Block(2, 2, 2, frozenset(range(len(FACES))))
BOARD = Block(3, 3, 1, frozenset((TOP, BOTTOM)))


@cache
def places(block: Block) -> tuple[Place, ...]:
    """All places, from below; each layer is read from above, with the front below."""
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
    """All patterns of the six faces."""
    return product((False, True), repeat=len(FACES))


def colour(block: Block, pattern: Pattern, place: Place, face: int) -> bool:
    """Whether a face of the die at a place is white in a pattern."""
    return pattern[face] is (face not in block.checkered or place.is_even)


def shown(block: Block, pattern: Pattern, place: Place) -> Colouring:
    """Return the colours that a die at a place shows outside."""
    return tuple(colour(block, pattern, place, face) for face in place.outside)


@cache
def fitting(outside: tuple[int, ...]) -> dict[Colouring, DiceSet]:
    """Return the dice that can be turned so that these faces show these colours.

    Impossible colours are left out.
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


# How often a block can be built, counted without building it
#
# An assignment is which die lies where, and its visible faces: ways to turn a die that look the
# same outside are one, and every pattern counts by itself. All that matters about a place is which
# dice fit there. So places with the same fitting dice are grouped, and get sets of dice, not single
# dice: a table holds for each set the number of ways in which it can have been used so far. When
# all places are full, it has the counts for every choice of dice to leave out at once: all 45 cubes
# take a millisecond. Tests check it with a brute force that uses nothing of the program, and with
# one that builds die by die; the benchmark, with OR-Tools.

Demand = tuple[tuple[DiceSet, int], ...]
"""The demand of a pattern: sets of dice, each with the number of places that only these fit."""
Ways = dict[DiceSet, int]
"""For every set of dice that can fill a block, the number of ways."""


def demand(block: Block, pattern: Pattern) -> Demand:
    """The demand of a pattern. Two patterns with the same demand can be built equally often."""
    wanted = Counter(
        fitting(place.outside).get(shown(block, pattern, place), 0) for place in places(block)
    )
    return tuple(sorted(wanted.items(), key=lambda part: (part[1], part[0])))


def ways(wanted: Demand, among: DiceSet = ALL) -> Ways:
    """Return the number of ways in which each set of dice can meet the demand of a pattern."""
    found: Ways = {0: 1}
    for fit, many in wanted:
        taken = _subsets(fit & among, many)
        after: Ways = {}
        for used, count in found.items():
            for more in taken:
                if not used & more:
                    after[used | more] = after.get(used | more, 0) + count
        found = after
    orders = prod(factorial(many) for _, many in wanted)
    return {used: count * orders for used, count in found.items()}


def _subsets(dice: DiceSet, many: int) -> list[DiceSet]:
    bits = [1 << number for number in range(len(the_ten())) if dice >> number & 1]
    return [sum(chosen) for chosen in combinations(bits, many)]


def assignments(
    block: Block, among: DiceSet = ALL, begun: Iterable[Pattern] | None = None
) -> Counter[DiceSet]:
    """Return the number of ways to build each set of dice into a block; impossible sets are left
    out.

    All patterns count, or only those in `begun`.
    """
    total: Counter[DiceSet] = Counter()
    chosen = patterns() if begun is None else begun
    wants = Counter(demand(block, pattern) for pattern in chosen)
    for wanted, times in wants.items():
        for used, count in ways(wanted, among).items():
            total[used] += count * times
    return total


def left_out(block: Block) -> list[DiceSet]:
    """Every choice of dice that a block leaves out, in the order of the ten."""
    return _subsets(ALL, len(the_ten()) - len(places(block)))


def count_always_possible(block: Block) -> int:
    """How many patterns can be built whichever dice are left out."""
    choices = len(left_out(block))
    return sum(len(ways(demand(block, pattern))) == choices for pattern in patterns())


def count_with_equal_sides(block: Block) -> int:
    """How many assignments have the same colour on all plain faces (see A-BO-27)."""
    plain = [face for face in range(6) if face not in block.checkered]
    begun = [pattern for pattern in patterns() if len({pattern[face] for face in plain}) == 1]
    return assignments(block, begun=begun).total()


# How to build a block: the place of each die, in an order that can be deduced


class Laid(NamedTuple):
    """A die at its place, turned so that it shows `way`.

    `rivals` counts the alternatives when it was laid: other places for this die, if `by_die`, or
    other dice for this place.
    """

    place: Place
    die: Die
    way: Colouring
    by_die: bool
    rivals: int


class Built(NamedTuple):
    """A solution: its pattern, and its dice in the order in which they are laid."""

    block: Block
    pattern: Pattern
    steps: tuple[Laid, ...]

    @property
    def in_place(self) -> tuple[Laid, ...]:
        """The dice by place, from below."""
        order = places(self.block)
        return tuple(sorted(self.steps, key=lambda laid: order.index(laid.place)))

    def steps_of(self, layer: int) -> tuple[Laid, ...]:
        """The dice of one layer."""
        return tuple(laid for laid in self.in_place if laid.place.layer == layer)


def build(block: Block, dice: DiceSet) -> Built | None:
    """One way to build a block of these dice; None if there is none.

    It has the first of the patterns that can be built in the most ways.
    """
    pattern = max(patterns(), key=lambda each: ways(demand(block, each), dice).get(dice, 0))
    steps = _laid(block, pattern, list(places(block)), dice)
    return None if steps is None else Built(block, pattern, tuple(steps))


def _laid(block: Block, pattern: Pattern, free: list[Place], left: DiceSet) -> list[Laid] | None:
    """Lay the rest: first the die or the place with the fewest choices."""
    if not free:
        return []
    for place, number, by_die, rivals in _choices(block, pattern, free, left):
        rest = [other for other in free if other != place]
        after = _laid(block, pattern, rest, left & ~(1 << number))
        if after is not None:
            die = the_ten()[number]
            seen = shown(block, pattern, place)
            return [Laid(place, die, _way(die, place, seen), by_die, rivals), *after]
    return None


Choice = tuple[Place, int, bool, int]


def _choices(block: Block, pattern: Pattern, free: list[Place], left: DiceSet) -> list[Choice]:
    fits = {
        place: fitting(place.outside).get(shown(block, pattern, place), 0) & left for place in free
    }
    numbers = [number for number in range(len(the_ten())) if left >> number & 1]
    by_place = [
        [(place, number, False, len(dice) - 1) for number in dice]
        for place, fit in fits.items()
        for dice in [[number for number in numbers if fit >> number & 1]]
    ]
    by_die = [
        [(place, number, True, len(fitted) - 1) for place in fitted]
        for number in numbers
        for fitted in [[place for place, fit in fits.items() if fit >> number & 1]]
    ]
    return min([*by_die, *by_place], key=len)


def _way(die: Die, place: Place, seen: Colouring) -> Colouring:
    """Return how the die is turned: one of the ways that look like this outside."""
    return max(way for way in die.ways if tuple(way[face] for face in place.outside) == seen)


# In words

_ON = ("on top", "on the left", "in front", "on the right", "at the back", "below")
"""Where each face is, in the order of a net."""


def place_words(block: Block, place: Place) -> str:
    """A place in words: `bottom layer, back left`; in a flat block, `back`, `middle`."""
    layer = ("bottom layer, ", "top layer, ")[place.layer] if block.layers > 1 else ""
    row = _end(place.row, block.rows, "back", "front")
    column = _end(place.column, block.columns, "left", "right")
    return layer + (" ".join(part for part in (row, column) if part) or "middle")


def _end(number: int, many: int, first: str, last: str) -> str:
    return first if number == 0 else last if number == many - 1 else ""


def colour_word(white: bool) -> str:
    """`white` or `black`."""
    return "white" if white else "black"


def sides_words(built: Built, place: Place) -> str:
    """What a die shows outside: `white at the back, and black on the left and below`."""
    seen = shown(built.block, built.pattern, place)
    parts = []
    for white in (True, False):
        faces = [
            face for face, is_white in zip(place.outside, seen, strict=True) if is_white is white
        ]
        if faces:
            parts.append(f"{colour_word(white)} {listed([_ON[face] for face in faces])}")
    return ", and ".join(parts)


def why_laid(laid: Laid) -> str:
    """Say why a die goes there, or what the alternatives were."""
    if laid.by_die:
        if not laid.rivals:
            return "In this pattern, it does not fit in any other place that is left."
        return f"In this pattern, it fits in {laid.rivals + 1} of the places left; this one works."
    if not laid.rivals:
        return "No other die that is left can show this."
    return f"Of the dice that are left, {laid.rivals + 1} can show this; this one works."

"""A block that is built: where each die goes, in an order in which one can find it out."""

from typing import NamedTuple

from companion.games.boolean.dice.cube import Colouring
from companion.games.boolean.dice.names import Die, the_ten
from companion.games.boolean.puzzles.block import (
    Block,
    DiceSet,
    Pattern,
    Place,
    fitting,
    patterns,
    places,
    shown,
)
from companion.games.boolean.puzzles.counting import demand, ways


class Laid(NamedTuple):
    """A die at its place, turned so that it shows `way`.

    `rivals` says what else would have done when it was laid: other places for this die, if
    `by_die`, or else other dice for this place.
    """

    place: Place
    die: Die
    way: Colouring
    by_die: bool
    rivals: int


class Built(NamedTuple):
    """A solution: what is seen of it, and its dice in the order in which they are laid."""

    block: Block
    pattern: Pattern
    steps: tuple[Laid, ...]

    @property
    def in_place(self) -> tuple[Laid, ...]:
        """The dice as they lie, from below."""
        order = places(self.block)
        return tuple(sorted(self.steps, key=lambda laid: order.index(laid.place)))

    def steps_of(self, layer: int) -> tuple[Laid, ...]:
        """The dice of one layer."""
        return tuple(laid for laid in self.in_place if laid.place.layer == layer)


def build(block: Block, dice: DiceSet) -> Built | None:
    """One way to build a block of these dice; None where there is none.

    Of the patterns, it is the first of those that can be built most often.
    """
    pattern = max(patterns(), key=lambda each: ways(demand(block, each), dice).get(dice, 0))
    steps = _laid(block, pattern, list(places(block)), dice)
    return None if steps is None else Built(block, pattern, tuple(steps))


def _laid(block: Block, pattern: Pattern, free: list[Place], left: DiceSet) -> list[Laid] | None:
    """All that is still to be laid: what has the fewest choices first, be it a die or a place."""
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
    """How the die is turned there: the first of all ways that look so outside."""
    return max(way for way in die.ways if tuple(way[face] for face in place.outside) == seen)

"""How often a block can be built, counted without building it.

What counts is which die lies where, and what is seen: ways to turn a die that look the same outside
are one, and every pattern counts by itself. Of a place, only this matters: which dice fit there. So
places that the same dice fit are taken together, and sets of dice are put on them, not single dice:
a table says of each set in how many ways it could have been used up so far. When all places are
full, it holds the counts for every choice of dice that are left out, all at once: all 45 cubes take
a millisecond. Three others check it: a brute force that takes nothing from the program, one that
builds die by die, and OR-Tools in the benchmark.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import factorial, prod

from companion.games.boolean.dice.names import the_ten
from companion.games.boolean.puzzles.block import (
    ALL,
    Block,
    DiceSet,
    Pattern,
    fitting,
    patterns,
    places,
    shown,
)

Demand = tuple[tuple[DiceSet, int], ...]
"""What a pattern wants: a set of dice, and how many places there are that just these fit."""
Ways = dict[DiceSet, int]
"""For every set of dice that can fill a block: in how many ways."""


def demand(block: Block, pattern: Pattern) -> Demand:
    """What a pattern wants. Two patterns that want the same can be built equally often."""
    wanted = Counter(
        fitting(place.outside).get(shown(block, pattern, place), 0) for place in places(block)
    )
    return tuple(sorted(wanted.items(), key=lambda part: (part[1], part[0])))


def ways(wanted: Demand, among: DiceSet = ALL) -> Ways:
    """In how many ways each set of dice can meet what one pattern wants."""
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
    """How often each set of dice can be built into a block; sets that cannot are not in it.

    All patterns count, or those in `begun`.
    """
    total: Counter[DiceSet] = Counter()
    chosen = patterns() if begun is None else begun
    wants = Counter(demand(block, pattern) for pattern in chosen)
    for wanted, times in wants.items():
        for used, count in ways(wanted, among).items():
            total[used] += count * times
    return total


def left_out(block: Block) -> list[DiceSet]:
    """Every choice of dice that a block leaves over, in the order of the ten."""
    return _subsets(ALL, len(the_ten()) - len(places(block)))


def always(block: Block) -> int:
    """How many of the patterns can be built whichever dice are left out."""
    choices = len(left_out(block))
    return sum(len(ways(demand(block, pattern))) == choices for pattern in patterns())


def alike(block: Block) -> int:
    """How many assignments there are in which all plain faces have one colour (see A-BO-27)."""
    plain = [face for face in range(6) if face not in block.checkered]
    begun = [pattern for pattern in patterns() if len({pattern[face] for face in plain}) == 1]
    return assignments(block, begun=begun).total()

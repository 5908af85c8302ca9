"""The puzzles of blocks once more, slowly: dice in space, turned by matrices, laid one by one.

Nothing here is taken from the program, not even its dice.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

Vector = tuple[int, int, int]
Colours = dict[Vector, bool]
SIDES: tuple[Vector, ...] = (
    *((1, 0, 0), (-1, 0, 0)),
    *((0, 1, 0), (0, -1, 0)),
    *((0, 0, 1), (0, 0, -1)),
)


def determinant(rows: tuple[Vector, Vector, Vector]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@cache
def turns() -> tuple[tuple[Vector, Vector, Vector], ...]:
    """All matrices that turn a cube onto itself, and mirror nothing."""
    found = []
    for order in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            rows = tuple(
                tuple(signs[row] if column == order[row] else 0 for column in range(3))
                for row in range(3)
            )
            if determinant(rows) == 1:
                found.append(rows)
    return tuple(found)


def turned(side: Vector, turn: tuple[Vector, Vector, Vector]) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, side, strict=True)) for row in turn)


@cache
def dice() -> tuple[frozenset[tuple[bool, ...]], ...]:
    """Every die: all that its six sides can show, in the order of SIDES."""
    found, seen = [], set()
    for faces in sorted(product((False, True), repeat=6), key=sum):
        if faces in seen:
            continue
        colours = dict(zip(SIDES, faces, strict=True))
        ways = {tuple(colours[turned(side, turn)] for side in SIDES) for turn in turns()}
        seen |= ways
        found.append(frozenset(ways))
    return tuple(found)


def describe(die: frozenset[tuple[bool, ...]]) -> str:
    """What the program calls it: from how its white (or its black) sides lie."""
    faces = next(iter(die))
    whites = sum(faces)
    rarer = [side for side, white in zip(SIDES, faces, strict=True) if white is (whites <= 3)]
    facing = any(tuple(-part for part in side) in rarer for side in rarer)
    lie = {2: ("adjacent", "opposite"), 3: ("corner", "band")}.get(len(rarer))
    return f"{whites}w-{lie[facing]}" if lie else f"{whites}w"


class Block:
    """A block of so many dice in each direction, and which of its sides are checkerboards."""

    def __init__(self, size: Vector, checkered: tuple[Vector, ...]) -> None:
        self.checkered = checkered
        self.places = list(product(*(range(many) for many in size)))
        self.outside = {
            place: [
                number
                for number, side in enumerate(SIDES)
                if any(
                    (step == 1 and at == many - 1) or (step == -1 and at == 0)
                    for step, at, many in zip(side, place, size, strict=True)
                )
            ]
            for place in self.places
        }
        self.looks = {
            (place, die): self._looks(place, die) for place in self.places for die in dice()
        }

    def begins(self, place: Vector, number: int, white: bool) -> bool:
        """With which colour a side begins, if the die there shows that one."""
        return white ^ (SIDES[number] in self.checkered and sum(place) % 2 == 1)

    def _looks(self, place: Vector, die: frozenset[tuple[bool, ...]]) -> set[tuple[bool, ...]]:
        """What the sides would begin with, for all that a die can show there."""
        return {
            tuple(self.begins(place, number, way[number]) for number in self.outside[place])
            for way in die
        }

    def built(
        self,
        left: frozenset[frozenset[tuple[bool, ...]]],
        begun: dict[int, bool] | None = None,
        number: int = 0,
    ) -> Iterator[dict[int, bool]]:
        """Lay the dice one by one, wherever they do not clash with what is seen already.

        Each way to do it gives what the sides began with.
        """
        begun = begun or {}
        if number == len(self.places):
            yield begun
            return
        place = self.places[number]
        for die in left:
            for look in self.looks[place, die]:
                sides = dict(zip(self.outside[place], look, strict=True))
                if all(begun.get(side, white) is white for side, white in sides.items()):
                    yield from self.built(left - {die}, {**begun, **sides}, number + 1)

    def counts(self, one_colour: tuple[Vector, ...] = ()) -> dict[frozenset[str], int]:
        """For every set of dice: how often it can be built, pattern by pattern, place by place.

        Some sides may have to begin with the same colour.
        """
        names = [describe(die) for die in dice()]
        total: dict[int, int] = {}
        for begun in product((False, True), repeat=6):
            if (
                len({white for white, side in zip(begun, SIDES, strict=True) if side in one_colour})
                > 1
            ):
                continue
            ways = {0: 1}
            for place in self.places:
                look = tuple(begun[number] for number in self.outside[place])
                fits = [at for at, die in enumerate(dice()) if look in self.looks[place, die]]
                after: dict[int, int] = {}
                for used, count in ways.items():
                    for at in fits:
                        if not used >> at & 1:
                            after[used | 1 << at] = after.get(used | 1 << at, 0) + count
                ways = after
            for used, count in ways.items():
                total[used] = total.get(used, 0) + count
        return {
            frozenset(name for at, name in enumerate(names) if used >> at & 1): count
            for used, count in total.items()
        }


CUBE = Block((2, 2, 2), SIDES)
BOARD = Block((3, 3, 1), ((0, 0, 1), (0, 0, -1)))


def without(*names: str) -> frozenset[frozenset[tuple[bool, ...]]]:
    """All dice but these."""
    return frozenset(die for die in dice() if describe(die) not in names)

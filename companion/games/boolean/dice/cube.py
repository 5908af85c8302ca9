"""A cube's faces, the ways to turn it, and the ten ways to colour it black and white.

Faces are numbered as a net is told from above: top, then left, front, right and back as they lie
side by side, then bottom. A colouring is a tuple of six flags in that order, True for white.

Nothing is listed by hand: the turns are made of two quarter turns, and the dice are what these make
of one another. A test holds them against the box.
"""

from functools import cache
from itertools import product

FACES = ("top", "left", "front", "right", "back", "bottom")
TOP, LEFT, FRONT, RIGHT, BACK, BOTTOM = range(6)
AROUND = (LEFT, FRONT, RIGHT, BACK)
"""The four faces beside the top, each next to the one before it."""

Colouring = tuple[bool, ...]
Turn = tuple[int, ...]
"""Which face of the die as it lay is at each place after it was turned."""

_ASIDE: Turn = (TOP, BACK, LEFT, FRONT, RIGHT, BOTTOM)
_FORWARD: Turn = (BACK, LEFT, TOP, RIGHT, BOTTOM, FRONT)


def opposite(face: int) -> int:
    """The face on the other side."""
    if face in (TOP, BOTTOM):
        return TOP + BOTTOM - face
    return AROUND[(AROUND.index(face) + 2) % 4]


def turned(colouring: Colouring, turn: Turn) -> Colouring:
    """The colouring as it lies after a turn."""
    return tuple(colouring[face] for face in turn)


@cache
def turns() -> tuple[Turn, ...]:
    """All 24 ways to turn a cube: what two quarter turns make together."""
    found: set[Turn] = {tuple(range(6))}
    new = set(found)
    while new:
        new = {
            tuple(first[face] for face in quarter)
            for first in new
            for quarter in (_ASIDE, _FORWARD)
        } - found
        found |= new
    return tuple(sorted(found))


def ways(colouring: Colouring) -> frozenset[Colouring]:
    """All that a die can look like, however it is turned."""
    return frozenset(turned(colouring, turn) for turn in turns())


@cache
def dice() -> tuple[frozenset[Colouring], ...]:
    """The dice, each as all the ways in which it can lie, those with fewer white faces first.

    Two colourings are the same die where one is the other turned.
    """
    found: list[frozenset[Colouring]] = []
    seen: set[Colouring] = set()
    for colouring in sorted(product((False, True), repeat=6), key=sum):
        if colouring not in seen:
            found.append(ways(colouring))
            seen |= found[-1]
    return tuple(found)

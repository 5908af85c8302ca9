"""The ten dice: derived from the turns of a cube, named, found by name, and drawn.

Faces are numbered as a net is seen from above: top, then left, front, right and back as they lie
side by side, then bottom. A colouring is a tuple of six flags in that order, True for white.

Nothing is typed in: all turns are combinations of two quarter turns, and two colourings are the
same die if a turn makes one of the other. A test compares them with the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.names import find
from companion.core.schemas import with_schema
from companion.core.shapes import Context, Wrong, maybe

if TYPE_CHECKING:
    from companion.core.blocks import Block, Picture, Text

SET = 10
"""Dice in a set, each of them different."""
HALF = SET // 2
"""Dice of each colour after a Split."""

# How faces are drawn: with a sticker, and without

WHITE, BLACK, UNSEEN = "○", "·", "?"
LEGEND = f"{WHITE} white, with a sticker; {BLACK} black, without."

# A cube, and the ways to turn and to colour it

FACES = ("top", "left", "front", "right", "back", "bottom")
TOP, LEFT, FRONT, RIGHT, BACK, BOTTOM = range(6)
AROUND = (LEFT, FRONT, RIGHT, BACK)
"""The four faces beside the top, each next to the one before it."""

Colouring = tuple[bool, ...]
Turn = tuple[int, ...]
"""For each place, which face of the die comes there."""

_ASIDE: Turn = (TOP, BACK, LEFT, FRONT, RIGHT, BOTTOM)
_FORWARD: Turn = (BACK, LEFT, TOP, RIGHT, BOTTOM, FRONT)


def opposite(face: int) -> int:
    """The face on the other side."""
    if face in (TOP, BOTTOM):
        return TOP + BOTTOM - face
    return AROUND[(AROUND.index(face) + 2) % 4]


def apply_turn(colouring: Colouring, turn: Turn) -> Colouring:
    """The colouring after a turn."""
    return tuple(colouring[face] for face in turn)


@cache
def turns() -> tuple[Turn, ...]:
    """All 24 ways to turn a cube, as combinations of two quarter turns."""
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
    """All ways in which a die can lie."""
    return frozenset(apply_turn(colouring, turn) for turn in turns())


@cache
def dice() -> tuple[frozenset[Colouring], ...]:
    """The dice, each as all the ways in which it can lie, those with fewer white faces first.

    Two colourings are the same die if one is the other after a turn.
    """
    found: list[frozenset[Colouring]] = []
    seen: set[Colouring] = set()
    for colouring in sorted(product((False, True), repeat=6), key=sum):
        if colouring not in seen:
            found.append(ways(colouring))
            seen |= found[-1]
    return tuple(found)


# Names of the dice: the number of white faces, and how these, or the black ones, are arranged


class Die(NamedTuple):
    """One of the ten. `ways` are all ways in which it can lie; `net` is the one that is drawn."""

    id: str
    title: str
    whites: int
    net: Colouring
    ways: frozenset[Colouring]

    @property
    def short(self) -> str:
        """A short name for narrow places: `3c`, `5`."""
        number, _, lie = self.id.partition("w")
        return number + lie[1:2]

    @property
    def can_be_white(self) -> bool:
        """Whether any face is white."""
        return self.whites > 0

    @property
    def can_be_black(self) -> bool:
        """Whether any face is black."""
        return self.whites < 6


@cache
def the_ten() -> tuple[Die, ...]:
    """All dice: fewer white faces first, adjacent before opposite, corner before band."""
    named = [_die(ways) for ways in dice()]
    return tuple(sorted(named, key=lambda die: (die.whites, _LAYOUTS.index(_layout(die.net)))))


@cache
def by_id() -> dict[str, Die]:
    """The dice by their names."""
    return {die.id: die for die in the_ten()}


def find_die(text: str) -> Die:
    """The die that a text names: `3w-corner`, `3w-c`, `3c`, `5`. Raises NotFound or Ambiguous."""
    hint = "`companion boolean dice` shows the ten."
    return find(text, the_ten(), lambda die: (die.id, die.short), "die of the set", hint)


def in_order(ids: Sequence[str]) -> tuple[str, ...]:
    """Names of dice in the order of the set."""
    order = list(by_id())
    return tuple(sorted(ids, key=order.index))


def dice_words(count: int) -> str:
    """`one die`, `3 dice`, `no dice`."""
    return "one die" if count == 1 else f"{count or 'no'} dice"


def DIE(value: Any, context: Context) -> Wrong | None:
    """The name of one of the ten dice."""
    return None if type(value) is str and value in by_id() else ("", value)


with_schema(DIE, lambda: {"enum": list(by_id())})
MAYBE_DIE = maybe(DIE)


_LAYOUTS = ("", "adjacent", "opposite", "corner", "band")


def _die(ways: frozenset[Colouring]) -> Die:
    net = max(ways, key=_drawn_best)
    whites, lie = sum(net), _layout(net)
    return Die(f"{whites}w-{lie}".rstrip("-"), _title(whites, lie), whites, net, ways)


def _drawn_best(net: Colouring) -> tuple[bool, Colouring]:
    """A key that is highest for the way that is drawn: the rarer colour on top.

    If there are as many faces of both colours, white is on top.
    """
    rarer_is_black = sum(net) > 3
    return (net[TOP] is not rarer_is_black, tuple(face is not rarer_is_black for face in net))


def _layout(net: Colouring) -> str:
    """Return how the faces of the rarer colour are arranged; empty if only one way is possible."""
    rarer = sum(net) <= 3
    faces = [face for face, white in enumerate(net) if white is rarer]
    facing = any(opposite(face) in faces for face in faces)
    if len(faces) == 2:
        return "opposite" if facing else "adjacent"
    if len(faces) == 3:
        return "band" if facing else "corner"
    return ""


def _title(whites: int, lie: str) -> str:
    line = f"{whites or 'no'} white face{'s' * (whites != 1)}"
    if whites == 3:
        return f"{line} {'around a corner' if lie == 'corner' else 'in a band'}"
    if whites == 4:
        return f"{line}, the black ones {lie}"
    return f"{line}, {lie}" if lie else line


# Dice as nets of boxes

_CELL = 3
_PLACES = (
    (None, TOP, None, None),
    (LEFT, FRONT, RIGHT, BACK),
    (None, BOTTOM, None, None),
)


def nets(names: Sequence[str]) -> list[Block]:
    """Dice beside each other, and a legend."""
    from companion.core.blocks import Paragraph, Side, Span

    pictures = tuple(net(by_id()[name]) for name in names)
    return [Side(pictures), Paragraph(Span(LEGEND, "muted"))]


def net(die: Die) -> Picture:
    """A die unfolded, under its name."""
    from companion.core.blocks import Span

    return net_of(die.net, Span(die.id, "name"))


def net_of(faces: Sequence[bool | None], caption: Text = "") -> Picture:
    """Faces in the order of a net, unfolded; None for an unseen one."""
    from companion.core.blocks import Picture, Span

    boxes = {
        None: Span(f" {UNSEEN} ", "muted"),
        True: Span(f" {WHITE} ", "white"),
        False: Span(f" {BLACK} ", "muted"),
    }
    rows = tuple(
        tuple(None if place is None else boxes[faces[place]] for place in row) for row in _PLACES
    )
    return Picture(rows, _CELL, caption)

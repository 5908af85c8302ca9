"""What the dice are called: how many white faces, and how these, or the black ones, lie."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from companion.core.names import find
from companion.games.boolean.dice.cube import TOP, Colouring, dice, opposite


class Die(NamedTuple):
    """One of the ten. `ways` are all that it can look like; `net` is one of them, to be drawn."""

    id: str
    title: str
    whites: int
    net: Colouring
    ways: frozenset[Colouring]

    @property
    def short(self) -> str:
        """The name as it stands in a narrow place: `3c`, `5`."""
        number, _, lie = self.id.partition("w")
        return number + lie[1:2]

    @property
    def can_be_white(self) -> bool:
        """Whether any of its faces is white."""
        return self.whites > 0

    @property
    def can_be_black(self) -> bool:
        """Whether any of its faces is black."""
        return self.whites < 6


@cache
def the_ten() -> tuple[Die, ...]:
    """All dice: fewer white faces first, adjacent before opposite, corner before band."""
    named = [_die(ways) for ways in dice()]
    return tuple(sorted(named, key=lambda die: (die.whites, _LIES.index(_lie(die.net)))))


@cache
def by_id() -> dict[str, Die]:
    """The dice by their names."""
    return {die.id: die for die in the_ten()}


def find_die(text: str) -> Die:
    """The die that is meant: `3w-corner`, `3w-c`, `3c`, `5`. Raises NotFound or Ambiguous."""
    hint = "`companion boolean dice` shows the ten."
    return find(text, the_ten(), lambda die: (die.id, die.short), "die of the set", hint)


def in_order(ids: Sequence[str]) -> tuple[str, ...]:
    """Names of dice in the order of the set."""
    order = list(by_id())
    return tuple(sorted(ids, key=order.index))


_LIES = ("", "adjacent", "opposite", "corner", "band")


def _die(ways: frozenset[Colouring]) -> Die:
    net = max(ways, key=_drawn_best)
    whites, lie = sum(net), _lie(net)
    return Die(f"{whites}w-{lie}".rstrip("-"), _title(whites, lie), whites, net, ways)


def _drawn_best(net: Colouring) -> tuple[bool, Colouring]:
    """Which of the ways to lay a die is drawn: its rarer colour on top, and what is next in order.

    Where both colours are as many, white is on top.
    """
    rarer_is_black = sum(net) > 3
    return (net[TOP] is not rarer_is_black, tuple(face is not rarer_is_black for face in net))


def _lie(net: Colouring) -> str:
    """How the faces of the rarer colour lie to each other; empty where there is one way only."""
    rarer = sum(net) <= 3
    faces = [face for face, white in enumerate(net) if white is rarer]
    facing = any(opposite(face) in faces for face in faces)
    if len(faces) == 2:
        return "opposite" if facing else "adjacent"
    if len(faces) == 3:
        return "band" if facing else "corner"
    return ""


def _title(whites: int, lie: str) -> str:
    told = f"{whites or 'no'} white face{'s' * (whites != 1)}"
    if whites == 3:
        return f"{told} {'around a corner' if lie == 'corner' else 'in a band'}"
    if whites == 4:
        return f"{told}, the black ones {lie}"
    return f"{told}, {lie}" if lie else told

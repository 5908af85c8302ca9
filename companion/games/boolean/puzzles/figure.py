"""Circles and the lines between them, for the mandala; and which dice differ by a single face.

The rulebook's drawing is not in its text. Ours is a reading (A-BO-28): the ten dice themselves, a
circle for each, and a line between two that can be turned so that they differ by one face alone.
"""

from functools import cache
from typing import NamedTuple

from companion.games.boolean.dice.names import Die, the_ten

Link = tuple[int, int]


class Figure(NamedTuple):
    """A drawing: circles by name, links between two of them (by number, the smaller one first).

    `hints` say which die is on which circle.
    """

    circles: tuple[str, ...]
    links: frozenset[Link]
    hints: tuple[tuple[int, str], ...] = ()

    def linked(self, circle: int) -> frozenset[int]:
        """The circles at the other ends of a circle's links."""
        return frozenset(sum(link) - circle for link in self.links if circle in link)

    def without_hints(self) -> "Figure":
        """The same drawing, and nothing said about it."""
        return self._replace(hints=())


@cache
def partners() -> tuple[frozenset[int], ...]:
    """For each of the ten, the dice (by number) that differ from it by a single face."""
    ten = the_ten()
    return tuple(
        frozenset(number for number, other in enumerate(ten) if by_one_face(die, other))
        for die in ten
    )


def by_one_face(one: Die, other: Die) -> bool:
    """Whether two dice can be turned so that they differ by one face alone."""
    return any(
        sum(mine is not theirs for mine, theirs in zip(one.net, way, strict=True)) == 1
        for way in other.ways
    )


@cache
def pairs() -> frozenset[Link]:
    """Every two dice that differ by a single face."""
    return frozenset(
        (number, other)
        for number, near in enumerate(partners())
        for other in near
        if number < other
    )


HINT_CIRCLE, HINT_DIE = "2.1", "5w"
"""The rulebook's hint: the first circle of the second row."""


def our_figure() -> Figure:
    """The drawing as we read it: a row for each number of white faces, `3.1` first in the third.

    White is above or below: the rulebook's hint settles which (BO-237).
    """
    rows: dict[int, int] = {}
    names = []
    for die in the_ten():
        rows[die.whites] = rows.get(die.whites, 0) + 1
        names.append(f"{die.whites + 1}.{rows[die.whites]}")
    return Figure(tuple(names), pairs(), ((names.index(HINT_CIRCLE), HINT_DIE),))

"""The mandala: circles and lines between them, and which dice can be put on the circles.

The rulebook's drawing is not in its text. Our interpretation (A-BO-28): a circle for each of the
ten dice, and a line between two that can be turned so that they differ by a single face. There are
twelve such pairs of dice. So on a drawing with twelve links, dice on circles that are not linked
differ by more than one face; on a drawing with fewer links, some of them differ by one face, too.
"""

from functools import cache
from typing import NamedTuple

from companion.core.names import listed
from companion.games.boolean.dice.the_ten import Die, the_ten

Link = tuple[int, int]


class Figure(NamedTuple):
    """A drawing: names of circles, links between two of them (by number, the smaller one first).

    `hints` are circles with their dice.
    """

    circles: tuple[str, ...]
    links: frozenset[Link]
    hints: tuple[tuple[int, str], ...] = ()

    def linked(self, circle: int) -> frozenset[int]:
        """The circles that are linked with a circle."""
        return frozenset(sum(link) - circle for link in self.links if circle in link)

    def without_hints(self) -> "Figure":
        """The drawing without its hints."""
        return self._replace(hints=())


@cache
def partners() -> tuple[frozenset[int], ...]:
    """For each of the ten dice, those (by number) that differ from it by a single face."""
    ten = the_ten()
    return tuple(
        frozenset(number for number, other in enumerate(ten) if by_one_face(die, other))
        for die in ten
    )


def by_one_face(one: Die, other: Die) -> bool:
    """Whether two dice can be turned so that they differ by a single face."""
    return any(
        sum(mine is not theirs for mine, theirs in zip(one.net, way, strict=True)) == 1
        for way in other.ways
    )


@cache
def pairs() -> frozenset[Link]:
    """All pairs of dice that differ by a single face."""
    return frozenset(
        (number, other)
        for number, near in enumerate(partners())
        for other in near
        if number < other
    )


HINT_CIRCLE, HINT_DIE = "2.1", "5w"
"""The rulebook's hint: the first circle of the second row."""


def our_figure() -> Figure:
    """The drawing by our interpretation: a row for each number of white faces, `3.1` first in the
    third. The rulebook's hint decides whether white is above or below (BO-237).
    """
    rows: dict[int, int] = {}
    names = []
    for die in the_ten():
        rows[die.whites] = rows.get(die.whites, 0) + 1
        names.append(f"{die.whites + 1}.{rows[die.whites]}")
    return Figure(tuple(names), pairs(), ((names.index(HINT_CIRCLE), HINT_DIE),))


def spot(number: int) -> tuple[int, int]:
    """Where a die is drawn: its row from above, and -1, 0 or 1 for the side.

    Rows are sorted by white faces, so that lines only connect neighbouring rows.
    """
    ten = the_ten()
    die = ten[number]
    row = [other for other in ten if other.whites == die.whites]
    return 6 - die.whites, 0 if len(row) == 1 else 2 * row.index(die) - 1


# Dice on the circles of a drawing: dice on linked circles differ by a single face


class Move(NamedTuple):
    """A die (by number) goes on a circle. `near` are linked circles that already had a die.

    `rivals` are the other dice that fitted there; `hinted` is whether a hint names the die.
    """

    circle: int
    die: int
    near: tuple[int, ...]
    rivals: tuple[int, ...]
    hinted: bool


def is_exact(figure: Figure) -> bool:
    """Whether there are as many links as pairs of dice, so that every pair is linked."""
    return len(figure.links) == len(pairs())


def count(figure: Figure) -> int:
    """Return the number of ways to put the dice on the circles.

    The count goes from circle to circle along the links. All that matters about earlier circles is
    which dice are used, and which are at open links; ways that agree in this are counted together.
    """
    order = _along_the_links(figure)
    place = {circle: number for number, circle in enumerate(order)}
    last_use = {
        circle: max((place[near] for near in figure.linked(circle)), default=0) for circle in order
    }

    @cache
    def rest(number: int, used: int, still_open: tuple[tuple[int, int], ...]) -> int:
        if number == len(order):
            return 1
        circle, placed = order[number], dict(still_open)
        total = 0
        for die in candidates(figure, circle, placed, used):
            after = {**placed, circle: die}
            kept = tuple(part for part in after.items() if last_use[part[0]] > number)
            total += rest(number + 1, used | 1 << die, kept)
        return total

    return rest(0, 0, ())


def candidates(figure: Figure, circle: int, placed: dict[int, int], used: int) -> list[int]:
    """The dice that fit on a circle, by the linked circles that are filled."""
    hinted = dict(figure.hints).get(circle)
    linked = figure.linked(circle)
    near = [placed[other] for other in linked if other in placed]
    return [
        number
        for number, die in enumerate(the_ten())
        if not used >> number & 1
        and hinted in (None, die.id)
        and len(partners()[number]) >= len(linked)
        and all(other in partners()[number] for other in near)
    ]


def _along_the_links(figure: Figure) -> list[int]:
    """The circles in an order that leaves few links open: next is the one that closes the most."""
    order: list[int] = []
    free = set(range(len(figure.circles)))
    while free:
        done = set(order)
        order.append(
            max(
                sorted(free),
                key=lambda circle: (
                    len(figure.linked(circle) & done),
                    -len(figure.linked(circle) - done) if done else len(figure.linked(circle)),
                ),
            )
        )
        free.remove(order[-1])
    return order


def solve(figure: Figure) -> tuple[Move, ...]:
    """Return one solution, circle by circle, in an order that can be deduced.

    Empty if there is none.
    """
    if not count(figure):
        return ()
    moves: list[Move] = []
    placed: dict[int, int] = {}
    while len(placed) < len(figure.circles):
        moves.append(_next(figure, placed))
        placed[moves[-1].circle] = moves[-1].die
    return tuple(moves)


def _next(figure: Figure, placed: dict[int, int]) -> Move:
    """The next move: a hint, then beside other dice, with the fewest choices."""
    hints, used = dict(figure.hints), sum(1 << die for die in placed.values())
    choices = {
        circle: candidates(figure, circle, placed, used)
        for circle in range(len(figure.circles))
        if circle not in placed
    }

    def order(circle: int) -> tuple[bool, bool, int]:
        is_apart = bool(placed) and not figure.linked(circle) & placed.keys()
        return circle not in hints, is_apart, len(choices[circle])

    circle = min(choices, key=order)
    die = next(
        die
        for die in choices[circle]
        if len(choices[circle]) == 1 or count(_with(figure, {**placed, circle: die}))
    )
    rivals = tuple(other for other in choices[circle] if other != die)
    near = tuple(sorted(figure.linked(circle) & placed.keys()))
    return Move(circle, die, near, rivals, circle in hints)


def _with(figure: Figure, placed: dict[int, int]) -> Figure:
    ten = the_ten()
    return figure._replace(
        hints=(*figure.hints, *((circle, ten[die].id) for circle, die in placed.items()))
    )


def why_none(figure: Figure) -> str:
    """Say why a drawing has no solution, as a clause, if it is easy to see."""
    most = max(map(len, partners()))
    busiest = max(range(len(figure.circles)), key=lambda circle: len(figure.linked(circle)))
    if len(figure.links) > len(pairs()):
        return (
            f"it has {len(figure.links)} links, and only {len(pairs())} pairs of dice differ by a "
            "single face"
        )
    if len(figure.linked(busiest)) > most:
        return (
            f"{figure.circles[busiest]} has {len(figure.linked(busiest))} links, and no die "
            f"differs by a single face from more than {most} others"
        )
    if _has_odd_ring(figure):
        return (
            "some of its links make a ring of an odd number of circles; but each link leads to one "
            "white face more or one less, so a ring has as many of both"
        )
    if figure.hints and count(figure.without_hints()):
        hints = ", ".join(f"{figure.circles[circle]} = {die}" for circle, die in figure.hints)
        return f"its hints ({hints}) fit none of its {count(figure.without_hints()):,} solutions"
    return "there is no way to put the ten dice on it that keeps all links"


def _has_odd_ring(figure: Figure) -> bool:
    """Whether the circles cannot be of two kinds so that every link joins different kinds."""
    kind: dict[int, bool] = {}

    def clash(circle: int, which: bool) -> bool:
        if circle in kind:
            return kind[circle] is not which
        kind[circle] = which
        return any(clash(other, not which) for other in figure.linked(circle))

    return any(clash(circle, True) for circle in range(len(figure.circles)) if circle not in kind)


def why_move(figure: Figure, move: Move, placed: dict[int, int], reason: str) -> str:
    """Say why a die goes on a circle: the `reason` of a hint, or the linked circles."""
    ten = the_ten()
    if move.hinted:
        return reason
    near = listed([f"the {ten[placed[circle]].id}" for circle in move.near])
    links = len(figure.linked(move.circle))
    many = f"{'' if is_exact(figure) else 'at least '}{links} {'die' if links == 1 else 'dice'}"
    needs = f"differs by a single face from {near or many}"
    if near and links > len(move.near):
        needs += f", and from {many} in all"
    if not move.rivals:
        return f"No other die that is left {needs}." if links else "It is the last die."
    others = listed([f"the {ten[die].id}" for die in move.rivals], "or")
    return f"It {needs}; so does {others}. This one works." if links else "Any die would do."

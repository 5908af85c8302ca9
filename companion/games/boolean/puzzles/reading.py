"""A drawing that somebody wrote down: a line for each link, and what is known of it."""

from companion.core.names import counted, folded, is_text, short
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.boolean.dice.names import find_die, the_ten
from companion.games.boolean.puzzles.figure import Figure, Link

_LISTED = 12
"""Circles that a refusal names."""
LONGEST = 100_000
"""Characters: ten circles have 45 links at most."""
HOW = (
    "A link a line, such as `top left`; `top: left right` links top with both; `top = 5w` tells a "
    "die; what follows a # is left out."
)


class _Drawing:
    """What has been read so far. Circles are known by their names, in any case."""

    def __init__(self) -> None:
        self.circles: dict[str, str] = {}
        self.links: set[Link] = set()
        self.told: dict[int, str] = {}

    def circle(self, name: str) -> int:
        self.circles.setdefault(folded(name), name)
        return list(self.circles).index(folded(name))

    def link(self, one: str, other: str) -> None:
        first, second = sorted((self.circle(one), self.circle(other)))
        if first == second:
            raise ValueError(f"{short(one)} is linked with itself")
        self.links.add((first, second))


def figure_in(text: str, name: str) -> Figure:
    """The drawing that a file tells of. Raises Invalid, with the line, for what is none.

    Ten circles are needed (BO-235); one without links stands on a line by itself.
    """
    if len(text) > LONGEST:
        raise Invalid(f"{name} is too long for a drawing of ten circles.", HOW)
    drawing = _Drawing()
    hints: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        told = line.partition("#")[0].strip()
        try:
            if not is_text(told) or not told.replace("\t", " ").isprintable():
                raise ValueError("holds signs that cannot be printed")
            if "=" in told:
                hints.append((number, told))
            elif told:
                _read(drawing, told)
        except ValueError as problem:
            raise Invalid(f"{name}, line {number}: {problem}.", HOW) from None
    _require_ten(drawing, name)
    for number, told in hints:
        _hint(drawing, told, f"{name}, line {number}")
    return Figure(
        tuple(drawing.circles.values()), frozenset(drawing.links), tuple(drawing.told.items())
    )


def _read(drawing: _Drawing, told: str) -> None:
    """One line: a circle, two that are linked, or one and those that are linked to it."""
    one, colon, others = told.partition(":")
    if colon:
        names = others.replace(",", " ").split()
        if len(one.split()) != 1 or not names:
            raise ValueError(f"“{short(told)}” is no circle with those that are linked to it")
        for other in names:
            drawing.link(one.strip(), other)
        return
    names = told.replace(",", " ").replace("--", " ").split()
    names = [name for name in names if name != "-"]
    if len(names) == 1 and names[0].count("-") == 1:
        names = [name for name in names[0].split("-") if name]
    if not 1 <= len(names) <= 2:
        raise ValueError(f"“{short(told)}” is no link of two circles")
    if len(names) == 1:
        drawing.circle(names[0])
    else:
        drawing.link(*names)


def _require_ten(drawing: _Drawing, name: str) -> None:
    circles = list(drawing.circles.values())
    if len(circles) == len(the_ten()):
        return
    listed = ", ".join(short(circle) for circle in circles[:_LISTED])
    more = ", …" if len(circles) > _LISTED else ""
    raise Invalid(
        f"{name} has {counted(len(circles), 'circle')}"
        f"{f' ({listed}{more})' if circles else ''}, and a mandala has ten: one for each die "
        "(BO-235).",
        "Is a name mistyped?" if len(circles) > len(the_ten()) else HOW,
    )


def _hint(drawing: _Drawing, told: str, where: str) -> None:
    """A line such as `top = 5w`. Raises Invalid."""
    circle, _, die_name = (part.strip() for part in told.partition("="))
    if folded(circle) not in drawing.circles:
        raise Invalid(
            f"{where}: no circle is called “{short(circle)}”.",
            f"There is {', '.join(short(name) for name in drawing.circles.values())}.",
        )
    try:
        die, number = find_die(die_name).id, drawing.circle(circle)
    except (NotFound, Ambiguous) as problem:
        raise Invalid(f"{where}: {problem.message}", problem.hint) from None
    taken = drawing.told.get(number)
    if taken not in (None, die):
        raise Invalid(f"{where}: {circle} cannot be {taken} and {die}.", "One of them is right.")
    if taken is None and die in drawing.told.values():
        raise Invalid(f"{where}: {die} cannot be on two circles.", "There is one of each die.")
    drawing.told[number] = die

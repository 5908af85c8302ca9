"""What people type for colours, dice and squares."""

import re
from collections.abc import Sequence

from companion.core.names import chosen, folded, listed, short
from companion.core.numbers import whole
from companion.errors import Invalid
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.state import COLORS, MOST_POINTS, Die

_DIE = re.compile(r"([^\W\d_]+)[:=]?(.*)")


def color(text: str) -> str:
    """A colour by its name or the beginning of it, in any case. Raises Invalid."""
    return chosen(text, COLORS, "colour of a die")


def number(text: str) -> int:
    """What a die shows, 1 to 6. Raises Invalid."""
    found = whole(text.strip(), 1, 6)
    if found is None:
        raise Invalid(f"“{short(text)}” is nothing that a die shows (DB-41).", "A number, 1 to 6.")
    return found


def die(text: str) -> Die:
    """A die with what it shows: `red:4`, `r4`. Raises Invalid."""
    found = _DIE.fullmatch(text.strip())
    if found is None or not found[2]:
        raise Invalid(f"“{short(text)}” is no die with its number.", "`red:4`, or `r4` for short.")
    return Die(color(found[1]), number(found[2]))


def is_die(text: str) -> bool:
    """Whether something is meant as a die rather than as a name: `r4`, `red:x`, but not `Rob2`."""
    found = _DIE.fullmatch(text.strip())
    if found is None or not found[2]:
        return False
    return ":" in text or "=" in text or (is_color(found[1]) and found[2].isdigit())


def joined(words: Sequence[str]) -> list[str]:
    """The words as typed, but `red` and a number behind it as one: `red:4`."""
    found: list[str] = []
    for word in words:
        if found and is_color(found[-1]) and whole(word, 0, 99) is not None:
            found[-1] = f"{found[-1]}:{word}"
        else:
            found.append(word)
    return found


def is_color(text: str) -> bool:
    """Whether something is a colour or the beginning of one."""
    return any(one.startswith(folded(text)) for one in COLORS if folded(text))


def is_square(text: str) -> bool:
    """Whether something is the name of a square."""
    return folded(text) in SQUARES


def square(text: str) -> str:
    """A square by its name, `d3`. Raises Invalid."""
    wanted = folded(text)
    if wanted not in SQUARES:
        raise Invalid(
            f"“{short(text)}” is no square of the board.",
            "Columns are a to e from the left, rows 1 to 5 from above: `d3`; the Seed is on c3.",
        )
    return wanted


def points_by_color(words: Sequence[str]) -> dict[str, int]:
    """The points of all four colours, from `red=31 blue=28 …`. Raises Invalid."""
    points: dict[str, int] = {}
    for word in words:
        name, equals, told = word.partition("=")
        number = whole(told.strip(), 0, MOST_POINTS)
        if number is None:
            raise Invalid(
                f"A colour has 0 to {MOST_POINTS} points, not “{short(told)}”: there are six dice."
                if equals and told.strip()
                else f"“{short(word)}” does not say how many points a colour has.",
                "`companion dicebox tally red=31 yellow=22 blue=28 white=17`",
            )
        if color(name) in points:
            raise Invalid(f"{color(name)} is there twice.", "Each of the four colours once.")
        points[color(name)] = number
    missing = [one for one in COLORS if one not in points]
    if missing:
        raise Invalid(
            f"How many points {'has' if len(missing) == 1 else 'have'} {listed(missing)}?",
            "All four colours are counted: the unclaimed may matter.",
        )
    return points

"""What places are called, how many ways there are, and why a die goes where it goes."""

from companion.core.names import listed
from companion.games.boolean.dice.cube import FACES
from companion.games.boolean.dice.names import the_ten
from companion.games.boolean.puzzles.block import Block, Place, shown
from companion.games.boolean.puzzles.building import Built, Laid
from companion.games.boolean.puzzles.figure import Figure
from companion.games.boolean.puzzles.placing import Put, is_exact

_ON = ("on top", "on the left", "in front", "on the right", "at the back", "below")
"""Where each face is, in the order of a net."""


def ways_words(count: int, noun: str = "way") -> str:
    """`84,480 ways`, `one way`, `no way`."""
    return f"{count:,} {noun}s" if count > 1 else f"{'one' if count else 'no'} {noun}"


def where(block: Block, place: Place) -> str:
    """What a place is called: `bottom layer, back left`; of a flat block `back`, `middle`."""
    layer = ("bottom layer, ", "top layer, ")[place.layer] if block.layers > 1 else ""
    row = _end(place.row, block.rows, "back", "front")
    column = _end(place.column, block.columns, "left", "right")
    return layer + (" ".join(part for part in (row, column) if part) or "middle")


def _end(number: int, many: int, first: str, last: str) -> str:
    return first if number == 0 else last if number == many - 1 else ""


def colours(white: bool) -> str:
    """`white` or `black`."""
    return "white" if white else "black"


def faces_shown(built: Built, place: Place) -> dict[str, str]:
    """What a die shows outside: which face, which colour."""
    seen = shown(built.block, built.pattern, place)
    return {FACES[face]: colours(white) for face, white in zip(place.outside, seen, strict=True)}


def sides_words(built: Built, place: Place) -> str:
    """What a die shows outside: `white at the back, and black on the left and below`."""
    seen = shown(built.block, built.pattern, place)
    told = []
    for white in (True, False):
        faces = [
            face for face, is_white in zip(place.outside, seen, strict=True) if is_white is white
        ]
        if faces:
            told.append(f"{colours(white)} {listed([_ON[face] for face in faces])}")
    return ", and ".join(told)


def why_laid(laid: Laid) -> str:
    """Why a die goes there: what else would have done."""
    if laid.by_die:
        if not laid.rivals:
            return "In this pattern, it fits in no other place that is left."
        return (
            f"In this pattern, it fits in {laid.rivals + 1} of the places left; this one will do."
        )
    if not laid.rivals:
        return "No other die that is left can show this."
    return f"Of the dice that are left, {laid.rivals + 1} can show this; with this one, it works."


def why_put(figure: Figure, put: Put, placed: dict[int, int], told: str) -> str:
    """Why a die goes on a circle: that it was `told`, or what the circles around it leave."""
    ten = the_ten()
    if put.hinted:
        return told
    near = listed([f"the {ten[placed[circle]].id}" for circle in put.near])
    links = len(figure.linked(put.circle))
    many = f"{'' if is_exact(figure) else 'at least '}{links} {'die' if links == 1 else 'dice'}"
    needs = f"differs by a single face from {near or many}"
    if near and links > len(put.near):
        needs += f", and from {many} in all"
    if not put.rivals:
        return f"No other die that is left {needs}." if links else "It is left over."
    others = listed([f"the {ten[die].id}" for die in put.rivals], "or")
    return (
        f"It {needs}; so does {others}. With this one, it works." if links else "Any die would do."
    )

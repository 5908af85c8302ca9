"""What a Challenged die has to be, by all that is known of it: tops, faces, which die it is."""

from collections.abc import Iterator
from typing import Any

from companion.games.boolean.dice.colours import BLACK, UNSEEN, WHITE
from companion.games.boolean.dice.cube import BOTTOM, FRONT, RIGHT, Colouring
from companion.games.boolean.dice.names import by_id, the_ten
from companion.games.boolean.dice.seen import fits
from companion.games.boolean.stack.faces import alike, lying
from companion.games.boolean.stack.state import StackState

Data = Any


def decided(state: StackState, data: Data) -> bool | None:
    """Whether a Challenged die is a true inverse; None where what is known may be either.

    Of every way in which it can lie, each face is compared with that of the die below, as far as
    that is known (BO-118 to BO-120).
    """
    below = below_of(state, data)
    if UNSEEN not in below + (data["placed"] or UNSEEN):
        return not alike(below, data["placed"])
    bluffs = [bool(alike(below, placed)) for placed in _ways(state, data)]
    if bluffs and all(bluffs):
        return False
    return True if bluffs and UNSEEN not in below and not any(bluffs) else None


def is_inverse(state: StackState, data: Data) -> bool:
    """Whether a Challenged die was a true inverse: as it was said, or by what is known of it."""
    if data["inverse"] is not None:
        return bool(data["inverse"])
    return bool(decided(state, data))


def below_of(state: StackState, data: Data) -> str:
    """Top, left and right of the die below, as whoever placed the Challenged one sees them."""
    below = str(data["below"] or UNSEEN * 3)
    top = state.tower[-2].top if len(state.tower) > 1 else None
    if below[0] != UNSEEN or top is None:
        return below
    return (WHITE if top == "white" else BLACK) + below[1:]


def top_of(state: StackState, data: Data) -> str | None:
    """The colour on top of the Challenged die, as it was told now, or when it was placed."""
    top: str | None = data["top"]
    return top or (state.topmost.top if state.topmost is not None else None)


def _ways(state: StackState, data: Data) -> Iterator[str]:
    """Bottom, left and right in every way in which the die can lie; any die, if none is named."""
    dice = the_ten() if data["die"] is None else (by_id()[data["die"]],)
    faces = lying(data["placed"], top_of(state, data))
    for die in dice:
        yield from (_placed(way) for way in die.ways if fits(way, faces))


def _placed(way: Colouring) -> str:
    return "".join(WHITE if way[face] else BLACK for face in (BOTTOM, FRONT, RIGHT))

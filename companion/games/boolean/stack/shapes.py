"""What the entries of The Stack look like."""

from collections.abc import Mapping
from typing import Any

from companion.core.schemas import asks
from companion.core.shapes import FLAG, SEAT, TOGETHER, Context, Shape, Wrong, maybe, one_of
from companion.games.boolean.dice.colours import BLACK, UNSEEN, WHITE
from companion.games.boolean.possession.entries import MAYBE_DIE

TOPS = ("white", "black")
FACES = 3


_SIGNS = f"{WHITE}{BLACK}{UNSEEN}"


@asks(type="string", pattern=f"^[{_SIGNS}]{{{FACES}}}$")
def _three(value: Any, context: Context) -> Wrong | None:
    """The colours of three faces: `wbw`, or `w??` of which two were not seen."""
    fits = type(value) is str and len(value) == FACES and set(value) <= set(_SIGNS)
    return None if fits else ("", value)


def _told(value: Any, context: Context) -> Wrong | None:
    """A verdict, or what of both dice says it."""
    told = (value[key] is not None for key in ("inverse", "below", "placed", "top", "die"))
    return None if any(told) else ("inverse", value)


SHAPES: Mapping[str, Shape] = {
    "die.stacked": {"seat": SEAT, "top": maybe(one_of(*TOPS))},
    # What the Challenged die turned out to be; where `inverse` is null, the rest says it, together
    # with the tops that were told. Faces are as whoever placed it sees them: `below` is the top,
    # the left and the right side of the die under it, `placed` its own bottom, left and right side.
    "die.challenged": {
        "seat": SEAT,
        "inverse": maybe(FLAG),
        "below": maybe(_three),
        "placed": maybe(_three),
        "top": maybe(one_of(*TOPS)),
        "die": MAYBE_DIE,
        TOGETHER: _told,
    },
    "stack.fell": {"seat": SEAT},
}

"""What the entries of The Stack look like."""

from collections.abc import Mapping
from typing import Any

from companion.core.schemas import asks
from companion.core.shapes import FLAG, SEAT, TOGETHER, Context, Shape, Wrong, maybe, one_of
from companion.games.boolean.dice.colours import BLACK, COLOURS, WHITE
from companion.games.boolean.possession.shapes import MAYBE_DIE

TOPS = ("white", "black")
FACES = 3


@asks(type="string", pattern=f"^[{WHITE}{BLACK}]{{{FACES}}}$")
def _three(value: Any, context: Context) -> Wrong | None:
    """The colours of three faces: `wbw`."""
    return COLOURS(value, context) or (None if len(value) == FACES else ("", value))


def _told_once(value: Any, context: Context) -> Wrong | None:
    """Either a verdict, or the faces of both dice."""
    told = [value[key] is not None for key in ("inverse", "below", "placed")]
    return None if told in ([True, False, False], [False, True, True]) else ("inverse", value)


SHAPES: Mapping[str, Shape] = {
    "die.stacked": {"seat": SEAT, "top": maybe(one_of(*TOPS))},
    # What the Challenged die turned out to be, or the faces that say it, as whoever placed it sees
    # them: `below` is the top, the left and the right side of the die under it, `placed` its own
    # bottom, left and right side.
    "die.challenged": {
        "seat": SEAT,
        "inverse": maybe(FLAG),
        "below": maybe(_three),
        "placed": maybe(_three),
        "top": maybe(one_of(*TOPS)),
        "die": MAYBE_DIE,
        TOGETHER: _told_once,
    },
    "stack.fell": {"seat": SEAT},
}

"""What the entries of Shut the Box look like."""

from collections.abc import Mapping
from typing import Any

from companion.core.schemas import asks
from companion.core.shapes import (
    SEAT,
    Context,
    Shape,
    Wrong,
    each_seat,
    list_of,
    maybe,
    whole_from,
)
from companion.games.boolean.dice.counts import HALF

LONGEST_PLAY = 999
"""Turns."""
MOST_NUDGES = 9
"""With house rules."""

_NUMBER = whole_from(0, HALF)
_NUMBERS = list_of(_NUMBER)


@asks(type="array", items={"type": "integer", "minimum": 0, "maximum": HALF}, minItems=1)
def COUNTS(value: Any, context: Context) -> Wrong | None:
    """A roll, and what came of it Nudge by Nudge: at least one count."""
    return _NUMBERS(value, context) if value else ("", value)


SHAPES: Mapping[str, Shape] = {
    # Null for whoever's roll is not told (yet); `crossed` as well for a number that was left by
    # those who are `left`, or is gone.
    "counts.rolled": {
        "turn": whole_from(1, LONGEST_PLAY),
        "counts": each_seat(maybe(COUNTS)),
        "crossed": each_seat(maybe(_NUMBER)),
        "left?": list_of(SEAT),
    },
    "turn.closed": {"turn": whole_from(1, LONGEST_PLAY)},
    # `turn` is the one in which they were crossed off, where that is told or goes without saying.
    "columns.crossed": {"numbers": each_seat(_NUMBERS), "turn?": whole_from(1, LONGEST_PLAY)},
    "nudges.counted": {"seat": SEAT, "nudges": whole_from(0, MOST_NUDGES)},
}

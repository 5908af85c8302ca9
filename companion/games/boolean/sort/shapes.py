"""What the entries of Sort look like."""

from collections.abc import Mapping

from companion.core.shapes import Shape, tuple_of, whole_from
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.possession.entries import DIE, MAYBE_DIE

_RIGHT = whole_from(0, SET)


SHAPES: Mapping[str, Shape] = {
    # A roll that is told before anything is placed.
    "turn.opened": {"rolled": DIE},
    # The roll may have been told before, with a `turn.opened`.
    "dice.sorted": {"rolled": MAYBE_DIE, "black": MAYBE_DIE, "white": MAYBE_DIE},
    # How many are right: first in the Black area, then in the White one.
    "bottoms.shown": {"right": tuple_of(_RIGHT, _RIGHT)},
}

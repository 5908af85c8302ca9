"""What the entries of Boolean Dice look like, over all six games (see `core.shapes`)."""

from collections.abc import Mapping
from typing import Any

from companion.core.shapes import (
    SEAT,
    TOGETHER,
    Context,
    Shape,
    Wrong,
    apart,
    maybe,
    object_of,
    one_of,
    whole_from,
)
from companion.games.boolean.box import shapes as box
from companion.games.boolean.liar import shapes as liar
from companion.games.boolean.possession import shapes as possession
from companion.games.boolean.six import NAMES, variant_of
from companion.games.boolean.sort import shapes as sort
from companion.games.boolean.spy import shapes as spy
from companion.games.boolean.stack import shapes as stack
from companion.games.boolean.wbr import shapes as wbr

LONGEST_GAME = 600
"""Minutes on a chess clock."""

_OPTIONS: Shape = {
    "variant": one_of(*NAMES),
    "minutes?": maybe(whole_from(1, LONGEST_GAME)),
    "white?": maybe(SEAT),
}
ENDS = ("dice",)
"""What may bring an end by itself."""


def _seated(value: Any, context: Context) -> Wrong | None:
    """Seats that are all different, and as many as the game is for; a house may have more of some.

    Where the most is the rulebook's, what comes after it counts on it.
    """
    room = variant_of(value["options"]["variant"]).room
    fits = room.fewest <= context.seats and (context.seats <= room.most or room.is_ours)
    return apart(value, context) or (None if fits else ("seats", value["seats"]))


SHAPES: Mapping[str, Shape] = {
    "play.started": {"options": object_of(_OPTIONS), TOGETHER: _seated},
    "play.finished": {"by?": one_of(*ENDS)},
    **possession.SHAPES,
    **wbr.SHAPES,
    **liar.SHAPES,
    **stack.SHAPES,
    **box.SHAPES,
    **sort.SHAPES,
    **spy.SHAPES,
}

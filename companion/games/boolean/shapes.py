"""What the entries of Boolean Dice look like, over all six games (see `core.shapes`)."""

from collections.abc import Mapping

from companion.core.shapes import Shape, maybe, object_of, one_of, whole_from
from companion.games.boolean.box import shapes as box
from companion.games.boolean.liar import shapes as liar
from companion.games.boolean.possession import entries as possession
from companion.games.boolean.six import NAMES
from companion.games.boolean.sort import shapes as sort
from companion.games.boolean.spy import shapes as spy
from companion.games.boolean.stack import shapes as stack
from companion.games.boolean.wbr import shapes as wbr

LONGEST_GAME = 600
"""Minutes on a chess clock."""

_OPTIONS: Shape = {
    "variant": one_of(*NAMES),
    "minutes?": maybe(whole_from(1, LONGEST_GAME)),
}
ENDS = ("dice",)
"""What may bring an end by itself."""

SHAPES: Mapping[str, Shape] = {
    "play.started": {"options": object_of(_OPTIONS)},
    "play.finished": {"by?": one_of(*ENDS)},
    **possession.SHAPES,
    **wbr.SHAPES,
    **liar.SHAPES,
    **stack.SHAPES,
    **box.SHAPES,
    **sort.SHAPES,
    **spy.SHAPES,
}

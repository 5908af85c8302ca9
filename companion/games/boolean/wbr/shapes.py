"""What the entries of White, Black, or Roll look like."""

from collections.abc import Mapping

from companion.core.shapes import FLAG, SEAT, Shape, each_seat, maybe, one_of, whole_from
from companion.games.boolean.possession.shapes import MAYBE_DIE
from companion.games.boolean.wbr.words import CALLS, COSTS

LONGEST_CLOCK = 24 * 60 * 60
"""Seconds on a chess clock."""

SHAPES: Mapping[str, Shape] = {
    # `right` is null after a call of roll, and where nobody told; `die` is the one that was called,
    # `paid` the one that was Surrendered for a wrong call. `cost` is what it took: a die of one's
    # own, the called one where there was none, or, of several players, the game.
    "die.called": {
        "seat": SEAT,
        "call": one_of(*CALLS),
        "right": maybe(FLAG),
        "die": MAYBE_DIE,
        "paid": MAYBE_DIE,
        "cost?": one_of(*COSTS),
    },
    "throw.spilled": {"seat": SEAT, "paid": MAYBE_DIE, "cost?": one_of(*COSTS)},
    # An older companion, which does not tell whether `all` rolled, let only those ahead do so.
    "tie.rolled": {"whites": each_seat(maybe(whole_from(0, 60))), "all?": FLAG},
    # `side` is whose time was running, or would have been.
    "clock.stopped": {"seconds": each_seat(whole_from(0, LONGEST_CLOCK)), "side?": maybe(SEAT)},
    "turn.skipped": {"seat": SEAT},
}

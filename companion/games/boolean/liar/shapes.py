"""What the entries of Liar's Boolean Dice look like."""

from collections.abc import Mapping

from companion.core.shapes import FLAG, SEAT, WHOLE, Shape, each_seat, maybe, whole_from
from companion.games.boolean.dice.seen import COLOURS
from companion.games.boolean.possession.entries import MAYBE_DIE, MOST_DICE

SHAPES: Mapping[str, Shape] = {
    # `shown` are the dice that stay open where all were Displayed and the others rolled again:
    # `wwb`; null where nothing was Displayed.
    "number.declared": {"seat": SEAT, "number": WHOLE, "shown": maybe(COLOURS)},
    "declaration.skipped": {"seat": SEAT},
    # What lay there: how many dice were White-up, or what each player's show, or neither. `die` is
    # the one that was Surrendered for it: by the `loser`, to a `taker` or to the center pile, as
    # what lay there says. `out`: whether the loser is eliminated with it; `opens` is who opens the
    # next round then, null where nobody knows, or where there is none.
    "declaration.challenged": {
        "seat": SEAT,
        "whites": maybe(whole_from(0, MOST_DICE)),
        "hands": maybe(each_seat(COLOURS)),
        "die": MAYBE_DIE,
        "loser?": maybe(SEAT),
        "taker?": maybe(SEAT),
        "out?": FLAG,
        "opens?": maybe(SEAT),
    },
    # `to` is null for the center pile; `out` and `opens` as above.
    "die.surrendered": {
        "seat": SEAT,
        "to": maybe(SEAT),
        "die": MAYBE_DIE,
        "out?": FLAG,
        "opens?": maybe(SEAT),
    },
}

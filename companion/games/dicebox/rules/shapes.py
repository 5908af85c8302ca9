"""What the entries of Dice Box look like: the format of its logs (see `core.shapes`)."""

from collections.abc import Mapping

from companion.core.shapes import (
    AMOUNT,
    FLAG,
    SEAT,
    Shape,
    each_seat,
    list_of,
    mapping_of,
    maybe,
    one_of,
    tuple_of,
    whole_from,
)
from companion.games.dicebox.board import NUMBERS, SQUARES
from companion.games.dicebox.state import COLORS

COLOR = one_of(*COLORS)
SQUARE = one_of(*SQUARES)
NUMBER = whole_from(NUMBERS[0], NUMBERS[-1])

SHAPES: Mapping[str, Shape] = {
    "play.started": {"options": mapping_of(one_of("colors"), each_seat(list_of(COLOR)))},
    # `by` is `board` where the last square was filled, and not the table that ended the play.
    "play.finished": {"by?": one_of("board")},
    # Those who are `untold` were not named, and keep what was told before.
    "colors.assigned": {"colors": each_seat(list_of(COLOR)), "untold?": list_of(SEAT)},
    "draft.begun": {"seat": SEAT},
    # `first` is who began the draft.
    "die.picked": {"seat": SEAT, "color": COLOR, "first?": SEAT},
    "seed.placed": {"value": NUMBER},
    # `turn` says whether this was the player's turn, because nothing fitted, or the first roll;
    # `untold`: nobody said so, but it goes without saying.
    "dice.rolled": {
        "seat": SEAT,
        "dice": list_of(tuple_of(maybe(COLOR), maybe(NUMBER))),
        "turn": FLAG,
        "untold?": list_of(one_of("turn")),
    },
    "die.placed": {"seat": SEAT, "color": COLOR, "value": NUMBER, "square": SQUARE},
    "turn.passed": {"seat": SEAT},
    "turn.given": {"seat": SEAT},
    "tally.counted": {"points": mapping_of(COLOR, AMOUNT)},
}

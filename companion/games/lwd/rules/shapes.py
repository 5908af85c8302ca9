"""What the entries of A Little White Die look like: the format of its logs (see `core.shapes`)."""

from collections.abc import Mapping
from typing import Any

from companion.core.schemas import asks
from companion.core.shapes import (
    AMOUNT,
    FLAG,
    SEAT,
    TEXT,
    Context,
    Shape,
    Wrong,
    each_seat,
    list_of,
    maybe,
    object_of,
    one_of,
    whole_from,
)
from companion.games.lwd.guesses import POWER
from companion.games.lwd.state import UNTIL

NUMBER = whole_from(1, 99)
"""A number on a card."""
CARDS = whole_from(0, 99)
"""A number of cards, or of dice: nobody holds a hundred."""


@asks(anyOf=[{"const": POWER}, {"type": "integer", "minimum": 1, "maximum": 99}])
def SUBJECT(value: Any, context: Context) -> Wrong | None:
    """What a guess is about: a number, or `power`."""
    return None if value == POWER else NUMBER(value, context)


@asks(type="string", pattern="^(w|p|p?0?[1-9][0-9]?)$", maxLength=3)
def CARD(value: Any, context: Context) -> Wrong | None:
    """A card that is revealed: `5`, a wildcard `w`, a power card `p` or, with its number, `p5`."""
    if type(value) is not str:
        return "", value
    number = value.removeprefix("p")
    fits = value in ("w", "p") or (number.isascii() and number.isdigit() and 0 < int(number) < 100)
    return None if fits and len(value) <= 3 else ("", value)


_VARIANT: Shape = {
    "cards?": NUMBER,
    "random?": FLAG,
    "min_dice?": NUMBER,
    "wildcards?": FLAG,
    "power?": FLAG,
    "until?": one_of(*UNTIL),
}

SHAPES: Mapping[str, Shape] = {
    "play.started": {"options": object_of(_VARIANT)},
    # `by` is `cards` where the last die that was lost ended the play, and not the table.
    "play.finished": {"by?": one_of("cards")},
    "number.stated": {"seat": SEAT, "dice": CARDS},
    "guess.made": {"seat": SEAT, "count": AMOUNT, "number": SUBJECT},
    "turn.passed": {"seat": SEAT},
    # `untold`: nobody named those who get a card, and so it was for all.
    "power.triggered": {
        "seat": SEAT,
        "number": maybe(NUMBER),
        "did": TEXT,
        "extra": maybe(NUMBER),
        "to": list_of(SEAT),
        "untold?": list_of(one_of("to")),
    },
    # Of the three ways to tell what lay there, at most one; `cards` are those of all together.
    "guess.challenged": {
        "seat": SEAT,
        "cards": maybe(list_of(CARD)),
        "hands": maybe(each_seat(list_of(CARD))),
        "there": maybe(AMOUNT),
    },
    # `out`: whether that was the last one; `liar` is the Liar of the next round.
    "die.lost": {"seat": SEAT, "cards": CARDS, "out?": FLAG, "liar?": SEAT},
    "card.swapped": {"seat": SEAT},
    "cards.counted": {"seat": SEAT, "cards": CARDS},
}

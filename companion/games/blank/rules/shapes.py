"""What the entries of a play of BLANK look like: the format of its logs (see `core.shapes`)."""

from collections.abc import Mapping
from typing import Any

from companion.core.play import HIGHEST_AMOUNT
from companion.core.shapes import (
    AMOUNT,
    FLAG,
    NAME,
    SEAT,
    TEXT,
    TOGETHER,
    Context,
    Shape,
    Wrong,
    list_of,
    maybe,
    object_of,
    one_of,
    some_of,
    whole_from,
)
from companion.games.blank.state import FAULTS
from companion.games.blank.suits import NUMBERS, SUITS

NUMBER = whole_from(NUMBERS[0], NUMBERS[-1])
"""The number of a game card."""
COUNT = whole_from(1, HIGHEST_AMOUNT)
"""So many cards."""


RULE = object_of(
    {
        "label": NAME,
        "text": NAME,
        "trigger?": TEXT,
        "copy?": maybe(NAME),
        "card?": maybe(NAME),
        "revision?": maybe(AMOUNT),
        "new?": FLAG,
    }
)
CARD = object_of(
    {
        "number": NUMBER,
        "suit": one_of(*SUITS),
        "copy?": maybe(NAME),
        "card?": maybe(NAME),
        "title?": TEXT,
        "effect?": TEXT,
        "mark?": TEXT,
    }
)


def _from_one_to_another(data: Any, context: Context) -> Wrong | None:
    return None if data["from"] != data["to"] else ("to", data["to"])


_OPTIONS: Shape = {
    "boxes?": list_of(object_of({"id": NAME, "name": NAME, "mark": TEXT})),
    "rules?": list_of(RULE),
    "pile?": maybe(AMOUNT),
    "cards?": AMOUNT,
    "top?": maybe(CARD),
    "awaited?": list_of(object_of({"copy": NAME, "card": NAME, "label": NAME})),
}

SHAPES: Mapping[str, Shape] = {
    "play.started": {"options": object_of(_OPTIONS)},
    # Cards
    "card.turned": {"card": CARD, "covers?": FLAG},
    "cards.played": {"seat": SEAT, "cards": some_of(CARD)},
    "cards.drawn": {"seat": SEAT, "count": COUNT, "why": TEXT},
    "cards.discarded": {"seat": SEAT, "count": COUNT, "top?": maybe(CARD)},
    "cards.given": {"from": SEAT, "to": SEAT, "count": COUNT, TOGETHER: _from_one_to_another},
    "hand.counted": {"seat": SEAT, "count": AMOUNT, "settles?": FLAG},
    "pile.reshuffled": {},
    "penalty.taken": {
        "seat": SEAT,
        "for": some_of(one_of(*FAULTS)),
        "called_by": maybe(SEAT),
        "cards?": some_of(CARD),
        "drawn?": AMOUNT,
    },
    # Turns
    "turn.passed": {"seat": SEAT},
    "turn.given": {"seat": SEAT},
    "turn.skipped": {"seat": SEAT},
    "direction.reversed": {},
    # Rules
    "rule.opened": {"rule": RULE, "corrects?": FLAG, "stays?": list_of(NAME)},
    "rule.discarded": {"rule": NAME, "corrects?": FLAG, "stays?": list_of(NAME)},
    # The end
    "play.finished": {"play?": NAME},
    "prize.taken": {
        "what": one_of("rule", "card"),
        "copy": NAME,
        "card": NAME,
        "revision": AMOUNT,
        "box?": TEXT,
        "text?": TEXT,
        "play": NAME,
    },
}

"""What the entries of Blank White Dice look like: the format of its logs (see `core.shapes`)."""

import re
from collections.abc import Mapping
from typing import Any

from companion.core.schemas import asks
from companion.core.shapes import (
    AMOUNT,
    FLAG,
    SEAT,
    TEXT,
    TOGETHER,
    WHOLE,
    Context,
    Shape,
    Wrong,
    each_seat,
    list_of,
    mapping_of,
    maybe,
    object_of,
    one_of,
    tuple_of,
)
from companion.games.bwd import points
from companion.games.bwd.places import CARD, DIE, FACE, ICON, PLACE, WAY, WRITTEN, said_of, six
from companion.games.bwd.rounds import PHASE_BEGUN
from companion.games.bwd.tagging import CARD_TAGGED
from companion.games.bwd.turns import TURN_REPEATED

TOLD = ("tag", "erase", "reroll", "points", "did", "nothing", "fizzled")
"""What a table may tell of how a die was resolved."""


@asks(type="string", pattern="^(score$|face:|card:)")
def DISC(value: Any, context: Context) -> Wrong | None:
    """Where a disc lies: `score`, `face:ana.1#3`, `card:points` or `card:points:3`."""
    fits = type(value) is str and (value == "score" or value.startswith(("face:", "card:")))
    return None if fits else ("", value)


def _itself_says_why(data: Any, context: Context) -> Wrong | None:
    return None if data.get("by") != "itself" or "why" in data else ("why", None)


def _shown_for_each(data: Any, context: Context) -> Wrong | None:
    if not data["faces"].keys() <= data["shows"].keys():
        return "shows", data["shows"]
    told = {die_id for die_id, place in data["faces"].items() if place is not None}
    meant = data.get("meant", told)
    return None if told <= {*meant} else ("meant", meant)


def _erased(data: Any, context: Context) -> Wrong | None:
    return _itself_says_why(data, context) or said_of("icon")(data, context)


def _marks_a_face(data: Any, context: Context) -> Wrong | None:
    if "meant" in data and re.fullmatch(r"face:.+#[1-6]", data["on"]) is None:
        return "on", data["on"]
    return said_of("icon")(data, context)


_WAY = WAY
_MARKED: Shape = {
    "die": DIE,
    "face": PLACE,
    "icon": maybe(ICON),
    "count": AMOUNT,
    "meant?": _WAY,
}
_SET: Shape = {
    "id": TEXT,
    "dealt?": AMOUNT,
    "adds?": AMOUNT,
    "active?": AMOUNT,
    "first?": AMOUNT,
    "last?": AMOUNT,
    "cards": list_of(CARD),
}
_OPTIONS: Shape = {
    "target?": AMOUNT,
    "set?": maybe(object_of(_SET)),
    "dice?": maybe(mapping_of(DIE, six(FACE))),
    "spare?": list_of(object_of({"holder": TEXT, "home": TEXT, "faces": six(FACE)})),
}

SHAPES: Mapping[str, Shape] = {
    "play.started": {"options": object_of(_OPTIONS)},
    **{kind.name: kind.shape for kind in points.KINDS if kind.name != "points.set"},
    # Dice
    "card.tagged": CARD_TAGGED.shape,
    "face.erased": {
        "die": DIE,
        "face": PLACE,
        "by?": TEXT,  # `itself`, with a `why`
        "why?": TEXT,
        "icon?": maybe(ICON),
        "meant?": _WAY,
        TOGETHER: _erased,
    },
    "face.replaced": {
        "die": DIE,
        "face": PLACE,
        "icon": ICON,
        "card": maybe(CARD),
        "over?": maybe(ICON),  # what was on it
        "meant?": _WAY,
        TOGETHER: said_of("over"),
    },
    "face.dotted": _MARKED,
    "face.dashed": _MARKED,
    "die.written": {"die": DIE, "faces": six(WRITTEN)},
    "dice.rolled": {
        "faces": mapping_of(DIE, maybe(PLACE)),  # null where nobody told
        "shows": mapping_of(DIE, maybe(ICON)),
        "meant?": mapping_of(DIE, _WAY),
        "untold?": FLAG,  # in setup: whether tags to go were made, and nobody told
        TOGETHER: _shown_for_each,
    },
    "die.claimed": {"die": DIE, "seat": SEAT},
    "dice.swapped": {"dice": tuple_of(DIE, DIE)},
    "die.resolved": {
        "die": DIE,
        "seat": SEAT,
        "how": TEXT,
        "face": maybe(ICON),
        "told?": list_of(one_of(*TOLD)),  # which options; older logs have words alone
        "stoppers?": list_of(CARD),
        "copies?": object_of(
            {"die": DIE, "face": PLACE, "icon": ICON, "card": maybe(CARD), "meant?": _WAY}
        ),
    },
    **{kind.name: kind.shape for kind in (TURN_REPEATED, PHASE_BEGUN)},
    # Cards and discs
    "cards.dealt": {"hands": each_seat(list_of(CARD))},
    "card.added": {
        "card": CARD,
        "number?": maybe(WHOLE),
        "over": maybe(CARD),
        "by": maybe(SEAT),
        "replacement": FLAG,
        "overwrites?": CARD,
        "together?": FLAG,
        "drawn?": FLAG,
    },
    "card.laid": {"card": CARD, "over": CARD, "overwrites?": CARD},
    "card.neutralized": {"card": CARD},
    "card.restored": {"card": CARD},
    "disc.placed": {
        "seat": SEAT,
        "on": DISC,
        "icon?": maybe(ICON),  # what was on a face that is marked
        "meant?": _WAY,
        TOGETHER: _marks_a_face,
    },
    "disc.lifted": {"seat": SEAT},
}

"""What the entries of Blank White Dice look like: the format of its logs (see `core.shapes`)."""

from collections.abc import Mapping
from typing import Any

from companion.core.shapes import (
    AMOUNT,
    FLAG,
    SEAT,
    TEXT,
    TOGETHER,
    Context,
    Shape,
    Wrong,
    list_of,
    mapping_of,
    maybe,
    object_of,
    one_of,
    tuple_of,
)
from companion.games.bwd import additions, discs, points, reserve, setup, tableau
from companion.games.bwd.places import CARD, DIE, ICON, PLACE, WAY, WRITTEN, said_of, six
from companion.games.bwd.rounds import PHASE_BEGUN
from companion.games.bwd.tagging import CARD_TAGGED
from companion.games.bwd.turns import TURN_REPEATED

TOLD = ("tag", "erase", "reroll", "points", "did", "nothing", "fizzled")
"""What a table may tell of how a die was resolved."""


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


_WAY = WAY
_MARKED: Shape = {
    "die": DIE,
    "face": PLACE,
    "icon": maybe(ICON),
    "count": AMOUNT,
    "meant?": _WAY,
}

SHAPES: Mapping[str, Shape] = {
    "play.started": setup.PLAY_STARTED.shape,
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
    **{
        kind.name: kind.shape
        for kind in (
            *reserve.KINDS,
            *additions.KINDS,
            *tableau.KINDS,
            *discs.KINDS,
        )
    },
}

"""What the entries of Spy vs. Spy look like."""

from collections.abc import Mapping

from companion.core.shapes import FLAG, SEAT, Shape, list_of, maybe, one_of, tuple_of, whole_from
from companion.games.boolean.possession.entries import MAYBE_DIE
from companion.games.boolean.spy.words import PLACES, POSTS, RESULTS, SIDES, TARGETS

MOST_DICE = 120
"""Dice on a table: those of twelve sets."""

_COUNT = whole_from(0, MOST_DICE)
_UNTOLD = list_of(one_of("result", "swaps", "turncoat"))
_OUT = list_of(SEAT)
_SIDE, _POST, _TARGET = one_of(*SIDES), one_of(*POSTS), one_of(*TARGETS)

# `untold` are keys that nobody told, as they follow from how things stood; `out` are the players
# who are eliminated with that.
SHAPES: Mapping[str, Shape] = {
    # The first roll: `friendly` dice, so many of them for the `field`; null where nobody told.
    "agency.formed": {
        "seat": SEAT,
        "side": _SIDE,
        "friendly": maybe(_COUNT),
        "field": maybe(_COUNT),
        "rerolled": FLAG,
    },
    "orders.counted": {"seat": SEAT, "orders": maybe(_COUNT)},
    "recruits.taken": {"seat": SEAT, "recruits": _COUNT, "field": _COUNT},
    "recruit.nudged": {"seat": SEAT, "to": maybe(_POST)},
    # `rolled` is the agent's colour, `shown` the victim's, where the table told colours; `die` is
    # the one that was lost, `turncoat` says that a turncoat went there.
    "enemy.infiltrated": {
        "seat": SEAT,
        "enemy": SEAT,
        "target": _TARGET,
        "result": one_of(*RESULTS),
        "rolled": maybe(_SIDE),
        "shown": maybe(_SIDE),
        "die": MAYBE_DIE,
        "turncoat": FLAG,
        "untold?": _UNTOLD,
        "out?": _OUT,
    },
    "enemy.scouted": {"seat": SEAT, "enemy": SEAT, "target": _TARGET},
    "agent.rested": {"seat": SEAT, "turncoat": FLAG, "untold?": _UNTOLD},
    "turncoat.recruited": {"seat": SEAT, "to": _POST},
    # `colours` are the field agent's and the free agent's, where the table told them.
    "free_agent.approached": {
        "seat": SEAT,
        "won": FLAG,
        "colours": maybe(tuple_of(_SIDE, _SIDE)),
        "die": MAYBE_DIE,
    },
    # `sure`: it was meant, though it was the last field agent.
    "agent.trained": {
        "seat": SEAT,
        "to": _POST,
        "turncoat": FLAG,
        "sure?": FLAG,
        "untold?": _UNTOLD,
        "out?": _OUT,
    },
    # `swaps` is null where nobody told of the turn; `turncoat` is where one went.
    "agency.reorganized": {
        "seat": SEAT,
        "swaps": maybe(_COUNT),
        "turncoat": maybe(_POST),
        "untold?": _UNTOLD,
    },
    "agent.lost": {"seat": SEAT, "post": _POST, "die": MAYBE_DIE, "out?": _OUT},
    # What is null stays as it was; `turncoats` are the places of all of them.
    "agency.counted": {
        "seat": SEAT,
        "side": maybe(_SIDE),
        "populace": maybe(_COUNT),
        "desk": maybe(_COUNT),
        "field": maybe(_COUNT),
        "turncoats": maybe(list_of(one_of(*PLACES))),
        "out?": _OUT,
    },
    "player.eliminated": {"seat": SEAT},
}

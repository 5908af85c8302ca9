"""What the rules of Blank White Dice refuse. Each check looks at the state and one event alone.

Whatever depends on more than that (which faces a tag goes to, what the table told of an icon) is
written into the event, so an entry that was recorded can be checked again at any time; what follows
from a resolution is looked at entry by entry (`rules.check_entry`).
"""

from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.core.later import known
from companion.core.play import check_play
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.rules import (
    check_faces,
    check_resolving,
    check_setup,
)
from companion.games.bwd.rules.which_face import settled
from companion.games.bwd.state import COMMON, State

Data = Any


def check(state: State, event: Event, referee: Referee, cards: Any) -> None:
    """Refuse what the rules forbid. Raises Illegal through the referee, or Refused."""
    check_play(state, event)
    checker = _CHECKERS.get(event.kind)
    if checker is not None:
        checker(state, settled(state, event).data, referee, known(cards))


def _dice_rolled(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    referee.require(
        state.phase not in ("setup", "open", "check") or data["faces"].keys() <= {COMMON},
        "BWD-102",
        "Dice are rolled in a round, and none has begun.",
        "`companion bwd roll ana.1=…` begins the next one.",
    )
    check_setup.common_rolled(state, data, referee)
    for die_id, place in data["faces"].items():
        icon = data["shows"][die_id]
        if place is not None and state.die(die_id).faces[place].icon != icon:
            referee.refuse(
                "BWD-114",
                f"{state.die(die_id).id} came up {cards.title(icon) if icon else 'blank'}, "
                "and has no such face then.",
                "`companion bwd dice` shows what is on it.",
            )


def _die_claimed(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    taken = state.die(data["die"])
    if taken.owner == data["seat"]:
        die = "the common die" if taken.key == COMMON else taken.id
        raise Refused(
            f"{state.name(data['seat'])} has {die} already.", "`companion table` shows it."
        )


def _dice_swapped(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    one, other = map(state.die, data["dice"])
    if one.owner == other.owner:
        raise Refused(
            f"{one.id} and {other.id} belong to the same player: nothing to swap.",
            "Name a die of each of the two.",
        )


_CHECKERS: dict[str, Callable[[State, Data, Referee, Catalogue], None]] = {
    "face.erased": check_faces.face_erased,
    "face.replaced": check_faces.face_replaced,
    "face.dotted": check_faces.face_marked,
    "face.dashed": check_faces.face_marked,
    "die.resolved": check_resolving.die_resolved,
    "dice.rolled": _dice_rolled,
    "die.claimed": _die_claimed,
    "dice.swapped": _dice_swapped,
}

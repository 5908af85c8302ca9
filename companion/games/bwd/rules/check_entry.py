"""What the rules look for in a whole entry: what follows from it, and only that."""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.later import known
from companion.core.referee import Referee
from companion.games.bwd.rules.check_followed import resolutions_followed
from companion.games.bwd.rules.which_face import settled_all
from companion.games.bwd.state import State


def check_entry(
    states: Sequence[State], events: Sequence[Event], referee: Referee, cards: Any
) -> None:
    """Refuse an entry that lacks what follows from it. Raises Illegal through the referee."""
    events = settled_all(states, events)
    if any(event.kind == "die.resolved" for event in events):
        resolutions_followed(states, events, referee, known(cards))

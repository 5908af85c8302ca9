"""How each event of Sort changes the state. Never refuses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.event import Event
from companion.core.play import record_play
from companion.core.seats import Seat
from companion.games.boolean.sort.state import TURNS, Placed, SortState


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> SortState:
    """All ten dice rolled (BO-155), and nothing in the areas."""
    return SortState(seats=seats, scores=(), first=first, turn=0)


def record(state: SortState, event: Event) -> SortState:
    """The state after an event. Raises TooNew for a kind that nobody knows."""
    data = event.data
    match event.kind:
        case "turn.opened":
            return replace(state, rolled=data["rolled"])
        case "dice.sorted":
            turns = (*state.turns, Placed(data["rolled"], data["black"], data["white"]))
            return replace(state, turns=turns, rolled=None, round=min(TURNS, len(turns) + 1))
        case "bottoms.shown":
            return replace(state, turn=None, rolled=None, right=tuple(data["right"]))
    return record_play(state, event, None)

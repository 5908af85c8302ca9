"""How each event of Sort changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.changed import replace
from companion.core.seats import Seat
from companion.games.boolean.sort.state import TURNS, Placed, SortState

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> SortState:
    """All ten dice rolled (BO-155), and nothing in the areas."""
    return SortState(seats=seats, scores=(), first=first, turn=0)


def _opened(state: SortState, data: Data) -> SortState:
    return replace(state, rolled=data["rolled"])


def _sorted(state: SortState, data: Data) -> SortState:
    turns = (*state.turns, Placed(data["rolled"] or state.rolled, data["black"], data["white"]))
    return replace(state, turns=turns, rolled=None, round=min(TURNS, len(turns) + 1))


def _shown(state: SortState, data: Data) -> SortState:
    return replace(state, turn=None, rolled=None, right=tuple(data["right"]))


RECORDERS: dict[str, Callable[[SortState, Data], SortState]] = {
    "turn.opened": _opened,
    "dice.sorted": _sorted,
    "bottoms.shown": _shown,
}

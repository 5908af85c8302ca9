"""How each event of The Stack changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.changed import replace
from companion.core.seats import Seat
from companion.games.boolean.possession.entries import dice_told
from companion.games.boolean.possession.state import Holding
from companion.games.boolean.stack.state import EACH, Challenged, Placed, StackState
from companion.games.boolean.stack.verdict import is_inverse

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> StackState:
    """Five dice for each of the two; `first` places the lowest die."""
    return StackState(
        seats=seats, scores=(), first=first, turn=first, held=(Holding(EACH),) * len(seats)
    )


def _stacked(state: StackState, data: Data) -> StackState:
    seat = data["seat"]
    return replace(state, tower=(*state.tower, Placed(seat, data["top"])), turn=1 - seat)


def _challenged(state: StackState, data: Data) -> StackState:
    return replace(state, challenged=Challenged(data["seat"], is_inverse(state, data)), turn=None)


def _fell(state: StackState, data: Data) -> StackState:
    return replace(state, fallen=data["seat"], turn=None)


RECORDERS: dict[str, Callable[[StackState, Data], StackState]] = {
    "die.stacked": _stacked,
    "die.challenged": _challenged,
    "stack.fell": _fell,
    "dice.told": dice_told,
}

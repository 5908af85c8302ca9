"""An entry of a play of Sort as a line of the log."""

from collections.abc import Callable
from typing import Any

from companion.games.boolean.sort.state import SortState

Data = Any


def _sorted(before: SortState, number: int, data: Data) -> str:
    rolled, black, white = data["rolled"], data["black"], data["white"]
    if before.rolled is not None:
        rolled = None
        if black is white is None:
            return f"turn {number}: one die goes into each area"
    if rolled is black is white is None:
        return f"turn {number}: a die is rolled, and one goes into each area"
    told = [f"the {rolled} is rolled"] if rolled else []
    told.append(f"{f'the {black}' if black else 'a die'} goes into Black")
    told.append(f"{f'the {white}' if white else 'a die'} into White")
    return f"turn {number}: {', '.join(told)}"


def begins(state: SortState) -> str:
    """Nothing is unlike usual, ever."""
    return ""


def _shown(before: SortState, data: Data, after: SortState) -> str:
    black, white = data["right"]
    return (
        f"the dice are turned over: {black} of {after.size} are right in Black, "
        f"{white} of {after.size} in White"
    )


TELLERS: dict[str, Callable[[SortState, Data, SortState], str]] = {
    "turn.opened": lambda before, data, after: (
        f"turn {before.round}: the {data['rolled']} is rolled"
    ),
    "dice.sorted": lambda before, data, after: _sorted(before, len(after.turns), data),
    "bottoms.shown": _shown,
}

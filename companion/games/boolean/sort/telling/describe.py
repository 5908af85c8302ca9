"""An entry of a play of Sort as a line of the log."""

from typing import Any

from companion.core.event import Event
from companion.core.play import describe_play
from companion.games.boolean.sort.state import SortState

Data = Any


def describe(before: SortState, event: Event, after: SortState) -> str:
    """The event in words; the shared kinds as in every game."""
    match event.kind:
        case "turn.opened":
            return f"turn {before.round}: the {event.data['rolled']} is rolled"
        case "dice.sorted":
            return _sorted(before, len(after.turns), event.data)
        case "bottoms.shown":
            black, white = event.data["right"]
            return (
                f"the dice are turned over: {black} of {after.size} are right in Black, "
                f"{white} of {after.size} in White"
            )
    return describe_play(before, event, after, marker=False)


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

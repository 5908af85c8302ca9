"""An entry of a play of Sort as a line of the log, and where the table is."""

from typing import Any

from companion.core.event import Event
from companion.core.play import describe_play
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.sort.state import TURNS, SortState

Data = Any


def describe(before: SortState, event: Event, after: SortState) -> str:
    """The event in words; the shared kinds as in every game."""
    match event.kind:
        case "dice.sorted":
            return _sorted(len(after.turns), event.data)
        case "bottoms.shown":
            black, white = event.data["right"]
            return (
                f"the dice are turned over: {black} of {after.size} are right in Black, "
                f"{white} of {after.size} in White"
            )
    return describe_play(before, event, after, marker=False)


def _sorted(number: int, data: Data) -> str:
    rolled, black, white = data["rolled"], data["black"], data["white"]
    if rolled is black is white is None:
        return f"turn {number}: a die is rolled, and one goes into each area"
    told = [f"the {rolled} is rolled"] if rolled else []
    told.append(f"{f'the {black}' if black else 'a die'} goes into Black")
    told.append(f"{f'the {white}' if white else 'a die'} into White")
    return f"turn {number}: {', '.join(told)}"


def begins(state: SortState) -> str:
    """Nothing is unlike usual, ever."""
    return ""


def where(state: SortState) -> str:
    """Which turn it is, or that all are taken."""
    return "all turns taken" if state.played else f"turn {state.round} of {TURNS}"


def status_line(state: SortState) -> str:
    """How many dice are in the areas, and which turn it is; at the end, how many are right."""
    dice = f"{dice_words(len(state.turns))} in each area, {dice_words(state.outside)} outside"
    if state.right is not None:
        black, white = state.right
        dice = f"{black} right in Black, {white} in White"
    return f"{dice} — {where(state) if state.status == 'live' else state.status}"

"""What the rules of Sort refuse."""

from collections.abc import Callable
from typing import Any

from companion.core.names import counted
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.sort.state import AREAS, TURNS, SortState

Data = Any
Checker = Callable[[SortState, Data, Referee], None]


def _opened(state: SortState, data: Data, referee: Referee) -> None:
    _require_left(state)
    if state.rolled is not None:
        raise Refused(
            f"The {state.rolled} was rolled in this turn already (BO-160).",
            "`companion boolean sort` puts a die into each area; `companion undo` takes the roll "
            "back.",
        )
    _require_loose(state, data["rolled"], referee)


def _sorted(state: SortState, data: Data, referee: Referee) -> None:
    _require_left(state)
    rolled, black, white = data["rolled"], data["black"], data["white"]
    if black is not None and black == white:
        raise Refused(
            f"The {black} cannot lie in both areas.",
            "The die that was rolled, the one for Black, the one for White: "
            "`companion boolean sort -h`.",
        )
    if rolled is not None and state.rolled not in (None, rolled):
        raise Refused(
            f"In this turn the {state.rolled} was rolled, by what was told.",
            "The two that are placed are enough; `companion undo` takes the roll back.",
        )
    if rolled is not None:
        _require_loose(state, rolled, referee)
    for die in (black, white):
        if die is not None:
            referee.require(
                die not in state.placed,
                "BO-158",
                f"The {die} lies in the {_area_of(state, die)} area already, and stays there.",
                _free(state),
            )


def _require_left(state: SortState) -> None:
    _require_unseen(state)
    if state.played:
        raise Refused(
            f"All {TURNS} turns are taken, and no die is left (BO-159).",
            "Turn them over; `companion table` says how to tell what you see.",
        )


def _require_loose(state: SortState, rolled: str, referee: Referee) -> None:
    referee.require(
        rolled not in state.placed,
        "A-BO-15",
        f"The {rolled} lies in the {_area_of(state, rolled)} area, and is not rolled any more.",
        _free(state),
    )


def _require_unseen(state: SortState) -> None:
    if state.right is not None:
        raise Refused("The dice are turned over: the game is over (BO-162).", "`companion finish`")


def _area_of(state: SortState, die: str) -> str:
    return "Black" if die in state.areas[0] else "White"


def _free(state: SortState) -> str:
    return f"Not placed yet, as far as it was told: {', '.join(state.free)}."


def _shown(state: SortState, data: Data, referee: Referee) -> None:
    """Where no turn was told at all, all five went by untold; else each of them is counted.

    Which dice lie there is not held against what they show: it was no more than a guess.
    """
    _require_unseen(state)
    taken = len(state.turns)
    referee.require(
        state.played or not (taken or state.rolled),
        "BO-162",
        f"The dice are turned over after {TURNS} turns, and {counted(taken, 'turn')} "
        f"{'is' if taken == 1 else 'are'} told.",
        "`companion next` counts a turn that was not told.",
    )
    size, right = state.size, data["right"]
    for name, count in zip(AREAS, right, strict=True):
        if count > size:
            raise Refused(
                f"The {name.capitalize()} area has {size} dice, not {count}.", f"At most {size}."
            )
    if size == TURNS:
        whites = size - right[0] + right[1]
        referee.require(
            0 < whites < SET,
            "BO-4",
            f"Not all ten bottoms can be {'white' if whites else 'black'}: one of the dice is "
            f"{'black' if whites else 'white'} on all sides.",
            "First the Black area, then the White one: `companion boolean bottoms bbbbb wwwww`.",
        )


CHECKERS: dict[str, Checker] = {
    "turn.opened": _opened,
    "dice.sorted": _sorted,
    "bottoms.shown": _shown,
}

"""What happens at a table of Sort, turned into entries."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.ending import settle
from companion.core.names import listed
from companion.games.boolean.dice.names import by_id
from companion.games.boolean.sort.outcome import ended, outcome
from companion.games.boolean.sort.state import AREAS, SortState


def sort(
    action: Action[SortState],
    rolled: str | None = None,
    black: str | None = None,
    white: str | None = None,
) -> None:
    """A turn: a die was rolled, and one put into each area; which, if that is told.

    What was rolled may have been told before.
    """
    action.add("dice.sorted", rolled=rolled, black=black, white=white)
    for die, area, hopeless in (
        (black, "Black", black is not None and not by_id()[black].can_be_black),
        (white, "White", white is not None and not by_id()[white].can_be_white),
    ):
        if hopeless:
            action.warn(f"The {die} cannot be right in {area}: no face of it is {area.lower()}.")


def roll(action: Action[SortState], die: str) -> None:
    """The roll with which a turn begins; what is placed comes later."""
    action.add("turn.opened", rolled=die)


def show_bottoms(action: Action[SortState], right: Sequence[int]) -> None:
    """The dice in both areas are turned over: how many are right in Black, and in White.

    Where that cannot be of the dice that were named, it was others that lay there.
    """
    action.add("bottoms.shown", right=list(right))
    state = action.state
    for area, count in enumerate(right):
        least, most = state.limits(area)
        sure, hopeless = state.decided(area)
        dice = sure if count < least else hopeless if count > most else ()
        if dice:
            action.warn(
                f"{count} right in {AREAS[area].capitalize()}: so what was named "
                f"{listed(dice, 'or')} there was another die."
            )
    end(action)


def advance(action: Action[SortState]) -> None:
    """A turn was taken, and nobody tells which dice were in it."""
    sort(action)


def end(action: Action[SortState]) -> None:
    """The play ends with what the bottoms show, won or not."""
    settle(action, outcome(action.state), "dice", over=ended(action.state))

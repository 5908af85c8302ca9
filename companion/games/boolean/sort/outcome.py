"""Who wins Sort: the one who plays it, if all ten bottoms are right."""

from companion.core.game import Outcome
from companion.games.boolean.sort.state import TURNS, SortState

ENDS = "BO-162"


def outcome(state: SortState) -> Outcome:
    """The player, or nobody: a single wrong bottom is enough (BO-163)."""
    if state.right is None:
        return Outcome((), _open(state))
    count, right = 2 * state.size, sum(state.right)
    if right == count:
        return Outcome((0,), f"all {count} bottoms are right")
    black, white = state.right
    return Outcome(
        (), f"{right} of {count} bottoms are right, {black} in Black and {white} in White"
    )


def _open(state: SortState) -> str:
    """Why nobody has won or lost yet, with the command that tells it."""
    if state.played or not (state.turns or state.rolled):
        return "how many bottoms are right is not told (`companion boolean bottoms 3 4`)"
    taken = len(state.turns)
    verb = "is" if taken == 1 else "are"
    return f"{taken} of {TURNS} turns {verb} told (`companion next` counts one)"


def ended(state: SortState) -> bool:
    """Whether the dice are turned over: the game ends by itself."""
    return state.right is not None

"""Who wins Sort: the one who plays it, if all ten bottoms are right."""

from companion.core.game import Outcome
from companion.games.boolean.sort.state import SortState


def outcome(state: SortState) -> Outcome:
    """The player, or nobody: a single wrong bottom is enough (BO-163)."""
    if state.right is None:
        return Outcome((), "what the bottoms show is not told")
    count, right = 2 * state.size, sum(state.right)
    if right == count:
        return Outcome((0,), f"all {count} bottoms are right")
    black, white = state.right
    return Outcome(
        (), f"{right} of {count} bottoms are right, {black} in Black and {white} in White"
    )

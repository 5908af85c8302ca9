"""Who wins The Stack: whose opponent makes it fall, or who is right in a Challenge."""

from companion.core.game import Outcome
from companion.games.boolean.stack.state import StackState

ENDS = "BO-107"


def outcome(state: StackState) -> Outcome:
    """The winner by what was told; nobody before the stack falls or a die is Challenged."""
    if state.fallen is not None:
        why = f"{state.name(state.fallen)} made the stack fall"
        return Outcome((1 - state.fallen,), why)
    if state.challenged is not None:
        by, inverse = state.challenged
        name = state.name(1 - by)
        if inverse:
            return Outcome((1 - by,), f"{name}'s die is a true inverse, and was Challenged")
        return Outcome((by,), f"{name}'s die was a bluff, and was Challenged")
    return Outcome((), "the stack stands, and no die was Challenged")


def ended(state: StackState) -> bool:
    """Whether the stack fell, or a Challenge was decided: the game ends by itself."""
    return bool(outcome(state).winners)

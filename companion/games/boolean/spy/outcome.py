"""Who wins Spy vs. Spy: the last player who has field agents."""

from companion.core.game import Outcome
from companion.core.names import listed
from companion.games.boolean.spy.state import SpyState

ENDS = "BO-197"


def outcome(state: SpyState) -> Outcome:
    """The winner, once all others are eliminated."""
    left = state.still_in
    if len(left) == 1:
        return Outcome(left, "the last one with field agents")
    return Outcome((), f"{listed([state.name(seat) for seat in left])} are still in the game")


def is_over(state: SpyState) -> bool:
    """Whether somebody has won."""
    return bool(outcome(state).winners)


def ended(state: SpyState) -> bool:
    """Whether one player alone has field agents: the game ends by itself."""
    return bool(outcome(state).winners)

"""Who wins Liar's Boolean Dice: the last one who has dice."""

from companion.core.game import Outcome
from companion.core.names import listed
from companion.games.boolean.liar.state import LiarState

ENDS = "BO-104"


def outcome(state: LiarState) -> Outcome:
    """The winner by the dice; nobody while several have some."""
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "the last one with dice")
    names = listed([state.name(seat) for seat in state.still_in])
    return Outcome((), f"{names} have dice left" if names else "nobody has dice left")


def is_over(state: LiarState) -> bool:
    """Whether fewer than two players have dice."""
    return len(state.still_in) < 2


def ended(state: LiarState) -> bool:
    """Whether one player alone has dice: the game ends by itself."""
    return bool(outcome(state).winners)

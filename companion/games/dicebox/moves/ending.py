"""The end: seen as soon as no empty square can be filled any more."""

from companion.core.action import Action
from companion.games.dicebox.rules.outcome import outcome
from companion.games.dicebox.state import State


def settle(action: Action[State]) -> None:
    """End the play where the board is done and it can be said who wins."""
    state = action.state
    if not state.over:
        return
    result = outcome(state)
    if result.winners:
        action.add("play.finished", winners=list(result.winners), why=result.why, by="board")

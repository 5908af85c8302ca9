"""The end: seen as soon as no empty square can be filled any more, and somebody has won."""

from companion.core import ending
from companion.core.action import Action
from companion.games.dicebox.rules.outcome import outcome
from companion.games.dicebox.state import State


def settle(action: Action[State]) -> None:
    """End the play where the board is done and it can be said who wins."""
    if action.state.over:
        ending.settle(action, outcome(action.state), "board")

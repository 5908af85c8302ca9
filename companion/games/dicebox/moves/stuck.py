"""Whether somebody can place a die: told for sure, or left open where dice are untold."""

from companion.games.dicebox.rules.check_dice import state_places
from companion.games.dicebox.state import State


def is_stuck(state: State, seat: int) -> bool:
    """Whether a player has dice, all of them told, and none of them fits anywhere."""
    dice = state.dice[seat]
    told = bool(dice) and len(state.known(seat)) == len(dice)
    return told and not any(squares for _, squares in state_places(state, seat))


def must_place(state: State, seat: int) -> bool | None:
    """Whether a player has to place; None where the dice that are told do not say."""
    if any(squares for _, squares in state_places(state, seat)):
        return True
    return False if is_stuck(state, seat) or not state.dice[seat] else None

"""The game's part of `table --json` (contract): JSON primitives only; keys may be added."""

from typing import Any

from companion.games.boolean.stack.state import StackState


def report(state: StackState) -> dict[str, Any]:
    """The stack from its bottom up, and how a Challenge went."""
    challenged = state.challenged
    live_phase = "challenge" if state.complete else "placing"
    return {
        "phase": live_phase if state.status == "live" else "over",
        "stack": [{"name": state.name(die.seat), "top": die.top} for die in state.tower],
        "fell": None if state.fallen is None else state.name(state.fallen),
        "challenge": None
        if challenged is None
        else {"by": state.name(challenged.by), "inverse": challenged.inverse},
    }


def player_report(state: StackState, seat: int) -> dict[str, Any]:
    """How many dice somebody has still to place."""
    return {"dice": state.left(seat)}


def options_again(state: StackState) -> list[str]:
    """It always begins in the same way."""
    return []

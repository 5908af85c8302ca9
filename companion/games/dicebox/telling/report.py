"""The game's part of `table --json` (contract): the board, the tally, everybody's dice."""

from typing import Any

from companion.games.dicebox.board import SIZE, SQUARES, dead_squares, open_squares
from companion.games.dicebox.state import Die, State


def report(state: State) -> dict[str, Any]:
    """JSON primitives only; keys may be added, never taken away. `grid` is row by row, from a1."""
    squares = [None if die is None else die_entry(die) for die in state.grid]
    return {
        "phase": phase(state),
        "turn": state.name(state.turn) if state.status == "live" and not state.over else None,
        "grid": [squares[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)],
        "tally": state.tally(),
        "open": {SQUARES[at]: list(found) for at, found in open_squares(state.numbers).items()},
        "dead": [SQUARES[square] for square in dead_squares(state.numbers)],
    }


def player_report(state: State, seat: int) -> dict[str, Any]:
    """A player's colours, and the dice still to be placed."""
    return {
        "colors": list(state.colors[seat]),
        "dice": [die_entry(die) for die in state.dice[seat]],
    }


def die_entry(die: Die) -> dict[str, Any]:
    """A die; null is what nobody told."""
    return {"color": die.color, "value": die.value}


def phase(state: State) -> str:
    """`setup` until the Seed lies, `play`, and `over` when no square can be filled any more."""
    if not state.seeded:
        return "over" if state.status != "live" else "setup"
    return "over" if state.over or state.status != "live" else "play"

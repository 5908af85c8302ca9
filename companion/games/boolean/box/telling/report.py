"""What Shut the Box adds to `table --json`: columns, circles, turns, switches."""

from typing import Any

from companion.games.boolean.box.state import BoxState


def report(state: BoxState) -> dict[str, Any]:
    """The turn before, how often the sets changed hands, and who has the White-up one.

    `counts` are seat by seat.
    """
    last = state.last
    return {
        "phase": "turns" if state.status == "live" else "over",
        "switches": state.switches,
        "white": None if state.white is None else state.name(state.white),
        "last": None
        if last is None
        else {
            "turn": last.number,
            "counts": [None if seen is None else list(seen) for seen in last.counts],
            "crossed": list(last.crossed),
            "switched": bool(last.shared) if last.settled else None,
        },
    }


def player_report(state: BoxState, seat: int) -> dict[str, Any]:
    """A player's column and Nudges; `counts` is what is told of the turn at hand."""
    seen = state.now.counts[seat]
    return {
        "dice": state.held[seat].size,
        "crossed": list(state.crossed[seat]),
        "needed": list(state.needed(seat)),
        "nudges": state.nudges[seat],
        "counts": None if seen is None else list(seen),
    }


def options_again(state: BoxState) -> list[str]:
    """There are none: the sets are shared out anew."""
    return []

"""White, Black, or Roll for scripts: its part of `table --json`, and how it was begun."""

from typing import Any

from companion.games.boolean.wbr.state import WbrState


def report(state: WbrState) -> dict[str, Any]:
    """The game's part of `table --json`."""
    over = state.status != "live"
    return {
        "phase": "over" if over else "calls" if state.loose else "tie",
        "middle": state.loose,
        "tied": [state.name(seat) for seat in state.ahead] if not over and not state.loose else [],
        "ties": [list(whites) for whites in state.ties],
        "clock": list(state.seconds) if state.seconds else None,
        "minutes": state.minutes,
    }


def player_report(state: WbrState, seat: int) -> dict[str, Any]:
    """A player's dice, counted."""
    return {"dice": state.held[seat].size, "eliminated": seat in state.out}


def options_again(state: WbrState) -> list[str]:
    """The clock, if there is one."""
    return [] if state.minutes is None else ["--minutes", str(state.minutes)]

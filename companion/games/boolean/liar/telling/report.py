"""The game's part of `table --json` (contract): JSON primitives only; keys may be added."""

from typing import Any

from companion.games.boolean.liar.state import LiarState, Showdown


def report(state: LiarState) -> dict[str, Any]:
    """This round's declarations, how the last one ended, and the center pile."""
    ended = state.doubt or state.past
    return {
        "phase": state.phase if state.status == "live" else "over",
        "declaration": None if state.last is None else state.last.number,
        "declarations": [
            {"name": state.name(said.seat), "number": said.number} for said in state.declared
        ],
        "challenge": None if ended is None else _showdown(state, ended),
        "center": {"dice": state.loose, "known": list(state.pile)},
        "sets": state.sets,
    }


def _showdown(state: LiarState, ended: Showdown) -> dict[str, Any]:
    def name(seat: int | None) -> str | None:
        return None if seat is None else state.name(seat)

    return {
        "by": name(ended.challenger),
        "declarer": name(ended.declarer),
        "number": ended.number,
        "white_up": ended.whites,
        "loser": name(ended.loser),
        "to": name(ended.taker),
    }


def player_report(state: LiarState, seat: int) -> dict[str, Any]:
    """A player's dice, counted, and the colours of those that lie open."""
    shown = state.shown[seat]
    return {
        "dice": state.held[seat].size,
        "open": {"white": shown.whites, "black": shown.blacks},
        "eliminated": not state.held[seat].size,
    }


def options_again(state: LiarState) -> list[str]:
    """It always begins in the same way."""
    return []

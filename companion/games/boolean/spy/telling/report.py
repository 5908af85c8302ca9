"""The game's part of `table --json` (contract): Orders, free agents, everybody's dice."""

from typing import Any

from companion.games.boolean.spy.state import SpyState


def report(state: SpyState) -> dict[str, Any]:
    """JSON primitives only; keys may be added, never taken away. Null is what nobody told."""
    live, now = state.status == "live", state.now
    return {
        "phase": now.step if live else "over",
        "orders": now.orders,
        "orders_left": now.left,
        "ready": state.ready if live else None,
        "free_agents": [
            {"of": None if agent.seat is None else state.name(agent.seat), "die": agent.die}
            for agent in state.free
        ],
    }


def player_report(state: SpyState, seat: int) -> dict[str, Any]:
    """A player's dice, counted: none of somebody's who is eliminated (A-BO-25)."""
    agency, out = state.agencies[seat], seat in state.out
    return {
        "dice": 0 if out else agency.dice,
        "side": agency.side,
        "populace": None if out else agency.populace,
        "desk": None if out else agency.desk,
        "field": 0 if out else agency.field,
        "turncoats": None if out or agency.turncoats is None else list(agency.turncoats),
        "eliminated": out,
    }


def options_again(state: SpyState) -> list[str]:
    """Sides are chosen anew in every game."""
    return []

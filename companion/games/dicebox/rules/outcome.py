"""Who wins: the biggest tally, unless with three players the unclaimed colour is ahead of it."""

from companion.core.game import Outcome
from companion.core.names import listed
from companion.games.dicebox.state import State


def outcome(state: State) -> Outcome:
    """The winners as the points stand now; nobody as long as nothing is told of them."""
    counted = bool(state.placed or state.counted)
    if counted and not state.colors_told:
        return Outcome((), "nobody told whose colour is which")
    if not counted and not any(state.told):
        return Outcome((), "no points are told")
    early = state.placed and not state.over
    why = [*_by_tally(state, counted), *(["ended before the board was done"] if early else [])]
    return Outcome(_winners(state, counted), "; ".join(why))


def _winners(state: State, counted: bool) -> tuple[int, ...]:
    if counted and _spoiler(state) is not None:
        least = min(state.scores)
        return tuple(seat for seat, score in enumerate(state.scores) if score == least)
    return state.leaders()


def _spoiler(state: State) -> tuple[str, int] | None:
    """With three players, the unclaimed colour and its points, if it is ahead of all (DB-40)."""
    if len(state.seats) != 3 or len(state.unclaimed) != 1:
        return None
    color = state.unclaimed[0]
    points = state.tally()[color]
    return (color, points) if points > max(state.scores) else None


def _by_tally(state: State, counted: bool) -> list[str]:
    """Why they win, in words."""
    winners = _winners(state, counted)
    points = state.scores[winners[0]]
    spoiler = _spoiler(state) if counted else None
    if spoiler is not None:
        share = "share the lowest tally" if len(winners) > 1 else "has the lowest tally"
        names = listed([state.name(seat) for seat in winners])
        color, more = spoiler
        return [
            f"{color}, which is nobody's, has {more}, more than the {max(state.scores)} of the "
            f"best: {names} {share}, {points}, and that wins (DB-40)"
        ]
    told = [f"a draw at {points}" if len(winners) > 1 else f"the biggest tally, {points}"]
    if len(state.seats) == 3 and not counted:
        told.append("the unclaimed colour was not told (DB-40)")
    return told

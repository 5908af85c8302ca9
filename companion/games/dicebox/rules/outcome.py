"""Who wins: the biggest tally, unless with three players the unclaimed colour is ahead of it."""

from typing import NamedTuple

from companion.core.game import Leading, Outcome
from companion.core.names import listed
from companion.games.dicebox.state import State


class Spoiler(NamedTuple):
    """The unclaimed colour, where it has more points than any player."""

    color: str
    points: int


def outcome(state: State) -> Outcome:
    """The winners as the points stand now; nobody as long as nothing is told of them."""
    by_color = bool(state.placed or state.counted)
    if by_color and not state.colors_told:
        return Outcome((), "nobody told whose colour is which")
    if not by_color and not any(state.told):
        return Outcome((), "no points are told")
    spoiler = spoiler_of(state) if by_color else None
    points = max(state.scores) if spoiler is None else min(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == points)
    why = [_biggest(winners, points) if spoiler is None else _smallest(state, winners, spoiler)]
    if len(state.seats) == 3 and not by_color:
        why.append("the unclaimed colour was not told (DB-40)")
    if state.placed and not state.over:
        why.append("ended before the board was done")
    found = Outcome if state.over else Leading
    return found(winners, "; ".join(why))


def spoiler_of(state: State) -> Spoiler | None:
    """With three players, the unclaimed colour and its points, if it is ahead of all (DB-40)."""
    if len(state.seats) != 3 or len(state.unclaimed) != 1:
        return None
    color = state.unclaimed[0]
    points = state.tally()[color]
    return Spoiler(color, points) if points > max(state.scores) else None


def _biggest(winners: tuple[int, ...], points: int) -> str:
    return f"a draw at {points}" if len(winners) > 1 else f"the biggest tally, {points}"


def _smallest(state: State, winners: tuple[int, ...], spoiler: Spoiler) -> str:
    share = "share the lowest tally" if len(winners) > 1 else "has the lowest tally"
    return (
        f"{spoiler.color}, which is nobody's, has {spoiler.points}, more than the "
        f"{max(state.scores)} of the best: {listed([state.name(seat) for seat in winners])} "
        f"{share}, {min(state.scores)}, and that wins (DB-40)"
    )

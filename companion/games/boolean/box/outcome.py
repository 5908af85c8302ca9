"""Who wins Shut the Box: the first column crossed off; in the same turn, more Nudges left."""

from companion.core.game import Outcome
from companion.core.names import counted
from companion.games.boolean.box.state import BoxState

ENDS = "BO-150"


def outcome(state: BoxState) -> Outcome:
    """The winner by what was told; both in a draw, nobody before a column is crossed off."""
    done = state.complete
    if not done:
        left = " and ".join(
            f"{state.name(seat)} has {counted(len(state.needed(seat)), 'number')}"
            for seat in range(len(state.seats))
        )
        return Outcome((), f"{left} to cross off")
    if len(done) == 1:
        return Outcome(done, "the first column that is crossed off")
    if state.latest[0] != state.latest[1]:
        first = state.latest.index(min(state.latest))
        return Outcome((first,), f"the first column that is crossed off, in turn {state.finish}")
    nudges = state.nudges_then
    most, fewest = max(nudges), min(nudges)
    if most == fewest:
        left = counted(most, "Nudge")
        return Outcome(done, f"a draw: both finished in the same turn, with {left} left each")
    ahead = nudges.index(most)
    return Outcome(
        (ahead,), f"both finished in the same turn, and more Nudges are left, {most} to {fewest}"
    )


def ended(state: BoxState) -> bool:
    """Whether a column is crossed off, and nobody can draw level: the game ends by itself."""
    return state.over

"""What happens at a table of Shut the Box, turned into entries."""

from collections.abc import Collection, Mapping, Sequence

from companion.core.action import Action
from companion.core.ending import settle
from companion.core.names import counted, listed
from companion.errors import Refused
from companion.games.boolean.box.outcome import outcome
from companion.games.boolean.box.state import BoxState, Counts


def turn(action: Action[BoxState], told: Mapping[int, Counts], leave: Collection[int] = ()) -> None:
    """What players rolled and made of it; crossed off where it is open, unless they `leave` it.

    Somebody whose counts of the turn at hand are told already is in the next turn.
    """
    state = action.state
    again = any(state.now.counts[seat] is not None for seat in told)
    if again:
        _warn_of_untold(action)
    seats = range(len(state.seats))
    crossed = [
        told[seat][-1]
        if seat in told and seat not in leave and told[seat][-1] in state.needed(seat)
        else None
        for seat in seats
    ]
    action.add(
        "counts.rolled",
        turn=state.round + again,
        counts=[list(told[seat]) if seat in told else None for seat in seats],
        crossed=crossed,
    )
    end(action)


def cross(action: Action[BoxState], numbers: Mapping[int, Sequence[int]]) -> None:
    """Numbers that are crossed off, whatever was rolled."""
    seats = range(len(action.state.seats))
    action.add("columns.crossed", numbers=[list(numbers.get(seat, ())) for seat in seats])
    end(action)


def count_nudges(action: Action[BoxState], seat: int, nudges: int) -> None:
    """How many Nudges somebody has left, whatever was told before."""
    if action.state.nudges[seat] == nudges:
        raise Refused(
            f"{action.state.name(seat)} has {counted(nudges, 'Nudge')} left already.",
            "`companion table` shows the circles.",
        )
    action.add("nudges.counted", seat=seat, nudges=nudges)


def advance(action: Action[BoxState]) -> None:
    """On to the next turn: what is not told of this one stays untold."""
    _warn_of_untold(action)
    action.add("turn.closed", turn=action.state.round)
    end(action)


def end(action: Action[BoxState]) -> None:
    """End the play where a column is crossed off, and nobody can draw level."""
    settle(action, outcome(action.state), "dice", over=action.state.over)


def _warn_of_untold(action: Action[BoxState]) -> None:
    """The turn at hand goes by, and with it what was known of whose dice are which."""
    state = action.state
    if any(held.known for held in state.held):
        names = listed(
            [state.name(seat) for seat, seen in enumerate(state.now.counts) if seen is None]
        )
        action.warn(
            f"What {names} rolled in turn {state.round} was not told, so nobody knows whether the "
            "sets were switched: whose dice are which is unknown now. `companion boolean holds` "
            "tells it again."
        )

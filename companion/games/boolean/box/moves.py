"""What happens at a table of Shut the Box, turned into entries."""

from collections.abc import Collection, Mapping, Sequence

from companion.core.action import Action
from companion.core.ending import settle
from companion.core.names import listed
from companion.games.boolean.box.check import require_come
from companion.games.boolean.box.outcome import ended, outcome
from companion.games.boolean.box.state import BoxState, Counts


def turn(
    action: Action[BoxState],
    told: Mapping[int, Counts],
    leave: Collection[int] = (),
    number: int | None = None,
) -> None:
    """What players rolled and made of it; crossed off where it is open, unless they `leave` it.

    Somebody whose counts of the turn at hand are told already is in the next turn, unless the
    `number` of the turn is told: an older one is told late.
    """
    state = action.state
    if number is None:
        asked = state.turn_of(state.asked)
        number = asked.number + any(asked.counts[seat] is not None for seat in told)
    else:
        require_come(state, number)
    seats = range(len(state.seats))
    crossed = [
        told[seat][-1]
        if seat in told
        and seat not in leave
        and told[seat][-1] in state.needed(seat)
        and state.crossed_in(number, seat) is None
        else None
        for seat in seats
    ]
    action.add(
        "counts.rolled",
        turn=number,
        counts=[list(told[seat]) if seat in told else None for seat in seats],
        crossed=crossed,
        left=sorted(set(leave)),
    )
    end(action)
    if number > state.round:
        _warn_of_next(action, state)


def cross(
    action: Action[BoxState], numbers: Mapping[int, Sequence[int]], number: int | None = None
) -> None:
    """Numbers that are crossed off, with no roll told: in the turn of that `number`, if it is.

    Of whoever's roll is told in the turn at hand, it is that one.
    """
    state = action.state
    told = [list(numbers.get(seat, ())) for seat in range(len(state.seats))]
    if number is None and all(state.now.counts[seat] is not None for seat in numbers):
        number = state.round
    if number is None and state.asked < state.round and {*numbers} == {state.waiting}:
        number = state.asked
    turn = {} if number is None else {"turn": number}
    action.add("columns.crossed", numbers=told, **turn)
    if state.known_dice and not action.state.known_dice:
        action.warn(
            "Several numbers are of several turns, so nobody knows whether the sets were switched: "
            "whose dice are which is unknown now. "
            "`companion boolean holds NAME DIE…` tells it again."
        )
    end(action)


def count_nudges(action: Action[BoxState], seat: int, nudges: int) -> None:
    """How many Nudges somebody has left, whatever was told before."""
    action.add("nudges.counted", seat=seat, nudges=nudges)


def advance(action: Action[BoxState]) -> None:
    """On to the next turn: what is not told of this one stays untold."""
    _warn_of_untold(action, action.state)
    action.add("turn.closed", turn=action.state.round)
    end(action)


def end(action: Action[BoxState]) -> None:
    """End the play where a column is crossed off, and nobody can draw level."""
    settle(action, outcome(action.state), "dice", over=ended(action.state))


def _warn_of_next(action: Action[BoxState], before: BoxState) -> None:
    """Half of the turn at hand goes by untold: on purpose, or because a slip was to be mended."""
    (untold,) = (seat for seat, seen in enumerate(before.now.counts) if seen is None)
    who, number = before.seats[untold], before.round
    late = f"`companion boolean turn {who.handle} 2 --turn {number}`"
    left = f"Turn {number} is left without {who.name}'s count: "
    if action.state.over:
        action.warn(f"{left}should it count, `companion undo`, then {late}.")
        return
    action.warn(
        f"{left}{late} tells it late. To put turn {number} right instead: `companion undo`, twice."
    )
    _warn_of_untold(action, before)


def _warn_of_untold(action: Action[BoxState], before: BoxState) -> None:
    """The turn at hand goes by, and with it what was known of whose dice are which."""
    if before.known_dice:
        names = listed(
            [before.name(seat) for seat, seen in enumerate(before.now.counts) if seen is None]
        )
        action.warn(
            f"What {names} rolled in turn {before.round} was not told, so nobody knows whether the "
            "sets were switched: whose dice are which is unknown now. "
            "`companion boolean holds NAME DIE…` tells it again."
        )

"""How each event of Shut the Box changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.changed import replace
from companion.core.seats import Seat
from companion.games.boolean.box.state import DICE, BoxState, Turn
from companion.games.boolean.possession.entries import dice_told
from companion.games.boolean.possession.state import Holding

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> BoxState:
    """Five dice and three Nudges each (BO-135, BO-137); all play at once, so nobody has a turn."""
    return BoxState(
        seats=seats,
        scores=(),
        first=first,
        held=(Holding(DICE),) * len(seats),
        now=Turn(1),
        took_white=options.get("white"),
    )


def _rolled(state: BoxState, data: Data) -> BoxState:
    """Both at once, or one after the other; with both told, the turn is done.

    A turn that is over already may be told late: what it says of the sets is long past.
    """
    if data["turn"] > state.round:
        state = closed(state, data["turn"])
    turn = state.turn_of(data["turn"])
    told = [
        (seat, tuple(counts), data["crossed"][seat])
        for seat, counts in enumerate(data["counts"])
        if counts is not None
    ]
    counts, crossed, nudges = list(turn.counts), list(turn.crossed), list(state.nudges)
    for seat, seen, number in told:
        counts[seat] = seen
        crossed[seat] = crossed[seat] if number is None else number
        nudges[seat] = max(0, state.nudges[seat] - len(seen) + 1)
        if number is not None:
            state = _crossed_off(state, seat, (number,), turn.number)
    turn = Turn(turn.number, tuple(counts), tuple(crossed))
    state = _with_turn(replace(state, nudges=tuple(nudges)), turn)
    return closed(state, state.round + 1) if state.now.told else state


def _with_turn(state: BoxState, turn: Turn) -> BoxState:
    """What was told of the turn at hand, or late, of an older one."""
    if turn.number >= state.round:
        return replace(state, now=turn)
    others = [other for other in state.turns if other.number != turn.number]
    return replace(state, turns=tuple(sorted([*others, turn], key=lambda one: one.number)))


def _crossed_off(state: BoxState, seat: int, numbers: tuple[int, ...], turn: int) -> BoxState:
    columns, latest = list(state.crossed), list(state.latest)
    columns[seat] = tuple(sorted({*columns[seat], *numbers}))
    latest[seat] = max(latest[seat], turn)
    state = replace(state, crossed=tuple(columns), latest=tuple(latest))
    return replace(state, shut=state.round) if state.complete and state.shut is None else state


def closed(state: BoxState, then: int) -> BoxState:
    """The turn at hand is done, and `then` is the next one.

    Where not all counts are told, the sets may have been switched: whose dice are which is not
    known any more.
    """
    turn = state.now
    held = state.held
    if turn.shared:
        held = (held[1], held[0])
    elif not turn.settled:
        held = (Holding(DICE),) * len(state.seats)
    known = any(turn.counts) or turn.crossed != (None, None)
    turns = (*state.turns, turn) if known else state.turns
    return replace(state, held=held, turns=turns, round=then, now=Turn(then), untimed=(0, 0))


def _closed(state: BoxState, data: Data) -> BoxState:
    return closed(state, data["turn"] + 1)


def _crossed(state: BoxState, data: Data) -> BoxState:
    done = state.complete
    for seat, numbers in enumerate(data["numbers"]):
        if numbers:
            state = _crossed_off(state, seat, tuple(numbers), data.get("turn", state.round))
    if "turn" not in data:
        return _of_untold_turns(_finished_now(state, data["numbers"], done), data["numbers"])
    turn = state.turn_of(data["turn"])
    crossed = [numbers[-1] if numbers else None for numbers in data["numbers"]]
    pairs = zip(turn.crossed, crossed, strict=True)
    return _with_turn(
        state, turn._replace(crossed=tuple(new if old is None else old for old, new in pairs))
    )


def _finished_now(state: BoxState, numbers: list[list[int]], done: tuple[int, ...]) -> BoxState:
    """A number with which a column is crossed off is of the turn at hand: the game ends with it."""
    crossed = [
        told[0]
        if old is None and len(told) == 1 and seat in state.complete and seat not in done
        else old
        for seat, (told, old) in enumerate(zip(numbers, state.now.crossed, strict=True))
    ]
    return replace(state, now=state.now._replace(crossed=tuple(crossed)))


def _of_untold_turns(state: BoxState, numbers: list[list[int]]) -> BoxState:
    """Who crosses off more than one number has had turns that went untold, with their switches."""
    untimed = tuple(old + len(new) for old, new in zip(state.untimed, numbers, strict=True))
    state = replace(state, untimed=untimed)
    if max(untimed) < 2:
        return state
    held = (Holding(DICE),) * len(state.seats)
    return replace(state, held=held, lost=tuple(sorted({*state.lost, state.round})))


def _nudges(state: BoxState, data: Data) -> BoxState:
    left = list(state.nudges)
    left[data["seat"]] = data["nudges"]
    return replace(state, nudges=tuple(left))


RECORDERS: dict[str, Callable[[BoxState, Data], BoxState]] = {
    "counts.rolled": _rolled,
    "turn.closed": _closed,
    "columns.crossed": _crossed,
    "nudges.counted": _nudges,
    "dice.told": dice_told,
}

"""How each event of White, Black, or Roll changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.changed import replace
from companion.core.seats import Seat
from companion.games.boolean.possession.entries import dice_counted, dice_told
from companion.games.boolean.possession.state import Holding, moved
from companion.games.boolean.wbr.state import WbrState

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> WbrState:
    """All dice in the middle, thrown by `first`; the next one clockwise has turn one (BO-48)."""
    return WbrState(
        seats=seats,
        scores=(),
        first=first,
        turn=(first + 1) % len(seats),
        held=(Holding(0),) * len(seats),
        minutes=options.get("minutes"),
    )


def _called(state: WbrState, data: Data) -> WbrState:
    seat, right = data["seat"], data["right"]
    pays = state.several or state.held[seat].size > 0
    rolled = data["call"] == "roll" or (right is False and pays)
    if right:
        state = moved(state, None, seat, data["die"])
    elif right is False:
        state = _wrong(state, seat, data)
    return replace(
        state,
        turn=state.next_in(seat),
        round=state.round + 1,
        ties=(),
        best=(),
        thrower=seat if rolled and state.loose and seat not in state.out else None,
    )


def _wrong(state: WbrState, seat: int, data: Data) -> WbrState:
    if state.several:
        return _paid(state, seat, data["paid"])
    if state.held[seat].size:
        return moved(state, seat, 1 - seat, data["paid"])
    return moved(state, None, 1 - seat, data["die"])


def _paid(state: WbrState, seat: int, die: str | None) -> WbrState:
    """With several players: a die goes back into the middle, or somebody is out."""
    if state.held[seat].size:
        return moved(state, seat, None, die)
    return replace(state, out=(*state.out, seat))


def _spilled(state: WbrState, data: Data) -> WbrState:
    """With two, the opponent throws it again; with several, a die is owed, which is thrown too."""
    seat = data["seat"]
    if not state.several:
        return replace(state, thrower=1 - seat)
    state = _paid(state, seat, data["paid"])
    if seat not in state.out:
        return replace(state, thrower=seat)
    return replace(
        state, thrower=None, turn=state.next_in(seat) if state.turn == seat else state.turn
    )


def _counted(state: WbrState, data: Data) -> WbrState:
    """Other dice than were told: a tie is rolled for anew, and who has dice is in the game."""
    state = replace(dice_counted(state, data), ties=(), best=())
    if not data["dice"]:
        return state
    return replace(state, out=tuple(seat for seat in state.out if seat != data["seat"]))


def _tie(state: WbrState, data: Data) -> WbrState:
    """Of all who rolled, those with the most White-up dice are ahead.

    An older companion let those alone roll who were ahead, whatever a house had others do.
    """
    whites = tuple(data["whites"])
    rolled = [seat for seat, count in enumerate(whites) if count is not None]
    among = rolled if data.get("all") else state.ahead
    most = max((whites[seat] or 0 for seat in among), default=0)
    best = tuple(seat for seat in among if (whites[seat] or 0) == most)
    return replace(state, ties=(*state.ties, whites), best=best)


def _clock(state: WbrState, data: Data) -> WbrState:
    return replace(state, seconds=tuple(data["seconds"]), side=data.get("side"))


def _skipped(state: WbrState, data: Data) -> WbrState:
    return replace(
        state, turn=state.next_in(data["seat"]), round=state.round + 1, thrower=data["seat"]
    )


RECORDERS: dict[str, Callable[[WbrState, Data], WbrState]] = {
    "die.called": _called,
    "throw.spilled": _spilled,
    "tie.rolled": _tie,
    "clock.stopped": _clock,
    "turn.skipped": _skipped,
    "dice.told": dice_told,
    "dice.counted": _counted,
}

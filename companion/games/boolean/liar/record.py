"""How each event of Liar's Boolean Dice changes the state. Never refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.changed import replace
from companion.core.seats import Seat
from companion.games.boolean.dice.seen import whites_in
from companion.games.boolean.liar.outcome import is_over
from companion.games.boolean.liar.showdown import challenged, surrendered
from companion.games.boolean.liar.state import EACH, LiarState, Open, Said, Showdown
from companion.games.boolean.possession.entries import dice_counted, dice_told
from companion.games.boolean.possession.state import Holding, moved

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> LiarState:
    """Five dice for everybody, of a set for every two players; `first` opens (BO-75, A-BO-07)."""
    return LiarState(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        sets=(len(seats) + 1) // 2,
        held=(Holding(EACH),) * len(seats),
        shown=(Open(),) * len(seats),
    )


def _declared(state: LiarState, data: Data) -> LiarState:
    seat = data["seat"]
    if data["shown"] is not None:
        state = _with_shown(state, seat, data["shown"])
    return replace(
        state,
        declared=(*state.declared, Said(seat, data["number"])),
        untold=0,
        turn=state.next_in(seat),
    )


def _with_shown(state: LiarState, seat: int, told: str) -> LiarState:
    """These lie open, too, as far as the player has so many hidden dice."""
    old, told = state.shown[seat], told[: max(0, state.hidden(seat))]
    whites = whites_in(told)
    new = Open(old.whites + whites, old.blacks + len(told) - whites)
    return replace(state, shown=(*state.shown[:seat], new, *state.shown[seat + 1 :]))


def _skipped(state: LiarState, data: Data) -> LiarState:
    return replace(state, untold=state.untold + 1, turn=state.next_in(data["seat"]))


def _challenged(state: LiarState, data: Data) -> LiarState:
    ended = challenged(state, data)
    if ended.loser is None:
        return replace(state, doubt=ended, turn=None)
    return _next_round(_paid(state, ended.loser, ended.taker, data["die"]), ended)


def _surrendered(state: LiarState, data: Data) -> LiarState:
    ended = surrendered(state, data)
    return _next_round(_paid(state, data["seat"], data["to"], data["die"]), ended)


def _paid(state: LiarState, giver: int, taker: int | None, die: str | None) -> LiarState:
    state = moved(state, giver, taker, die)
    if taker is not None:
        return replace(state, mixed=True)
    return state if die is None else replace(state, pile=(*state.pile, die))


def _next_round(state: LiarState, ended: Showdown) -> LiarState:
    """The challenger's left neighbour who has dice opens the next one (BO-85, A-BO-34)."""
    over = is_over(state)
    opens = None if over or ended.challenger is None else state.next_in(ended.challenger)
    return replace(
        state,
        round=state.round if over else state.round + 1,
        turn=opens,
        shown=(Open(),) * len(state.seats),
        declared=(),
        untold=0,
        doubt=None,
        past=ended,
    )


def _counted(state: LiarState, data: Data) -> LiarState:
    """So many dice are somebody's: none of them lie open then, if there are too few for it."""
    seat = data["seat"]
    was_in = state.held[seat].size > 0
    state = replace(dice_counted(state, data), mixed=True)
    if state.hidden(seat) < 0:
        shown = (*state.shown[:seat], Open(), *state.shown[seat + 1 :])
        state = replace(state, shown=shown)
    if len(state.pile) > state.loose:
        state = replace(state, pile=())
    if state.turn is None or was_in == (state.held[seat].size > 0):
        return state
    return replace(state, turn=_whose_turn(state))


def _whose_turn(state: LiarState) -> int | None:
    """Whose turn it is with other players in it: clockwise from the one before (BO-83, BO-85)."""
    if state.last is not None:
        return state.next_in(state.last.seat)
    known, opening = state.turn, state.phase == "opening"
    if opening and state.past is None:
        known = state.first
    elif opening and state.past is not None and state.past.challenger is not None:
        return state.next_in(state.past.challenger)
    return known if known is None or state.held[known].size else state.next_in(known)


RECORDERS: dict[str, Callable[[LiarState, Data], LiarState]] = {
    "number.declared": _declared,
    "declaration.skipped": _skipped,
    "declaration.challenged": _challenged,
    "die.surrendered": _surrendered,
    "dice.told": dice_told,
    "dice.counted": _counted,
}

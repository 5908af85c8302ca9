"""The order of a round: Roll, First, Main seat by seat from the marker, Last, Check (BWD-102)."""

from collections.abc import Iterable, Iterator

from companion.core.action import Action
from companion.core.game import Outcome
from companion.core.names import listed
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.moves.refs import card_on, in_force
from companion.games.bwd.state import RESOLVING, Die, Phase, State

_SHOWS = ("shows", "show")

Step = tuple[Phase, int | None]


def advance(action: Action[State], catalogue: Catalogue) -> None:
    """Record what `next` does: the next step, with the winner check at the end of a round."""
    state = action.state
    if state.phase in ("setup", "open") and not state.tracked:
        _close_round(action)
        return
    if state.phase == "check":
        # A check that rests here found no winner; scores may have been corrected since.
        if _finish_if_won(action):
            return
        action.add("round.ended", why=outcome(action.state).why, first=None)
    elif state.phase in RESOLVING and state.turn is not None:
        left = pending(state, catalogue, state.turn)
        if left:
            dice = listed([spoken(die, catalogue) for die in left])
            action.warn(f"{state.name(state.turn)} left {dice} unresolved (BWD-113).")
        _warn_of_untold(action, [state.turn])
    elif state.phase == "roll":
        _warn_of_untold(action, state.turns())
    phase, turn = next_step(action.state, catalogue)
    action.add("phase.begun", phase=phase, turn=turn)
    if phase == "check":
        _finish_if_won(action)


def _holds_up(state: State, catalogue: Catalogue, seat: int) -> bool:
    """Whether a turn cannot be passed over: dice to resolve, or not one of them told of."""
    unknown = untold(state, seat)
    return bool(pending(state, catalogue, seat)) or 0 < len(unknown) == len(state.dice_of(seat))


def _warn_of_untold(action: Action[State], seats: Iterable[int]) -> None:
    unknown = [die.id for seat in seats for die in untold(action.state, seat)]
    if unknown:
        action.warn(f"Nobody told what {listed(unknown)} {_SHOWS[len(unknown) > 1]}.")


def begin_turn_for(action: Action[State], catalogue: Catalogue, die: Die) -> None:
    """Go on to where its player may resolve a die, past turns in which nothing is left.

    Where no such step is to come in this round, nothing happens: the check says what is wrong.
    """

    def here(state: State) -> bool:
        done = (state.phase, die.owner) in die.resolved
        return (
            state.turn == die.owner and not done and may_resolve(state, catalogue, die, state.phase)
        )

    state = action.state
    if state.turn == die.owner and (state.phase, die.owner) in die.resolved:
        others = state.turns()[state.turns().index(state.turn) + 1 :]
        if any(pending(state, catalogue, seat) for seat in others):
            return  # Done here, and the phase is not over: that is what the check will say.
    if state.phase not in ("roll", *RESOLVING) or not any(
        seat == die.owner and may_resolve(state, catalogue, die, phase)
        for phase, seat in _steps_after(state)
    ):
        return
    while not here(action.state):
        state = action.state
        if state.turn is not None and _holds_up(state, catalogue, state.turn):
            return
        phase, turn = next_step(state, catalogue)
        if phase == "check":
            return
        if state.turn is not None:
            _warn_of_untold(action, [state.turn])
        action.add("phase.begun", phase=phase, turn=turn)
        action.begin_entry()


def _close_round(action: Action[State]) -> None:
    if not _finish_if_won(action):
        action.add("round.ended", why=outcome(action.state).why, first=None)


def _finish_if_won(action: Action[State]) -> bool:
    result = outcome(action.state)
    if result.winners:
        action.add("play.finished", winners=list(result.winners), why=result.why)
    return bool(result.winners)

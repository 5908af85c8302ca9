"""Going on: to the next turn, phase or round, or to another turn of somebody's."""

from collections.abc import Iterable
from typing import Any

from companion.core.action import Action
from companion.core.later import known
from companion.core.names import listed
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.rules.granting import granting
from companion.games.bwd.rules.rounds import (
    holds_up,
    may_resolve,
    next_step,
    outcome,
    pending,
    spoken,
    steps_after,
    untold,
)
from companion.games.bwd.state import RESOLVING, Die, Phase, State

_SHOWS = ("shows", "show")


def advance(action: Action[State], reference: Any) -> None:
    """Record what `next` does: the next step, with the winner check at the end of a round."""
    state = action.state
    if state.phase in ("setup", "open") and not state.tracked:
        _close_round(action)
        return
    catalogue: Catalogue = known(reference)
    if state.phase == "check":
        # A check that rests here found no winner; scores may have been corrected since.
        if _finish_if_won(action):
            return
        end_round(action)
    elif state.phase in RESOLVING and state.turn is not None:
        left = pending(state, catalogue, state.turn)
        if left and action.untold:
            dice = listed([spoken(die, catalogue) for die in left])
            action.warn(f"Nobody told what came of {dice}.")
        _warn_of_untold(action, [state.turn])
    elif state.phase == "roll":
        _warn_of_untold(action, state.turns())
    begin(action, *next_step(action.state, catalogue))
    if action.state.phase == "check":
        _finish_if_won(action)


def begin(action: Action[State], phase: Phase, turn: int | None, *, rolled: bool = False) -> None:
    """A phase begins, or somebody's turn of it; a round also by telling what was `rolled`."""
    more = {"rolled": rolled} if phase == "roll" else {}
    action.add("phase.begun", phase=phase, turn=turn, untold=action.untold, **more)


def end_round(action: Action[State]) -> None:
    """A round is over, and nobody has won: the marker goes on."""
    action.add("round.ended", why=outcome(action.state).why, first=None)


def repeat(action: Action[State], catalogue: Catalogue, seat: int, by: Die | None) -> None:
    """Somebody takes another turn, granted by an icon on a die where that was told (A-BW-23)."""
    if by is None:
        action.warn("If an icon granted it: `--by DIE` keeps that one resolved (A-BW-23).")
    grants = None if by is None else granting(action.state, catalogue, seat, by)
    action.add(
        "turn.repeated",
        seat=seat,
        by=None if by is None else by.key,
        icon=None if grants is None else grants.icon,
        untold=action.untold,
    )
    left = [] if by is None else [die for die in pending(action.state, catalogue, seat)]
    if by is not None and by.id in [die.id for die in left]:
        now = spoken(action.state.die(by.key), catalogue)
        action.warn(f"{now} is to be resolved again: the icon that granted the turn is not on top.")


def _warn_of_untold(action: Action[State], seats: Iterable[int]) -> None:
    unknown = [die.id for seat in seats for die in untold(action.state, seat)]
    if unknown:
        action.warn(f"Nobody told what {listed(unknown)} {_SHOWS[len(unknown) > 1]}.")


def begin_turn_for(action: Action[State], catalogue: Catalogue, die: Die) -> None:
    """Go on to where its player may resolve a die, past turns in which nothing is left.

    Where no such step is to come in this round, nothing happens: the check says what is wrong.
    """

    def here(state: State) -> bool:
        assert die.owner is not None
        return (
            state.turn == die.owner
            and not state.has_resolved(die.owner, die)
            and may_resolve(state, catalogue, die, state.phase)
        )

    state = action.state
    if die.owner is not None and state.turn == die.owner and state.has_resolved(die.owner, die):
        others = state.turns()[state.turns().index(state.turn) + 1 :]
        if any(pending(state, catalogue, seat) for seat in others):
            return  # Done here, and the phase is not over: that is what the check will say.
    if state.phase not in ("roll", *RESOLVING) or not any(
        seat == die.owner and may_resolve(state, catalogue, die, phase)
        for phase, seat in steps_after(state)
    ):
        return
    while not here(action.state):
        state = action.state
        if state.turn is not None and holds_up(state, catalogue, state.turn):
            return
        phase, turn = next_step(state, catalogue)
        if phase == "check":
            return
        if state.turn is not None:
            _warn_of_untold(action, [state.turn])
        begin(action, phase, turn)
        action.begin_entry()


def _close_round(action: Action[State]) -> None:
    if not _finish_if_won(action):
        end_round(action)


def _finish_if_won(action: Action[State]) -> bool:
    result = outcome(action.state)
    if result.winners:
        action.add("play.finished", winners=list(result.winners), why=result.why)
    return bool(result.winners)

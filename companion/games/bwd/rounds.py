"""Rounds: phases and turns that begin, the check at the end, and what `next` does.

Whether somebody was asked about what is open shows in `untold`, which older logs lack.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.changed import replace
from companion.core.consequence import Amiss, Consequence, Due, Entered
from companion.core.event import Event
from companion.core.kind import Kind
from companion.core.later import known
from companion.core.names import listed
from companion.core.play import FINISHED, describe_play
from companion.core.referee import Referee
from companion.core.shapes import FLAG, SEAT, TEXT, Context, Wrong, list_of, maybe, one_of
from companion.games.bwd import setup
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import spoken
from companion.games.bwd.phases import (
    Step,
    holds_up,
    how_to_resolve,
    may_resolve,
    next_step,
    pending,
    phase_title,
    steps_after,
    untold,
)
from companion.games.bwd.points import found_by_check, outcome
from companion.games.bwd.state import PHASE_TITLES, RESOLVING, Die, Phase, State

_ORDER = ("roll", *RESOLVING, "check")
_OUT_OF_TURN = {"first": "BWD-105", "main": "BWD-110", "last": "BWD-162"}
_GOES_ON = "If that was done and nobody told: `companion next --untold`."

# A phase begins, or somebody's turn of it


class PhaseBegun(TypedDict):
    """A phase begins, or somebody's `turn` of it.

    `untold`: whether what was open was done, and nobody told; not in older logs. `rolled`, of a
    round: whether it began by telling what was rolled.
    """

    phase: Annotated[Phase, one_of(*_ORDER)]
    turn: Annotated[int | None, maybe(SEAT)]
    untold: NotRequired[Annotated[bool, FLAG]]
    rolled: NotRequired[Annotated[bool, FLAG]]


def _turns_are_resolved(data: Any, context: Context) -> Wrong | None:
    resolving = data["phase"] in RESOLVING
    return None if (data["turn"] is not None) is resolving else ("turn", data["turn"])


def _check_begun(state: State, data: PhaseBegun, referee: Referee, cards: Catalogue) -> None:
    """Phases and turns come in their order, none is left out, and no die is left behind."""
    new, turn = data["phase"], data["turn"]
    if new == "roll":
        in_order = state.phase in ("setup", "open", "check")
    elif state.phase not in _ORDER:
        in_order = False
    elif new == state.phase and turn is not None and state.turn is not None:
        seats = state.turns()
        in_order = seats.index(turn) > seats.index(state.turn)
    else:
        in_order = _ORDER.index(new) > _ORDER.index(state.phase)
    referee.require(
        in_order,
        "BWD-102",
        f"“{PHASE_TITLES[new]}” cannot follow “{PHASE_TITLES[state.phase]}”: "
        "a round is rolled, resolved in First, Main and Last in turn order, and checked.",
        "`companion next` goes on to what comes next.",
    )
    if "untold" not in data or not in_order:
        return
    if new == "roll":
        setup.round_begun(state, data.get("untold", True), referee)
        referee.require(
            data.get("rolled", True) or state.tracked or state.phase == "check",
            "BWD-102",
            "Nobody told of any dice, so no phases begin.",
            "`companion next` ends the round; `companion bwd roll ana.1=…` tells of dice.",
        )
    if not data["untold"]:
        _nothing_left(state, referee, cards)
    due = next_step(state, cards)
    if due != (new, turn):
        missed = due if _place(state, due) < _place(state, (new, turn)) else (new, turn)
        referee.refuse(
            _OUT_OF_TURN.get(missed[0], "BWD-102"),
            f"What comes next is {_step(state, due)}, and not {_step(state, (new, turn))}.",
            "`companion next` goes on to it.",
        )


def _nothing_left(state: State, referee: Referee, cards: Catalogue) -> None:
    """A turn is not over before all dice are resolved of which it is told what they show."""
    if state.phase not in RESOLVING or state.turn is None:
        return
    left = pending(state, cards, state.turn)
    if left:
        name, dice = state.name(state.turn), listed([spoken(die, cards) for die in left])
        referee.refuse(
            "BWD-113" if state.phase == "main" else "BWD-139",
            f"{name} still has {dice} to resolve.",
            f"{how_to_resolve(left[0])}. {_GOES_ON}",
        )


def _place(state: State, step: Step) -> tuple[int, int]:
    phase, seat = step
    return _ORDER.index(phase), -1 if seat is None else state.turns().index(seat)


def _step(state: State, step: Step) -> str:
    phase, seat = step
    title = f"“{PHASE_TITLES[phase]}”"
    return title if seat is None else f"{state.name(seat)}'s turn of {title}"


def _apply_begun(state: State, data: PhaseBegun) -> State:
    if data["phase"] != state.phase and any(die.did or die.spent for die in state.dice):
        dice = tuple(die._replace(did=None, spent=frozenset()) for die in state.dice)
        state = replace(state, dice=dice)
    state = replace(state, phase=data["phase"], turn=data["turn"], just=None)
    if data["phase"] != "roll":
        return state
    return replace(
        state,
        lead=state.first,
        dice=tuple(
            die._replace(resolved=frozenset(), active=None if die.owner is not None else die.active)
            for die in state.dice
        ),
    )


def _tell_begun(before: State, data: PhaseBegun, after: State, cards: Catalogue) -> str:
    title = phase_title(after)
    if data["phase"] == "roll":
        return f"round {after.round}: {title}"
    open_yet = data.get("untold") and before.turn is not None
    left = pending(before, cards, before.turn or 0) if open_yet else []
    return f"{title}{told_as_passed_over(left)}"


def told_as_passed_over(left: Sequence[Die]) -> str:
    """What is said of dice that were passed over."""
    verb = "were" if len(left) > 1 else "was"
    dice = listed([die.id for die in left])
    return f" ({dice} {verb} resolved, nobody told)" if left else ""


PHASE_BEGUN = Kind(
    "phase.begun",
    PhaseBegun,
    apply=_apply_begun,
    tell_with=_tell_begun,
    check_with=_check_begun,
    together=_turns_are_resolved,
    counts=False,
)


def begin(action: Action[State], phase: Phase, turn: int | None, *, rolled: bool = False) -> None:
    """A phase begins, or somebody's turn of it; a round also by telling what was `rolled`."""
    begun = PhaseBegun(phase=phase, turn=turn, untold=action.untold)
    if phase == "roll":
        begun["rolled"] = rolled
    action.add(PHASE_BEGUN, begun)


# The check, and the end of a round


class RoundEnded(TypedDict):
    """A round is over, and nobody has won: `why`."""

    why: Annotated[str, TEXT]


def _check_ended(state: State, data: RoundEnded, referee: Referee) -> None:
    """A round ends where nobody has won, for whatever reason; one with phases after its check."""
    referee.require(
        state.phase == "check" or (state.phase in ("setup", "open") and not state.tracked),
        "BWD-102",
        "A round of which dice are told ends after its phases, with the check.",
        "`companion next` goes on to what comes next.",
    )
    result = outcome(state)
    referee.require(
        not result.winners, "BWD-38", f"{result.why}.", "`companion next` ends the game."
    )


def _tell_ended(before: State, data: RoundEnded, after: State) -> str:
    return _told_by_check(ROUND_ENDED.name, {**data, "why": outcome(before).why}, before, after)


def _told_by_check(kind: str, data: dict[str, Any], before: State, after: State) -> str:
    """What a check found, in the words of what the scores are: one before it may be taken back."""
    return describe_play(before, Event(0, 0, kind, data, ""), after)


ROUND_ENDED = Kind("round.ended", RoundEnded, tell=_tell_ended, check=_check_ended)


def end_round(action: Action[State]) -> None:
    """A round is over, and nobody has won: the marker goes on."""
    action.add("round.ended", why=outcome(action.state).why, first=None)


class PlayFinished(TypedDict):
    """The play is over: as a check found it, or as the table likes."""

    winners: Annotated[list[int], list_of(SEAT)]
    why: Annotated[str, TEXT]


def _check_finished(state: State, data: PlayFinished, referee: Referee) -> None:
    """Whom a check found is whom it finds now; a table may end a play as it likes."""
    if not found_by_check(data["why"]):
        return
    result = outcome(state)
    referee.require(
        tuple(data["winners"]) == result.winners,
        "BWD-38",
        f"The check finds something else: {result.why}.",
        "`companion next` checks again; `companion finish --winner NAME` says who has won.",
    )


def _tell_finished(before: State, data: PlayFinished, after: State) -> str:
    why = outcome(before).why if found_by_check(data["why"]) else data["why"]
    return _told_by_check(FINISHED, {**data, "why": why}, before, after)


def _found(state: State) -> PlayFinished | None:
    """The end that a check finds now; None where nobody has won."""
    result = outcome(state)
    return PlayFinished(winners=list(result.winners), why=result.why) if result.winners else None


def _due(entered: Entered[State]) -> Iterable[Due[PlayFinished]]:
    """The check for a winner ends the play that somebody has won."""
    begun = (data for _, data in entered.of(PHASE_BEGUN))
    if not any(data["phase"] == "check" and "untold" in data for data in begun):
        return
    ended = next((place for place, _ in entered.of(PLAY_FINISHED)), -1)
    found = _found(entered.states[ended])
    if found is not None:
        yield Due("BWD-38", found)


def _amiss(
    entered: Entered[State], due: Sequence[Due[PlayFinished]], told: Sequence[PlayFinished]
) -> Amiss | None:
    if not due or entered.after.status != "live":
        return None
    why = due[0].payload["why"]
    return Amiss("BWD-38", f"{why}: that ends the game.", "`companion next` checks again.")


PLAY_FINISHED = Kind(
    FINISHED,
    PlayFinished,
    tell=_tell_finished,
    check=_check_finished,
    follows=Consequence(rules=("BWD-38",), due=_due, amiss=_amiss),
)


def _finish_if_won(action: Action[State]) -> bool:
    found = _found(action.state)
    if found is not None:
        action.add(PLAY_FINISHED, found)
    return found is not None


# On to what comes next


def advance(action: Action[State], reference: Any) -> None:
    """Record what `next` does: the next step, with the winner check at the end of a round."""
    state = action.state
    if state.phase in ("setup", "open") and not state.tracked:
        if not _finish_if_won(action):
            end_round(action)
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
        action.follow(PLAY_FINISHED)


def begin_turn_for(action: Action[State], catalogue: Catalogue, die: Die) -> None:
    """Go on to where its player may resolve a die, past turns in which nothing is left.

    Where no such step is to come in this round, nothing happens: the check says what is wrong.
    """
    for phase, turn, _ in steps_to(action.state, catalogue, die):
        if action.state.turn is not None:
            _warn_of_untold(action, [action.state.turn])
        begin(action, phase, turn)
        action.begin_entry()


def steps_to(
    state: State, catalogue: Catalogue, die: Die
) -> Iterator[tuple[Phase, int | None, State]]:
    """The phases and turns up to where a die may be resolved, each with the state in it."""

    def here(state: State, seat: int) -> bool:
        return (
            state.turn == seat
            and not state.has_resolved(seat, die)
            and may_resolve(state, catalogue, die, state.phase)
        )

    if die.owner is None:
        return
    if state.turn == die.owner and state.has_resolved(die.owner, die):
        others = state.turns()[state.turns().index(state.turn) + 1 :]
        if any(pending(state, catalogue, seat) for seat in others):
            return  # Done here, and the phase is not over: that is what the check will say.
    if state.phase not in ("roll", *RESOLVING) or not any(
        seat == die.owner and may_resolve(state, catalogue, die, phase)
        for phase, seat in steps_after(state)
    ):
        return
    while not here(state, die.owner):
        if state.turn is not None and holds_up(state, catalogue, state.turn):
            return
        phase, turn = next_step(state, catalogue)
        if phase == "check":
            return
        state = _apply_begun(state, PhaseBegun(phase=phase, turn=turn))
        yield phase, turn, state
        die = state.die(die.key)
        assert die.owner is not None


def _warn_of_untold(action: Action[State], seats: Iterable[int]) -> None:
    unknown = [die.id for seat in seats for die in untold(action.state, seat)]
    if unknown:
        action.warn(
            f"Nobody told what {listed(unknown)} {'show' if len(unknown) > 1 else 'shows'}."
        )


KINDS = (PHASE_BEGUN, ROUND_ENDED, PLAY_FINISHED)

"""What the rules refuse about the order of a round: phases, turns, further turns, and its end.

Whether somebody was asked about what is open shows in `untold`, which older logs lack.
"""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.names import listed
from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.rules import check_setup
from companion.games.bwd.rules.granting import granting
from companion.games.bwd.rules.rounds import (
    Step,
    found_by_check,
    how_to_resolve,
    next_step,
    outcome,
    passed_over,
    pending,
    spoken,
)
from companion.games.bwd.state import PHASE_TITLES, RESOLVING, State

Data = Any

_ORDER = ("roll", *RESOLVING, "check")
_OUT_OF_TURN = {"first": "BWD-105", "main": "BWD-110", "last": "BWD-162"}
_GOES_ON = "If that was done and nobody told: `companion next --untold`."


def phase_begun(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
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
        check_setup.round_begun(state, data, referee)
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


def turn_repeated(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Another turn is granted by an icon of one's own, once, and passes over nobody's dice."""
    referee.require(
        state.phase in RESOLVING,
        "BWD-266",
        "Another turn means resolving one's dice again, and no dice are being resolved now.",
        "`companion next` goes on to the Main phase.",
    )
    if "icon" not in data or state.phase not in RESOLVING or state.turn is None:
        return
    if data["by"] is not None:
        _granted(state, data, referee, cards)
    if not data.get("untold"):
        _nobody_passed_over(state, data, referee, cards)


def _granted(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    die, seat = state.die(data["by"]), data["seat"]
    grant = granting(state, cards, seat, die)
    hint = f"`companion bwd again {state.seats[seat].handle}` with `--by` and the die that did."
    if grant.refused:
        referee.refuse(grant.refused, grant.why, grant.hint or hint)
    if grant.icon != data["icon"]:
        icon = "nothing known" if data["icon"] is None else cards.title(data["icon"])
        referee.refuse("A-BW-23", f"It was not {icon} that {die.id} resolved.", hint)


def _nobody_passed_over(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    seat = data["seat"]
    left = passed_over(state, cards, seat)
    if left and state.turn is not None:
        by = "" if data["by"] is None else f" --by {state.die(data['by']).id}"
        names = listed(list(dict.fromkeys(state.name(die.owner or 0) for die in left)))
        referee.refuse(
            "BWD-110",
            f"It is {state.name(state.turn)}'s turn, and {listed([spoken(d, cards) for d in left])}"
            f" of {names} would be passed over.",
            f"{how_to_resolve(left[0])}. If that was done and nobody told: `companion "
            f"bwd again {state.seats[seat].handle}{by} --untold`.",
        )


def round_ended(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
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


def play_finished(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
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


def winner_found(events: Sequence[Event], after: State, referee: Referee) -> None:
    """The check for a winner ends the play that somebody has won."""
    checked = any(
        event.kind == "phase.begun" and event.data["phase"] == "check" and "untold" in event.data
        for event in events
    )
    if checked and after.status == "live":
        result = outcome(after)
        referee.require(
            not result.winners,
            "BWD-38",
            f"{result.why}: that ends the game.",
            "`companion next` checks again.",
        )

"""Whose turn it is: what declarations and challenges ask alike."""

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.liar.choices import declare, while_challenged
from companion.games.boolean.liar.state import LiarState


def require_going_on(state: LiarState) -> None:
    """Refuse what comes after a challenge. Raises Refused."""
    if state.doubt is not None:
        raise Refused(
            "This round is over: a declaration was challenged, and nobody told who lost.",
            while_challenged(state),
        )


def require_in(state: LiarState, seat: int) -> None:
    """Refuse what somebody without dice would do. Raises Refused."""
    if not state.held[seat].size:
        raise Refused(
            f"{state.name(seat)} has no dice left and is eliminated (BO-103).",
            f"`companion boolean count {state.seats[seat].handle} 1` if there are some.",
        )


def require_turn(state: LiarState, seat: int, referee: Referee) -> None:
    """Refuse a declaration or a challenge out of turn; anybody may open where nobody knows who."""
    require_in(state, seat)
    if state.turn is None or seat == state.turn:
        return
    name, turn = state.name(seat), state.name(state.turn)
    if state.phase == "declaring":
        referee.refuse(
            "BO-83",
            f"It is {turn}'s turn, and not {name}'s: turns go round clockwise.",
            f"`companion next` if {turn} made a declaration that was not told.",
        )
    elif state.past is None or state.past.challenger is None:
        referee.refuse("BO-79", f"{turn} opens this round, and not {name}.", declare_hint(state))
    else:
        challenger = state.name(state.past.challenger)
        referee.refuse(
            "BO-85",
            f"{turn} opens this round, and not {name}: the next one to the left of {challenger}, "
            "who challenged.",
            declare_hint(state),
        )


def declare_hint(state: LiarState) -> str:
    """How the one whose turn it is makes a declaration."""
    assert state.turn is not None
    return f"{declare(state, state.turn)}."

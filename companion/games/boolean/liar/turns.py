"""Whose turn it is in Liar's Boolean Dice, turns that go untold, and the commands that fit now."""

from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.changed import replace
from companion.core.kind import Kind
from companion.core.referee import Referee
from companion.core.shapes import SEAT
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.seen import BLACK, WHITE
from companion.games.boolean.liar.state import LiarState

# Whose turn it is


def whose_turn(state: LiarState) -> int:
    """Whose turn it is. Raises Invalid where nobody knows, Refused where it is nobody's."""
    require_going_on(state)
    if state.turn is None:
        raise Invalid(_UNKNOWN, f"Name the player: {to_declare(state, somebody(state))}.")
    return state.turn


_UNKNOWN = "Who opens this round is not known, as nobody told who challenged (A-BO-34)."


def require_going_on(state: LiarState) -> None:
    """Refuse what comes after a challenge. Raises Refused."""
    if state.doubt is not None:
        raise Refused(
            "This round is over: a declaration was challenged, and nobody told who lost.",
            to_settle(state),
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
    hint = f"{to_declare(state, state.turn)}."
    if state.phase == "declaring":
        referee.refuse(
            "BO-83",
            f"It is {turn}'s turn, and not {name}'s: turns go round clockwise.",
            f"`companion next` if {turn} made a declaration that was not told.",
        )
    elif state.past is None or state.past.challenger is None:
        referee.refuse("BO-79", f"{turn} opens this round, and not {name}.", hint)
    else:
        challenger = state.name(state.past.challenger)
        referee.refuse(
            "BO-85",
            f"{turn} opens this round, and not {name}: the next one to the left of {challenger}, "
            "who challenged.",
            hint,
        )


def require_opened(state: LiarState, seat: int, referee: Referee) -> None:
    """Refuse a challenge where nothing was declared in this round."""
    if state.phase != "opening":
        return
    require_in(state, seat)
    referee.refuse(
        "BO-90",
        "There is no declaration in this round yet that could be challenged.",
        f"{to_declare(state, state.turn)}."
        if state.turn is not None
        else "Who lost a die, without the rest: `companion boolean lose "
        f"{state.seats[seat].handle}`.",
    )


# A declaration that nobody tells


class DeclarationSkipped(TypedDict):
    """A declaration was made, and nobody tells which: `seat` made it."""

    seat: Annotated[int, SEAT]


def _check_skipped(state: LiarState, data: DeclarationSkipped, referee: Referee) -> None:
    require_going_on(state)
    if state.turn is None:
        raise Refused(
            _UNKNOWN,
            f"`companion boolean declare {state.seats[data['seat']].handle} 4` names the player.",
        )
    require_turn(state, data["seat"], referee)


def _skipped(state: LiarState, data: DeclarationSkipped) -> LiarState:
    return replace(state, untold=state.untold + 1, turn=state.next_in(data["seat"]))


def _tell_skipped(before: LiarState, data: DeclarationSkipped, after: LiarState) -> str:
    return f"{after.name(data['seat'])} makes a declaration that is not told"


DECLARATION_SKIPPED = Kind(
    "declaration.skipped",
    DeclarationSkipped,
    apply=_skipped,
    tell=_tell_skipped,
    check=_check_skipped,
)


def advance(action: Action[LiarState]) -> None:
    """On to the next player: a declaration was made, and nobody tells which."""
    action.add(DECLARATION_SKIPPED, DeclarationSkipped(seat=whose_turn(action.state)))


# The commands that fit now, by what is known to all: for hints and next steps


def written(number: int) -> str:
    """A number as it is written here: `4`, `−2`."""
    return str(number) if number >= 0 else f"−{-number}"


def somebody(state: LiarState) -> int:
    """Somebody who has dice, for an example; whoever sits first where nobody has."""
    return next(iter(state.still_in), 0)


def such_a_number(state: LiarState) -> int:
    """A number to show in a command: the lowest that is allowed, or a modest one to open with."""
    return max(1, state.dice // 3 if state.lowest is None else state.lowest)


def to_declare(state: LiarState, seat: int) -> str:
    """The command for somebody's declaration."""
    return f"`companion boolean declare {state.seats[seat].handle} {such_a_number(state)}`"


def to_challenge(state: LiarState) -> str:
    """The command for a challenge, with a count that could be, by what all can see."""
    if state.last is None:
        return "`companion boolean challenge`"
    count = (state.whites[0] + state.whites[-1]) // 2
    return f"`companion boolean challenge --white {count}`"


def to_reveal(state: LiarState) -> str:
    """How everybody's dice are told, open and hidden, as they could lie by what all can see."""
    told = []
    for seat in state.still_in:
        whites = state.shown[seat].whites + state.hidden(seat) // 2
        hand = WHITE * whites + BLACK * (state.held[seat].size - whites)
        told.append(f"{state.seats[seat].handle}={hand}")
    return f"`--reveal {' '.join(told)}`"


def to_lose(state: LiarState) -> str:
    """The command for a lost die, of which nothing else was told."""
    return f"`companion boolean lose {state.seats[somebody(state)].handle}`"


def to_settle(state: LiarState) -> str:
    """The commands that settle a challenge of which nobody told what lay there."""
    doubt = state.doubt
    if doubt is None or doubt.challenger is None or doubt.declarer is None:
        return f"Who has lost a die? {to_lose(state)}."
    by, of = (state.seats[seat].handle for seat in (doubt.challenger, doubt.declarer))
    return (
        f"More White-up than declared: `companion boolean lose {by}`; fewer: "
        f"`companion boolean lose {of}`; exactly so many: `companion boolean lose {by} --to {of}`."
    )

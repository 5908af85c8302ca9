"""Calls about a die in the middle: who calls what, and whether it was right.

Also a call that nobody told.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import chosen, folded, short
from companion.core.offer import Trial
from companion.core.param import Arguments, Candidate, Param, a_choice, choice, one, player
from companion.core.seats import is_somebody
from companion.core.shapes import FLAG, SEAT, maybe, one_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Ambiguous, Invalid, Refused
from companion.games.boolean.dice.possession import moved, require_free, require_own
from companion.games.boolean.dice.the_ten import MAYBE_DIE, by_id
from companion.games.boolean.parsing import a_die
from companion.games.boolean.variants import end
from companion.games.boolean.wbr.state import (
    CALLS,
    COSTS,
    PAID,
    Call,
    WbrState,
    has,
    paid,
    require_cost,
    require_turn,
)

# A die is called


class DieCalled(TypedDict):
    """`right` is null after a call of roll, and where nobody told; `die` is the one that was
    called, `paid` the one that was Surrendered for a wrong call. `cost` is what it took: a die of
    one's own, the called one where there was none, or, of several players, the game."""

    seat: Annotated[int, SEAT]
    call: Annotated[Call, one_of(*CALLS)]
    right: Annotated[bool | None, maybe(FLAG)]
    die: Annotated[str | None, MAYBE_DIE]
    paid: Annotated[str | None, MAYBE_DIE]
    cost: NotRequired[Annotated[str, one_of(*COSTS)]]


def _check_called(state: WbrState, data: DieCalled, referee: Referee) -> None:
    seat = data["seat"]
    require_turn(state, seat, referee)
    if data["die"] is not None:
        require_free(state, data["die"], referee)
        _require_bottom(data, data["die"], referee)
    require_cost(state, seat, data.get("cost"), referee)
    if data["paid"] is not None and data["right"] is not False:
        raise Refused(
            "Only a wrong call costs a die.", "`--paid` goes with `wrong`; leave it out here."
        )
    if data["paid"] is not None:
        _require_payment(state, data, referee)


def _require_payment(state: WbrState, data: DieCalled, referee: Referee) -> None:
    """The die that is given up is one of the caller's, and not the called one."""
    if not state.held[data["seat"]].size:
        raise Refused(
            f"{state.name(data['seat'])} has no die to give up (BO-58).",
            "Leave out `--paid`; `--die` names the called one.",
        )
    if data["paid"] == data["die"]:
        raise Refused(
            f"The {data['die']} cannot be both: the called die, and the one that was given up.",
            "`--paid` names the one that was given up.",
        )
    require_own(state, data["seat"], data["paid"], referee)


def _require_bottom(data: DieCalled, named: str, referee: Referee) -> None:
    """A die that has faces of one colour alone cannot have shown the other."""
    if data["right"] is None:
        return
    white = (data["call"] == "white") is data["right"]
    die = by_id()[named]
    shown, other = ("white", "black") if white else ("black", "white")
    referee.require(
        die.can_be_white if white else die.can_be_black,
        "BO-53",
        f"The {die.id} has no {shown} face, so its bottom was {other}.",
        "`companion boolean dice` shows the ten.",
    )


def _called(state: WbrState, data: DieCalled) -> WbrState:
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


def _wrong(state: WbrState, seat: int, data: DieCalled) -> WbrState:
    if state.several:
        return paid(state, seat, data["paid"])
    if state.held[seat].size:
        return moved(state, seat, 1 - seat, data["paid"])
    return moved(state, None, 1 - seat, data["die"])


def _tell_called(before: WbrState, data: DieCalled, after: WbrState) -> str:
    seat, right = data["seat"], data["right"]
    line = f"{after.name(seat)} calls {data['call']}"
    if right is None:
        return line
    if right:
        return f"{line}, which is right: {after.name(seat)} has {has(after, seat)}"
    if seat in after.out:
        return f"{line}, which is wrong: {after.name(seat)} has no die to give, and is eliminated"
    if after.several:
        name = after.name(seat)
        return f"{line}, which is wrong: {name} rolls a die back, and has {has(after, seat)}"
    what = "a die" if before.held[seat].size else "the called die"
    other = 1 - seat
    return (
        f"{line}, which is wrong: {what} goes to {after.name(other)}, who has {has(after, other)}"
    )


DIE_CALLED = Kind(
    "die.called",
    DieCalled,
    apply=_called,
    tell=_tell_called,
    check=_check_called,
    secret=("die", "paid"),
)


def call(
    action: Action[WbrState],
    seat: int,
    said: Call,
    right: bool | None,
    die: str | None = None,
    paid: str | None = None,
) -> None:
    """A call about a die, and whether its bottom was so; None after a call of roll."""
    before = action.state
    told = DieCalled(seat=seat, call=said, right=right, die=die, paid=paid)
    if right is False:
        told["cost"] = before.cost(seat)
    action.add(DIE_CALLED, told)
    held = before.held[seat]
    if right is False and held.is_told and held.size > 1 and paid is None:
        action.warn(
            f"Which die {before.name(seat)} gave up was not told: which dice are left is unknown "
            "now. `--paid DIE` tells it."
        )
    end(action)


_VERDICTS = {"right": True, "yes": True, "correct": True, "wrong": False, "no": False}
_MEANS = {"white": "its bottom is white", "black": "its bottom is black", "roll": "roll it again"}


def _is_name(state: WbrState, words: Sequence[str]) -> bool:
    is_call = any(said.startswith(folded(words[0])) for said in CALLS)
    return is_somebody(state.seats, words[0]) or not is_call


def _calls(trial: Trial[WbrState], told: Arguments[WbrState]) -> Iterator[Candidate]:
    """What may be called; none that somebody is called, unless a name stands in front."""
    for said, about in _MEANS.items():
        if _CALLER in told or said == "roll" or not is_somebody(trial.state.seats, said):
            yield said, about


def _missing_call(state: WbrState, told: Arguments[WbrState]) -> tuple[str, str]:
    seat = told.get(_CALLER, state.turn)
    return f"What does {state.name(seat)} call?", "`companion boolean call white right`"


def _missing_verdict(state: WbrState, told: Arguments[WbrState]) -> tuple[str, str]:
    return (
        "Was the call right or wrong?",
        f"`companion boolean call {told[_CALL]} right`, or the colour that the bottom had.",
    )


def _behind_the_verdict(state: WbrState, words: Sequence[str], there: bool) -> Sequence[str]:
    """The die that was called may be named last, in place of `--die`."""
    verdict = 2 + (bool(words) and _is_name(state, words))
    return words[verdict:] if len(words) == verdict + 1 and not there else ()


_CALLER = player(
    lambda trial: (trial.state.turn,), "whose turn it is", optional=True, takes=_is_name
)
_CALL: Param[WbrState, Call] = choice(
    "white|black|roll",
    CALLS,
    "call",
    again=True,
    candidates=_calls,
    missing=_missing_call,
)
_VERDICT: Param[WbrState, str] = one(
    "right|wrong",
    a_choice(*_VERDICTS),
    lambda state, word: folded(word),
    optional=True,
    metavar="[right|wrong]",
    candidates=lambda trial, told: () if told[_CALL] == "roll" else (("right", ""), ("wrong", "")),
    missing=_missing_verdict,
)
_DIE = a_die("--die", "Which die it was (secret).", secret=True, extract=_behind_the_verdict)


def _right(said: Call, told: Arguments[WbrState]) -> bool | None:
    """Whether a call was right, as it was typed. Raises Invalid, or Ambiguous."""
    if said == "roll":
        if _VERDICT in told:
            raise Invalid("A roll is neither right nor wrong.", "`companion boolean call roll`")
        return None
    word = told[_VERDICT]
    meant = {**_VERDICTS, "white": said == "white", "black": said == "black"}
    found = {right for verdict, right in meant.items() if word and verdict.startswith(word)}
    if len(found) > 1:
        raise Ambiguous(
            f"“{short(told.typed(_VERDICT)[-1])}” could be {said}, and right, or wrong.",
            [said, "wrong"],
            "Type a letter or two more.",
        )
    if not found:
        raise Invalid(
            f"“{short(told.typed(_VERDICT)[-1])}” is no verdict.",
            "right or wrong, or the bottom's colour.",
        )
    return found.pop()


def _call(action: Action[WbrState], told: Arguments[WbrState]) -> None:
    caller = told.get(_CALLER, action.state.turn)
    said = told[_CALL]
    call(action, caller, said, _right(said, told), told.get(_DIE), told.get(PAID))


def _too_many_words(state: WbrState, words: Sequence[str]) -> Invalid:
    said = chosen(words[_is_name(state, words)], CALLS, "call")
    if said == "roll":
        return Invalid("A roll is neither right nor wrong.", "`companion boolean call roll`")
    return Invalid(
        "One verdict is enough, and one die.",
        f"`companion boolean call {said} right 3w-band`, or without the die.",
    )


CALL = Verb[WbrState](
    "call",
    "the bottom of a die, or a roll",
    """Call a die's bottom, or a roll.

    Instead of right or wrong, the bottom's colour may be told. Which dice they were need not be
    told; it is shown to nobody but with `boolean mine`.

    \b
    Examples:
      companion boolean call white right
      companion boolean call ben black wrong
      companion boolean call ben roll
      companion boolean call white white --die 3w-band
    """,
    (_CALLER, _CALL, _VERDICT, _DIE, PAID),
    plan=_call,
    too_many=_too_many_words,
)


# A call that nobody tells


class TurnSkipped(TypedDict):
    """A call was made, and nobody tells which: `seat` made it."""

    seat: Annotated[int, SEAT]


TURN_SKIPPED = Kind[WbrState, TurnSkipped](
    "turn.skipped",
    TurnSkipped,
    apply=lambda state, data: replace(
        state, turn=state.next_in(data["seat"]), round=state.round + 1, thrower=data["seat"]
    ),
    tell=lambda before, data, after: f"{after.name(data['seat'])} makes a call that is not told",
    check=lambda state, data, referee: require_turn(state, data["seat"], referee),
)


def advance(action: Action[WbrState]) -> None:
    """On to the next player: a call was made, and nobody tells which."""
    action.add(TURN_SKIPPED, TurnSkipped(seat=action.state.turn))

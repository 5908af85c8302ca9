"""Whose turn it is: turns that are over, given, skipped; the way round; what the last moves did."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.param import Arguments, Candidate, player
from companion.core.shapes import SEAT
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.blank.state import Happening, Move, Passed, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# What a move leads to


def turn_over(state: State, seat: int) -> State:
    """Somebody's turn is over."""
    return replace(state, turn=state.after(seat), last=seat, turns=state.turns + 1)


def passed_by(state: State) -> tuple[Passed, ...]:
    """The moves that others followed while a hand was empty, with the newest one."""
    if not state.emptied:
        return ()
    return (*state.passed, Passed(state.recent[-1], state.direction, state.left_to_draw))


def since(state: State, **changes: Any) -> State:
    """More that is known of the newest move."""
    return replace(state, recent=(*state.recent[:-1], state.recent[-1]._replace(**changes)))


def acted(state: State, act: Happening) -> State:
    """What happened behind cards that were played; without these, nobody knows what of."""
    acts = state.recent[-1].acts
    if not acts:
        return state
    act = act._replace(rules=state.rules, direction=state.direction, moment=state.moment)
    return since(state, acts=(*acts, act))


def _unseen(state: State) -> State:
    """Somebody had a turn of which nothing is told: a card was played (BL-49), or drawn (BL-62)."""
    return replace(state, top=None, under=state.top or state.under, untold=True)


# A turn is over, or passed over


class TurnOf(TypedDict):
    """Somebody's turn is over, begins, or is passed over."""

    seat: Annotated[int, SEAT]


def _check_passed(state: State, data: TurnOf, referee: Referee) -> None:
    empty = state.empty_hands()
    if empty:
        referee.refuse(
            "BL-4",
            f"{state.name(empty[0])} has no cards left: that is the end.",
            f"`companion blank win {state.seats[empty[0]].handle}`, or tell what was drawn.",
        )
    _check_whose(state, data, referee)


def _check_whose(state: State, data: TurnOf, referee: Referee) -> None:
    """Refuse that somebody's turn is over which has not come: those before would be passed over."""
    seat = data["seat"]
    if seat != state.turn:
        before = [f"{state.name(other)}'s" for other in state.turns_before(seat)]
        name, handle = state.name(seat), state.seats[seat].handle
        who = state.name(state.turn)
        referee.refuse(
            "BL-48",
            f"It is {who}'s turn; {name}'s would come after {listed(before)}, "
            "which would be passed over.",
            f"`companion blank skip` is about {who}. Had the others their turns, untold? "
            f"`companion blank turn {handle}`; then the same line again.",
        )


def _apply_passed(state: State, data: TurnOf) -> State:
    moment = state.moment + 1
    recent = (state.recent[-1], Move(moment=moment))
    state = replace(_unseen(state), recent=recent, passed=passed_by(state), moment=moment)
    return turn_over(state, data["seat"])


def _apply_skipped(state: State, data: TurnOf) -> State:
    return replace(state, turn=state.after(data["seat"]))


def _apply_given(state: State, data: TurnOf) -> State:
    """Those in between had their turns, untold; whoever went last goes again, and nobody else.

    Where it is that player's turn as it is, as it may be once something before is taken back,
    nothing changes.
    """
    if data["seat"] == state.turn:
        return state
    if data["seat"] != state.last:
        state = _unseen(state)
    return since(replace(state, turn=data["seat"]), untold=True)


def _tell_passed(before: State, data: TurnOf, after: State) -> str:
    return f"{after.name(data['seat'])}'s turn is over, nothing told of it"


def _tell_skipped(before: State, data: TurnOf, after: State) -> str:
    """Who is skipped, and who besides."""
    seat = data["seat"]
    besides = [before.name(other) for other in before.turns_before(seat)]
    verb = "is" if len(besides) == 1 else "are"
    return f"{after.name(seat)} is skipped" + (
        f", and so {verb} {listed(besides)}" if besides else ""
    )


def _tell_given(before: State, data: TurnOf, after: State) -> str:
    """Whose turn it is, and whose were passed over; whoever went last goes again."""
    seat = data["seat"]
    if seat == before.last:
        return f"it is {after.name(seat)}'s turn again"
    untold = listed([f"{before.name(other)}'s" for other in before.turns_before(seat)])
    return f"it is {after.name(seat)}'s turn" + (f", nothing told of {untold}" if untold else "")


TURN_PASSED = Kind("turn.passed", TurnOf, _apply_passed, _tell_passed, _check_passed, counts=False)
TURN_SKIPPED = Kind(
    "turn.skipped", TurnOf, _apply_skipped, _tell_skipped, _check_whose, counts=False
)
TURN_GIVEN = Kind("turn.given", TurnOf, _apply_given, _tell_given, counts=False)


def advance(action: Action[State]) -> None:
    """`next`: the turn goes on, though nobody told what was played."""
    action.add(TURN_PASSED, TurnOf(seat=action.state.turn))


def give_turn(action: Action[State], seat: int) -> None:
    """It is somebody's turn: others went untold, or one goes again.

    Raises Refused where it is that player's as it is. In a log it is so only once something is
    taken back, and stands.
    """
    state = action.state
    if seat == state.turn:
        raise Refused(f"It is {state.name(seat)}'s turn already.", "Nothing is entered.")
    action.add(TURN_GIVEN, TurnOf(seat=seat))


# The way round


class DirectionReversed(TypedDict):
    """Play goes the other way round."""


def _apply_reversed(state: State, data: DirectionReversed) -> State:
    """Whoever is on turn next by the new direction: seen from the one whose turn is over."""
    state = replace(state, direction=-state.direction)
    return state if state.last is None else replace(state, turn=state.after(state.last))


def _tell_reversed(before: State, data: DirectionReversed, after: State) -> str:
    way = "clockwise" if after.direction == 1 else "counter-clockwise"
    return f"play goes {way} now"


DIRECTION_REVERSED = Kind(
    "direction.reversed", DirectionReversed, _apply_reversed, _tell_reversed, counts=False
)


# The verbs


def _from_turn(trial: "Trial[State]") -> tuple[int, ...]:
    from companion.core.offer import from_turn

    return from_turn(trial.state, trial.state.turn)


def with_cards(
    whose: Callable[["Trial[State]"], Iterator[int] | tuple[int, ...]] = _from_turn,
) -> Callable[["Trial[State]", Arguments[State]], Iterator[Candidate]]:
    """Players as candidates, with how many cards they have by what was told."""

    def candidates(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
        from companion.core.offer import people

        state = trial.state
        for seat in whose(trial):
            yield from people(
                state, [seat], f"has {state.hands[seat]}" if seat in state.told else ""
            )

    return candidates


_WHOSE = player(_from_turn, whose=lambda state, seat: [state.turn])
_SKIPPED = player(_from_turn, optional=True)

TURN = Verb[State](
    name="turn",
    about="whose turn it is",
    help="""Tell whose turn it is: some went untold, or one goes again.

    \b
    Examples:
      companion blank turn cho
    """,
    params=(_WHOSE,),
    plan=lambda action, told: give_turn(action, told[_WHOSE]),
)

SKIP = Verb[State](
    name="skip",
    about="somebody is skipped",
    help="""Somebody is skipped: whoever's turn it is, or would be.

    \b
    Examples:
      companion blank skip
      companion blank skip ben
    """,
    params=(_SKIPPED,),
    plan=lambda action, told: action.add(
        TURN_SKIPPED, TurnOf(seat=told.get(_SKIPPED, action.state.turn))
    ),
)

REVERSE = Verb[State](
    name="reverse",
    about="the other way round",
    help="""Play goes the other way round.

    \b
    Examples:
      companion blank reverse
    """,
    plan=lambda action, told: action.add(DIRECTION_REVERSED, DirectionReversed()),
)

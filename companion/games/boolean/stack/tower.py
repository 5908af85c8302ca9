"""The stack as it grows, and falls: a die that is placed, and whoever makes the stack fall."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.changed import replace
from companion.core.kind import Kind
from companion.core.names import chosen, folded, short
from companion.core.offer import people
from companion.core.param import Candidate, Param, Told, a_choice, one, player
from companion.core.play import require_live
from companion.core.referee import Referee
from companion.core.shapes import SEAT, maybe, one_of
from companion.core.trial import Trial
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.stack.state import TOPS, Placed, StackState, Top
from companion.games.boolean.state import end
from companion.games.boolean.typed import is_name, names_and_values, names_first


def whose_turn(trial: Trial[StackState]) -> Iterable[int]:
    """Whoever has the turn, to be offered."""
    return (trial.state.mover,)


def require_turn(state: StackState, seat: int, rule: str, referee: Referee) -> None:
    """Refuse what somebody does in the turn of the other one."""
    turn = state.mover
    why = {
        "BO-111": "the first player opens the stack",
        "BO-114": "you take turns",
        "BO-123": "a Challenge is about the opponent's last die, in your own turn",
    }[rule]
    referee.require(
        seat == turn,
        rule,
        f"It is {state.name(turn)}'s turn, and not {state.name(seat)}'s: {why}.",
        f"`companion boolean challenge {state.seats[turn].handle} bluff`, or `true`, if it was "
        f"{state.name(turn)}'s."
        if state.complete
        else f"`companion boolean stack {state.seats[turn].handle}` if {state.name(turn)} has "
        "placed a die.",
    )


# A die is placed


class DieStacked(TypedDict):
    """A die is placed on all others; `top` is the colour of its top, if that is told."""

    seat: Annotated[int, SEAT]
    top: Annotated[Top | None, maybe(one_of(*TOPS))]


def _check_stacked(state: StackState, data: DieStacked, referee: Referee) -> None:
    seat = data["seat"]
    referee.require(
        not state.complete,
        "BO-129",
        f"All ten dice are in the stack: {state.name(state.mover)} has to Challenge.",
        "`companion boolean challenge bluff`, or `companion boolean challenge true` for a true "
        "inverse.",
    )
    require_turn(state, seat, "BO-114" if state.tower else "BO-111", referee)
    if not state.left(seat):
        raise Refused(
            f"{state.name(seat)} has placed all five dice.", "`companion table` shows the stack."
        )


def _stacked(state: StackState, data: DieStacked) -> StackState:
    seat = data["seat"]
    return replace(state, tower=(*state.tower, Placed(seat, data["top"])), turn=1 - seat)


def _tell_stacked(before: StackState, data: DieStacked, after: StackState) -> str:
    top = "" if data["top"] is None else f", {data['top']} on top"
    return f"{after.name(data['seat'])} places die {len(after.tower)}{top}"


DIE_STACKED = Kind(
    "die.stacked", DieStacked, apply=_stacked, tell=_tell_stacked, check=_check_stacked
)


def stack(action: Action[StackState], seat: int | None = None, top: Top | None = None) -> None:
    """A die is placed; by whoever's turn it is, if nobody is named."""
    placed_by = action.state.mover if seat is None else seat
    action.add(DIE_STACKED, DieStacked(seat=placed_by, top=top))


def _is_colour(word: str) -> bool:
    return any(top.startswith(folded(word)) for top in TOPS)


_ONE_TOP = "`companion boolean stack ana white`"


def _colour(state: StackState, word: str) -> Top:
    if not _is_colour(word):
        raise Invalid(f"“{short(word)}” is no colour.", _ONE_TOP)
    return chosen(word, TOPS, "colour")


def _tops(trial: Trial[StackState], told: Told[StackState]) -> Iterator[Candidate]:
    return ((top, f"its top is {top}") for top in TOPS)


_PLACER = player(whose_turn, "whose turn it is", optional=True, takes=is_name(_is_colour))
_TOP: Param[StackState, Top] = one(
    "white|black",
    a_choice(*TOPS),
    _colour,
    optional=True,
    metavar="[white|black]",
    candidates=_tops,
)


def a_top(name: str, help_text: str) -> Param[StackState, Top]:
    """An option that tells the colour of a die's top."""
    return one(
        name,
        a_choice(*TOPS),
        lambda state, word: chosen(word, TOPS, "colour"),
        optional=True,
        quiet=True,
        metavar="COLOUR",
        help=help_text,
        candidates=_tops,
    )


_ITS_TOP = a_top("--top", "Its top, which both of you see.")


def _place(action: Action[StackState], told: Told[StackState]) -> None:
    if _TOP in told and _ITS_TOP in told:
        raise Invalid("A die has one top.", _ONE_TOP)
    stack(action, told.get(_PLACER), told.get(_TOP) or told.get(_ITS_TOP))


def _too_many_words(state: StackState, words: Sequence[str]) -> Invalid:
    names, _ = names_and_values(state, words, _is_colour)
    if len(names) > 1:
        return Invalid(f"“{short(names[1])}” is no colour.", _ONE_TOP)
    return Invalid("A die has one top.", _ONE_TOP)


STACK = Verb[StackState](
    "stack",
    "a die is placed",
    """A die is placed on the stack, by whoever has the turn.

    The colour of its top may be told, and is compared in a Challenge.

    \b
    Examples:
      companion boolean stack
      companion boolean stack white
      companion boolean stack ana --top black
    """,
    (_PLACER, _TOP, _ITS_TOP),
    plan=_place,
    arrange=names_first(_is_colour),
    surplus=_too_many_words,
)


# The stack falls


class StackFell(TypedDict):
    """The stack falls, and `seat` made it."""

    seat: Annotated[int, SEAT]


def _fell(state: StackState, data: StackFell) -> StackState:
    return replace(state, fallen=data["seat"], turn=None)


def _tell_fell(before: StackState, data: StackFell, after: StackState) -> str:
    return f"{after.name(data['seat'])} makes the stack fall"


STACK_FELL = Kind("stack.fell", StackFell, apply=_fell, tell=_tell_fell)


def fall(action: Action[StackState], seat: int | None) -> None:
    """The stack falls: by whom has to be told, until the tenth die is placed."""
    before = action.state
    action.add(STACK_FELL, StackFell(seat=_who_let_it_fall(before) if seat is None else seat))
    if before.complete and seat is not None and seat == before.turn:
        action.warn(
            f"If it fell as {before.name(seat)} took off the Challenged die, the Challenge is "
            "decided all the same (A-BO-14): `companion undo`, and then the Challenge."
        )
    end(action)


def _who_let_it_fall(state: StackState) -> int:
    """Who placed the tenth die; before that, nobody can tell. Raises Invalid, or Refused."""
    require_live(state)
    if state.complete and state.topmost is not None:
        return state.topmost.seat
    raise Invalid("Who made the stack fall?", f"{who_fell(state)}.")


def fell_by(state: StackState, seat: int) -> str:
    """The command for a stack that somebody made fall."""
    return f"`companion boolean fell {state.seats[seat].handle}`"


def who_fell(state: StackState) -> str:
    """Both players' commands for a fall, and when it is whose."""
    turn, other = state.mover, 1 - state.mover
    if not state.tower:
        by = [f"{state.name(seat)}: {fell_by(state, seat)}" for seat in (turn, other)]
        return "; ".join(by)
    return f"By the last die: {fell_by(state, other)}; by the next: {fell_by(state, turn)}"


def _who(trial: Trial[StackState], told: Told[StackState]) -> Iterator[Candidate]:
    """Who made it fall: by the last die, or by the next."""
    state = trial.state
    by_the_last, by_the_next = ("with the last die", "with the next die")
    for seat, about in ((1 - state.mover, by_the_last), (state.mover, by_the_next)):
        yield from people(state, [seat], about if state.tower else "")


_BY = player(optional=True, candidates=_who)

FELL = Verb[StackState](
    "fell",
    "the stack fell",
    """The stack fell: who made it fall has lost.

    The one who placed the tenth die, if nobody is named; before that, it has to be told.

    \b
    Examples:
      companion boolean fell ana
      companion boolean fell
    """,
    (_BY,),
    plan=lambda action, told: fall(action, told.get(_BY)),
)

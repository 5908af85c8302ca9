"""What is known of a play of The Stack: an immutable value; who wins it, dice that are placed, and
a stack that falls."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import chosen, folded, short
from companion.core.offer import Trial, people
from companion.core.outcome import Outcome
from companion.core.param import Arguments, Candidate, Param, a_choice, choice, one, player
from companion.core.play import require_live
from companion.core.seats import Seat
from companion.core.shapes import SEAT, maybe, one_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.possession import Holding, Possessing
from companion.games.boolean.dice.the_ten import HALF, SET, by_id
from companion.games.boolean.parsing import is_name, names_and_values, names_first
from companion.games.boolean.variants import end

Top = Literal["white", "black"]
TOPS: tuple[Top, ...] = ("white", "black")
"""The colours that the top of a die may have."""


class Placed(NamedTuple):
    """A die in the stack: who placed it, and the colour of its top, if that was told."""

    seat: int
    top: Top | None


class Challenged(NamedTuple):
    """How a Challenge went: `by` whom, and whether the die of the other one was a true inverse."""

    by: int
    inverse: bool


class StackState(Possessing):
    """A play of The Stack. `held` are the five dice of each, those that are in the stack, too.

    `tower` is the stack from its bottom up, as far as it was told. `fallen` is who made it fall.
    """

    variant: ClassVar[str] = "stack"
    tower: tuple[Placed, ...] = ()
    fallen: int | None = None
    challenged: Challenged | None = None

    def placed(self, seat: int) -> int:
        """How many dice somebody has placed."""
        return sum(die.seat == seat for die in self.tower)

    def left(self, seat: int) -> int:
        """How many dice somebody has still to place."""
        return max(0, self.held[seat].size - self.placed(seat))

    def may_own(self, seat: int) -> list[str]:
        """The dice that can be among a player's five, by those that were told: a secret."""
        held, other = self.held[seat], self.held[1 - seat]
        if len(held.known) == held.size:
            return list(held.known)
        return [die for die in by_id() if die not in other.known]

    @property
    def mover(self) -> int:
        """Whose turn it is; after the end, the first player, whose entry is refused then."""
        return self.first if self.turn is None else self.turn

    @property
    def complete(self) -> bool:
        """Whether all ten dice are in the stack."""
        return len(self.tower) >= SET

    @property
    def topmost(self) -> Placed | None:
        """The die that was placed last."""
        return self.tower[-1] if self.tower else None

    @property
    def under(self) -> Placed | None:
        """The die that the topmost one lies on."""
        return self.tower[-2] if len(self.tower) > 1 else None

    @property
    def open_to_challenge(self) -> bool:
        """Whether the topmost die may be Challenged: it is nobody's first (BO-125)."""
        return self.topmost is not None and self.placed(self.topmost.seat) > 1


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> StackState:
    """Five dice for each of the two; `first` places the lowest die."""
    return StackState(
        seats=seats, scores=(), first=first, turn=first, held=(Holding(HALF),) * len(seats)
    )


# Who wins: whose opponent makes it fall, or who is right in a Challenge


def outcome(state: StackState) -> Outcome:
    """The winner by what was told; nobody before the stack falls or a die is Challenged."""
    if state.fallen is not None:
        why = f"{state.name(state.fallen)} made the stack fall"
        return Outcome((1 - state.fallen,), why)
    if state.challenged is not None:
        by, inverse = state.challenged
        name = state.name(1 - by)
        if inverse:
            return Outcome((1 - by,), f"{name}'s die is a true inverse, and was Challenged")
        return Outcome((by,), f"{name}'s die was a bluff, and was Challenged")
    return Outcome((), "the stack stands, and no die was Challenged")


def is_over(state: StackState) -> bool:
    """Whether the stack fell, or a Challenge was decided: the game ends by itself (BO-107)."""
    return bool(outcome(state).winners)


# The stack as it grows, and falls: a die that is placed, and whoever makes the stack fall


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


def _tops(trial: Trial[StackState], told: Arguments[StackState]) -> Iterator[Candidate]:
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
    return choice(
        name,
        TOPS,
        "colour",
        optional=True,
        quiet=True,
        metavar="COLOUR",
        help=help_text,
        candidates=_tops,
    )


_ITS_TOP = a_top("--top", "Its top, which both of you see.")


def _place(action: Action[StackState], told: Arguments[StackState]) -> None:
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
    normalize=names_first(_is_colour),
    too_many=_too_many_words,
)


# The stack falls


class StackFell(TypedDict):
    """The stack falls, and `seat` made it."""

    seat: Annotated[int, SEAT]


STACK_FELL = Kind[StackState, StackFell](
    "stack.fell",
    StackFell,
    apply=lambda state, data: replace(state, fallen=data["seat"], turn=None),
    tell=lambda before, data, after: f"{after.name(data['seat'])} makes the stack fall",
)


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


def _who(trial: Trial[StackState], told: Arguments[StackState]) -> Iterator[Candidate]:
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

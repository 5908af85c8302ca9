"""How the stack grows and falls: a die is placed, or somebody makes the stack fall."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import choice, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, folded, short
from companion.core.offer import people
from companion.core.param import Arguments, Candidate, Param, a_choice
from companion.core.play import require_live
from companion.core.shapes import maybe, one_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.parsing import is_name, names_and_values, names_first
from companion.games.boolean.stack.state import TOPS, PlacedDie, StackState, Top
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.offer import Trial


def require_turn(state: StackState, seat: int, rule: str, referee: Referee) -> None:
    """Refuse an entry in the other player's turn."""
    turn = state.mover
    why = {
        "BO-111": "the first player opens the stack",
        "BO-114": "you take turns",
        "BO-123": "you Challenge your opponent's last die, in your own turn",
    }[rule]
    referee.require(
        seat == turn,
        rule,
        f"It is {state.name(turn)}'s turn, not {state.name(seat)}'s: {why}.",
        f"`companion boolean challenge {state.seats[turn].handle} bluff`, or `true`, if it was "
        f"{state.name(turn)}'s."
        if state.complete
        else f"`companion boolean stack {state.seats[turn].handle}` if {state.name(turn)} has "
        "placed a die.",
    )


# A die is placed


class DieStacked(Fact[StackState], kind="die.stacked"):
    """A die is placed on top; `top` is the colour of its upper face, if entered."""

    seat: Seat
    top: Annotated[Top | None, maybe(one_of(*TOPS))]

    def check(self, state: StackState, referee: Referee) -> None:
        referee.require(
            not state.complete,
            "BO-129",
            f"All ten dice are in the stack, so {state.name(state.mover)} has to Challenge.",
            "`companion boolean challenge bluff`, or `companion boolean challenge true` for a true "
            "inverse.",
        )
        require_turn(state, self.seat, "BO-114" if state.tower else "BO-111", referee)
        if not state.left(self.seat):
            raise Refused(
                f"{state.name(self.seat)} has placed all five dice.",
                "`companion table` shows the stack.",
            )

    def apply(self, state: StackState) -> StackState:
        return replace(
            state, tower=(*state.tower, PlacedDie(self.seat, self.top)), turn=1 - self.seat
        )

    def describe(self, before: StackState, after: StackState) -> str:
        top = "" if self.top is None else f", {self.top} on top"
        return f"{after.name(self.seat)} places die {len(after.tower)}{top}"


def _is_colour(word: str) -> bool:
    return any(top.startswith(folded(word)) for top in TOPS)


_ONE_TOP = "`companion boolean stack ana white`"


def _read_colour(state: StackState, word: str) -> Top:
    if not _is_colour(word):
        raise Invalid(f"“{short(word)}” is not a colour.", _ONE_TOP)
    return chosen(word, TOPS, "colour")


def _tops(trial: "Trial[StackState]", args: Arguments[StackState]) -> Iterator[Candidate]:
    return ((top, f"its top is {top}") for top in TOPS)


def option_for_top(help: str) -> Param:
    """The option `--top`, for the colour on top of a die."""
    return choice(
        TOPS, "colour", "--top", after_dash=True, metavar="COLOUR", help=help, candidates=_tops
    )


def _too_many_words(state: StackState, words: Sequence[str]) -> Invalid:
    names, _ = names_and_values(state, words, _is_colour)
    if len(names) > 1:
        return Invalid(f"“{short(names[1])}” is not a colour.", _ONE_TOP)
    return Invalid("Enter one colour.", _ONE_TOP)


def _whose_turn(trial: "Trial[StackState]") -> Iterable[int]:
    return (trial.state.mover,)


Placer = Annotated[
    int | None, player(_whose_turn, "whose turn it is", belongs_here=is_name(_is_colour))
]
Color = Annotated[
    Top | None,
    word(
        _read_colour,
        "white|black",
        a_choice(*TOPS),
        metavar="[white|black]",
        candidates=_tops,
    ),
]
ItsTop = Annotated[Top | None, option_for_top("The colour on top.")]


@verb("place a die", rearrange=names_first(_is_colour), too_many=_too_many_words)
def stack(
    action: Action[StackState], player: Placer = None, color: Color = None, *, top: ItsTop = None
) -> None:
    """Place a die on the stack.

    Without a name, for the player whose turn it is. You may enter the colour on top, which is used
    in a Challenge.

    Examples:
      companion boolean stack
      companion boolean stack white
      companion boolean stack ana --top black
    """
    if color is not None and top is not None:
        raise Invalid("The top was entered twice.", _ONE_TOP)
    seat = action.state.mover if player is None else player
    action.add(DieStacked(seat=seat, top=color or top))


# The stack falls


class StackFell(Fact[StackState], kind="stack.fell"):
    """The stack falls because of the player in `seat`."""

    seat: Seat

    def apply(self, state: StackState) -> StackState:
        return replace(state, fallen=self.seat, turn=None)

    def describe(self, before: StackState, after: StackState) -> str:
        return f"{after.name(self.seat)} makes the stack fall"


def _find_clumsy(state: StackState) -> int:
    """Return who placed the tenth die. Before that it is unknown: raises Invalid, or Refused."""
    require_live(state)
    if state.complete and state.topmost is not None:
        return state.topmost.seat
    raise Invalid("Who made the stack fall?", f"{fell_commands(state)}.")


def fell_command(state: StackState, seat: int) -> str:
    """The command for a stack that a player made fall."""
    return f"`companion boolean fell {state.seats[seat].handle}`"


def fell_commands(state: StackState) -> str:
    """The commands for a fall by either player, and when to use which."""
    turn, other = state.mover, 1 - state.mover
    if not state.tower:
        by = [f"{state.name(seat)}: {fell_command(state, seat)}" for seat in (turn, other)]
        return "; ".join(by)
    last, following = fell_command(state, other), fell_command(state, turn)
    return f"With the last die: {last}; with the next: {following}"


def _suspects(trial: "Trial[StackState]", args: Arguments[StackState]) -> Iterator[Candidate]:
    state = trial.state
    for seat, about in (
        (1 - state.mover, "with the last die"),
        (state.mover, "with the next die"),
    ):
        yield from people(state, [seat], about if state.tower else "")


MadeItFall = Annotated[int | None, player(candidates=_suspects)]


@verb("the stack fell")
def fell(action: Action[StackState], player: MadeItFall = None) -> None:
    """Enter who made the stack fall, and so has lost.

    Without a name, it is the player who placed the tenth die; before that, name the player.

    Examples:
      companion boolean fell ana
      companion boolean fell
    """
    before = action.state
    action.add(StackFell(seat=_find_clumsy(before) if player is None else player))
    if before.complete and player is not None and player == before.turn:
        action.warn(
            f"If it fell as {before.name(player)} took off the Challenged die, the Challenge "
            "counts (A-BO-14): `companion undo`, then enter the Challenge."
        )
    end(action)

"""Whose turn it is, the direction of play, and the events of the last moves."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import player, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import listed
from companion.core.param import Arguments, Candidate
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.blank.state import Act, Move, PastMove, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# After a move


def end_turn(state: State, seat: int) -> State:
    """End a player's turn."""
    return replace(
        state, turn=state.next_seat(seat), last_seat=seat, turn_count=state.turn_count + 1
    )


def past_moves_with_newest(state: State) -> tuple[PastMove, ...]:
    """The past moves with the newest one, if a hand is empty."""
    if not state.empty_hands:
        return ()
    return (
        *state.past_moves,
        PastMove(state.newest_move, state.direction, state.left_to_draw),
    )


def change_newest_move(state: State, **changes: Any) -> State:
    """Change fields of the newest move."""
    return replace(
        state, recent_moves=(*state.recent_moves[:-1], state.newest_move._replace(**changes))
    )


def add_act(state: State, act: Act) -> State:
    """Add an event to the newest move; do nothing if its cards were not entered."""
    acts = state.newest_move.acts
    if not acts:
        return state
    act = act._replace(rules=state.rules, direction=state.direction, moment=state.moment)
    return change_newest_move(state, acts=(*acts, act))


def _with_gap(state: State) -> State:
    """Account for a turn that was not entered: a card was played (BL-49) or drawn (BL-62)."""
    return replace(state, top=None, under=state.top or state.under, has_gaps=True)


# Turns


class TurnPassed(Fact[State], kind="turn.passed", counts=False):
    """A turn is over, and what was played is not entered."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        empty = state.empty_seats()
        if empty:
            referee.refuse(
                "BL-4",
                f"{state.name(empty[0])} has no cards left, so the game is over.",
                f"`companion blank win {state.seats[empty[0]].handle}`, or enter what was drawn.",
            )
        _require_turn(state, self.seat, referee)

    def apply(self, state: State) -> State:
        moment = state.moment + 1
        recent = (state.newest_move, Move(moment=moment))
        state = replace(
            _with_gap(state),
            recent_moves=recent,
            past_moves=past_moves_with_newest(state),
            moment=moment,
        )
        return end_turn(state, self.seat)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)}'s turn is over, not entered"


class TurnSkipped(Fact[State], kind="turn.skipped", counts=False):
    """A turn is skipped."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        _require_turn(state, self.seat, referee)

    def apply(self, state: State) -> State:
        return replace(state, turn=state.next_seat(self.seat))

    def describe(self, before: State, after: State) -> str:
        others = [before.name(other) for other in before.turns_before(self.seat)]
        verb = "is" if len(others) == 1 else "are"
        return f"{after.name(self.seat)} is skipped" + (
            f", and so {verb} {listed(others)}" if others else ""
        )


class TurnGiven(Fact[State], kind="turn.given", counts=False):
    """It is a player's turn: others had theirs, not entered, or the last player goes again."""

    seat: Seat

    def apply(self, state: State) -> State:
        """Nothing changes if it is that player's turn already, as it may be after an undo."""
        if self.seat == state.turn:
            return state
        if self.seat != state.last_seat:
            state = _with_gap(state)
        return change_newest_move(replace(state, turn=self.seat), has_gaps=True)

    def describe(self, before: State, after: State) -> str:
        if self.seat == before.last_seat:
            return f"it is {after.name(self.seat)}'s turn again"
        others = listed([f"{before.name(other)}'s" for other in before.turns_before(self.seat)])
        unseen = f", {others} not entered" if others else ""
        return f"it is {after.name(self.seat)}'s turn{unseen}"


def _require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse a turn that has not come yet: those before it would be skipped."""
    if seat != state.turn:
        before = [f"{state.name(other)}'s" for other in state.turns_before(seat)]
        name, handle = state.name(seat), state.seats[seat].handle
        who = state.name(state.turn)
        referee.refuse(
            "BL-48",
            f"It is {who}'s turn; {name}'s would come after {listed(before)}, "
            "which would be skipped.",
            f"`companion blank skip` skips {who}. If the others had their turns, not entered: "
            f"`companion blank turn {handle}`; then enter this again.",
        )


def advance(action: Action[State]) -> None:
    """`next`: end the turn without entering what was played."""
    action.add(TurnPassed(seat=action.state.turn))


# The direction


class DirectionReversed(Fact[State], kind="direction.reversed", counts=False):
    """The direction of play is reversed."""

    def apply(self, state: State) -> State:
        """The next player is counted from the one whose turn is over."""
        state = replace(state, direction=-state.direction)
        return (
            state
            if state.last_seat is None
            else replace(state, turn=state.next_seat(state.last_seat))
        )

    def describe(self, before: State, after: State) -> str:
        way = "clockwise" if after.direction == 1 else "counter-clockwise"
        return f"play goes {way} now"


# Parameters


def from_turn(trial: "Trial[State]") -> tuple[int, ...]:
    """All seats, from the current turn on."""
    from companion.core.offer import from_turn

    return from_turn(trial.state, trial.state.turn)


def players_with_counts(
    whose: Callable[["Trial[State]"], Iterable[int]] = from_turn,
) -> Callable[["Trial[State]", Arguments[State]], Iterator[Candidate]]:
    """Players for a menu, with how many cards they have as far as entered."""

    def candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
        from companion.core.offer import people

        state = trial.state
        for seat in whose(trial):
            yield from people(
                state, [seat], f"has {state.hands[seat]}" if seat in state.known_hands else ""
            )

    return candidates


Anybody = Annotated[int, player(from_turn, whose=lambda state, seat: [state.turn])]
PlayerWithCount = Annotated[int, player(candidates=players_with_counts())]
SkippedPlayer = Annotated[int, player(from_turn, default_from=lambda state: state.turn)]


@verb("set whose turn it is", name="turn")
def give_turn(action: Action[State], player: Anybody) -> None:
    """Set whose turn it is.

    The others had their turns, or somebody goes again.

    Examples:
      companion blank turn cho
    """
    state = action.state
    if player == state.turn:
        raise Refused(f"It is {state.name(player)}'s turn already.", "Nothing was recorded.")
    action.add(TurnGiven(seat=player))


@verb("skip a player")
def skip(action: Action[State], player: SkippedPlayer) -> None:
    """Skip a player's turn.

    Without a name: the player whose turn it is.

    Examples:
      companion blank skip
      companion blank skip ben
    """
    action.add(TurnSkipped(seat=player))


@verb("reverse the direction")
def reverse(action: Action[State]) -> None:
    """Reverse the direction of play.

    Examples:
      companion blank reverse
    """
    action.add(DirectionReversed())

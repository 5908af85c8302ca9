"""The columns: numbers crossed off without a roll, in a known turn or any; and the Nudges left."""

from collections.abc import Mapping, Sequence

from companion.core.action import Action
from companion.core.command import Player, number, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import counted, listed
from companion.core.shapes import each_seat, list_of, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.boolean.shut_the_box.parsing import LONGEST_PLAY, ColumnNumbers, turn_number
from companion.games.boolean.shut_the_box.state import (
    DICE,
    NUDGES,
    BoxState,
    cross_off,
    never_shown,
    number_words,
    switch_lines,
    with_known_dice,
    with_turn,
)
from companion.games.boolean.variants import UNDO_BY_NUMBER, end

TURN_NUMBER = whole_from(1, LONGEST_PLAY)
A_NUMBER = whole_from(0, DICE)
"""A number in a column, or of White-up dice."""
NUMBERS = list_of(A_NUMBER)

# Requirements of every entry about a turn


def require_open(state: BoxState, number: int | None = None) -> None:
    """Refuse a turn after the one in which a column was finished."""
    finish = state.winning_turn
    if state.is_over or (finish is not None and number is not None and number > finish):
        names = listed([state.name(seat) for seat in state.complete])
        raise Refused(
            f"{names} has crossed off everything: the game is over (BO-150).",
            "`companion finish`; or `companion undo` takes the newest entry back.",
        )


def require_begun(state: BoxState, number: int | None) -> None:
    """Refuse a turn that has not begun."""
    if number is not None and number > state.round:
        raise Refused(
            f"Turn {number} has not begun: this is turn {state.round}.",
            "Leave out `--turn` for the current turn.",
        )


def require_uncrossed(state: BoxState, seat: int, numbers: Sequence[int]) -> None:
    """Refuse numbers that are crossed off already."""
    gone = [
        number
        for place, number in enumerate(numbers)
        if number in state.crossed[seat] or number in numbers[:place]
    ]
    if gone:
        raise Refused(
            f"{state.name(seat)}'s {gone[0]} is already crossed off.",
            f"Still open: {number_words(state.needed(seat))}.",
        )


def require_sets(state: BoxState, after: BoxState, turn: int, referee: Referee) -> None:
    """Refuse a count that a set or the known dice never show, in this turn or, if it was entered
    late, in a later one.
    """
    hint = f"Count again; or, if another turn was entered wrongly: {UNDO_BY_NUMBER}"
    for then, seat, count in _new(state.impossible_counts, after.impossible_counts):
        referee.refuse(
            "BO-30",
            f"{_then(then, turn)}{state.name(seat)} had the {_colour(count)}-up set, by what was "
            f"entered, and that never shows {count}.",
            hint,
        )
    for then, seat, count in _new(state.counts_unlike_dice, after.counts_unlike_dice):
        referee.refuse(
            "BO-4",
            f"{_then(then, turn)}{state.name(seat)} cannot have had {count}, by the dice that "
            "were entered.",
            hint,
        )


_Counts = tuple[tuple[int, int, int], ...]


def _new(before: _Counts, after: _Counts) -> _Counts:
    """Return the first one that was not there before, if any."""
    return tuple(one for one in after if one not in before)[:1]


def _then(then: int, turn: int) -> str:
    return "" if then == turn else f"In turn {then}, "


def _colour(never: int) -> str:
    return "Black" if never else "White"


# Numbers are crossed off


class ColumnsCrossed(Fact[BoxState], kind="columns.crossed"):
    """Numbers are crossed off without a roll.

    `turn` is the turn in which that was, if entered or clear.
    """

    numbers: Annotated[list[list[int]], each_seat(NUMBERS)]
    turn: Annotated[int, TURN_NUMBER] | None = None

    def check(self, state: BoxState, referee: Referee) -> None:
        turn = self.turn
        require_open(state, turn)
        require_begun(state, turn)
        if not any(self.numbers):
            raise Refused("No number to cross off was entered.", "`companion boolean cross ana 3`")
        for seat, numbers in enumerate(self.numbers):
            require_uncrossed(state, seat, numbers)
            if numbers:
                _require_one_a_turn(state, seat, numbers, turn, referee)
        require_sets(state, self.apply(state), state.round if turn is None else turn, referee)

    def apply(self, state: BoxState) -> BoxState:
        done = state.complete
        for seat, numbers in enumerate(self.numbers):
            if numbers:
                number = state.round if self.turn is None else self.turn
                state = cross_off(state, seat, numbers, number)
        if self.turn is None:
            finished = _finished_now(state, self.numbers, done)
            return with_known_dice(_of_turns_not_entered(finished, self.numbers))
        turn = state.turn_of(self.turn)
        crossed = [numbers[-1] if numbers else None for numbers in self.numbers]
        pairs = zip(turn.crossed, crossed, strict=True)
        turn = turn._replace(crossed=tuple(new if old is None else old for old, new in pairs))
        return with_known_dice(with_turn(state, turn))

    def describe(self, before: BoxState, after: BoxState) -> str:
        columns = [
            f"{after.name(seat)} crosses off {number_words(numbers)}"
            for seat, numbers in enumerate(self.numbers)
            if numbers
        ]
        number = before.round if self.turn is None else self.turn
        line = "; ".join([*columns, *switch_lines(before, number, after)])
        return f"turn {number}: {line}" if number < before.round else line


def _require_one_a_turn(
    state: BoxState, seat: int, numbers: Sequence[int], turn: int | None, referee: Referee
) -> None:
    """Refuse a second number in a turn, and one that was not the last count.

    By default, the turn is the current one if its roll was entered; otherwise it may be any.
    """
    handle, name = state.seats[seat].handle, state.name(seat)
    rolled = state.now.counts[seat] is not None
    number = state.round if turn is None and rolled else turn
    if number is None:
        if len(numbers) == 1:
            _require_set_shows(state, seat, numbers[0], state.round, referee)
        return
    crossed, seen = state.crossed_in(number, seat), state.turn_of(number).counts[seat]
    other = f"`companion boolean cross {handle} {numbers[-1]} --turn N` if it was in another turn"
    referee.require(
        len(numbers) == 1 and crossed is None,
        "BO-140",
        f"{name} already crossed off {crossed} in turn {number}, and only one number goes in a "
        "turn."
        if crossed is not None
        else f"{name} crosses off one number in a turn, not {len(numbers)}.",
        f"{other}. Or: {UNDO_BY_NUMBER}",
    )
    referee.require(
        seen is None or numbers[-1] == seen[-1],
        "BO-140",
        f"{name} had {seen[-1] if seen else 0} White-up at the end of turn {number}, so cannot "
        f"cross off {numbers[-1]}.",
        f"{_own_count(state, seat, number)}{other}.",
    )
    if seen is None:
        _require_set_shows(state, seat, numbers[-1], number, referee)


def _own_count(state: BoxState, seat: int, number: int) -> str:
    """Say how to cross off a player's last count of a turn; empty if it is crossed off."""
    seen = state.turn_of(number).counts[seat]
    if not seen or seen[-1] not in state.needed(seat):
        return ""
    late = "" if number == state.round else f" --turn {number}"
    return f"`companion boolean cross {state.seats[seat].handle} {seen[-1]}{late}`; "


def _require_set_shows(
    state: BoxState, seat: int, count: int, number: int, referee: Referee
) -> None:
    """Refuse a count that a player's set, or known dice, never show in a turn."""
    owner = state.white_in(number)
    hint = (
        f"`companion boolean cross {state.seats[seat].handle} {count} --turn N` if it was in an "
        "earlier turn; `companion next` for each turn that you did not enter."
    )
    referee.require(
        owner is None or count != never_shown(owner == seat),
        "BO-30",
        f"{state.name(seat)} {'has' if number == state.round else 'had'} the "
        f"{_colour(count)}-up set, by what was entered, and that never shows {count}.",
        hint,
    )
    least, most = state.limits(seat, number)
    referee.require(
        least <= count <= most,
        "BO-4",
        f"{state.name(seat)} cannot have {'' if number == state.round else 'had '}{count}, by the "
        "dice that were entered.",
        hint,
    )


def _finished_now(state: BoxState, numbers: list[list[int]], done: tuple[int, ...]) -> BoxState:
    """A number that finishes a column belongs to the current turn, as the game ends with it."""
    crossed = [
        new[0]
        if old is None and len(new) == 1 and seat in state.complete and seat not in done
        else old
        for seat, (new, old) in enumerate(zip(numbers, state.now.crossed, strict=True))
    ]
    return replace(state, now=state.now._replace(crossed=tuple(crossed)))


def _of_turns_not_entered(state: BoxState, numbers: list[list[int]]) -> BoxState:
    """Several numbers belong to turns that were not entered, perhaps with switches."""
    untimed = tuple(old + len(new) for old, new in zip(state.untimed, numbers, strict=True))
    state = replace(state, untimed=untimed)
    if max(untimed) < 2:
        return state
    dice = tuple(one for one in state.entered_dice if one.turn != state.round)
    unknown = tuple(sorted({*state.sets_unknown, state.round}))
    return replace(state, entered_dice=dice, sets_unknown=unknown)


def _find_turn(
    state: BoxState, numbers: Mapping[int, Sequence[int]], turn: int | None
) -> int | None:
    """Return the turn in which numbers are crossed off; None if it may be any.

    It is the named one; the current one for players whose rolls in it were entered; and for a
    player who may still draw level, the one in which the other player finished.
    """
    if turn is None and all(state.now.counts[seat] is not None for seat in numbers):
        return state.round
    if turn is None and state.turn_of_count < state.round and {*numbers} == {state.waiting}:
        return state.turn_of_count
    return turn


CrossedTurn = Annotated[int | None, turn_number("cross", "An earlier turn.")]


@verb("cross numbers off, without a roll")
def cross(action: Action[BoxState], numbers: ColumnNumbers, *, turn: CrossedTurn = None) -> None:
    """Shut the Box: cross numbers off, without a roll.

    One in a turn; several are of several turns. If the other player may finish in the same turn,
    the game goes on until that is entered.

    Examples:
      companion boolean cross ana 3
      companion boolean cross ana 0,1,4 ben 2
      companion boolean cross ana 3 --turn 2
    """
    state = action.state
    columns = [list(numbers.get(seat, ())) for seat in range(len(state.seats))]
    action.add(ColumnsCrossed(numbers=columns, turn=_find_turn(state, numbers, turn)))
    if state.has_known_dice and not action.state.has_known_dice:
        action.warn(
            "Several numbers belong to several turns, in which sets may have been switched, so it "
            "is unknown now whose dice are which. `companion boolean holds NAME DIE…` enters it "
            "again."
        )
    end(action)


# The number of Nudges left


_MOST_NUDGES = 9
"""The most, with house rules."""


class NudgesCounted(Fact[BoxState], kind="nudges.counted"):
    """How many Nudges a player has left, whatever was entered before."""

    seat: Seat
    nudges: Annotated[int, whole_from(0, _MOST_NUDGES)]

    def check(self, state: BoxState, referee: Referee) -> None:
        name, left = state.name(self.seat), self.nudges
        if state.nudges[self.seat] == left:
            raise Refused(
                f"{name} already has {counted(left, 'Nudge')} left.",
                "`companion table` shows the circles.",
            )
        referee.require(
            left <= NUDGES,
            "BO-135",
            f"{name} cannot have {left} Nudges left: there are {NUDGES} for the whole game.",
            f"Enter 0 to {NUDGES}.",
        )

    def apply(self, state: BoxState) -> BoxState:
        left = list(state.nudges)
        left[self.seat] = self.nudges
        return replace(state, nudges=tuple(left))

    def describe(self, before: BoxState, after: BoxState) -> str:
        return f"{after.name(self.seat)} has {counted(self.nudges, 'Nudge')} left"


NudgesLeft = Annotated[
    int,
    number(
        0,
        _MOST_NUDGES,
        name="N",
        what="number of Nudges",
        example="`companion boolean nudges ana 1`",
        candidates=lambda trial, args: ((str(left), "left") for left in range(NUDGES + 1)),
    ),
]


@verb("how many Nudges are left", name="nudges")
def count_nudges(action: Action[BoxState], player: Player, left: NudgesLeft) -> None:
    """Shut the Box: set how many Nudges a player has left.

    Examples:
      companion boolean nudges ana 1
    """
    action.add(NudgesCounted(seat=player, nudges=left))

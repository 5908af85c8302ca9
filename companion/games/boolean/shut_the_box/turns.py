"""A turn: both rolls, their Nudges, the numbers crossed off, and a switch.

A turn may be entered for one player only, late, or never.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import counted, listed
from companion.core.offer import people
from companion.core.param import A_PLAYER
from companion.core.schemas import json_schema
from companion.core.seats import find_seat
from companion.core.shapes import SEAT, Context, Wrong, each_seat, list_of, maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.shut_the_box.columns import (
    A_NUMBER,
    NUMBERS,
    TURN_NUMBER,
    require_begun,
    require_open,
    require_sets,
    require_uncrossed,
)
from companion.games.boolean.shut_the_box.parsing import TypedCounts, counts_of_all, turn_number
from companion.games.boolean.shut_the_box.state import (
    DICE,
    NUDGES,
    BoxState,
    Counts,
    Turn,
    close_turn,
    cross_off,
    switch_lines,
    with_known_dice,
    with_turn,
)
from companion.games.boolean.variants import UNDO_BY_NUMBER, end


@json_schema(type="array", items={"type": "integer", "minimum": 0, "maximum": DICE}, minItems=1)
def _COUNTS(value: Any, context: Context) -> Wrong | None:
    """A roll, and the count after each Nudge: at least one count."""
    return NUMBERS(value, context) if value else ("", value)


class CountsRolled(Fact[BoxState], kind="counts.rolled"):
    """The players' rolls in a turn, and the count after each Nudge.

    Null for a player whose roll is not entered (yet). `crossed` is also null for players who `left`
    the number, or had crossed it off before.
    """

    turn: Annotated[int, TURN_NUMBER]
    counts: Annotated[list[list[int] | None], each_seat(maybe(_COUNTS))]
    crossed: Annotated[list[int | None], each_seat(maybe(A_NUMBER))]
    left: Annotated[list[int], list_of(SEAT)] | None = None

    def check(self, state: BoxState, referee: Referee) -> None:
        number = self.turn
        require_open(state, number)
        known = state.turn_of(number)
        for seat, seen in enumerate(self.counts):
            if seen is None:
                continue
            if known.counts[seat] is not None:
                raise Refused(
                    f"{state.name(seat)}'s roll of turn {number} was already entered.",
                    UNDO_BY_NUMBER,
                )
            _require_nudges(state, seat, seen, referee)
            _require_shown(state, seat, number, seen, referee)
            _require_own_count(state, seat, seen, self.crossed[seat], referee)
            self._require_crossed(state, seat, seen[-1], referee)
        self._require_one_set(state, referee)
        require_sets(state, self.apply(state), number, referee)

    def _require_crossed(self, state: BoxState, seat: int, last: int, referee: Referee) -> None:
        """Refuse a count if the number crossed off in this turn is no longer its consequence."""
        number, name, handle = self.crossed[seat], state.name(seat), state.seats[seat].handle
        before = state.crossed_in(self.turn, seat)
        referee.require(
            before in (None, last) and (before is None or number is None),
            "BO-140",
            f"{name} crossed off {before} in turn {self.turn}, so cannot have ended it with "
            f"{last}.",
            f"If that is wrong: {UNDO_BY_NUMBER}",
        )
        may_leave = self.left is None or seat in self.left
        follows = before is None and last in state.needed(seat) and not may_leave
        referee.require(
            number is not None or not follows,
            "BO-140",
            f"{name}'s {last} would not be crossed off before turn {self.turn}, which crosses it "
            "off.",
            f"`companion boolean turn {handle} {last} --leave {handle}` does not cross it off.",
        )

    def _require_one_set(self, state: BoxState, referee: Referee) -> None:
        """Only one of the two has the all-white die, and one the all-black die."""
        before = state.turn_of(self.turn).counts
        counts = [new or known for new, known in zip(self.counts, before, strict=True)]
        names = listed([seat.name for seat in state.seats])
        for count, colour, hue in ((0, "white", "White"), (DICE, "black", "Black")):
            referee.require(
                not all(count in (seen or ()) for seen in counts),
                "BO-4",
                f"{names} cannot both have had {count}: one of the ten dice is {colour} on all "
                f"sides, and always {hue}-up.",
                "Count again; `companion boolean dice` shows the ten.",
            )

    def apply(self, state: BoxState) -> BoxState:
        """Apply both counts at once, or one after the other; with both, the turn is over.

        A turn that is over may be entered late.
        """
        if self.turn > state.round:
            state = close_turn(state, self.turn)
        turn = state.turn_of(self.turn)
        counts, crossed, nudges = list(turn.counts), list(turn.crossed), list(state.nudges)
        for seat, seen in enumerate(self.counts):
            if seen is None:
                continue
            number = self.crossed[seat]
            counts[seat] = tuple(seen)
            nudges[seat] = max(0, state.nudges[seat] - len(seen) + 1)
            if number is not None:
                crossed[seat] = number
                state = cross_off(state, seat, (number,), turn.number)
        turn = Turn(turn.number, tuple(counts), tuple(crossed))
        state = with_turn(replace(state, nudges=tuple(nudges)), turn)
        return with_known_dice(close_turn(state, state.round + 1) if state.now.has_both else state)

    def describe(self, before: BoxState, after: BoxState) -> str:
        players = [
            _player(before, seat, seen, self.crossed[seat])
            for seat, seen in enumerate(self.counts)
            if seen is not None
        ]
        parts = [*players, *switch_lines(before, self.turn, after)]
        return f"turn {self.turn}: {'; '.join(parts)}"


def _require_nudges(state: BoxState, seat: int, seen: Sequence[int], referee: Referee) -> None:
    """A Nudge turns one die, so the count changes by one at most; and there are three."""
    name, handle = state.name(seat), state.seats[seat].handle
    for before, after in pairwise(seen):
        between = range(before, after, 1 if after > before else -1)
        way = ",".join(str(count) for count in (*between, after))
        referee.require(
            abs(after - before) <= 1,
            "BO-142",
            f"A Nudge turns one die, so it cannot change {before} to {after}.",
            f"Enter the count after each Nudge: `companion boolean turn {handle} {way}`.",
        )
    used, left = len(seen) - 1, state.nudges[seat]
    why = f"{name} has {counted(left, 'Nudge')} left, and cannot use {used}."
    if left == NUDGES:
        why = f"{name} cannot use {used} Nudges: there are {NUDGES} for the whole game."
    referee.require(
        used <= left,
        "BO-135" if left == NUDGES else "BO-144",
        why,
        f"`companion boolean nudges {handle} {min(used, NUDGES)}` if that is wrong."
        if left < NUDGES
        else "`companion table` shows the circles.",
    )


def _require_shown(
    state: BoxState, seat: int, number: int, seen: Sequence[int], referee: Referee
) -> None:
    """Refuse counts that a player's known dice never show.

    The refusal does not say which dice these are, or what they can show: others may read it.
    """
    least, most = state.limits(seat, number)
    wrong = next((count for count in seen if not least <= count <= most), None)
    if wrong is None:
        return
    referee.refuse(
        "BO-4",
        f"{state.name(seat)} cannot have had {wrong}, by the dice that were entered.",
        "Count again; or, if these are other dice: `companion boolean holds NAME DIE…`",
    )


def _require_own_count(
    state: BoxState, seat: int, seen: Sequence[int], number: int | None, referee: Referee
) -> None:
    if number is None:
        return
    name, last = state.name(seat), seen[-1]
    referee.require(
        number == last,
        "A-BO-12" if number in seen else "BO-140",
        f"{name} ends with {last} White-up, so cannot cross off {number}.",
        f"`companion boolean turn {state.seats[seat].handle} {last}`",
    )
    require_uncrossed(state, seat, [number])


def count_words(seen: Sequence[int]) -> str:
    """A roll and the counts after Nudges: `3 → 2`."""
    return " → ".join(str(count) for count in seen)


def _player(before: BoxState, seat: int, seen: Sequence[int], number: int | None) -> str:
    line = f"{before.name(seat)} {count_words(seen)}"
    if number is not None:
        return f"{line}, crosses off {number}"
    gone = seen[-1] in before.crossed[seat]
    return f"{line}, which is already crossed off" if gone else f"{line}, does not cross it off"


# Parameters


def _read_names(state: BoxState, words: Sequence[str]) -> list[int]:
    return [find_seat(state.seats, name) for word in words for name in word.split(",")]


Leaving = Annotated[
    Collection[int],
    words(
        _read_names,
        sort=A_PLAYER,
        after_dash=True,
        metavar="NAME",
        help="A player who does not cross off the number.",
        candidates=lambda trial, args: people(trial.state, range(len(trial.state.seats))),
    ),
]
LateTurn = Annotated[int | None, turn_number("turn", "An earlier turn.")]


@verb("both players' White-up dice", name="turn")
def enter_turn(
    action: Action[BoxState],
    counts: TypedCounts,
    *,
    leave: Leaving = (),
    number: LateTurn = None,
) -> None:
    """Shut the Box: enter both players' White-up dice.

    Counts are in seat order. 3,2 is a roll of 3, and 2 after a Nudge. The last count is crossed off
    if it is open.

    Examples:
      companion boolean turn 3 2
      companion boolean turn 3,2 2
      companion boolean turn ana 3 ben 2,3,4
      companion boolean turn ben 2            Ana's may follow
      companion boolean turn 3 2 --leave ana
      companion boolean turn ben 2 --turn 4
    """
    by_seat = counts_of_all(action.state, counts, number)
    without = [action.state.name(seat) for seat in leave if seat not in by_seat]
    if without:
        raise Invalid(
            f"You did not enter what {listed(without)} rolled.",
            "`--leave` names a player whose count you enter, but who does not cross it off.",
        )
    record_turn(action, by_seat, leave, number)


def record_turn(
    action: Action[BoxState],
    by_seat: Mapping[int, Counts],
    leave: Collection[int] = (),
    number: int | None = None,
) -> None:
    """Record the players' rolls, and cross off open numbers, unless they `leave` them.

    If a player's counts were already entered in the current turn, these belong to the next turn;
    the `number` of an earlier turn enters that one late.
    """
    state = action.state
    if number is None:
        turn = state.turn_of(state.turn_of_count)
        number = turn.number + any(turn.counts[seat] is not None for seat in by_seat)
    else:
        require_begun(state, number)
    counts: list[list[int] | None] = [None, None]
    crossed: list[int | None] = [None, None]
    for seat, seen in by_seat.items():
        counts[seat] = list(seen)
        is_open = seen[-1] in state.needed(seat) and state.crossed_in(number, seat) is None
        crossed[seat] = seen[-1] if is_open and seat not in leave else None
    left = sorted(set(leave))
    action.add(CountsRolled(turn=number, counts=counts, crossed=crossed, left=left))
    end(action)
    if number > state.round:
        _warn_of_next(action, state)


def _warn_of_next(action: Action[BoxState], before: BoxState) -> None:
    """Half of the current turn was not entered: on purpose, or by a slip?"""
    (missing,) = (seat for seat, seen in enumerate(before.now.counts) if seen is None)
    who, number = before.seats[missing], before.round
    late = f"`companion boolean turn {who.handle} 2 --turn {number}`"
    left = f"Turn {number} has no count of {who.name}'s: "
    if action.state.is_over:
        action.warn(f"{left}to enter it, `companion undo`, then {late}.")
        return
    action.warn(
        f"{left}{late} enters it late. To correct turn {number} instead: `companion undo` twice."
    )
    _warn_of_missing(action, before)


def _warn_of_missing(action: Action[BoxState], before: BoxState) -> None:
    """Warn that the owners of the dice are unknown, as counts of this turn are missing."""
    if before.has_known_dice:
        names = listed(
            [before.name(seat) for seat, seen in enumerate(before.now.counts) if seen is None]
        )
        action.warn(
            f"What {names} rolled in turn {before.round} was not entered, so sets may have been "
            "switched, and it is unknown now whose dice are which. `companion boolean holds NAME "
            "DIE…` enters it again."
        )


# A turn that is not entered, or only in part


class TurnClosed(Fact[BoxState], kind="turn.closed"):
    """The current turn is over, though not all of it was entered."""

    turn: Annotated[int, TURN_NUMBER]

    def check(self, state: BoxState, referee: Referee) -> None:
        require_open(state)
        if self.turn < state.round:
            raise Refused(f"Turn {self.turn} is over.", "`companion table` shows the current turn.")

    def apply(self, state: BoxState) -> BoxState:
        return with_known_dice(close_turn(state, self.turn + 1))

    def describe(self, before: BoxState, after: BoxState) -> str:
        missing = [before.name(seat) for seat, seen in enumerate(before.now.counts) if seen is None]
        if before.round == self.turn and len(missing) == 1:
            return f"turn {self.turn}: what {missing[0]} rolled was not entered"
        return f"turn {self.turn} was not entered"


def advance(action: Action[BoxState]) -> None:
    """Go on to the next turn; what was not entered of this one is skipped."""
    _warn_of_missing(action, action.state)
    action.add(TurnClosed(turn=action.state.round))
    end(action)

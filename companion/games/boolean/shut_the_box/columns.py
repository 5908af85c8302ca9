"""The columns: numbers that are crossed off with no roll told, in a turn that is told or in
any; and the Nudges that are left at their heads."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted, listed
from companion.core.param import number, player
from companion.core.shapes import SEAT, each_seat, list_of, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import CompanionError, Refused
from companion.games.boolean.shut_the_box.parsing import COLUMN_NUMBERS, LONGEST_PLAY, turn_number
from companion.games.boolean.shut_the_box.state import (
    DICE,
    NUDGES,
    BoxState,
    crossed_off,
    never_shown,
    numbers_told,
    switched,
    with_held,
    with_turn,
)
from companion.games.boolean.variants import end

TURN_NUMBER = whole_from(1, LONGEST_PLAY)
A_NUMBER = whole_from(0, DICE)
"""What stands in a column, and how many dice can be White-up."""
NUMBERS = list_of(A_NUMBER)


class ColumnsCrossed(TypedDict):
    """`turn` is the one in which they were crossed off, where that is told or goes without
    saying."""

    numbers: Annotated[list[list[int]], each_seat(NUMBERS)]
    turn: NotRequired[Annotated[int, TURN_NUMBER]]


# What the rules ask of all that is told of a turn


def require_open(state: BoxState, number: int | None = None) -> None:
    """No turn comes after the one in which a column was crossed off."""
    finish = state.finish
    if state.over or (finish is not None and number is not None and number > finish):
        names = listed([state.name(seat) for seat in state.complete])
        raise Refused(
            f"{names} has crossed off everything: the game is over (BO-150).",
            "`companion finish`; or `companion undo` takes the newest entry back.",
        )


def require_come(state: BoxState, number: int | None) -> None:
    """Nothing is told of a turn that is still to come."""
    if number is not None and number > state.round:
        raise Refused(
            f"Turn {number} is still to come: turn {state.round} is at hand.",
            "Without `--turn` it is the turn at hand.",
        )


def require_there(state: BoxState, seat: int, numbers: Sequence[int]) -> None:
    """Each number stands in a column once."""
    gone = [
        number
        for place, number in enumerate(numbers)
        if number in state.crossed[seat] or number in numbers[:place]
    ]
    if gone:
        raise Refused(
            f"{state.name(seat)}'s {gone[0]} is crossed off already.",
            f"What is left: {numbers_told(state.needed(seat))}.",
        )


def require_sets(state: BoxState, after: BoxState, turn: int, referee: Referee) -> None:
    """Refuse a count that a set never shows, where it is known who has which; of an older turn that
    is told late, whatever was told of those after it."""
    hint = (
        "Count again; `companion log` has the number for `companion undo` of a turn that was told "
        "wrongly."
    )
    for then, seat, count in _new(state.strange, after.strange):
        referee.refuse(
            "BO-30",
            f"{_then(then, turn)}{state.name(seat)} had the {_colour(count)}-up set, by what was "
            f"told, and that never shows {count}.",
            hint,
        )
    for then, seat, count in _new(state.unlike_dice, after.unlike_dice):
        referee.refuse(
            "BO-4",
            f"{_then(then, turn)}{state.name(seat)} cannot have had {count}, by the dice that "
            "were told.",
            hint,
        )


_Counts = tuple[tuple[int, int, int], ...]


def _new(before: _Counts, after: _Counts) -> _Counts:
    """The first that was not there before, if any."""
    return tuple(one for one in after if one not in before)[:1]


def _then(then: int, turn: int) -> str:
    return "" if then == turn else f"Then, in turn {then}, "


def _colour(never: int) -> str:
    return "Black" if never else "White"


# What is refused


def _check(state: BoxState, data: ColumnsCrossed, referee: Referee) -> None:
    turn = data.get("turn")
    require_open(state, turn)
    require_come(state, turn)
    if not any(data["numbers"]):
        raise Refused("Nothing is crossed off.", "`companion boolean cross ana 3`")
    for seat, numbers in enumerate(data["numbers"]):
        require_there(state, seat, numbers)
        if numbers:
            _require_one_a_turn(state, seat, numbers, turn, referee)
    require_sets(state, _crossed(state, data), state.round if turn is None else turn, referee)


def _require_one_a_turn(
    state: BoxState, seat: int, numbers: Sequence[int], turn: int | None, referee: Referee
) -> None:
    """Refuse a second number in a turn, and one that was not the count in the end.

    Without its turn, it is of the one at hand where a roll of that is told; else it may be of any.
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
        f"{name} crossed off {crossed} in turn {number}, and no second number in the same turn."
        if crossed is not None
        else f"{name} crosses off one number in a turn, not {counted(len(numbers), 'number')}.",
        f"{other}; `companion log` has the number for `companion undo`.",
    )
    referee.require(
        seen is None or numbers[-1] == seen[-1],
        "BO-140",
        f"{name} had {seen[-1] if seen else 0} White-up in the end of turn {number}, and so does "
        f"not cross off {numbers[-1]}.",
        f"{_own_count(state, seat, number)}{other}.",
    )
    if seen is None:
        _require_set_shows(state, seat, numbers[-1], number, referee)


def _own_count(state: BoxState, seat: int, number: int) -> str:
    """How to cross off what somebody had in the end of a turn; nothing where it is gone."""
    seen = state.turn_of(number).counts[seat]
    if not seen or seen[-1] not in state.needed(seat):
        return ""
    late = "" if number == state.round else f" --turn {number}"
    return f"`companion boolean cross {state.seats[seat].handle} {seen[-1]}{late}`; "


def _require_set_shows(
    state: BoxState, seat: int, count: int, number: int, referee: Referee
) -> None:
    """Refuse what the set that somebody has in a turn never shows, or the dice."""
    owner = state.white_in(number)
    hint = (
        f"`companion boolean cross {state.seats[seat].handle} {count} --turn N` if it was in an "
        "older turn; `companion next` for each turn that went untold."
    )
    referee.require(
        owner is None or count != never_shown(owner == seat),
        "BO-30",
        f"{state.name(seat)} {'has' if number == state.round else 'had'} the "
        f"{_colour(count)}-up set, by what was told, and that never shows {count}.",
        hint,
    )
    least, most = state.limits(seat, number)
    referee.require(
        least <= count <= most,
        "BO-4",
        f"{state.name(seat)} cannot have {'' if number == state.round else 'had '}{count}, by the "
        "dice that were told.",
        hint,
    )


# What comes of it


def _crossed(state: BoxState, data: ColumnsCrossed) -> BoxState:
    done = state.complete
    for seat, numbers in enumerate(data["numbers"]):
        if numbers:
            state = crossed_off(state, seat, numbers, data.get("turn", state.round))
    if "turn" not in data:
        state = _of_untold_turns(_finished_now(state, data["numbers"], done), data["numbers"])
        return with_held(state)
    turn = state.turn_of(data["turn"])
    crossed = [numbers[-1] if numbers else None for numbers in data["numbers"]]
    pairs = zip(turn.crossed, crossed, strict=True)
    turn = turn._replace(crossed=tuple(new if old is None else old for old, new in pairs))
    return with_held(with_turn(state, turn))


def _finished_now(state: BoxState, numbers: list[list[int]], done: tuple[int, ...]) -> BoxState:
    """A number with which a column is crossed off is of the turn at hand: the game ends with it."""
    crossed = [
        told[0]
        if old is None and len(told) == 1 and seat in state.complete and seat not in done
        else old
        for seat, (told, old) in enumerate(zip(numbers, state.now.crossed, strict=True))
    ]
    return replace(state, now=state.now._replace(crossed=tuple(crossed)))


def _of_untold_turns(state: BoxState, numbers: list[list[int]]) -> BoxState:
    """Who crosses off more than one number has had turns that went untold, with their switches."""
    untimed = tuple(old + len(new) for old, new in zip(state.untimed, numbers, strict=True))
    state = replace(state, untimed=untimed)
    if max(untimed) < 2:
        return state
    own = tuple(it for it in state.own if it.turn != state.round)
    return replace(state, own=own, lost=tuple(sorted({*state.lost, state.round})))


def _tell(before: BoxState, data: ColumnsCrossed, after: BoxState) -> str:
    told = [
        f"{after.name(seat)} crosses off {numbers_told(numbers)}"
        for seat, numbers in enumerate(data["numbers"])
        if numbers
    ]
    number = data.get("turn", before.round)
    line = "; ".join([*told, *switched(before, number, after)])
    return f"turn {number}: {line}" if number < before.round else line


COLUMNS_CROSSED = Kind("columns.crossed", ColumnsCrossed, apply=_crossed, tell=_tell, check=_check)


def _crossing(
    state: BoxState, numbers: Mapping[int, Sequence[int]], turn: int | None
) -> ColumnsCrossed:
    """In the turn of that number, if it is told; of whoever's roll is told in the one at hand, it
    is that one, and of who is waited for, the one in which the other one finished."""
    crossed = ColumnsCrossed(
        numbers=[list(numbers.get(seat, ())) for seat in range(len(state.seats))]
    )
    if turn is None and all(state.now.counts[seat] is not None for seat in numbers):
        turn = state.round
    if turn is None and state.asked < state.round and {*numbers} == {state.waiting}:
        turn = state.asked
    if turn is not None:
        crossed["turn"] = turn
    return crossed


def cross(
    action: Action[BoxState], numbers: Mapping[int, Sequence[int]], turn: int | None = None
) -> None:
    """Numbers that are crossed off, with no roll told: see `_crossing`."""
    state = action.state
    action.add(COLUMNS_CROSSED, _crossing(state, numbers, turn))
    if state.known_dice and not action.state.known_dice:
        action.warn(
            "Several numbers are of several turns, so nobody knows whether the sets were switched: "
            "whose dice are which is unknown now. "
            "`companion boolean holds NAME DIE…` tells it again."
        )
    end(action)


def can_cross(state: BoxState) -> bool:
    """Whether there is a number that can be crossed off now."""
    return any(
        _stands(state, _crossing(state, {seat: [number]}, None))
        for seat in range(len(state.seats))
        for number in state.needed(seat)
    )


def _stands(state: BoxState, data: ColumnsCrossed) -> bool:
    try:
        _check(state, data, Referee())
    except CompanionError:
        return False
    return True


# As it is typed


_TURN = turn_number("cross", "In an older turn, told late.")

CROSS = Verb[BoxState](
    "cross",
    "numbers, with no roll told",
    """Shut the Box: cross numbers off, with no roll told.

    One in a turn; several are of several turns. Whoever may finish in the same turn, too, is waited
    for.

    \b
    Examples:
      companion boolean cross ana 3
      companion boolean cross ana 0,1,4 ben 2
      companion boolean cross ana 3 --turn 2
    """,
    (COLUMN_NUMBERS, _TURN),
    plan=lambda action, told: cross(action, told[COLUMN_NUMBERS], told.get(_TURN)),
)


# How many Nudges are left


_MOST_NUDGES = 9
"""With house rules."""


class NudgesCounted(TypedDict):
    """So many Nudges are left, whatever was told before."""

    seat: Annotated[int, SEAT]
    nudges: Annotated[int, whole_from(0, _MOST_NUDGES)]


def _check_nudges(state: BoxState, data: NudgesCounted, referee: Referee) -> None:
    name, left = state.name(data["seat"]), data["nudges"]
    if state.nudges[data["seat"]] == left:
        raise Refused(
            f"{name} has {counted(left, 'Nudge')} left already.",
            "`companion table` shows the circles.",
        )
    referee.require(
        left <= NUDGES,
        "BO-135",
        f"{name} cannot have {left} Nudges left: there are {NUDGES} for the whole game.",
        f"From 0 to {NUDGES}.",
    )


def _nudges_counted(state: BoxState, data: NudgesCounted) -> BoxState:
    left = list(state.nudges)
    left[data["seat"]] = data["nudges"]
    return replace(state, nudges=tuple(left))


NUDGES_COUNTED = Kind[BoxState, NudgesCounted](
    "nudges.counted",
    NudgesCounted,
    apply=_nudges_counted,
    tell=lambda before, data, after: (
        f"{after.name(data['seat'])} has {counted(data['nudges'], 'Nudge')} left"
    ),
    check=_check_nudges,
)


_WHOSE = player()
_LEFT = number(
    "N",
    0,
    _MOST_NUDGES,
    what="number of Nudges",
    example="`companion boolean nudges ana 1`",
    candidates=lambda trial, told: ((str(left), "left") for left in range(NUDGES + 1)),
)

NUDGES_LEFT = Verb[BoxState](
    "nudges",
    "how many Nudges are left",
    """Shut the Box: how many Nudges somebody has left.

    Whatever was told before.

    \b
    Examples:
      companion boolean nudges ana 1
    """,
    (_WHOSE, _LEFT),
    plan=lambda action, told: action.add(
        NUDGES_COUNTED, NudgesCounted(seat=told[_WHOSE], nudges=told[_LEFT])
    ),
)

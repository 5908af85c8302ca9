"""A turn: what both rolled and made of it with Nudges, the number crossed off, and a switch.

A turn may be told of one of them, late, or never.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted, listed
from companion.core.offer import people
from companion.core.param import A_PLAYER, Arguments, Param, several
from companion.core.schemas import asks
from companion.core.seats import find_seat
from companion.core.shapes import SEAT, Context, Wrong, each_seat, list_of, maybe
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.shut_the_box.columns import (
    A_NUMBER,
    NUMBERS,
    TURN_NUMBER,
    require_come,
    require_open,
    require_sets,
    require_there,
)
from companion.games.boolean.shut_the_box.parsing import COUNTS, counts_of_all, turn_number
from companion.games.boolean.shut_the_box.state import (
    DICE,
    NUDGES,
    BoxState,
    Counts,
    Turn,
    closed,
    crossed_off,
    switched,
    with_held,
    with_turn,
)
from companion.games.boolean.variants import end


@asks(type="array", items={"type": "integer", "minimum": 0, "maximum": DICE}, minItems=1)
def _COUNTS(value: Any, context: Context) -> Wrong | None:
    """A roll, and what came of it Nudge by Nudge: at least one count."""
    return NUMBERS(value, context) if value else ("", value)


class CountsRolled(TypedDict):
    """Null for whoever's roll is not told (yet); `crossed` as well for a number that was left by
    those who are `left`, or is gone."""

    turn: Annotated[int, TURN_NUMBER]
    counts: Annotated[list[list[int] | None], each_seat(maybe(_COUNTS))]
    crossed: Annotated[list[int | None], each_seat(maybe(A_NUMBER))]
    left: NotRequired[Annotated[list[int], list_of(SEAT)]]


# What is refused


def _check_rolled(state: BoxState, data: CountsRolled, referee: Referee) -> None:
    number = data["turn"]
    require_open(state, number)
    told = state.turn_of(number)
    for seat, seen in enumerate(data["counts"]):
        if seen is None:
            continue
        if told.counts[seat] is not None:
            raise Refused(
                f"What {state.name(seat)} rolled in turn {number} is told already.",
                "`companion log` shows it, `companion undo` takes it back.",
            )
        _require_nudges(state, seat, seen, referee)
        _require_shown(state, seat, number, seen, referee)
        _require_own_count(state, seat, seen, data["crossed"][seat], referee)
        _require_crossed(state, seat, seen[-1], data, referee)
    _require_one_set(state, data, referee)
    require_sets(state, _rolled(state, data), number, referee)


def _require_nudges(state: BoxState, seat: int, seen: Sequence[int], referee: Referee) -> None:
    """A Nudge is one die's, so the count goes up or down by one or stays; and there are three."""
    name, handle = state.name(seat), state.seats[seat].handle
    for before, after in pairwise(seen):
        between = range(before, after, 1 if after > before else -1)
        way = ",".join(str(count) for count in (*between, after))
        referee.require(
            abs(after - before) <= 1,
            "BO-142",
            f"A Nudge turns one die, so it does not make {after} of {before}.",
            f"Each Nudge with its count: `companion boolean turn {handle} {way}`.",
        )
    used, left = len(seen) - 1, state.nudges[seat]
    told = f"{name} has {counted(left, 'Nudge')} left, and {used} of them would be used."
    if left == NUDGES:
        told = f"{used} Nudges in one turn are too many: {name} has {NUDGES} for the whole game."
    referee.require(
        used <= left,
        "BO-135" if left == NUDGES else "BO-144",
        told,
        f"`companion boolean nudges {handle} {min(used, NUDGES)}` if that is wrong."
        if left < NUDGES
        else "`companion table` shows the circles.",
    )


def _require_shown(
    state: BoxState, seat: int, number: int, seen: Sequence[int], referee: Referee
) -> None:
    """As many as somebody's dice can show: of those known, some may have one colour alone.

    Which they are, and what they could show, is not said: others may look on.
    """
    least, most = state.limits(seat, number)
    wrong = next((count for count in seen if not least <= count <= most), None)
    if wrong is None:
        return
    referee.refuse(
        "BO-4",
        f"{state.name(seat)} cannot have had {wrong}, by the dice that were told.",
        "Count again; `companion boolean holds NAME DIE…` tells it if the dice are others.",
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
        f"{name} has {last} White-up in the end, and so does not cross off {number}.",
        f"`companion boolean turn {state.seats[seat].handle} {last}`",
    )
    require_there(state, seat, [number])


def _require_crossed(
    state: BoxState, seat: int, last: int, data: CountsRolled, referee: Referee
) -> None:
    """What is crossed off follows from the count, unless it is left; once in a turn."""
    number, name, handle = data["crossed"][seat], state.name(seat), state.seats[seat].handle
    before = state.crossed_in(data["turn"], seat)
    referee.require(
        before in (None, last) and (before is None or number is None),
        "BO-140",
        f"{name} crossed off {before} in turn {data['turn']}, and so had {before} in the end, not "
        f"{last}.",
        "`companion log` has the number for `companion undo`, if that is wrong.",
    )
    follows = before is None and last in state.needed(seat) and seat not in data.get("left", [seat])
    referee.require(
        number is not None or not follows,
        "BO-140",
        f"{name}'s {last} is not crossed off then, and turn {data['turn']} would cross it off.",
        f"`companion boolean turn {handle} {last} --leave {handle}` leaves it.",
    )


def _require_one_set(state: BoxState, data: CountsRolled, referee: Referee) -> None:
    """Somebody has the die that is white all over, and somebody the black one."""
    before = state.turn_of(data["turn"]).counts
    counts = [told or known for told, known in zip(data["counts"], before, strict=True)]
    names = listed([seat.name for seat in state.seats])
    for count, colour, hue in ((0, "white", "White"), (DICE, "black", "Black")):
        referee.require(
            not all(count in (seen or ()) for seen in counts),
            "BO-4",
            f"{names} cannot both have had {count}: one of the ten dice is {colour} on all sides, "
            f"and always {hue}-up.",
            "Count again; `companion boolean dice` shows the ten.",
        )


# What comes of it


def _rolled(state: BoxState, data: CountsRolled) -> BoxState:
    """Both at once, or one after the other; with both told, the turn is done.

    A turn that is over already may be told late: what it says of the sets is long past.
    """
    if data["turn"] > state.round:
        state = closed(state, data["turn"])
    turn = state.turn_of(data["turn"])
    counts, crossed, nudges = list(turn.counts), list(turn.crossed), list(state.nudges)
    for seat, seen in enumerate(data["counts"]):
        if seen is None:
            continue
        number = data["crossed"][seat]
        counts[seat] = tuple(seen)
        nudges[seat] = max(0, state.nudges[seat] - len(seen) + 1)
        if number is not None:
            crossed[seat] = number
            state = crossed_off(state, seat, (number,), turn.number)
    turn = Turn(turn.number, tuple(counts), tuple(crossed))
    state = with_turn(replace(state, nudges=tuple(nudges)), turn)
    return with_held(closed(state, state.round + 1) if state.now.told else state)


def seen_told(seen: Sequence[int]) -> str:
    """A roll and what Nudges made of it: `3 → 2`."""
    return " → ".join(str(count) for count in seen)


def _tell_rolled(before: BoxState, data: CountsRolled, after: BoxState) -> str:
    players = [
        _player(before, seat, seen, data["crossed"][seat])
        for seat, seen in enumerate(data["counts"])
        if seen is not None
    ]
    told = [*players, *switched(before, data["turn"], after)]
    return f"turn {data['turn']}: {'; '.join(told)}"


def _player(before: BoxState, seat: int, seen: Sequence[int], number: int | None) -> str:
    line = f"{before.name(seat)} {seen_told(seen)}"
    if number is not None:
        return f"{line}, crosses off {number}"
    gone = seen[-1] in before.crossed[seat]
    return f"{line}, which is crossed off already" if gone else f"{line}, leaves it"


COUNTS_ROLLED = Kind(
    "counts.rolled", CountsRolled, apply=_rolled, tell=_tell_rolled, check=_check_rolled
)


def turn(
    action: Action[BoxState],
    told: Mapping[int, Counts],
    leave: Collection[int] = (),
    number: int | None = None,
) -> None:
    """What players rolled and made of it; crossed off where it is open, unless they `leave` it.

    Somebody whose counts of the turn at hand are told already is in the next turn, unless the
    `number` of the turn is told: an older one is told late.
    """
    state = action.state
    if number is None:
        asked = state.turn_of(state.asked)
        number = asked.number + any(asked.counts[seat] is not None for seat in told)
    else:
        require_come(state, number)
    counts: list[list[int] | None] = [None, None]
    crossed: list[int | None] = [None, None]
    for seat, seen in told.items():
        counts[seat] = list(seen)
        is_open = seen[-1] in state.needed(seat) and state.crossed_in(number, seat) is None
        crossed[seat] = seen[-1] if is_open and seat not in leave else None
    left = sorted(set(leave))
    action.add(COUNTS_ROLLED, CountsRolled(turn=number, counts=counts, crossed=crossed, left=left))
    end(action)
    if number > state.round:
        _warn_of_next(action, state)


def _warn_of_next(action: Action[BoxState], before: BoxState) -> None:
    """Half of the turn at hand goes by untold: on purpose, or because a slip was to be mended."""
    (untold,) = (seat for seat, seen in enumerate(before.now.counts) if seen is None)
    who, number = before.seats[untold], before.round
    late = f"`companion boolean turn {who.handle} 2 --turn {number}`"
    left = f"Turn {number} is left without {who.name}'s count: "
    if action.state.over:
        action.warn(f"{left}should it count, `companion undo`, then {late}.")
        return
    action.warn(
        f"{left}{late} tells it late. To put turn {number} right instead: `companion undo`, twice."
    )
    _warn_of_untold(action, before)


def _warn_of_untold(action: Action[BoxState], before: BoxState) -> None:
    """The turn at hand goes by, and with it what was known of whose dice are which."""
    if before.known_dice:
        names = listed(
            [before.name(seat) for seat, seen in enumerate(before.now.counts) if seen is None]
        )
        action.warn(
            f"What {names} rolled in turn {before.round} was not told, so nobody knows whether the "
            "sets were switched: whose dice are which is unknown now. "
            "`companion boolean holds NAME DIE…` tells it again."
        )


_LEAVE: Param[BoxState, list[int]] = several(
    "--leave",
    A_PLAYER,
    lambda state, words: [
        find_seat(state.seats, name) for word in words for name in word.split(",")
    ],
    optional=True,
    quiet=True,
    metavar="NAME",
    help="Who does not cross off the number.",
    candidates=lambda trial, told: people(trial.state, range(len(trial.state.seats))),
)
_TURN = turn_number("turn", "An older turn, told late.")


def _turn(action: Action[BoxState], told: Arguments[BoxState]) -> None:
    state, which = action.state, told.get(_TURN)
    counts, left = counts_of_all(state, told.typed(COUNTS), which), told.get(_LEAVE, ())
    strange = [state.name(seat) for seat in left if seat not in counts]
    if strange:
        raise Invalid(
            f"What {listed(strange)} rolled is not told here.",
            "`--leave` is for whoever's count is told, and could be crossed off.",
        )
    turn(action, counts, left, which)


TURN = Verb[BoxState](
    "turn",
    "White-up dice of both",
    """Shut the Box: White-up dice of both, first player first.

    3,2 is a roll of 3 and 2 after a Nudge. The last count is crossed off where it is open.

    \b
    Examples:
      companion boolean turn 3 2
      companion boolean turn 3,2 2
      companion boolean turn ana 3 ben 2,3,4
      companion boolean turn ben 2            Ana's may follow, or never
      companion boolean turn 3 2 --leave ana
      companion boolean turn ben 2 --turn 4
    """,
    (COUNTS, _LEAVE, _TURN),
    plan=_turn,
)


# What is not told of a turn stays untold


class TurnClosed(TypedDict):
    """The turn at hand is done, whatever was not told of it."""

    turn: Annotated[int, TURN_NUMBER]


def _check_closed(state: BoxState, data: TurnClosed, referee: Referee) -> None:
    require_open(state)
    if data["turn"] < state.round:
        raise Refused(f"Turn {data['turn']} is over.", "`companion table` shows the turn at hand.")


def _tell_closed(before: BoxState, data: TurnClosed, after: BoxState) -> str:
    untold = [before.name(seat) for seat, seen in enumerate(before.now.counts) if seen is None]
    if before.round == data["turn"] and len(untold) == 1:
        return f"turn {data['turn']}: what {untold[0]} rolled is not told"
    return f"turn {data['turn']} is not told"


TURN_CLOSED = Kind(
    "turn.closed",
    TurnClosed,
    apply=lambda state, data: with_held(closed(state, data["turn"] + 1)),
    tell=_tell_closed,
    check=_check_closed,
)


def advance(action: Action[BoxState]) -> None:
    """On to the next turn: what is not told of this one stays untold."""
    _warn_of_untold(action, action.state)
    action.add(TURN_CLOSED, TurnClosed(turn=action.state.round))
    end(action)

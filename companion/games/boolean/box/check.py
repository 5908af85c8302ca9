"""What the rules of Shut the Box refuse."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from companion.core.names import counted, listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.box.check_sets import (
    require_one_a_turn,
    require_set_of,
    require_sets,
    require_shown,
)
from companion.games.boolean.box.state import DICE, NUDGES, BoxState, Counts
from companion.games.boolean.possession.entries import check_dice_told

Data = Any
Checker = Callable[[BoxState, Data, Referee], None]


# A turn


def _rolled(state: BoxState, data: Data, referee: Referee) -> None:
    number = data["turn"]
    _require_open(state, number)
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
        if number == state.round:
            require_shown(state, seat, seen, referee)
        _require_own_count(state, seat, seen, data["crossed"][seat], referee)
        _require_crossed(state, seat, data, referee)
    _require_one_set(state, data, referee)
    require_sets(state, "counts.rolled", data, referee)


def _require_open(state: BoxState, number: int | None = None) -> None:
    """No turn comes after the one in which a column was crossed off."""
    finish = state.finish
    if state.over or (finish is not None and number is not None and number > finish):
        names = listed([state.name(seat) for seat in state.complete])
        raise Refused(
            f"{names} has crossed off everything: the game is over (BO-150).",
            "`companion finish`; or `companion undo` takes the newest entry back.",
        )


def _require_nudges(state: BoxState, seat: int, seen: Counts, referee: Referee) -> None:
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


def _require_own_count(
    state: BoxState, seat: int, seen: Counts, number: int | None, referee: Referee
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
    _require_there(state, seat, [number])


def _require_crossed(state: BoxState, seat: int, data: Data, referee: Referee) -> None:
    """What is crossed off follows from the count, unless it is left; once in a turn."""
    number, last, name = data["crossed"][seat], data["counts"][seat][-1], state.name(seat)
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
        f"`companion boolean turn {state.seats[seat].handle} {last} --leave "
        f"{state.seats[seat].handle}` leaves it.",
    )


def _require_one_set(state: BoxState, data: Data, referee: Referee) -> None:
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


# The columns


def require_come(state: BoxState, number: int | None) -> None:
    """Nothing is told of a turn that is still to come."""
    if number is not None and number > state.round:
        raise Refused(
            f"Turn {number} is still to come: turn {state.round} is at hand.",
            "Without `--turn` it is the turn at hand.",
        )


def _crossed(state: BoxState, data: Data, referee: Referee) -> None:
    _require_open(state, data.get("turn"))
    require_come(state, data.get("turn"))
    if not any(data["numbers"]):
        raise Refused("Nothing is crossed off.", "`companion boolean cross ana 3`")
    for seat, numbers in enumerate(data["numbers"]):
        _require_there(state, seat, numbers)
        if numbers:
            require_one_a_turn(state, seat, numbers, data.get("turn"), referee)
    require_sets(state, "columns.crossed", data, referee)


def _require_there(state: BoxState, seat: int, numbers: list[int]) -> None:
    """Each number stands in a column once."""
    gone = [
        number
        for place, number in enumerate(numbers)
        if number in state.crossed[seat] or number in numbers[:place]
    ]
    if gone:
        raise Refused(
            f"{state.name(seat)}'s {gone[0]} is crossed off already.",
            f"What is left: {listed([str(number) for number in state.needed(seat)])}.",
        )


def _nudges(state: BoxState, data: Data, referee: Referee) -> None:
    if state.nudges[data["seat"]] == data["nudges"]:
        raise Refused(
            f"{state.name(data['seat'])} has {counted(data['nudges'], 'Nudge')} left already.",
            "`companion table` shows the circles.",
        )
    referee.require(
        data["nudges"] <= NUDGES,
        "BO-135",
        f"{state.name(data['seat'])} cannot have {data['nudges']} Nudges left: "
        f"there are {NUDGES} for the whole game.",
        f"From 0 to {NUDGES}.",
    )


def _told(state: BoxState, data: Data, referee: Referee) -> None:
    if len(data["dice"]) > DICE:
        raise Refused(
            f"Each of you has {DICE} dice, and {len(data['dice'])} are named.",
            f"`companion boolean mine {state.seats[data['seat']].handle}` shows what is known.",
        )
    require_set_of(state, data, referee)
    check_dice_told(state, data, referee)


def _closed(state: BoxState, data: Data, referee: Referee) -> None:
    _require_open(state)
    if data["turn"] < state.round:
        raise Refused(f"Turn {data['turn']} is over.", "`companion table` shows the turn at hand.")


CHECKERS: dict[str, Checker] = {
    "counts.rolled": _rolled,
    "turn.closed": _closed,
    "columns.crossed": _crossed,
    "nudges.counted": _nudges,
    "dice.told": _told,
}

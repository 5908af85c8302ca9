"""An entry of a play of Shut the Box as a line of the log."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.core.names import counted, listed
from companion.games.boolean.box.state import BoxState, Counts, Turn
from companion.games.boolean.possession.entries import describe_told

Data = Any

LEFT, SPENT = "○", "⊗"
"""The circles of Nudges."""


def begins(state: BoxState) -> str:
    """Who takes the White-up set, if that is told."""
    taker = state.took_white
    return "" if taker is None else f"{state.name(taker)} takes the White-up set"


def circles(left: int, between: str = "") -> str:
    """The circles at the head of a column, for so many Nudges that are left."""
    return between.join(LEFT * left + SPENT * (3 - left))


def numbers_told(numbers: Iterable[int], last: str = "and") -> str:
    """Numbers as a person says them: `0, 3 and 5`."""
    return listed([str(number) for number in numbers], last)


def switch_told(turn: Turn) -> str:
    """Why the sets are switched."""
    by = ", after a Nudge" if turn.nudged else ""
    return f"both had {numbers_told(turn.shared)}{by}"


def seen_told(seen: Counts) -> str:
    """A roll and what Nudges made of it: `3 → 2`."""
    return " → ".join(str(count) for count in seen)


def _rolled(before: BoxState, data: Data, after: BoxState) -> str:
    players = [
        _player(before, seat, tuple(seen), data["crossed"][seat])
        for seat, seen in enumerate(data["counts"])
        if seen is not None
    ]
    told = [*players, *_switched(before, data["turn"], after)]
    return f"turn {data['turn']}: {'; '.join(told)}"


def _switched(before: BoxState, number: int, after: BoxState) -> list[str]:
    """That an entry about a turn makes for a switch, unless one before it did."""
    turn = after.turn_of(number)
    if not turn.shared or before.turn_of(number).shared:
        return []
    so = "sets were switched" if number < before.round else "they switch sets"
    return [f"{switch_told(turn)}, so {so}"]


def _player(before: BoxState, seat: int, seen: Counts, number: int | None) -> str:
    line = f"{before.name(seat)} {seen_told(seen)}"
    if number is not None:
        return f"{line}, crosses off {number}"
    last = seen[-1]
    gone = last in before.crossed[seat]
    return f"{line}, which is crossed off already" if gone else f"{line}, leaves it"


def _closed(before: BoxState, data: Data, after: BoxState) -> str:
    untold = [before.name(seat) for seat, seen in enumerate(before.now.counts) if seen is None]
    if before.round == data["turn"] and len(untold) == 1:
        return f"turn {data['turn']}: what {untold[0]} rolled is not told"
    return f"turn {data['turn']} is not told"


def _crossed(before: BoxState, data: Data, after: BoxState) -> str:
    told = [
        f"{after.name(seat)} crosses off {numbers_told(numbers)}"
        for seat, numbers in enumerate(data["numbers"])
        if numbers
    ]
    number = data.get("turn", before.round)
    line = "; ".join([*told, *_switched(before, number, after)])
    return f"turn {number}: {line}" if number < before.round else line


def _nudges(before: BoxState, data: Data, after: BoxState) -> str:
    return f"{after.name(data['seat'])} has {counted(data['nudges'], 'Nudge')} left"


def by_hand(was: BoxState, now: BoxState) -> list[str]:
    """What is to be done where the sets were switched by what was told, and are not now.

    Where a turn is not told any more, nobody can say it.
    """
    if (was.switches - now.switches) % 2 == 0 or not (was.followed and now.followed):
        return []
    return ["Switch sets, all five dice: by the turns that are told now, each has the other one."]


TELLERS: dict[str, Callable[[BoxState, Data, BoxState], str]] = {
    "counts.rolled": _rolled,
    "turn.closed": _closed,
    "columns.crossed": _crossed,
    "nudges.counted": _nudges,
    "dice.told": describe_told,
}

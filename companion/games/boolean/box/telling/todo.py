"""What the table of Shut the Box should do next, with commands that can be typed as they stand."""

from companion.games.boolean.box.state import DICE, NUMBERS, BoxState, Counts
from companion.games.boolean.box.telling.describe import numbers_told


def todo(state: BoxState) -> list[str]:
    """The next steps, the most urgent first."""
    if state.over:
        return ["The game is over: `companion finish`."]
    waiting = state.waiting
    if waiting is not None:
        return [_last_chance(state, waiting)]
    told = [seat for seat, seen in enumerate(state.now.counts) if seen is not None]
    if told:
        return [_other(state, told[0])]
    steps = []
    if state.last is not None and state.last.shared:
        had = numbers_told(state.last.shared)
        steps.append(
            f"Both had {had} in turn {state.last.number}: switch sets, all five dice (BO-146)."
        )
    if state.round == 1 and not any(state.crossed):
        steps.append("Split the dice; each takes five of one colour, and three Nudges.")
    return [*steps, _both(state)]


def _last_chance(state: BoxState, waiting: int) -> str:
    (done,) = state.complete
    name, number = state.name(waiting), state.needed(waiting)[0]
    such = _such_as(state)[waiting]
    return (
        f"{state.name(done)} has crossed off everything. Has {name} crossed off {number} in this "
        f"turn, too? `companion boolean turn {state.seats[waiting].handle} {such}`; else "
        "`companion finish`."
    )


def _other(state: BoxState, told: int) -> str:
    other = 1 - told
    name, handle = state.name(other), state.seats[other].handle
    had = [count for count in sorted(set(state.now.counts[told] or ())) if 0 < count < DICE]
    switch = f" {numbers_told(had, 'or')} at any moment makes you switch sets." if had else ""
    return (
        f"What has {name} rolled? `companion boolean turn {handle} {_such_as(state)[other]}`."
        f"{switch} `companion next` leaves it untold."
    )


def _both(state: BoxState) -> str:
    rolled = _such_as(state)
    first, second = state.seats
    nudged = _with_nudge(state, rolled)
    return (
        f"Both roll, Nudge, cross off. White-up dice of {first.name}, then {second.name}: "
        f"`companion boolean turn {rolled[0]} {rolled[1]}`"
        + (f"; after a Nudge `{' '.join(nudged)}`." if nudged else ".")
    )


def _such_as(state: BoxState) -> list[int]:
    """A count for each player that can be: where possible, one that is still to be crossed off."""
    chosen: list[int] = []
    for seat in range(len(state.seats)):
        others: Counts = (tuple(chosen) if seat else ()) or state.now.counts[1 - seat] or ()
        can = [count for count in NUMBERS if _can_be(state, seat, count, others)]
        wanted = [count for count in can if count in state.needed(seat)]
        middle = DICE // 2 + seat
        chosen.append(min(wanted or can, key=lambda count: (abs(count - middle), count)))
    return chosen


def _can_be(state: BoxState, seat: int, count: int, others: Counts) -> bool:
    """Within what somebody's dice can show; never both with none, or both with five."""
    least, most = state.limits(seat)
    return least <= count <= most and not (count in (0, DICE) and count in others)


def _with_nudge(state: BoxState, rolled: list[int]) -> list[str] | None:
    """The same with a Nudge of whoever has one left; None where nobody has."""
    for seat in range(len(state.seats)):
        others = (rolled[1 - seat],)
        for count in (rolled[seat] - 1, rolled[seat] + 1):
            if state.nudges[seat] and _can_be(state, seat, count, others):
                told = [str(number) for number in rolled]
                told[seat] = f"{rolled[seat]},{count}"
                return told
    return None

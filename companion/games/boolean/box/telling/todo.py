"""What to do next in Shut the Box, with commands that can be typed, and where the table is."""

from companion.core.names import short
from companion.games.boolean.box.state import DICE, NUDGES, BoxState
from companion.games.boolean.box.telling.describe import circles, numbers_told

_ALWAYS = range(1, DICE)
"""What every five dice can show: so an example gives nothing away of the dice that were told."""


def where(state: BoxState) -> str:
    """Which turn it is."""
    return f"turn {state.round}"


def status_line(state: BoxState) -> str:
    """What everybody still needs, with the circles, and which turn it is."""
    columns = []
    for seat, who in enumerate(state.seats):
        needed = " ".join(str(number) for number in state.needed(seat)) or "nothing"
        columns.append(f"{short(who.name)} needs {needed} {circles(state.nudges[seat])}")
    return f"{' · '.join(columns)} — {where(state) if state.status == 'live' else state.status}"


def todo(state: BoxState) -> list[str]:
    """The next steps, the most urgent first."""
    if state.over:
        return ["The game is over: `companion finish`."]
    waiting = state.waiting
    if waiting is not None:
        return [_last_chance(state, waiting), _nudges_decide(state, waiting)]
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
        steps.append(
            "Split the dice (`companion boolean split` leads through it); each takes five of one "
            "colour, and three Nudges."
        )
    return [*steps, _both(state), *_hopeless(state)]


def _last_chance(state: BoxState, waiting: int) -> str:
    """A count may be told where nothing can speak against it; else that it is crossed off."""
    (done,) = state.complete
    name, number = state.name(waiting), state.needed(waiting)[0]
    finish = state.asked
    rolled = state.turn_of(finish).counts[done] is not None and number in _ALWAYS
    when = "this turn" if finish == state.round else f"turn {finish}"
    verb = "turn" if rolled else "cross"
    return (
        f"{state.name(done)} has crossed off everything. Has {name} crossed off {number} in "
        f"{when}, too? `companion boolean {verb} {state.seats[waiting].handle} {number}`; else "
        "`companion finish`."
    )


def _nudges_decide(state: BoxState, waiting: int) -> str:
    left = state.nudges[waiting]
    other = min(left, NUDGES + 1) - 1 if left else 1
    have = ", ".join(
        f"{who.name} {circles(nudges)}"
        for who, nudges in zip(state.seats, state.nudges_then, strict=True)
    )
    return (
        f"If so, more Nudges left win (BO-151): {have}; if there are others, "
        f"`companion boolean nudges {state.seats[waiting].handle} {other}`."
    )


def _hopeless(state: BoxState) -> list[str]:
    """Who cannot finish with the set at hand: one of them has no 0, and the other one no 5."""
    if state.white is None:
        return []
    steps = []
    for seat, who in enumerate(state.seats):
        colour, never = ("White", 0) if seat == state.white else ("Black", DICE)
        if state.needed(seat) == (never,):
            steps.append(
                f"{who.name} needs {never}, and the {colour}-up set never shows it: first a switch."
            )
    return steps


def _other(state: BoxState, told: int) -> str:
    other = 1 - told
    name, handle = state.name(other), state.seats[other].handle
    had = [count for count in sorted(set(state.now.counts[told] or ())) if count in _ALWAYS]
    switch = f" {numbers_told(had, 'or')} at any moment makes you switch sets." if had else ""
    if state.now.shared:
        switch = f" Both had {numbers_told(state.now.shared)}: that switches sets."
    return (
        f"What has {name} rolled? `companion boolean turn {handle} {_such_as(state, other)}`."
        f"{switch} `companion next` leaves it untold."
    )


def _both(state: BoxState) -> str:
    first, second = state.seats
    rolled = [_such_as(state, seat) for seat in range(len(state.seats))]
    nudged = _with_nudge(state, rolled)
    return (
        f"Both roll, Nudge, cross off. White-up dice of {first.name}, then {second.name}: "
        f"`companion boolean turn {rolled[0]} {rolled[1]}`"
        + (f"; after a Nudge `{' '.join(nudged)}`." if nudged else ".")
    )


def _such_as(state: BoxState, seat: int) -> int:
    """A count that can be told; where possible, one that is still to be crossed off.

    With what was crossed off in this turn, it ends.
    """
    crossed = state.now.crossed[seat]
    if crossed is not None:
        return crossed
    wanted = [count for count in _ALWAYS if count in state.needed(seat)]
    middle = DICE // 2 + seat
    return min(wanted or _ALWAYS, key=lambda count: (abs(count - middle), count))


def _with_nudge(state: BoxState, rolled: list[int]) -> list[str] | None:
    """The same with a Nudge of whoever has one left; None where nobody has."""
    for seat, count in enumerate(rolled):
        if state.nudges[seat]:
            told = [str(number) for number in rolled]
            beside = count - 1 if count - 1 in _ALWAYS else count + 1
            ends = state.now.crossed[seat] is not None
            told[seat] = f"{beside},{count}" if ends else f"{count},{beside}"
            return told
    return None

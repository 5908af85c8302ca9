"""An entry of a play of White, Black, or Roll as a line of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.boolean.possession.entries import (
    describe_counted,
    describe_told,
    dice_words,
)
from companion.games.boolean.wbr.state import WbrState

Data = Any


def _called(before: WbrState, data: Data, after: WbrState) -> str:
    seat, right = data["seat"], data["right"]
    line = f"{after.name(seat)} calls {data['call']}"
    if right is None:
        return line
    if right:
        return f"{line}, which is right: {after.name(seat)} has {_has(after, seat)}"
    if seat in after.out:
        return f"{line}, which is wrong: {after.name(seat)} has no die to give, and is eliminated"
    if after.several:
        name = after.name(seat)
        return f"{line}, which is wrong: {name} rolls a die back, and has {_has(after, seat)}"
    what = "a die" if before.held[seat].size else "the called die"
    other = 1 - seat
    return (
        f"{line}, which is wrong: {what} goes to {after.name(other)}, who has {_has(after, other)}"
    )


def _has(state: WbrState, seat: int) -> str:
    return dice_words(state.held[seat].size)


def _spilled(before: WbrState, data: Data, after: WbrState) -> str:
    seat = data["seat"]
    line = f"{after.name(seat)} throws a die outside the area"
    if not after.several:
        return f"{line}; {after.name(1 - seat)} may examine it, and rolls it"
    if seat in after.out:
        return f"{line}, has no die to give, and is eliminated"
    return f"{line}, and rolls a die back: {_has(after, seat)} left"


def tie_words(state: WbrState, whites: Sequence[int | None]) -> str:
    """A roll that was to break a tie."""
    told = [f"{state.name(seat)} {count}" for seat, count in enumerate(whites) if count is not None]
    return f"Rolled for the tie: {', '.join(told)} White-up"


def clock_words(state: WbrState) -> str:
    """What the clock shows: `Ana 4:30, Ben 5:00`."""
    shown = state.seconds or ((state.minutes or 0) * 60,) * len(state.seats)
    return ", ".join(
        f"{state.name(seat)} {left // 60}:{left % 60:02}" for seat, left in enumerate(shown)
    )


def begins(state: WbrState) -> str:
    """Who makes the opening throw, and the clock."""
    clock = f", {state.minutes} minutes each" if state.minutes is not None else ""
    return f"{state.name(state.first)} throws the dice{clock}"


TELLERS: dict[str, Callable[[WbrState, Data, WbrState], str]] = {
    "die.called": _called,
    "throw.spilled": _spilled,
    "tie.rolled": lambda before, data, after: tie_words(after, data["whites"]),
    "clock.stopped": lambda before, data, after: f"Clock: {clock_words(after)}",
    "turn.skipped": lambda before, data, after: (
        f"{after.name(data['seat'])} makes a call that is not told"
    ),
    "dice.told": describe_told,
    "dice.counted": describe_counted,
}

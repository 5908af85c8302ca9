"""Nudges: three circles for each, how many of them a turn may use, and how many are left."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted
from companion.core.param import number, player
from companion.core.shapes import SEAT, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.parsing import numbers
from companion.games.boolean.shut_the_box.state import NUDGES, BoxState

MOST_NUDGES = 9
"""With house rules."""
LEFT, SPENT = "○", "⊗"
"""The circles of Nudges."""


def circles(left: int, between: str = "") -> str:
    """The circles at the head of a column, for so many Nudges that are left."""
    return between.join(LEFT * left + SPENT * (NUDGES - left))


def require_nudges(state: BoxState, seat: int, seen: Sequence[int], referee: Referee) -> None:
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


# How many are left


class NudgesCounted(TypedDict):
    """So many Nudges are left, whatever was told before."""

    seat: Annotated[int, SEAT]
    nudges: Annotated[int, whole_from(0, MOST_NUDGES)]


def _check(state: BoxState, data: NudgesCounted, referee: Referee) -> None:
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


def _counted(state: BoxState, data: NudgesCounted) -> BoxState:
    left = list(state.nudges)
    left[data["seat"]] = data["nudges"]
    return replace(state, nudges=tuple(left))


def _tell(before: BoxState, data: NudgesCounted, after: BoxState) -> str:
    return f"{after.name(data['seat'])} has {counted(data['nudges'], 'Nudge')} left"


NUDGES_COUNTED = Kind("nudges.counted", NudgesCounted, apply=_counted, tell=_tell, check=_check)


def count_nudges(action: Action[BoxState], seat: int, left: int) -> None:
    """How many Nudges somebody has left, whatever was told before."""
    action.add(NUDGES_COUNTED, NudgesCounted(seat=seat, nudges=left))


_WHOSE = player()
_LEFT = number(
    "N",
    0,
    MOST_NUDGES,
    what="number of Nudges",
    example="`companion boolean nudges ana 1`",
    candidates=lambda trial, told: numbers(0, NUDGES, "left"),
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
    plan=lambda action, told: count_nudges(action, told[_WHOSE], told[_LEFT]),
)

"""An entry of a play as a line of the log."""

from collections.abc import Callable
from typing import Any

from companion.core.names import listed
from companion.games.boolean.dice.colours import UNSEEN
from companion.games.boolean.possession.entries import describe_told
from companion.games.boolean.stack.faces import alike
from companion.games.boolean.stack.state import StackState
from companion.games.boolean.stack.verdict import below_of, is_inverse

Data = Any


def _stacked(before: StackState, data: Data, after: StackState) -> str:
    top = "" if data["top"] is None else f", {data['top']} on top"
    return f"{after.name(data['seat'])} places die {len(after.tower)}{top}"


def _challenged(before: StackState, data: Data, after: StackState) -> str:
    name = after.name(1 - data["seat"])
    which = "" if data["die"] is None else f", the {data['die']}"
    line = f"{after.name(data['seat'])} Challenges {name}'s die{which}: "
    verdict = "a true inverse" if is_inverse(before, data) else "a bluff"
    below, placed = below_of(before, data), data["placed"] or UNSEEN * 3
    same = alike(below, placed)
    if not same and UNSEEN not in below + placed:
        return f"{line}all three faces differ from the one below, so it is {verdict}"
    if not same:
        return f"{line}{'it is' if data['inverse'] is not None else 'it can only be'} {verdict}"
    do = "do" if len(same) > 1 else "does"
    return f"{line}the {listed(same)} {do} not differ from the one below, so it is {verdict}"


TELLERS: dict[str, Callable[[StackState, Data, StackState], str]] = {
    "die.stacked": _stacked,
    "die.challenged": _challenged,
    "stack.fell": lambda before, data, after: f"{after.name(data['seat'])} makes the stack fall",
    "dice.told": describe_told,
}


def begins(state: StackState) -> str:
    """Who places the lowest die."""
    return f"{state.name(state.first)} begins"

"""What the random players of several games do alike."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.action import Action
from companion.core.play import PlayState

Plan = Callable[[Action[Any], Any], None]


def any_seat(state: PlayState, random: Random) -> int:
    return random.randrange(len(state.seats))


def go_on(state: PlayState, random: Random) -> Plan:
    """`companion next`."""
    return lambda action, reference: action.game.advance(action, reference)


def end(state: PlayState, random: Random) -> Plan:
    """Rarely: a play that ends takes no further entries."""
    chance = random.random()
    if chance < 0.08:
        return lambda action, _: action.add("play.finished", winners=[0], why="table")
    if chance < 0.12:
        return lambda action, _: action.add("play.abandoned")
    return go_on(state, random)

"""Plays The Stack at random."""

from random import Random
from typing import Any

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.stack.challenge import challenge
from companion.games.boolean.stack.state import TOPS, StackState
from companion.games.boolean.stack.tower import fell, stack
from companion.testing import Move, any_seat, end, go_on
from tests.contract.players.six_games import BooleanPlayer


class Player(BooleanPlayer):
    name = "boolean_stack"
    seats = (2, 2)
    entries = 8

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        return {"variant": "stack"}

    def moves(self, state: StackState, reference: Any, random: Random) -> Move:
        chance = random.random()
        if chance < 0.4:
            return random.choice(ANYTHING)(state, random)
        if state.complete or (state.open_to_challenge and chance < 0.44):
            return _challenge(state, random)
        return _stack(state, random)


def _seat(state: StackState, random: Random) -> int:
    return state.mover if random.random() < 0.8 else any_seat(state, random)


def _stack(state: StackState, random: Random) -> Move:
    seat, top = _seat(state, random), random.choice((None, *TOPS))
    return lambda action, _: stack(action, seat, top)


def _challenge(state: StackState, random: Random) -> Move:
    seat = _seat(state, random)
    die = random.choice(list(by_id())) if random.random() < 0.3 else None
    top = random.choice((None, None, None, *TOPS))
    if random.random() < 0.5:
        inverse = random.random() < 0.5
        return lambda action, _: challenge(action, seat, inverse, top=top, die=die)
    signs = random.choice(("wb", "wb?"))
    below, placed = ("".join(random.choice(signs) for _ in range(3)) for _ in range(2))
    faces = {"below": below, "placed": placed, "top": top, "die": die}
    return lambda action, _: challenge(action, seat, **faces)


def _fall(state: StackState, random: Random) -> Move:
    seat = None if random.random() < 0.5 else any_seat(state, random)
    plan: Move = lambda action, _: fell(action, seat)  # noqa: E731
    return plan if len(state.tower) > 3 else _stack(state, random)


def _told(state: StackState, random: Random) -> Move:
    seat = any_seat(state, random)
    dice = random.sample(list(by_id()), random.choice((1, 3, 5, 5, 6, 6)))
    return lambda action, _: action.add("dice.told", seat=seat, dice=dice)


ANYTHING = (_stack, _challenge, _fall, _told, _told, _told, _told, _told, go_on, end)

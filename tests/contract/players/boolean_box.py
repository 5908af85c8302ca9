"""Plays Shut the Box at random: both at once or one by one, with Nudges and without."""

from random import Random
from typing import Any

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.shut_the_box.columns import cross
from companion.games.boolean.shut_the_box.state import NUMBERS, BoxState, Counts
from companion.games.boolean.shut_the_box.turns import record_turn
from companion.testing import Facts, Move, any_seat, end, go_on
from tests.contract.players.six_games import BooleanPlayer


class Player(BooleanPlayer):
    name = "boolean_box"
    seats = (2, 2)
    entries = 10

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        return {"variant": "shut-the-box", "white": random.choice((None, 0, 1))}

    def same(self, state: BoxState, told: Facts, again: Facts | None) -> bool:
        """A turn keeps its number, though one before it is gone and was never told anew."""
        number = told[0][1].get("turn")
        return told == again or number not in (None, state.round)

    def moves(self, state: BoxState, reference: Any, random: Random) -> Move:
        if random.random() < 0.2:
            return random.choice(ANYTHING)(state, random)
        return _turn(state, random)


def _turn(state: BoxState, random: Random) -> Move:
    seats = [0, 1] if random.random() < 0.7 else [any_seat(state, random)]
    told = {seat: _counts(state, seat, random) for seat in seats}
    leave = [seat for seat in seats if random.random() < 0.1]
    number = random.randint(1, state.round + 1) if random.random() < 0.2 else None
    return lambda action, _: record_turn(action, told, leave, number)


def _counts(state: BoxState, seat: int, random: Random) -> Counts:
    """Often what somebody needs: else no play would get to its end."""
    seen = [random.choice(state.needed(seat) or NUMBERS) if random.random() < 0.6 else 2]
    while random.random() < 0.2:
        seen.append(min(5, max(0, seen[-1] + random.choice((-1, 0, 1, 2)))))
    return tuple(seen)


def _cross(state: BoxState, random: Random) -> Move:
    told = {seat: random.sample(NUMBERS, 1) for seat in (0, 1) if random.random() < 0.6}
    number = random.randint(1, state.round) if random.random() < 0.5 else None
    return lambda action, _: cross(action, told, turn=number)


def _nudges(state: BoxState, random: Random) -> Move:
    seat, left = any_seat(state, random), random.randint(0, 4)
    return lambda action, _: action.add("nudges.counted", seat=seat, nudges=left)


def _told(state: BoxState, random: Random) -> Move:
    seat = any_seat(state, random)
    dice = random.sample(list(by_id()), random.choice((1, 3, 5, 5, 6)))
    return lambda action, _: action.add("dice.told", seat=seat, dice=dice)


ANYTHING = (_turn, _cross, _nudges, _told, _told, go_on, end)

"""Plays White, Black, or Roll at random, with two players and with more."""

from random import Random
from typing import Any

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.variants import end as end_by_dice
from companion.games.boolean.wbr import calls, clock, ties
from companion.games.boolean.wbr.state import CALLS, WbrState
from companion.testing import Move, any_seat, end, go_on
from tests.contract.players.six_games import BooleanPlayer


class Player(BooleanPlayer):
    name = "boolean_wbr"
    seats = (2, 10)
    entries = 12

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        timed = len(names) == 2 and random.random() < 0.3
        return {"variant": "white-black-roll", **({"minutes": 10} if timed else {})}

    def moves(self, state: WbrState, reference: Any, random: Random) -> Move:
        if random.random() < 0.2:
            return random.choice(ANYTHING)(state, random)
        if state.thrower is not None and random.random() < 0.1:
            return _spill(state, random)
        if not state.loose:
            return _tie(state, random)
        return _call(state, random)


def _die(random: Random) -> str | None:
    return random.choice(list(by_id())) if random.random() < 0.3 else None


def _call(state: WbrState, random: Random) -> Move:
    seat = state.turn if random.random() < 0.8 else state.left_of(state.turn)
    said = random.choice(CALLS)
    verdict = None if said == "roll" else "right" if random.random() < 0.6 else "wrong"
    die = _die(random) if verdict is not None else None
    paid = _die(random) if random.random() < 0.2 else None
    return lambda action, _: calls.call(action, seat, said, verdict, die=die, paid=paid)


def _spill(state: WbrState, random: Random) -> Move:
    thrower = state.turn if state.thrower is None else state.thrower
    seat = thrower if random.random() < 0.8 else any_seat(state, random)
    return lambda action, _: calls.illegal(action, seat, paid=_die(random))


def _tie(state: WbrState, random: Random) -> Move:
    rolled = state.rollers if random.random() < 0.9 else (any_seat(state, random),)
    whites = {seat: random.randint(0, state.held[seat].size) for seat in rolled}
    return lambda action, _: ties.break_tie(action, whites)


def _clock(state: WbrState, random: Random) -> Move:
    seconds = [random.choice((0, 30, 60, 300, 300, 300)) for _ in state.seats]
    return lambda action, _: clock.stop_clock(action, seconds)


def _told(state: WbrState, random: Random) -> Move:
    seat = any_seat(state, random)
    dice = random.sample(list(by_id()), min(10, state.held[seat].size + (random.random() < 0.1)))
    return lambda action, _: action.add("dice.told", seat=seat, dice=dice)


def _counted(state: WbrState, random: Random) -> Move:
    seat, dice = any_seat(state, random), random.randint(0, 6)
    return lambda action, _: action.add("dice.counted", seat=seat, dice=dice)


def _even(state: WbrState, random: Random) -> Move:
    """All dice are taken, and two have as many."""

    def plan(action: Any, reference: Any) -> None:
        for seat in range(len(state.seats)):
            action.add("dice.counted", seat=seat, dice=0)
        for seat in random.sample(range(len(state.seats)), 2):
            action.add("dice.counted", seat=seat, dice=5)
        end_by_dice(action)

    return plan


ANYTHING = (_call, _spill, _spill, _tie, _clock, _told, _told, _counted, _even, go_on, end)

"""Plays Sort at random: with the names of dice, with some of them, and without."""

from random import Random
from typing import Any

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.sort import turns
from companion.games.boolean.sort.state import SortState
from companion.testing import Move, end, go_on
from tests.contract.players.six_games import BooleanPlayer


class Player(BooleanPlayer):
    name = "boolean_sort"
    seats = (1, 1)
    entries = 4

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        return {"variant": "sort"}

    def moves(self, state: SortState, reference: Any, random: Random) -> Move:
        chance = random.random()
        if chance < 0.1 and state.turns:
            return end(state, random)
        if (chance < 0.2 and state.turns) or state.all_turns_taken:
            return _bottoms(state, random)
        return go_on(state, random) if chance < 0.3 else _sort(state, random)


def _sort(state: SortState, random: Random) -> Move:
    names = list(state.free) if random.random() < 0.8 else list(by_id())
    places = ("rolled", "black", "white")
    dice = {place: random.choice(names) if random.random() < 0.8 else None for place in places}
    if dice["rolled"] is not None and random.random() < 0.2:
        return lambda action, _: turns.sort(action, rolled=dice["rolled"])
    return lambda action, _: turns.sort(action, **dice)


def _bottoms(state: SortState, random: Random) -> Move:
    right = [random.randint(0, 5), random.choice((4, 5, 5, 6))]
    return lambda action, _: turns.show_bottoms(action, right)

"""Plays Dice Box at random: mostly what the board allows, now and then anything at all."""

from random import Random
from typing import Any

from companion import games
from companion.games.dicebox import placement, points, rolls, setup, turns
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.setup import next_picker
from companion.games.dicebox.state import COLORS, Die, State
from companion.games.dicebox.turns import is_stuck, known_places
from companion.testing import Facts, Move, RandomPlayer, any_seat, end, go_on

DIE = {"color": (str, None), "value": (int, None)}


class Player(RandomPlayer):
    game = games.game("dicebox")
    plays = 24

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        if random.random() < 0.3:
            return {}
        colors = random.sample(COLORS, 4)
        if len(names) == 2 and random.random() < 0.5:
            return {"colors": [colors[:2], colors[2:]]}
        return {"colors": [[color] for color in colors[: len(names)]]}

    def same(self, state: State, told: Facts, again: Facts | None) -> bool:
        """Who picks, who rolls, and which dice there are to roll, can be named where the companion
        cannot, or would name others."""
        return again is None or _unnamed(told) == _unnamed(again)

    def moves(self, state: State, reference: Any, random: Random) -> Move:
        if random.random() < 0.12:
            return random.choice(ANYTHING)(state, random)
        if not state.knows_colors and (state.is_over or random.random() < 0.1):
            return _colors(state, random)
        if not state.knows_dice_colors and not state.has_seed and random.random() < 0.9:
            return _draft(state, random)
        if not state.has_seed:
            return random.choice((_seed, _roll_all))(state, random)
        if not all(
            state.known_dice(seat) or not state.dice[seat] for seat in range(len(state.seats))
        ):
            return random.choice((_roll_all, _roll_all, _place_any))(state, random)
        if is_stuck(state, state.turn):
            return random.choice((_roll_mine, _roll_mine, go_on))(state, random)
        return _place(state, random)


def _unnamed(facts: Facts) -> list[Any]:
    if {kind for kind, _ in facts} == {"dice.rolled"}:
        return ["dice.rolled"]
    return [(kind, data["color"]) if kind == "die.picked" else (kind, data) for kind, data in facts]


def _colors(state: State, random: Random) -> Move:
    colors = random.sample(COLORS, 4)
    each = [[color] for color in colors[: len(state.seats)]]
    if random.random() < 0.2:
        each[0] = [random.choice(COLORS), *colors[:1]]
    return lambda action, _: action.add("colors.assigned", colors=each)


def _draft(state: State, random: Random) -> Move:
    if state.first_picker is None and random.random() < 0.5:
        return lambda action, _: setup.begin_draft(action, random)
    seat = next_picker(state)
    name = state.seats[any_seat(state, random) if seat is None else seat].handle
    left = [color for color, dice in state.pool.items() if dice > 0]
    word = random.choice(left or COLORS)
    words = [word] if random.random() < 0.3 else [name, word]
    return lambda action, _: setup.draft(action, words)


def _seed(state: State, random: Random) -> Move:
    return lambda action, _: turns.seed(action, random.randint(1, 6))


def _roll_all(state: State, random: Random) -> Move:
    """All roll who have to, or else whoever has the turn: named, as others may have to later."""
    seats = state.seats_to_roll or [state.turn]
    return lambda action, _: rolls.roll_virtual(action, seats, random)


def _roll_mine(state: State, random: Random) -> Move:
    seat = state.turn
    dice = [Die(die.color or "red", random.randint(1, 6)) for die in state.dice[seat]]
    if random.random() < 0.2:
        dice = dice[1:] or dice
    stuck = random.random() < 0.3
    return lambda action, _: rolls.record_roll(action, seat, dice, stuck=stuck)


def _place(state: State, random: Random) -> Move:
    fitting = [(die, at) for die, squares in known_places(state, state.turn) for at in squares]
    if not fitting:
        return _place_any(state, random)
    die, at = random.choice(fitting)
    return lambda action, _: placement.place(action, state.turn, die, SQUARES[at])


def _place_any(state: State, random: Random) -> Move:
    seat = random.choice((state.turn, any_seat(state, random)))
    die = random.choice(state.dice[seat] or (Die("red", 3),))
    die = Die(die.color or "blue", die.value or random.randint(1, 6))
    square = random.choice(SQUARES)
    return lambda action, _: placement.place(action, seat, die, square)


def _turn(state: State, random: Random) -> Move:
    seat = any_seat(state, random)
    return lambda action, _: turns.give_turn(action, seat)


def _score(state: State, random: Random) -> Move:
    kind = random.choice(("points.gained", "points.lost", "points.set"))
    return lambda action, _: action.add(kind, seat=any_seat(state, random), points=5)


def _count(state: State, random: Random) -> Move:
    told = {color: random.randint(0, 36) for color in COLORS}
    return lambda action, _: points.count(action, told)


ANYTHING = (
    *(_colors, _draft, _seed, _roll_all, _roll_mine, _place_any, _place_any, go_on),
    *(_turn, _score, _count, _count, end),
)

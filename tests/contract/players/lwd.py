"""Plays A Little White Die at random: mostly what the round asks for, now and then anything."""

from random import Random
from typing import Any

from companion import games
from companion.games.lwd import challenge, expansions, loss, round_start, turns
from companion.games.lwd.guesses import POWER, Guess
from companion.games.lwd.state import (
    DECK_SIZES,
    FIRST_OUT,
    LAST_STANDING,
    State,
    lowest_allowed,
    possible_die_sizes,
)
from companion.testing import Move, RandomPlayer, any_seat, end, go_on


class Player(RandomPlayer):
    game = games.game("lwd")

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        return {
            "cards": random.choice(DECK_SIZES),
            "random": random.random() < 0.3,
            "min_dice": random.choice((2, 2, 3)),
            "wildcards": random.random() < 0.5,
            "power": random.random() < 0.5,
            "until": random.choice((FIRST_OUT, LAST_STANDING)),
        }

    def moves(self, state: State, reference: Any, random: Random) -> Move:
        if random.random() < 0.15:
            return random.choice(ANYTHING)(state, random)
        if state.phase == "loss":
            return _lose(state, random)
        if state.phase == "number":
            swap = state.swap_seat is not None and random.random() < 0.5
            return _swap(state, random) if swap else _number(state, random)
        if state.guesses and random.random() < 0.4:
            return _challenge(state, random)
        if state.variant.power and random.random() < 0.15:
            return _trigger(state, random)
        return _guess(state, random)


def _number(state: State, random: Random) -> Move:
    number = random.choice((0, 1, 2, 2, 3, 3, 4, 5, 9))
    return lambda action, _: round_start.state_number(action, number)


def _guess(state: State, random: Random) -> Move:
    found = random.choice(lowest_allowed(state) or [Guess(1, POWER)])
    if random.random() < 0.2:
        found = Guess(random.randint(0, 5), random.choice((1, 3, 6, 7, POWER)))
    seat = state.turn if random.random() < 0.9 else any_seat(state, random)
    return lambda action, _: turns.guess(action, seat, found)


def _card(state: State, random: Random) -> str:
    number = random.randint(1, state.highest)
    if state.variant.wildcards and random.random() < 0.2:
        return "w"
    return f"p{number}" if state.variant.power and random.random() < 0.2 else str(number)


def _challenge(state: State, random: Random) -> Move:
    seat = state.turn if random.random() < 0.9 else any_seat(state, random)
    how, dice = random.random(), state.all_dice or 5
    cards = hands = there = None
    if how < 0.4:
        cards = [_card(state, random) for _ in range(dice if random.random() < 0.9 else dice + 1)]
    elif how < 0.7:
        seats = range(len(state.seats))
        hands = [[_card(state, random) for _ in range(state.dice(at) or 0)] for at in seats]
    elif how < 0.9:
        there = random.randint(0, dice)
    reveal = None if cards is None and hands is None else (cards, hands)
    return lambda action, _: challenge.challenge(action, seat, reveal=reveal, there=there)


def _lose(state: State, random: Random) -> Move:
    known = state.loser is not None and random.random() < 0.9
    seat = state.loser if known else any_seat(state, random)
    sizes = possible_die_sizes(state, seat) or (1,)
    cards = random.choice(sizes) if random.random() < 0.9 else random.randint(1, 8)
    return lambda action, _: loss.lose(action, seat, cards)


def _swap(state: State, random: Random) -> Move:
    seat = state.swap_seat if state.swap_seat is not None else any_seat(state, random)
    return lambda action, _: expansions.swap(action, seat)


def _trigger(state: State, random: Random) -> Move:
    seat = state.turn if random.random() < 0.9 else any_seat(state, random)
    number = random.choice((None, *range(1, 7)))
    extra = random.random() < 0.4
    to = [state.turn] if extra and random.random() < 0.3 else []
    return lambda action, _: expansions.trigger(
        action, seat, number, did="what it says", extra=extra, to=to
    )


def _cards(state: State, random: Random) -> Move:
    seat, cards = any_seat(state, random), random.randint(1, 9)
    return lambda action, _: loss.count_cards(action, seat, cards)


ANYTHING = (
    *(_number, _guess, _guess, _challenge, _lose, _lose, _swap, _trigger, go_on, _cards, end),
)

"""Plays Liar's Boolean Dice at random, with two players and with more."""

from random import Random
from typing import Any

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.liar.challenges import challenge, lose
from companion.games.boolean.liar.declarations import declare
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.variants import end as end_by_dice
from companion.testing import Move, any_seat, end, go_on
from tests.contract.players.six_games import BooleanPlayer


class Player(BooleanPlayer):
    name = "boolean_liar"
    seats = (2, 12)
    entries = 25

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        return {"variant": "liar"}

    def moves(self, state: LiarState, reference: Any, random: Random) -> Move:
        if random.random() < 0.12:
            return random.choice(ANYTHING)(state, random)
        if random.random() < 0.15:
            return _told(state, random)
        if state.phase == "challenge":
            return _lose(state, random)
        if state.phase == "declaring" and random.random() < 0.45:
            return _challenge(state, random)
        return _declare(state, random)


def _seat(state: LiarState, random: Random) -> int:
    mine = state.turn if state.turn is not None else random.choice(state.still_in or (0,))
    return mine if random.random() < 0.95 else any_seat(state, random)


def _die(state: LiarState, random: Random) -> str | None:
    return random.choice(list(by_id())) if random.random() < 0.3 else None


def _declare(state: LiarState, random: Random) -> Move:
    lowest = random.randint(-1, 3) if state.lowest is None else state.lowest
    number = lowest + random.choice((0, 0, 0, 1, 1, 2, -1))
    seat = _seat(state, random)
    shown = None
    if random.random() < (0.4 if state.phase == "declaring" else 0.05):
        most = max(0, state.hidden(seat)) + (random.random() < 0.05)
        shown = "".join(random.choice("wb") for _ in range(random.randint(0, most)))
    return lambda action, _: declare(action, seat, number, show=shown)


def _challenge(state: LiarState, random: Random) -> Move:
    seat, whites, hands = _seat(state, random), None, None
    how = random.random()
    if how < 0.5:
        whites = random.choice(state.whites or (0,)) + random.choice((0,) * 12 + (-1, 1))
        whites = max(0, whites)
    elif how < 0.8:
        hands = [_hand(state, other, random) for other in range(len(state.seats))]
    die = _die(state, random)
    return lambda action, _: challenge(action, seat, white=whites, reveal=hands, die=die)


def _hand(state: LiarState, seat: int, random: Random) -> str:
    shown, hidden = state.shown[seat], max(0, state.hidden(seat))
    hand = "w" * shown.whites + "b" * shown.blacks
    hand += "".join(random.choice("wb") for _ in range(hidden))
    return hand if random.random() < 0.98 else hand[1:]


def _lose(state: LiarState, random: Random) -> Move:
    doubt, seat, to = state.unsettled, any_seat(state, random), None
    if doubt is not None and doubt.challenger is not None and random.random() < 0.9:
        seat = doubt.challenger
        if random.random() < 0.4:
            to = doubt.declarer
        elif doubt.declarer is not None and random.random() < 0.5:
            seat = doubt.declarer
    elif random.random() < 0.3:
        to = any_seat(state, random)
    die = _die(state, random)
    return lambda action, _: lose(action, seat, to=to, die=die)


def _told(state: LiarState, random: Random) -> Move:
    seat = any_seat(state, random)
    size = state.held[seat].size
    dice = random.sample(list(by_id()), min(10, random.randint(0, size) + (random.random() < 0.1)))
    return lambda action, _: action.add("dice.told", seat=seat, dice=dice)


def _counted(state: LiarState, random: Random) -> Move:
    seat, dice = any_seat(state, random), random.randint(0, 6)

    def plan(action, _):
        action.add("dice.counted", seat=seat, dice=dice)
        end_by_dice(action)

    return plan


ANYTHING = (_declare, _challenge, _lose, _lose, _counted, go_on, go_on, end)

"""Plays Spy vs. Spy at random: with everything told, and with next to nothing."""

from random import Random
from typing import Any

from companion.games.boolean.dice.the_ten import by_id
from companion.games.boolean.spy import agency, attacks, own_missions, turn
from companion.games.boolean.spy.attacks import RESULTS
from companion.games.boolean.spy.mission import TARGETS, MissionAction
from companion.games.boolean.spy.state import PLACES, POSTS, SIDES, SpyState
from companion.testing import Move, any_seat, end, go_on
from tests.contract.players.six_games import BooleanPlayer


class Player(BooleanPlayer):
    name = "boolean_spy"
    seats = (2, 8)
    entries = 20

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        return {"variant": "spy"}

    def moves(self, state: SpyState, reference: Any, random: Random) -> Move:
        untold = [seat for seat, agency in enumerate(state.agencies) if agency.side is None]
        if not state.has_begun and untold and random.random() < 0.8:
            return _form(untold[0], random)
        if random.random() < 0.15:
            return random.choice(ANYTHING)(state, random)
        if state.now.step == "orders":
            return _orders(state, random)
        return _swap(state, random) if random.random() < 0.2 else _mission(state, random)


def _form(seat: int, random: Random) -> Move:
    friendly = random.choice((None, 1, 3, 5, 5, 6, 9, 10))
    field = random.choice((None, 1, 1, 2, 3)) if friendly is not None else None
    again = random.random() < 0.2
    side = random.choice(SIDES)
    told = {"side": side, "friendly": friendly, "field": field, "rerolled": again}
    return lambda action, _: action.add("agency.formed", seat=seat, **told)


def _formed(state: SpyState, random: Random) -> Move:
    return _form(any_seat(state, random), random)


def _mover(state: SpyState, random: Random) -> int:
    return state.mover if random.random() < 0.95 else any_seat(state, random)


def _orders(state: SpyState, random: Random) -> Move:
    seat, orders = _mover(state, random), random.choice((None, 0, 1, 2, 2, 3, 3, 4))
    return lambda action, _: action.add("orders.counted", seat=seat, orders=orders)


def _swap(state: SpyState, random: Random) -> Move:
    seat, swaps = _mover(state, random), random.choice((None, None, 0, 1, 2))
    to = random.choice((None, None, *([post] for post in POSTS), ["desk", "desk"]))
    return lambda action, _: turn.reorganize(action, seat, swaps, turncoat=to)


def _die(random: Random) -> str | None:
    return random.choice(list(by_id())) if random.random() < 0.4 else None


def _enemy(state: SpyState, random: Random) -> int:
    return state.next_in(state.mover) if random.random() < 0.9 else any_seat(state, random)


def _infiltrate(state: SpyState, random: Random) -> Move:
    seat, enemy = _mover(state, random), _enemy(state, random)
    target, result = random.choice(("country", *TARGETS)), random.choice((*RESULTS, "lost"))
    told = random.random() < 0.2
    rolled = random.choice(SIDES) if told else None
    shown = random.choice(SIDES) if told and result != "failed" else None
    die = _die(random) if result == "lost" else None
    turncoat = random.random() < 0.15
    return lambda action, _: attacks.record_infiltration(
        action, seat, enemy, target, result, rolled=rolled, shown=shown, die=die, turncoat=turncoat
    )


def _told(state: SpyState, random: Random) -> Move:
    """One of the missions that need no more than their entry."""
    seat, recruits = _mover(state, random), random.randint(0, 4)
    post = random.choice(POSTS)
    kind, data = random.choice(
        (
            ("recruits.taken", {"recruits": recruits, "field": random.randint(0, recruits)}),
            ("recruit.nudged", {"to": random.choice((None, *POSTS))}),
            ("enemy.scouted", {"enemy": _enemy(state, random), "target": random.choice(TARGETS)}),
            ("agent.rested", {"turncoat": random.random() < 0.2}),
            ("turncoat.recruited", {"to": post}),
            ("free_agent.approached", _approach(random)),
            ("free_agent.approached", _approach(random)),
        )
    )
    return lambda action, _: action.add(kind, seat=seat, **data)


def _approach(random: Random) -> dict[str, Any]:
    colours = [random.choice(SIDES), random.choice(SIDES)] if random.random() < 0.4 else None
    won = random.random() < 0.7 if colours is None else colours[0] == colours[1]
    die = _die(random) if random.random() < 0.5 else None
    return {"won": won, "colours": colours, "die": die}


def _train(state: SpyState, random: Random) -> Move:
    seat, to, turncoat = _mover(state, random), random.choice(POSTS), random.random() < 0.2
    sure = random.random() < 0.2
    return lambda action, _: own_missions.train(
        MissionAction(action, seat), to, turncoat=turncoat, yes=sure
    )


def _mission(state: SpyState, random: Random) -> Move:
    return random.choice((_infiltrate, _infiltrate, _told, _told, _told, _train))(state, random)


def _lost(state: SpyState, random: Random) -> Move:
    seat, post, die = any_seat(state, random), random.choice(POSTS), _die(random)
    return lambda action, _: agency.lose_agent(action, seat, post, die=die)


def _counted(state: SpyState, random: Random) -> Move:
    seat = any_seat(state, random)
    counted: dict[str, Any] = {
        place: str(random.randint(0, 5)) for place in PLACES if random.random() < 0.5
    }
    if random.random() < 0.3:
        counted["turncoat"] = [place for place in PLACES if random.random() < 0.4]
    if random.random() < 0.2:
        counted["side"] = random.choice(SIDES)
    sure = random.random() < 0.5
    return lambda action, _: agency.count_agents(action, seat, yes=sure, **counted)


def _out(state: SpyState, random: Random) -> Move:
    if random.random() < 0.6:
        return _mission(state, random)
    seat = any_seat(state, random)
    return lambda action, _: agency.eliminate(action, seat)


ANYTHING = (_formed, _orders, _swap, _mission, _lost, _counted, _counted, _out, go_on, go_on, end)

"""Pebbles: what every game has to pass, and what only this one does."""

from random import Random
from typing import Any

from pebbles.game import GAME, Pond, drop, spill, take

from companion.testing import (
    GameTests,
    Move,
    Playthrough,
    RandomPlayer,
    any_seat,
    refused,
    shared_move,
)


class Player(RandomPlayer):
    """Takes, drops and spills, not always as it may."""

    game = GAME
    plays = 8

    def options(self, reference: Any, names: Any, random: Random) -> dict[str, Any]:
        return {"pebbles": random.choice((5, 21, 60))}

    def moves(self, state: Pond, reference: Any, random: Random) -> Move:
        seat, pebbles = any_seat(state, random), random.randint(1, 4)
        return random.choice(
            (
                lambda action, _: take(action, seat, pebbles),
                lambda action, _: take(action, seat, pebbles),
                lambda action, _: drop(action, seat),
                lambda action, _: spill(action, seat),
                shared_move(GAME, state, random),
            )
        )


class TestPebbles(GameTests):
    players = (Player(),)


def table(**options: Any) -> Playthrough:
    return Playthrough(GAME, ["Ana", "Ben"], "ana", {"pebbles": 5, **options}, {"handful": 3})


def test_nobody_takes_more_than_a_handful_or_than_there_are():
    t = table()
    with refused("PEB-2", "not 4"):
        t.act(lambda action: take(action, 0, 4))
    t.act(lambda action: take(action, 0, 3))
    with refused("PEB-3", "Only 2"):
        t.act(lambda action: take(action, 1, 3))
    assert t.words("take ben") == "1 2"


def test_an_undo_is_refused_where_the_game_would_have_been_over():
    """Without the pebble that Ana dropped, the round after it would not have begun."""
    t = table().act(lambda action: take(action, 0, 3))
    t.act(lambda action: take(action, 1, 2)).act(lambda action: drop(action, 0))
    t.act(lambda action: GAME.advance(action))
    with refused("PEB-5", "Entry 4", "entry 5", "undo 4 --onwards"):
        t.undo(4)
    assert t.undo(4, onwards=True).state.left == 0


def test_the_most_win_once_the_pond_is_empty(companion):
    companion.must("start pebbles Ana Ben --pebbles 3")
    companion.must("pebbles take ana 2")
    companion.must("pebbles take ben")
    assert companion.must("next --json").json["winners"] == ["Ana"]

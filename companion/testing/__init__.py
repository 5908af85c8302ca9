"""The tests that every game has to pass, for the games of this companion and of any other package.

    # tests/test_pebbles.py
    from companion.testing import GameTests, RandomPlayer, shared_move
    from pebbles.game import GAME


    class Player(RandomPlayer):
        game = GAME

        def moves(self, state, reference, random):
            return shared_move(self.game, state, random)


    class TestPebbles(GameTests):
        players = (Player(),)

`GameTests` plays whole games with a random player and holds what comes of them against everything
that the companion promises. `Playthrough` is a play that a game's own tests make entry by entry;
`companion.testing.fixtures` has the program over an empty home.

pytest and Hypothesis are needed where they are used: importing this alone needs neither. Nothing in
the program imports it.
"""

from typing import TYPE_CHECKING, Any

from companion.testing.players import Facts, Move, RandomPlayer, any_seat, end, go_on, shared_move
from companion.testing.plays import Playthrough, refused

if TYPE_CHECKING:
    from companion.testing.game_tests import GameTests

__all__ = [
    "Facts",
    "GameTests",
    "Move",
    "Playthrough",
    "RandomPlayer",
    "any_seat",
    "end",
    "go_on",
    "refused",
    "shared_move",
]

_TESTS = tuple(f"companion.testing.{name}" for name in ("game_tests", "log_checks", "table_checks"))


def __getattr__(name: str) -> Any:
    """Import `GameTests` when it is first used, as it needs pytest."""
    if name != "GameTests":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import pytest

    # so that failures show their values, as in any other test
    pytest.register_assert_rewrite(*_TESTS)
    from companion.testing.game_tests import GameTests

    return GameTests

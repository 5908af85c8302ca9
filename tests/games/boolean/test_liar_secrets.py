"""What one sees of Liar's Boolean Dice and The Stack is the same, whichever dice were told."""

from dataclasses import replace

import pytest

from companion.games.boolean.possession.state import Holding
from companion.testing.plays import recorded
from tests.contract.players import PLAYERS


@pytest.mark.rule("BO-87")
@pytest.mark.parametrize("die", ["0w", "6w"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["boolean_liar", "boolean_stack"])
def test_what_is_shown_rests_on_nothing_secret(name, seed, die):
    """With dice that show one colour alone, which allow the least."""
    play = recorded(PLAYERS[name], seed)
    for state in play.states:
        told = replace(
            state, held=tuple(Holding(one.size, (die,) * one.size) for one in state.held)
        )
        for shown in (play.game.todo, play.game.view, play.game.to_json):
            assert shown(told, play.reference) == shown(state, play.reference)
        assert play.game.where(told) == play.game.where(state)

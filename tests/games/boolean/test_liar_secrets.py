"""What one sees of Liar's Boolean Dice and The Stack is the same, whichever dice were told."""

from dataclasses import replace

import pytest

from companion.games.boolean.dice.possession import Holding
from companion.testing.plays import recorded
from tests.contract.players import PLAYERS
from tests.games.boolean import tables_liar
from tests.games.boolean.tables_liar import Table


@pytest.mark.rule("BO-87")
@pytest.mark.parametrize("name", ["boolean_liar", "boolean_stack"])
def test_what_is_shown_rests_on_nothing_secret(name):
    """With dice that show one colour alone, which allow the least."""
    for seed, die in ((0, "0w"), (1, "6w")):
        play = recorded(PLAYERS[name], seed)
        for state in play.states[::2]:
            held = tuple(Holding(one.size, (die,) * one.size) for one in state.held)
            known = replace(state, held=held)
            for shown in (play.game.todo, play.game.view, play.game.to_json):
                assert shown(known, play.reference) == shown(state, play.reference)
            assert play.game.where(known) == play.game.where(state)


@pytest.mark.rule("BO-81", "BO-87")
def test_which_die_is_lost_is_a_secret_where_it_goes_to_a_player():
    """In the center pile, everybody sees which it is: `Fact.secret` goes by what is entered."""

    def secret(t: Table) -> dict[str, str]:
        newest = t.log.events[-1]
        return t.game.fact_of(newest).secrets()

    declared = tables_liar.table("Ana Ben Cho").declare("ana 4")
    assert secret(declared.challenge("ben", 5, die="3c")) == {}
    assert secret(declared.undo().challenge("ben", 4, die="3c")) == {"die": "3w-corner"}
    assert secret(declared.undo().lose("ana", die="3c")) == {}
    assert secret(declared.undo().lose("ben", "ana", die="3c")) == {"die": "3w-corner"}
    assert secret(declared.undo().holds("ben", "3c", "5")) == {"dice": ["3w-corner", "5w"]}

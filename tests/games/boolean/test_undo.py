"""What an undo must not break: whatever followed from how things stood has to follow still."""

from dataclasses import replace

import pytest

from companion.core.event import Referee
from companion.errors import Refused
from tests.games.boolean import tables_box, tables_liar, tables_stack
from tests.games.boolean.test_sort import table as sort_table

# Liar's


def test_an_older_lost_die_is_not_asked_what_it_never_held():
    t = tables_liar.table("Ana Ben Cho").count("ben", 1)
    t.tell("die.surrendered", seat=1, to=None, die=None)
    assert t.undo(2).dice == "ana 5 ben 4 cho 5"


# The Stack


@pytest.mark.rule("BO-118")
def test_a_verdict_that_a_top_gave_stands_with_it():
    """Nothing but the top of Ben's die said that Ana's was a bluff."""
    t = tables_stack.table().stack("ana", "ben white", "ana").challenge("ben", die="6")
    assert t.winners == "ben"
    untold = t.state.tower[0], t.state.tower[1]._replace(top=None), t.state.tower[2]
    before = replace(t.state, tower=untold, turn=1, challenged=None, status="live", winners=())
    (event, _) = t.log.events[-2:]
    with pytest.raises(Refused, match="may be a true inverse, and may be a bluff"):
        t.game.check(before, event, Referee(), None)


# Shut the Box


def test_sets_that_were_switched_are_given_back_by_hand():
    t = tables_box.table().turn("3 3").undo()
    assert t.said == [
        "Switch sets, all five dice: by the turns that are told now, each has the other one."
    ]
    assert tables_box.table().turn("3 3").turn("1 2").undo().said == []
    assert tables_box.table().turn("3 3").turn("1 2").undo(2).said == [], "nobody knows"


# Sort


@pytest.mark.rule("BO-160")
def test_a_roll_that_is_taken_back_is_not_told_in_its_turn():
    t = sort_table().roll("3c").sort("- 2o 5")
    assert t.state.turns[0].rolled == "3w-corner"
    assert t.undo(2).state.turns == ((None, "2w-opposite", "5w"),)

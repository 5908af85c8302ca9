"""What an undo must not break: whatever followed from how things stood has to follow still."""

from dataclasses import replace

import pytest

from companion.core.event import Referee
from companion.errors import CompanionError, Refused
from tests.games.boolean import tables_box, tables_liar, tables_spy, tables_stack, tables_wbr
from tests.games.boolean.test_sort import table as sort_table


def test_an_older_lost_die_is_not_asked_what_it_never_held():
    t = tables_liar.table("Ana Ben Cho").count("ben", 1)
    t.add_fact("die.surrendered", seat=1, to=None, die=None)
    assert t.undo(2).dice == "ana 5 ben 4 cho 5"


@pytest.mark.rule("BO-118")
def test_a_verdict_that_a_top_gave_stands_with_it():
    """Nothing but the top of Ben's die said that Ana's was a bluff."""
    t = tables_stack.table().stack("ana", "ben white", "ana").challenge("ben", die="6")
    assert t.winners == "ben"
    untold = t.state.tower[0], t.state.tower[1]._replace(top=None), t.state.tower[2]
    before = replace(t.state, tower=untold, turn=1, challenged=None, status="live", winners=())
    (event, _) = t.log.events[-2:]
    with pytest.raises(Refused, match="may be a true inverse or a bluff"):
        t.game.check(before, event, Referee(), None)


def test_sets_that_were_switched_are_given_back_by_hand():
    t = tables_box.table().turn("3 3").undo()
    assert t.said == [
        "Switch sets, all five dice: by the turns that are entered now, each has the other's set."
    ]
    assert tables_box.table().turn("3 3").turn("1 2").undo().said == []
    assert tables_box.table().turn("3 3").turn("1 2").undo(2).said == [], "nobody knows"


@pytest.mark.rule("BO-160")
def test_a_roll_that_is_taken_back_is_not_told_in_its_turn():
    t = sort_table().roll("3c").sort("- 2o 5")
    assert t.state.turns[0].rolled == "3w-corner"
    assert t.undo(2).state.turns == ((None, "2w-opposite", "5w"),)


def test_an_end_stays_with_what_brought_it_and_is_taken_back_first():
    box = tables_box.table().cross("ana 0 1 2 4 5 ben 1 2 3 4 5").nudges_are("ben", 1)
    spy = tables_spy.formed("Ana Ben").lost("ben").orders(1).lost("ben")
    for t, entry, winner, why in (
        (tables_wbr.table().count("ana", 6).count("ben", 4), 2, "ana", "would no longer be valid"),
        (
            tables_liar.table("Ana Ben").count("ben", 1).lose("ben"),
            2,
            "ana",
            "would no longer be valid",
        ),
        (
            tables_stack.table().high(3).challenge("ben", "bluff"),
            2,
            "ben",
            "would no longer be valid",
        ),
        (box.turn("3 0"), 3, "ana", "Ana would not have won then"),
        (sort_table().sort("3c 2o 5").next(4).bottoms("5 5"), 2, "ana", "you entered 4 turns"),
        (spy, 4, "ana", "would no longer be valid"),
    ):
        assert t.winners == winner
        with pytest.raises(CompanionError, match=why):
            t.undo(entry)
        assert t.undo().state.status == "live"

"""What an undo must not break: whatever followed from how things stood has to follow still."""

import pytest

from companion.errors import Refused
from companion.testing.plays import refused
from tests.games.dicebox.tables import table
from tests.games.dicebox.test_end import filled

ALL = "r1 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6"


@pytest.mark.rule("DB-33")
def test_a_roll_that_was_the_turn_rests_on_dice_of_which_none_fitted():
    t = table().roll("ana", ALL).roll("ana", ALL)
    assert t.turn == "ben"
    with refused("DB-33", "entry 4 would not stand", "it is not known then that this was the turn"):
        t.undo(3)
    t = table().roll("ana", ALL).roll("ana", ALL, stuck=True).undo(3)
    assert t.turn == "ben", "the table said that nothing fitted"


@pytest.mark.rule("DB-33")
def test_a_first_roll_is_the_turn_where_another_comes_back_before_it():
    t = table().roll("ana", ALL).undo().roll("ana", ALL)
    assert t.turn == "ana"
    with refused("DB-33", "entry 5 would not stand", "Ana rolled all dice in Ana's own turn"):
        t.redo(3)


@pytest.mark.rule("A-DB-09")
def test_all_dice_are_rolled_also_one_that_comes_back():
    t = table().place("ana", "r4", "d3").roll("ana", "r1")
    assert len(t.state.dice[0]) == 11
    with refused("A-DB-09", "entry 4 would not stand", "has 1 × red more then"):
        t.undo(3)


@pytest.mark.rule("DB-8")
def test_colours_that_were_not_named_are_those_told_before():
    t = table(colors=None, seed=None).colors("ana=red").colors("ben=blue")
    with refused("DB-8", "entry 3 would not stand", "Ana was red, as told before"):
        t.undo(2)
    t = table(colors=None, seed=None).colors("ana=red").colors("ana=red ben=blue").undo(2)
    assert t.state.colors == (("red",), ("blue",)), "both were named"


def test_what_says_nothing_new_is_not_kept():
    t = table().place("ana", "r4", "d3").give_turn("ana")
    with pytest.raises(Refused, match="It is Ana's turn already"):
        t.undo(3)
    t = table(seed=None).count(red=3).count(red=4).count(red=3)
    with pytest.raises(Refused, match="That is the tally already"):
        t.undo(3)
    t = table(seed=None).colors("ana=blue ben=red").colors("ana=white").colors("ana=blue ben=red")
    with pytest.raises(Refused, match="These are the colours already"):
        t.undo(3)


@pytest.mark.rule("DB-36")
def test_a_die_with_which_the_board_is_done_ends_the_game():
    t = filled(last=23, colors=None).colors("ana=red ben=blue")
    told = t.entry
    t.undo().place(t.turn, "white:1", "e5")
    assert t.state.status == "live", "nobody knows whose colours they are"
    with refused("DB-36", f"entry {told + 2} would not stand"):
        t.redo(told)


@pytest.mark.rule("DB-31")
def test_a_turn_is_not_taken_back_from_under_the_next():
    t = table().place("ana", "r4", "d3").place("ben", "r3", "e3")
    with refused("DB-31", "entry 4 would not stand"):
        t.undo(3)
    assert t.undo(3, onwards=True).turn == "ana"


@pytest.mark.rule("DB-31")
def test_a_house_rule_overrules_what_it_overruled_then():
    """Ben placed out of turn; that is no licence for a die that fits nowhere."""
    t = table().place("ana", "r4", "d3")
    t.house = "Ben was faster"
    t.place("ana", "r5", "e3")
    t.house = None
    with refused("DB-23", "entry 4 would not stand", "No die lies at a side of e3"):
        t.undo(3)


def test_a_seed_that_is_missing_is_not_for_whoever_has_the_turn():
    t = table("Ana Ben").roll("ana", "r4 r2 b6").place("ana", "r4", "d3")
    t.house = "we lay it later"
    t.undo(2)
    assert "The Seed is missing" in t.todo
    assert "Ben rolls the Seed" not in t.todo


@pytest.mark.rule("DB-15")
def test_who_began_a_draft_stays_so():
    t = table("Ana Ben Cho Dan", seed=None).draft("cho red").draft("dan red").draft("ana white")
    with refused("DB-15", "Cho began the draft, and Dan would have begun it then"):
        t.undo(2)
    t = table("Ana Ben Cho Dan", seed=None).draft("cho red").undo().draft("dan red")
    with refused("DB-15", "Dan began the draft, and Cho would have begun it then"):
        t.redo(2)

"""White, Black, or Roll: whose dice are whose, illegal throws, ties, the clock, many players."""

from dataclasses import replace

import pytest

from companion.core.action import Action
from companion.core.event import Event
from companion.games.boolean.wbr.ties import break_tie
from companion.testing.plays import refused
from tests.games.boolean.tables_wbr import Table, table


def three(**options) -> Table:
    return table("Ana Ben Cho", **options)


def played(table_: Table, *winners: str) -> Table:
    """Right calls until every die is somebody's, whoever is named taking the next one."""
    for name in winners:
        while table_.turn != name:
            table_.call(f"{table_.turn} roll")
        table_.call(f"{name} white right")
    return table_


# Turns


@pytest.mark.rule("BO-46", "BO-48", "A-BO-02")
def test_whoever_is_chosen_throws_the_dice_and_the_other_has_turn_one():
    t = table(first="ben")
    assert t.turn == "ana"
    assert "Ben rolls all ten dice" in t.todo


def test_a_call_that_was_not_entered_passes_the_turn():
    t = table().next()
    assert t.turn == "ana"
    assert t.said == ["Ben makes a call that was not entered"]


# Calls


@pytest.mark.rule("BO-50", "BO-53", "BO-55")
def test_a_right_call_wins_the_die():
    t = table().call("ben white right")
    assert (t.dice, t.middle, t.turn) == ("ana 0 ben 1", 9, "ana")


@pytest.mark.rule("BO-57", "BO-36", "BO-35")
def test_a_wrong_call_costs_a_die_which_the_opponent_gets():
    t = table().calls("ben white right", "ana roll", "ben black wrong")
    assert t.dice == "ana 1 ben 0"
    assert t.middle == 9


@pytest.mark.rule("BO-58")
def test_without_a_die_to_pay_the_called_one_goes_to_the_opponent():
    t = table().call("ben white wrong")
    assert t.dice == "ana 1 ben 0"
    assert t.middle == 9
    assert "the called die goes to Ana" in t.said[0]


@pytest.mark.rule("BO-59")
def test_a_roll_changes_nobodys_dice():
    assert table().call("ben roll").dice == "ana 0 ben 0"


# Which dice they are is a secret that may be told


def test_dice_go_from_hand_to_hand_by_name_where_they_are_named():
    t = table().call("ben white right", die="5").call("ana white right", die="3c")
    t.call("ben white wrong", paid="5")
    assert (t.known("ana"), t.known("ben")) == ("3w-corner 5w", "")
    t.call("ana roll").call("ben black wrong", die="2a")
    assert t.known("ana") == "2w-adjacent 3w-corner 5w"


def test_no_line_and_no_table_tells_which_dice_they_are():
    t = table().call("ben white right", die="5").holds("ben", "3b")
    for line in (*t.said, t.game.status_line(t.state), t.todo, repr(t.game.view(t.state, None))):
        assert "3w" not in line
        assert "5w" not in line
    assert "3w" not in repr(t.game.to_json(t.state, None))
    assert "3w" not in repr(t.game.player_json(t.state, 1, None))


def test_after_an_unnamed_die_was_given_nobody_guesses_which_are_left():
    t = table().call("ben white right", die="5").call("ana roll").call("ben white right", die="3c")
    t.call("ana roll").call("ben white wrong")
    assert t.known("ben") == ""
    assert "`--paid DIE`" in t.warned[0]
    assert t.undo().known("ben") == "3w-corner 5w"


def test_whether_a_die_is_somebody_elses_no_answer_says():
    t = table().call("ben white right", die="3c").call("ana white right", die="3c")
    assert (t.known("ana"), t.known("ben")) == ("3w-corner", "3w-corner")
    assert t.call("ben white wrong", paid="5").known("ben") == "", "it is gone, or never was"
    assert t.warned == []


def test_of_a_single_die_it_goes_without_saying_which_is_given():
    t = table().call("ben white right", die="3b").call("ana roll").call("ben white wrong")
    assert (t.known("ana"), t.known("ben")) == ("3w-band", "")
    assert t.warned == []


# Illegal throws


@pytest.mark.rule("BO-60", "A-BO-04")
def test_an_illegal_throw_goes_to_the_opponent_who_throws_again():
    t = table().call("ben roll").illegal()
    assert t.said == ["Ben throws a die outside the area; Ana may examine it, and rolls it"]
    assert t.illegal().said[0].startswith("Ana throws")
    assert t.dice == "ana 0 ben 0"


@pytest.mark.rule("BO-68", "BO-69", "A-BO-05", "BO-37")
def test_with_several_an_illegal_throw_costs_a_die_and_so_does_a_wrong_call():
    t = three().calls("ben white right", "cho roll", "ana roll", "ben white right", "cho roll")
    t.calls("ana roll", "ben white right", "cho roll", "ana roll", "ben black wrong")
    assert (t.dice, t.middle) == ("ana 0 ben 2 cho 0", 8)
    t.illegal()
    t.illegal()
    assert (t.dice, t.middle) == ("ana 0 ben 0 cho 0", 10)
    t.illegal()
    assert "eliminated" in t.said[0]


# Elimination


@pytest.mark.rule("A-BO-33")
def test_the_last_one_who_is_not_eliminated_has_won():
    t = three().calls("ben white wrong", "cho black wrong")
    assert t.winners == "ana"
    assert t.undo().winners == ""


def test_who_turns_out_to_have_dice_is_in_the_game_again():
    t = three().calls("ben white wrong", "cho roll").count("ben", 1)
    t.call("ana roll")
    assert t.turn == "ben"


# The end


@pytest.mark.rule("BO-63", "BO-64")
def test_a_tie_is_rolled_for_until_it_is_broken():
    t = played(table(), *["ben", "ana"] * 5)
    assert t.winners == ""
    assert "A tie: Ana and Ben" in t.todo
    t.tie(ana=3, ben=3)
    assert t.winners == ""
    t.tie(ana=2, ben=3)
    assert t.winners == "ben"


@pytest.mark.rule("A-BO-06")
def test_who_is_eliminated_has_nothing_to_roll():
    t = table("Ana Ben Cho Dan").call("ben white wrong")
    t = played(t, *["ana", "cho"] * 4).count("ana", 5).count("cho", 5)
    assert "A tie: Ana and Cho roll" in t.todo
    assert t.tie(ana=1, cho=0).winners == "ana"


@pytest.mark.rule("A-BO-06", "BO-72")
def test_of_several_all_roll_until_one_is_ahead_alone_unless_a_house_lets_only_the_tied_roll():
    t = played(three(), *["ana", "ben"] * 4, *["cho"] * 2)
    t.tie(ana=3, ben=1, cho=1).undo().tie(ana=1, ben=2, cho=2)
    assert t.winners == ""
    assert t.tie(ana=4, ben=3, cho=0).winners == "ana", "though she was behind in the first roll"
    t.undo().house = "only the two"
    assert t.tie(ben=1, cho=2).winners == "cho"


def test_a_roll_of_an_older_companion_is_read_as_it_was_written():
    """Only those in the lead rolled, and whoever was behind was out of it."""
    t = played(three(), *["ana", "ben"] * 4, *["cho"] * 2)
    for whites, ahead in (([2, 2, None], (0, 1)), ([1, 3, 3], (1,))):
        t.state = t.game.apply(t.state, Event(0, 0, "tie.rolled", {"whites": whites}, ""))
        assert t.state.ahead == ahead


@pytest.mark.rule("BO-63")
def test_nothing_is_rolled_where_there_is_no_tie():
    t = played(table(), *["ben"] * 6, *["ana"] * 4)
    live = replace(t.state, status="live", winners=())
    with refused("BO-63", "There is no tie: Ben has the most dice"):
        break_tie(Action(t.game, live), {0: 1, 1: 2})


def test_a_tie_is_rolled_for_anew_after_the_dice_have_changed():
    t = played(three(), *["ana", "ben"] * 5)
    t.tie(ana=3, ben=3)
    t.count("ana", 4).call(f"{t.turn} roll")
    t.count("ana", 5)
    assert t.state.ties == ()
    assert t.state.ahead == (0, 1)


def test_the_table_says_who_rolls_and_what_was_rolled():
    t = played(table(), *["ben", "ana"] * 5).tie(ana=3, ben=3)
    drawn = repr(t.game.view(t.state, None))
    assert "Rolled for the tie: Ana 3, Ben 3 White-up" in drawn
    assert drawn.count("rolls for the tie") == 2
    assert t.game.to_json(t.state, None)["tied"] == ["Ana", "Ben"]


@pytest.mark.rule("BO-61")
def test_dice_counted_at_the_end_are_enough():
    t = table().count("ana", 6)
    assert t.winners == ""
    assert t.count("ben", 4).winners == "ana"


# The clock


@pytest.mark.rule("BO-65", "BO-66", "A-BO-32")
def test_times_are_kept_and_who_has_none_left_has_lost():
    t = table(minutes=5)
    assert "companion boolean clock" in t.todo
    t.clock(250, 300)
    assert t.said == ["Clock: Ana 4:10, Ben 5:00"]
    t.clock(200, 0)
    assert t.winners == "ana"


# House rules


def test_a_house_rule_lets_a_die_be_won_out_of_turn():
    t = table()
    t.house = "first come, first served"
    t.call("ana white right")
    assert t.overruled == ["BO-49"]
    assert t.dice == "ana 1 ben 0"

"""What an undo must not break: whatever followed from how things stood has to follow still."""

from dataclasses import replace

import pytest

from companion.core.event import Referee
from companion.errors import Illegal, Refused
from companion.testing.plays import refused
from tests.games.boolean import tables_box, tables_liar, tables_spy, tables_stack, tables_wbr
from tests.games.boolean.test_sort import table as sort_table

# White, Black, or Roll


@pytest.mark.rule("BO-57", "BO-58", "BO-70")
@pytest.mark.parametrize(
    ("players", "rule", "why"),
    [
        ("Ana Ben", "BO-58", "it costs the called die, as Ben has none"),
        ("Ana Ben Cho", "BO-70", "it costs Ben the game"),
    ],
)
def test_a_wrong_call_costs_what_it_did(players, rule, why):
    t = tables_wbr.table(players).count("ben", 1).call("ben white wrong")
    with refused(rule, "It did cost a die of Ben's", why):
        t.undo(2)


@pytest.mark.rule("BO-49")
def test_what_would_not_stand_is_told_where_it_does_not_rest_on_a_secret_die():
    t = tables_wbr.table().call("ben white right", die="3c").call("ana black right", die="1w")
    with refused("BO-49", "entry 3 would not stand", "It is Ben's turn, and not Ana's"):
        t.undo(2)


@pytest.mark.rule("BO-57")
def test_and_so_it_does_where_dice_come_back():
    t = tables_wbr.table().count("ben", 1).count("ben", 0).call("ben white wrong")
    with refused("BO-57", "It did cost the called die", "it costs a die of Ben's"):
        t.undo(3)


@pytest.mark.rule("BO-69", "BO-70")
def test_an_illegal_throw_costs_what_it_did():
    t = tables_wbr.table("Ana Ben Cho").count("ben", 1).call("ben roll").illegal()
    with refused("BO-70", "It did cost a die of Ben's"):
        t.undo(2)


@pytest.mark.rule("BO-62")
def test_dice_with_which_somebody_would_have_won_end_the_game():
    t = tables_wbr.table().count("ana", 6).count("ana", 3).count("ben", 4)
    with refused("BO-62", "entry 4 would not stand", "The game would be over with that"):
        t.undo(3)


@pytest.mark.rule("A-BO-06")
def test_all_who_have_dice_roll_for_a_tie():
    t = tables_wbr.table("Ana Ben Cho").count("cho", 2).count("ana", 4).count("cho", 0)
    t.count("ana", 5).count("ben", 5).tie(ana=2, ben=2)
    with refused("BO-1", "entry 6 would not stand"):
        t.undo(4)


# Liar's


@pytest.mark.rule("BO-99")
def test_who_has_lost_a_challenge_follows_from_the_declaration():
    t = tables_liar.table("Ana Ben Cho").declare("ana 3").declare("ben 5")
    t.house = "whoever shouts first"
    t.challenge("ana", 4)
    assert t.dice == "ana 5 ben 4 cho 5"
    t.house = None
    with refused("BO-99", "Ben had lost this challenge, and Ana would have lost it then"):
        t.undo(3)


@pytest.mark.rule("BO-104")
def test_a_die_with_which_one_player_alone_has_some_ends_the_game():
    t = tables_liar.table("Ana Ben").count("ben", 1).count("ben", 3).lose("ben")
    with refused("BO-104", "entry 4 would not stand", "The game would be over with that"):
        t.undo(3)


@pytest.mark.rule("BO-83")
def test_a_declaration_is_not_taken_back_from_under_the_next():
    t = tables_liar.table("Ana Ben Cho").declares("ana 3", "ben 4", "cho 5")
    with refused("BO-83", "entry 4 would not stand"):
        t.undo(3)
    assert t.undo(3, onwards=True).turn == "ben"


def test_nobody_goes_on_where_nobody_knows_who_opens():
    t = tables_liar.table("Ana Ben Cho").lose("ana").declare("ben 2").next()
    with pytest.raises(Refused, match="Who opens this round is not known"):
        t.undo(3)


@pytest.mark.rule("BO-103")
def test_who_is_eliminated_with_a_die_stays_so():
    t = tables_liar.table("Ana Ben Cho").count("ben", 1).lose("ben")
    t.declare("cho 3").challenge("ana", 9)
    with refused("BO-103", "entry 3 would not stand", "Ben was eliminated after this die, and"):
        t.undo(2)
    t = tables_liar.table("Ana Ben Cho").lose("ben").lose("ben").lose("ben").lose("ben").undo(3)
    t.lose("cho").declare("ben 2").challenge("cho", 1)
    with refused("BO-103", "Ben was still in after this die, and would be eliminated"):
        t.redo(3)


@pytest.mark.rule("BO-85")
def test_who_opens_after_a_die_stays_so():
    t = tables_liar.table("Ana Ben Cho").count("cho", 0).declare("ana 3").challenge("ben", 3)
    assert t.opens == "ana"
    with refused("BO-85", "The next round was for Ana to open, and would be for Cho then"):
        t.undo(2)


@pytest.mark.rule("BO-20")
def test_a_refused_redo_names_no_secret_die():
    t = tables_liar.table("Ana Ben").holds("ana", "3c").undo().holds("ben", "3c")
    with pytest.raises(Illegal, match="One of the dice that it tells is elsewhere") as told:
        t.redo(2)
    assert "3w" not in f"{told.value.message} {told.value.hint}"
    t = tables_liar.table("Ana Ben").holds("ana", "0", "1", "2a", "3b", "5").undo()
    t.lose("ana", die="3c")
    with pytest.raises(Illegal, match="Ana has other dice, by what was told") as told:
        t.redo(2)
    assert "3w" not in f"{told.value.message} {told.value.hint}"


@pytest.mark.rule("BO-30")
def test_nor_does_a_refused_undo_of_what_mixed_the_dice():
    t = tables_liar.table("Ana Ben").lose("ben", to="ana").holds("ana", "1", "0", "6")
    with pytest.raises(Illegal, match="are not together after a Split") as told:
        t.undo(2)
    assert "0w" not in f"{told.value.message} {told.value.hint}"


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


@pytest.mark.rule("BO-114")
def test_a_die_is_not_taken_out_of_the_stack():
    t = tables_stack.table().high(4)
    with refused("BO-114", "entry 4 would not stand"):
        t.undo(3)


# Shut the Box


@pytest.mark.rule("BO-140")
def test_what_a_count_crosses_off_follows_from_the_column():
    t = tables_box.table().cross("ana 3").turn("ana 3")
    with refused("BO-140", "entry 3 would not stand", "turn 1 would cross it off"):
        t.undo(2)
    t = tables_box.table().cross("ana 3").turn("ana 3", leave="ana").undo(2)
    assert t.columns == "ana ben", "it was left on purpose"


@pytest.mark.rule("BO-150")
def test_a_number_with_which_a_column_is_done_ends_the_game():
    t = tables_box.table().cross("ana 0,1,2,3").cross("ana 4").undo().cross("ana 5")
    with refused("BO-150", "entry 5 would not stand", "The game would be over with that"):
        t.redo(3)


def test_what_says_nothing_new_is_not_kept():
    t = tables_box.table().nudges_are("ana", 2).nudges_are("ana", 1).nudges_are("ana", 2)
    with pytest.raises(Refused, match="Ana has 2 Nudges left already"):
        t.undo(3)


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


# Spy


@pytest.mark.rule("BO-207", "BO-212")
def test_what_colours_said_they_say_only_with_the_sides():
    t = tables_spy.table().agency("ana white").agency("ben black").orders(5)
    t.mission("infiltrate ben white white")
    with refused("BO-212", "entry 5 would not stand", "Whether Ben is White or Black is not told"):
        t.undo(3)
    with refused("BO-207", "Whether Ana is White or Black is not told", "whether white was"):
        t.undo(2)
    t = tables_spy.table().agency("ana white").orders(5).mission("infiltrate ben friendly friendly")
    with refused("BO-207", "Whether Ana is White or Black is not told"):
        t.undo(2)
    t = tables_spy.table().agency("ana white").agency("ben black").orders(5)
    assert t.mission("infiltrate ben lost").undo(2).undo(3).state.agencies[0].side is None


@pytest.mark.rule("BO-196")
def test_whoever_would_be_eliminated_was():
    t = tables_spy.formed().agents("ben", field=1).agents("ben", field=2).lost("ben")
    with refused("BO-196", "Ben was not eliminated with that, and is then"):
        t.undo(6)
    t = tables_spy.formed().agents("ben", field=1).lost("ben")
    with refused("BO-196", "Ben was eliminated with that, and is not then"):
        t.undo(5)


@pytest.mark.rule("BO-197")
def test_a_loss_that_leaves_one_player_ends_the_game():
    t = tables_spy.formed("Ana Ben").agents("ben", field=1).agents("ben", field=2).lost("ben")
    with refused("BO-197", "The game would be over with that"):
        t.undo(5)


@pytest.mark.rule("A-BO-29")
def test_the_last_field_agent_is_trained_for_a_desk_only_by_who_means_it():
    t = tables_spy.formed().agents("ana", field=1).agents("ana", field=2, desk=3).orders(2)
    t.mission("train desk")
    with pytest.raises(Refused, match="Ana's last field agent"):
        t.undo(6)


@pytest.mark.rule("BO-221")
def test_nobody_but_the_turncoat_can_have_gone():
    t = tables_spy.formed().agents("ana", field=2, turncoat="field").agents("ana", field=1)
    t.orders(1).mission("infiltrate ben loyal")
    assert t.state.now.turncoats == 1
    with refused("BO-221", "It was Ana's turncoat, as it could be nobody else; others can then"):
        t.undo(6)


@pytest.mark.rule("BO-217")
def test_nobody_but_the_turncoat_can_have_rested():
    t = tables_spy.formed().agents("ana", field=3, desk=4, populace=3, turncoat="field").orders(3)
    t.mission("scout ben").mission("infiltrate ben loyal", turncoat=True)
    number = t.entry - 1
    t.mission("rest")
    assert t.said == ["Ana rests a field agent"]
    with refused("BO-217", "nobody else is left then"):
        t.undo(number)


@pytest.mark.rule("BO-217")
def test_a_turncoat_rests_only_after_a_mission_of_its_own():
    t = tables_spy.table().agency("ana white 6 2").agency("ben black 5 2").orders(4)
    t.mission("turncoat field").mission("infiltrate ben black black", turncoat=True)
    t.mission("rest", turncoat=True)
    with refused("BO-217", "entry 7 would not stand", "no turncoat that has been on a mission"):
        t.undo(6)


@pytest.mark.rule("BO-194")
def test_a_turncoat_swaps_untold_where_nobody_else_can():
    t = tables_spy.formed().agents("ana", field=2, desk=4, populace=4, turncoat="field")
    t.agents("ana", field=1).orders(0).swap(1)
    assert t.turncoats("ana") == ("desk",)
    with refused("BO-194", "Ana's turncoat went to a desk in that swap", "then, it stayed"):
        t.undo(6)


def test_what_is_known_of_an_agency_is_not_told_again():
    t = tables_spy.formed().agents("ana", desk=2).agents("ana", desk=1).agents("ana", desk=2)
    with pytest.raises(Refused, match="That is what is known of Ana already"):
        t.undo(6)

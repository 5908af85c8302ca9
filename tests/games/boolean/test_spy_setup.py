"""Spy vs. Spy: sides, the first roll, and how little has to be told."""

import pytest

from companion.core.seats import PlayerLimits
from companion.games.boolean.variants import variant_of
from tests.games.boolean.tables_spy import formed, table


@pytest.mark.rule("BO-164", "A-BO-31")
def test_two_to_eight_can_play(companion):
    assert "for 2 to 8 players" in companion("start boolean Ana --game spy").err
    assert "for 2 to 8 players" in companion("start boolean A B C D E F G H I --game spy").err
    companion.must("start boolean A B C D E F G H --game spy")
    room: PlayerLimits = variant_of("spy").limits
    assert (room.fewest, room.most) == (2, 8)


# The first roll


@pytest.mark.rule("BO-165", "BO-176", "BO-179", "BO-180", "BO-219")
def test_friendly_dice_are_the_agency_and_the_others_the_populace():
    t = table().agency("ana white 4 1")
    assert t.dice("ana") == "6 populace 3 desk 1 field"
    assert t.turncoats("ana") == ("populace",)
    assert t.said == ["Ana is White: 4 agents (1 in the field, 3 at desks), and a populace of 6"]


@pytest.mark.rule("A-BO-18")
def test_how_many_are_in_the_field_need_not_be_told_and_a_lone_agent_is_there():
    assert table().agency("ana white 5").dice("ana") == "5 populace None desk None field"
    assert table().agency("ana white 1").dice("ana") == "9 populace 0 desk 1 field"


# The least that is told


@pytest.mark.rule("BO-170", "BO-197")
def test_who_is_out_is_all_that_need_be_told():
    t = table("Ana Ben Cho").out("ben").next().out("ana")
    assert (t.state.status, t.winners) == ("finished", "cho")
    assert t.said[-1] == "Cho has won: the last one with field agents"


def test_a_turn_goes_past_those_who_are_out():
    t = table("Ana Ben Cho").out("ben").next()
    assert t.turn == "cho"
    assert t.next().turn == "ana"


def test_whoever_is_out_at_their_own_turn_has_it_no_longer():
    assert table("Ana Ben Cho").out("ana").turn == "ben"


def test_what_nobody_told_is_not_checked():
    t = table("Ana Ben").orders(9).mission("recruit 7", field="3").mission("infiltrate lost")
    assert t.field == "ana None ben None"
    assert t.left == 7
    t.mission("train desk").swap(3)
    assert t.dice("ana") == "None populace None desk None field"


@pytest.mark.rule("BO-196", "BO-170")
def test_without_field_agents_a_player_is_eliminated_however_it_came():
    t = formed().agents("ben", field=0, sure=True)
    assert t.field == "ana 2 ben out cho 2"
    assert t.lost("cho").lost("cho").winners == "ana"


def test_a_house_may_have_more_rolls():
    t = table().agency("ana white 3 1", rerolled=True)
    t.house = "until we like it"
    t.agency("ana white 7 2", rerolled=True)
    assert t.overruled == ["BO-178"]
    assert t.dice("ana") == "3 populace 5 desk 2 field"


@pytest.mark.rule("BO-179", "BO-180")
def test_the_last_place_that_nobody_counted_is_what_is_left():
    t = table().agency("ana black 5").agents("ana", field=2)
    assert t.dice("ana") == "5 populace 3 desk 2 field"
    assert t.said == ["Ana: 2 in the field, which leaves 3 at desks"]
    assert table().agency("ana black 5").agents("ana", desk=4).dice("ana").endswith("1 field")
    t = table().agency("ana black 5").lost("ana").agents("ana", desk=3)
    assert t.dice("ana") == "5 populace 3 desk 1 field"
    # With nobody in the field it is counted wrongly, and without a roll nobody knows how many.
    assert table().agency("ana black 5").agents("ana", desk=5).dice("ana").endswith("None field")
    t = table().agents("ana", desk=5, field=2)
    assert t.dice("ana") == "None populace 5 desk 2 field"

"""Spy vs. Spy: sides, the first roll, and how little has to be told."""

import pytest

from companion.core.seats import PlayerLimits
from companion.errors import Refused
from companion.games.boolean.variants import variant_of
from companion.testing.plays import refused
from tests.games.boolean.tables_spy import formed, table


@pytest.mark.rule("BO-164", "A-BO-31")
def test_two_to_eight_can_play(companion):
    assert "for 2 to 8 players" in companion("start boolean Ana --game spy").err
    assert "for 2 to 8 players" in companion("start boolean A B C D E F G H I --game spy").err
    companion.must("start boolean A B C D E F G H --game spy")
    room: PlayerLimits = variant_of("spy").room
    assert (room.fewest, room.most) == (2, 8)


# The first roll


@pytest.mark.rule("BO-165", "BO-176", "BO-179", "BO-180", "BO-219")
def test_friendly_dice_are_the_agency_and_the_others_the_populace():
    t = table().agency("ana white 4 1")
    assert t.dice("ana") == "6 populace 3 desk 1 field"
    assert t.turncoats("ana") == ("populace",)
    assert t.said == ["Ana is White: 4 agents (1 in the field, 3 at desks), and a populace of 6"]


@pytest.mark.rule("BO-219", "BO-180")
@pytest.mark.parametrize(("side", "turncoat"), [("white", "0w"), ("black", "6w")])
def test_one_die_is_never_friendly_and_one_always_is(side, turncoat):
    with refused("BO-219", f"the {turncoat} never is"):
        table().agency(f"ana {side} 10 2")
    with refused("BO-180", "friendly for Ana in every roll"):
        table().agency(f"ana {side} 0")
    assert table().agency(f"ana {side} 9 2").dice("ana") == "1 populace 7 desk 2 field"
    assert table().agency(f"ana {side} 1 1").dice("ana") == "9 populace 0 desk 1 field"


@pytest.mark.rule("BO-182", "A-BO-18")
def test_the_agency_is_divided_and_one_at_least_goes_into_the_field():
    with refused("A-BO-18", "At least one"):
        table().agency("ana white 5 0")
    with refused("BO-182", "6 cannot go into the field"):
        table().agency("ana white 5 6")
    assert table().agency("ana white 5 5").dice("ana") == "5 populace 0 desk 5 field"


@pytest.mark.rule("A-BO-18")
def test_how_many_are_in_the_field_need_not_be_told_and_a_lone_agent_is_there():
    assert table().agency("ana white 5").dice("ana") == "5 populace None desk None field"
    assert table().agency("ana white 1").dice("ana") == "9 populace 0 desk 1 field"


@pytest.mark.rule("BO-178", "A-BO-16")
def test_all_ten_may_be_rolled_once_again():
    t = table().agency("ana white 3 1")
    with refused("BO-178", "--rerolled"):
        t.agency("ana white 6 2")
    t.agency("ana white 6 2", rerolled=True)
    assert t.dice("ana") == "4 populace 4 desk 2 field"
    for again in (True, False):
        with refused("BO-178", "no third roll"):
            t.agency("ana white 7 2", rerolled=again)


@pytest.mark.rule("BO-178")
def test_the_first_of_two_rolls_need_not_be_told():
    t = table().agency("ana white 3 1", rerolled=True)
    with refused("BO-178", "no third roll"):
        t.agency("ana white 6 2", rerolled=True)


@pytest.mark.rule("BO-177")
def test_the_first_roll_comes_before_the_first_turn():
    t = table().agency("ana white 5 2").orders(1)
    with refused("BO-177", "companion boolean agents ben"):
        t.agency("ben black 5 2")
    t.agency("ben black")  # A side can be told at any time.
    assert t.state.agencies[1].side == "black"


@pytest.mark.rule("BO-177")
def test_dice_are_counted_anew_as_many_as_there_are_left():
    t = table().agency("ana white 5 2").orders(2).mission("infiltrate ben lost")
    told = "companion boolean agents ben --side black --populace 5 --desk 1 --field 3"
    with refused("BO-177", told):
        t.agency("ben black 4 3")
    with refused("BO-177", "--side black --populace 4 --desk 3 --field 2"):
        t.agency("ben black 5")
    t.agents("ben", side="black", populace=5, desk=1, field=3)
    assert t.dice("ben") == "5 populace 1 desk 3 field"


@pytest.mark.rule("BO-177")
def test_whoever_has_lost_an_agent_is_past_the_first_roll():
    t = table().agency("ana white 5 2").agency("ben black 5 2").lost("ben")
    with refused("BO-177", "that has begun"):
        t.agency("ben black 5 2", rerolled=True)
    t = table().lost("ben")
    assert "companion boolean agency" not in t.todo
    with refused("BO-177", "companion boolean agents ben --side black --populace 4 --desk 4 --fie"):
        t.agency("ben black 5 1")


@pytest.mark.rule("BO-177")
def test_a_side_is_chosen_before_the_first_roll():
    t = table().agency("ana white").agency("ana black").agency("ana black 4 2")
    with refused("BO-177", "Ana is Black", "companion boolean agents ana --side white"):
        t.agency("ana white")
    t.agency("ben white").orders(1)
    with refused("BO-177", "Ben is White"):
        t.agency("ben black")
    assert t.agents("ben", side="black").state.agencies[1].side == "black"
    assert table("Ana Ben").orders(1).agency("ben black").state.agencies[1].side == "black"


@pytest.mark.parametrize(
    ("told", "rule"), [("white 5 6", "BO-182"), ("white 5 0", "A-BO-18"), ("white 0", "BO-180")]
)
def test_of_a_roll_that_cannot_be_it_is_not_said_that_it_is_told_already(told, rule):
    with refused(rule):
        table().agency("ana white 5 5").agency(f"ana {told}")


@pytest.mark.rule("BO-183")
def test_whoever_was_chosen_has_the_first_turn_and_then_it_goes_clockwise():
    t = table("Ana Ben Cho", first="ben")
    assert t.turn == "ben"
    assert [t.next().turn for _ in range(3)] == ["cho", "ana", "ben"]
    with refused("BO-183", "It is Ben's turn, and not Cho's", "companion next"):
        t.orders(2, "cho")


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


def test_what_is_counted_anew_stands_and_the_rest_stays():
    t = formed().agents("ana", desk=2, turncoat="field")
    assert t.dice("ana") == "5 populace 2 desk 2 field"
    assert t.turncoats("ana") == ("field",)
    assert t.state.agencies[0].dice == 9
    assert t.agents("ana", turncoat="gone").turncoats("ana") == ()
    with pytest.raises(Refused, match="known of Ana already"):
        t.agents("ana", desk=2)


@pytest.mark.rule("BO-176")
def test_all_together_have_ten_dice_each():
    t = formed("Ana Ben")
    with refused("BO-176", "21 dice, and 2 players have 20", "--desk 4 --populace 4`"):
        t.agents("ana", desk=4)
    t.lost("ben")
    with refused("BO-176"):  # The free agent counts.
        t.agents("ana", populace=6)
    assert t.agents("ana", populace=4).state.agencies[0].dice == 9


def test_a_turncoat_is_nowhere_where_nobody_is():
    t = formed("Ana Ben").agents("ana", desk=0)
    with pytest.raises(Refused, match="no turncoat there"):
        t.agents("ana", turncoat="desk")


@pytest.mark.rule("BO-196", "BO-170")
def test_without_field_agents_a_player_is_eliminated_however_it_came():
    t = formed().agents("ben", field=0, sure=True)
    assert t.field == "ana 2 ben out cho 2"
    assert t.lost("cho").lost("cho").winners == "ana"


@pytest.mark.rule("A-BO-25")
def test_the_dice_of_the_eliminated_are_out_of_the_game():
    t = formed().out("ben")
    assert t.free == []
    for plan in (lambda: t.lost("ben"), lambda: t.agents("ben", field=2), lambda: t.out("ben")):
        with pytest.raises(Refused, match="out of the game"):
            plan()
    assert t.game.player_json(t.state, 1, None)["dice"] == 0
    with pytest.raises(Refused, match="A-BO-25"):
        t.orders(2).mission("scout ben")


def test_an_end_does_not_stand_without_what_brought_it():
    t = formed("Ana Ben").lost("ben").orders(1).lost("ben")
    assert t.winners == "ana"
    with pytest.raises(Refused, match="taken back"):
        t.undo(4)


def test_undo_of_the_end_lets_the_play_go_on():
    t = formed("Ana Ben").lost("ben").lost("ben").undo()
    assert (t.state.status, t.field) == ("live", "ana 2 ben 1")


def test_a_house_may_have_more_rolls():
    t = table().agency("ana white 3 1", rerolled=True)
    t.house = "until we like it"
    t.agency("ana white 7 2", rerolled=True)
    assert t.overruled == ["BO-178"]
    assert t.dice("ana") == "3 populace 5 desk 2 field"


@pytest.mark.rule("BO-182", "BO-178")
@pytest.mark.parametrize("again", [False, True])
def test_the_agency_may_be_divided_later(again):
    t = table().agency("ana white 6", rerolled=again).agency("ben black 5 2")
    assert "companion boolean agency ana white 6 3" in t.todo
    t.agency("ana white 6 3", rerolled=again)
    assert t.dice("ana") == "4 populace 3 desk 3 field"
    assert "agency ana" not in t.todo
    if again:
        with refused("BO-178", "no third roll"):
            t.agency("ana white 6 2", rerolled=True)
    else:
        with refused("BO-178", "agency ana white 6 2 --rerolled"):
            t.agency("ana white 6 2")
        t.agency("ana white 6 2", rerolled=True)


@pytest.mark.rule("BO-178")
@pytest.mark.parametrize("words", ["ana white 5 3", "ana black 6 3", "ana white 6"])
def test_another_roll_divides_nothing(words):
    t = table().agency("ana white 6")
    with refused("BO-178"):
        t.agency(words)


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


@pytest.mark.rule("BO-196")
def test_a_count_without_field_agents_has_to_be_meant():
    with pytest.raises(Refused, match="Without a field agent Ben is eliminated") as warning:
        formed().agents("ben", field=0)
    assert "`companion boolean out ben`" in warning.value.hint


@pytest.mark.rule("BO-176")
def test_no_hint_takes_the_last_field_agent():
    t = formed("Ana Ben").agents("ana", populace=1, desk=2, field=7)
    with refused("BO-176", "27 dice", "`companion table`"):
        t.agents("ana", desk=9)
    with refused("BO-176", "26 dice", "--desk 8 --field 1`"):
        t.agents("ana", desk=8)

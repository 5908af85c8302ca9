"""Spy vs. Spy: what missions bring, from recruiting to training."""

import pytest

from companion.core.offer import Trial, read
from companion.errors import Invalid
from companion.games.boolean.spy import missions
from companion.games.boolean.spy.missions import MISSIONS, possible_missions
from companion.games.boolean.variants import SYNONYMS
from companion.table.plays.menu import offers, problem_of
from companion.testing.plays import recorded, refused
from tests.contract.players import PLAYERS
from tests.games.boolean.tables_spy import Table, formed


def going(orders: int = 3, players: str = "Ana Ben Cho") -> Table:
    """Ana's missions: five agents, two of them in the field, and a populace of five."""
    return formed(players).orders(orders)


# Missions are records


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.name)
def test_the_example_of_every_mission_is_understood(mission):
    """Whatever the rules say of it: it lacks no word, and has none too many."""
    t = formed("Ana Ben").lost("ben", die="3w-band").orders(3)
    words = mission.example.strip("`").removeprefix("companion boolean mission ").split()
    line = read(words, [param.name for param in missions.mission.options if not param.is_flag])
    problem = problem_of(Trial(t.game, t.state, None), missions.mission, line)
    assert not isinstance(problem, Invalid), problem


def test_every_mission_that_is_typed_as_a_verb_is_known_by_its_name():
    names = {mission.name for mission in MISSIONS}
    assert {name for name, meant in SYNONYMS.items() if meant.startswith("mission ")} == names


def test_an_option_alone_is_no_mission():
    with pytest.raises(Invalid, match="Which mission"):
        going().mission("", turncoat=True)


def test_which_free_agent_it_is_is_offered_of_those_that_it_may_be():
    t = formed("Ana Ben").lost("ben", die="3w-band").orders(3)
    assert t.words("mission free yes --die") == "3b"
    t = formed("Ana Ben").lost("ben").orders(3)
    told = t.words("mission free yes --die")
    assert told == "0 1 2a 2o 3c 3b 4a 4o 5", "any but his turncoat, which is of the populace"


# Recruiting


@pytest.mark.rule("BO-220")
def test_the_turncoat_comes_into_the_agency():
    for post, dice in (("field", "3 desk 3"), ("desk", "4 desk 2")):
        t = going(2).mission(f"turncoat {post}")
        assert t.dice("ana") == f"4 populace {dice} field"
        assert (t.turncoats("ana"), t.left) == ((post,), 0)


@pytest.mark.rule("BO-201", "BO-204")
def test_a_recruit_in_the_field_can_act_at_once():
    for words in ("recruit 1 1", "target field"):
        t = going().mission(words)
        assert t.state.ready == 2
        t.mission("scout ben").mission("scout cho")
        assert t.state.ready == 0


@pytest.mark.rule("BO-203", "BO-204", "A-BO-26")
def test_a_nudged_die_is_recruited_if_it_is_friendly_then():
    assert going().mission("target yes").dice("ana") == "4 populace 4 desk 2 field"
    assert going().mission("target field").dice("ana") == "4 populace 3 desk 3 field"
    assert going().mission("target no").dice("ana") == "5 populace 3 desk 2 field"


@pytest.mark.rule("BO-219", "BO-220", "A-BO-22")
def test_the_turncoat_is_recruited_for_two_orders_and_may_act_at_once():
    t = going().mission("turncoat")
    assert t.dice("ana") == "4 populace 3 desk 3 field"
    assert t.turncoats("ana") == ("field",)
    assert t.state.ready == 2
    assert going().mission("turncoat desk").turncoats("ana") == ("desk",)


# Free agents


@pytest.mark.rule("BO-222", "BO-224", "BO-225")
def test_a_free_agent_is_won_for_the_field_and_waits_for_the_next_turn():
    t = formed("Ana Ben").lost("ben", die="2a").orders(3).mission("free yes")
    assert t.dice("ana") == "5 populace 3 desk 3 field"
    assert (t.free, t.left, t.state.ready) == ([], 1, 1)
    assert t.said == [
        "Ana recruits the free agent 2w-adjacent into the field, for use from the next turn on"
    ]
    assert t.state.agencies[0].dice == 11
    t.mission("scout ben").swap().next()
    assert t.state.ready == 3


@pytest.mark.rule("BO-224")
def test_two_dice_of_one_colour_win_it():
    for words, won in (("white white", True), ("black white", False)):
        t = formed("Ana Ben").lost("ben").orders(3).mission(f"free {words}")
        assert (t.free == []) is won


def test_which_free_agent_it_was_may_be_told():
    t = going().lost("ben", die="2a").lost("cho", die="3b").mission("free yes", die="3b")
    assert t.free == [("ben", "2w-adjacent")]
    t = going().lost("ben", die="2a").lost("cho").mission("free yes", die="3b")
    assert t.free == [("ben", "2w-adjacent")]  # The one that was not named is it.


def test_where_any_of_them_may_have_gone_nobody_knows_which_are_left():
    t = going().lost("ben", die="2a").lost("cho").mission("free yes")
    assert t.free == [(None, None)]
    t = going().agents("ben", desk=2, field=3).lost("ben", die="2a").lost("ben")
    assert t.mission("free yes").free == [("ben", None)]


def test_one_that_is_friendly_for_its_taker_is_no_turncoat():
    t = formed("Ana Ben").agents("ben", turncoat="field").lost("ben", die="6w").orders(3)
    assert t.turncoats("ben") == ()
    assert t.mission("free yes").turncoats("ana") == ("populace",)


# Extra Training


@pytest.mark.rule("A-BO-35")
def test_whoever_was_trained_for_the_field_can_act_at_once():
    assert going().mission("train field").state.ready == 2


def test_it_is_one_who_had_a_mission_that_goes_to_a_desk():
    t = going().mission("train desk")
    assert (t.state.ready, t.state.now.acted) == (1, 0)


@pytest.mark.rule("BO-226")
def test_a_turncoat_is_trained_where_it_is():
    t = formed().agents("ana", turncoat="desk").orders(2).mission("train field", turncoat=True)
    assert t.turncoats("ana") == ("field",)
    with refused("BO-226", "no turncoat at a desk"):
        going().mission("train field", turncoat=True)
    t = formed().orders().agents("ana", desk=1, turncoat="desk").mission("train field")
    assert t.turncoats("ana") == ("field",)  # Nobody else is there.
    t = formed().orders().agents("ana", desk=1, turncoat="desk")
    with refused("BO-226", "only has the turncoat", "--turncoat"):
        t.add_fact("agent.trained", seat=0, to="field", turncoat=False)


@pytest.mark.rule("BO-198")
def test_an_agency_is_attacked_wherever_one_has_agents_at_desks():
    t = formed().agents("ben", desk=0, populace=5).orders(3)
    words = [way.words for way in possible_missions(t.state) if way.target == "agency"]
    assert words == ["infiltrate cho agency lost", "scout cho agency"]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_is_what_is_taken(seed):
    """Of random plays: the missions that the list has are those that some way of telling passes."""
    play = recorded(PLAYERS["boolean_spy"], seed)
    for state in play.states:
        if state.status == "live" and state.now.step == "missions":
            taken = {offer.word for offer in offers(play.game, state, None, ["mission"])}
            assert {way.mission.name for way in possible_missions(state)} == taken

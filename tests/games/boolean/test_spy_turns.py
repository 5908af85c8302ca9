"""Spy vs. Spy: Orders, who can go on a mission, and how a turn ends."""

import pytest

from companion.games.boolean.spy.missions import possible_missions
from companion.games.boolean.spy.state import Agency, can_swap, most_swaps
from companion.testing.plays import refused
from tests.games.boolean.tables_spy import Table, formed, table


def turncoat_afield(*, desk: int, field: int = 1) -> Table:
    """Ana has her turncoat in the field, and maybe others."""
    return formed().agents("ana", populace=4, desk=desk, field=field, turncoat="field")


# Orders


def test_who_is_out_with_field_agents_on_the_table_is_asked_about():
    t = formed()
    t.out("ana")
    assert t.warned == [
        "By what was entered, Ana had 2 field agents left. `companion undo` if that was a slip."
    ]
    t = table("Ana Ben Cho")
    t.out("ana")
    assert t.warned == []


# Agents


def test_a_rest_is_offered_where_it_can_be_followed_by_something():
    t = formed().orders(3).mission("scout ben").mission("scout cho")
    assert "rest" not in t.todo
    t = (
        formed()
        .agents("ana", desk=4, populace=4)
        .orders(4)
        .mission("scout ben")
        .mission("scout cho")
    )
    assert "companion boolean mission rest" in t.todo


def test_a_rest_with_the_last_order_is_listed_and_taken_and_not_proposed():
    t = formed().agents("ana", desk=6, field=1, populace=3).orders(2).mission("scout ben")
    assert [way.words for way in possible_missions(t.state)] == ["rest"]
    assert "rest" not in t.todo
    assert "no mission would change anything" in t.todo
    assert t.mission("rest").left == 0
    assert "has no Orders left" in t.todo


def test_a_new_turn_begins_with_agents_that_are_ready():
    t = formed("Ana Ben").orders(1).mission("scout ben").swap().next()
    assert (t.turn, t.state.ready, t.left) == ("ana", 2, None)


# Reorganizing


@pytest.mark.rule("BO-194")
def test_two_desk_agents_take_the_place_of_the_turncoat():
    t = turncoat_afield(desk=3, field=2).swap(1, "desk")
    assert t.dice("ana") == "4 populace 2 desk 3 field"
    assert t.turncoats("ana") == ("desk",)


@pytest.mark.rule("BO-194")
def test_the_turncoat_goes_along_where_nobody_else_is_in_the_field():
    t = turncoat_afield(desk=2).swap()
    assert t.dice("ana") == "4 populace 1 desk 2 field"
    assert t.turncoats("ana") == ("desk",)


@pytest.mark.rule("BO-194")
def test_whoever_records_it_as_it_is_hears_of_the_turncoat():
    t = turncoat_afield(desk=3)
    with refused("BO-194", "--turncoat desk"):
        t.add_fact("agency.reorganized", seat=0, swaps=1, turncoat=None)


@pytest.mark.rule("BO-194")
def test_from_a_desk_the_turncoat_goes_into_the_field_for_one():
    t = formed().agents("ana", turncoat="desk").swap(1, "field")
    assert t.dice("ana") == "5 populace 3 desk 2 field"
    assert t.turncoats("ana") == ("field",)
    t = formed().agents("ana", desk=1, turncoat="desk").swap()
    assert t.turncoats("ana") == ("field",)


def test_a_turncoat_of_which_nobody_told_is_where_it_was_swapped_to():
    assert table().swap(1, "desk").turncoats("ana") == ("desk",)


def test_the_most_pairs_that_can_change_places():
    for desk, field, afield, most in (
        (3, 2, 0, 2),
        (1, 4, 0, 1),
        (0, 4, 0, 0),
        (1, 1, 1, 0),
        (2, 1, 1, 1),
        (2, 2, 1, 1),
        (3, 2, 1, 2),
        (5, 2, 2, 2),
        (6, 2, 0, 2),
        (None, 2, 0, None),
        (0, None, 0, 0),
    ):
        agency = Agency(desk=desk, field=field, turncoats=("field",) * afield)
        assert most_swaps(agency) == most
        assert can_swap(agency) is (None if most is None else most > 0)


def test_next_passes_over_what_is_not_told_and_says_what_it_takes_to_be_so():
    t = formed().next()
    assert t.turn == "ben"
    assert t.warned == []
    t = turncoat_afield(desk=3).orders(1).next()
    assert "turncoat stays in the field" in t.warned[0]
    assert "companion boolean swap 1 --turncoat desk" in t.warned[0]


def test_a_house_may_let_somebody_act_out_of_turn():
    t = formed()
    t.house = "Cho had to go"
    t.mission("cho scout ben")
    assert t.overruled == ["BO-183"]
    assert t.turn == "cho"
    t.swap()
    assert t.turn == "ana"

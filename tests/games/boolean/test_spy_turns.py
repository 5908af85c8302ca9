"""Spy vs. Spy: Orders, who can go on a mission, and how a turn ends."""

import pytest

from companion.errors import Refused
from companion.games.boolean.spy.missions import ways
from companion.games.boolean.spy.state import Agency, can_swap, most_swaps
from companion.testing.plays import refused
from tests.games.boolean.tables_spy import Table, formed, table


def turncoat_afield(*, desk: int, field: int = 1) -> Table:
    """Ana has her turncoat in the field, and maybe others."""
    return formed().agents("ana", populace=4, desk=desk, field=field, turncoat="field")


# Orders


@pytest.mark.rule("BO-186")
def test_each_desk_agent_brings_one_order_at_most():
    t = formed()
    with refused("BO-186", "Ana has 3 desk agents", "companion boolean orders 3"):
        t.orders(4)
    assert t.orders(3).left == 3
    assert formed().orders(0).left == 0


@pytest.mark.rule("BO-186", "BO-193")
def test_nobody_has_more_than_ten_dice_whatever_was_told():
    t = table()
    with refused("BO-186", "Ana has 10 dice"):
        t.orders(99)
    with refused("BO-193", "Ana has 10 dice"):
        t.swap(6)
    assert t.orders(9).swap(5).turn == "ben"


def test_who_is_out_with_field_agents_on_the_table_is_asked_about():
    t = formed()
    t.out("ana")
    assert t.warned == [
        "By what was told, Ana had 2 field agents left. `companion undo` if that was a slip."
    ]
    t = table("Ana Ben Cho")
    t.out("ana")
    assert t.warned == []


@pytest.mark.rule("BO-195")
def test_a_turncoat_at_a_desk_brings_none():
    t = formed().agents("ana", turncoat="desk")
    with refused("BO-195", "orders 2"):
        t.orders(3)
    assert t.orders(2).left == 2


@pytest.mark.rule("BO-184")
def test_orders_come_first_and_once_in_a_turn():
    t = formed().orders(2)
    with refused("BO-184", "for 2 Orders", "companion boolean mission"):
        t.orders(3)
    with refused("BO-184"):
        t.orders()


def test_how_many_orders_there_were_may_be_told_later():
    t = formed().orders().mission("scout ben")
    with pytest.raises(Refused, match="have taken 1 Order already"):
        t.orders(0)
    assert t.orders(3).left == 2


@pytest.mark.rule("BO-190", "BO-184")
@pytest.mark.parametrize(
    "words",
    [
        "recruit 1",
        "target yes",
        "infiltrate ben lost",
        "scout ben",
        "rest",
        "turncoat field",
        "free no",
        "train field",
    ],
)
def test_no_mission_without_orders(words):
    with refused("BO-190", "have not been rolled", "companion boolean orders 2"):
        formed().mission(words)
    with refused("BO-190", "has none left", "companion boolean swap"):
        formed().orders(0).mission(words)


@pytest.mark.rule("BO-189")
@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ("recruit 1", 1),
        ("target no", 1),
        ("infiltrate ben failed", 1),
        ("scout ben", 1),
        ("turncoat desk", 2),
        ("free no", 2),
        ("train field", 2),
        ("infiltrate ben agency failed", 2),
        ("scout ben agency", 2),
    ],
)
def test_a_simple_mission_takes_one_order_and_an_advanced_one_two(words, orders):
    assert formed().lost("cho").orders(3).mission(words).left == 3 - orders
    if orders == 2:
        with refused("BO-189", "takes 2 Orders, and Ana has 1 Order left"):
            formed().lost("cho").orders(1).mission(words)


# Agents


@pytest.mark.rule("BO-187", "BO-188")
def test_each_field_agent_goes_on_one_mission():
    t = formed().orders(3).mission("infiltrate ben loyal").mission("infiltrate ben failed")
    with refused("BO-188", "Ana's 2 field agents have had a mission"):
        t.mission("infiltrate ben lost")


@pytest.mark.rule("A-BO-30")
@pytest.mark.parametrize("words", ["recruit 1", "target yes", "scout ben"])
def test_every_mission_needs_one_who_carries_it_out(words):
    t = formed().orders(3).mission("scout ben").mission("scout cho")
    with refused("A-BO-30", "needs one who has not"):
        t.mission(words)


@pytest.mark.rule("BO-217", "BO-218", "A-BO-20", "A-BO-30")
def test_a_rest_makes_an_agent_ready_again_as_often_as_it_is_paid():
    t = formed().agents("ana", desk=6, field=1, populace=3).orders(6)
    with refused("BO-217", "needs a Rest"):
        t.mission("rest")
    t.mission("scout ben")
    assert t.state.ready == 0
    t.mission("rest").mission("scout ben").mission("rest")
    assert (t.state.ready, t.left) == (1, 2)
    with refused("BO-217"):
        t.mission("rest")
    with refused("BO-188", "only field agent"):
        t.mission("scout ben").mission("infiltrate ben lost")


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
    assert [way.words for way in ways(t.state)] == ["rest"]
    assert "rest" not in t.todo
    assert "no mission would change anything" in t.todo
    assert t.mission("rest").left == 0
    assert "has no Orders left" in t.todo


def test_a_new_turn_begins_with_agents_that_are_ready():
    t = formed("Ana Ben").orders(1).mission("scout ben").swap().next()
    assert (t.turn, t.state.ready, t.left) == ("ana", 2, None)


# Reorganizing


@pytest.mark.rule("BO-191", "BO-192")
def test_at_least_one_pair_is_swapped_and_the_turn_is_over():
    t = formed().orders(1)
    with refused("BO-192", "one pair", "companion boolean swap 1"):
        t.swap(0)
    before = t.dice("ana")
    assert t.swap(2).turn == "ben"
    assert t.dice("ana") == before


@pytest.mark.rule("BO-193")
def test_nobody_moves_twice():
    with refused("BO-193", "2 field agents", "3 cannot go to desks", "swap 2"):
        formed().swap(3)
    t = formed().agents("ana", desk=1)
    with refused("BO-193", "1 desk agent", "2 cannot go into the field", "swap 1"):
        t.swap(2)


@pytest.mark.rule("A-BO-19")
def test_a_swap_that_is_impossible_is_skipped():
    t = formed().agents("ana", desk=0)
    assert "companion boolean swap 0" in t.todo
    with refused("A-BO-19", "no swap is possible"):
        t.swap(1)
    assert t.swap().said == ["Ana cannot swap agents"]
    assert turncoat_afield(desk=1).swap(0).turn == "ben"


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


@pytest.mark.rule("BO-194", "A-BO-19")
def test_the_turncoat_stays_where_it_is_without_two_who_replace_it():
    with refused("BO-194", "takes two desk agents", "1 swap takes 2", "companion boolean swap 0"):
        turncoat_afield(desk=1).swap(1)
    with refused("BO-194", "2 swaps take 3", "companion boolean swap 1"):
        turncoat_afield(desk=2, field=2).swap(2)


@pytest.mark.rule("BO-194")
def test_whoever_records_it_as_it_is_hears_of_the_turncoat():
    t = turncoat_afield(desk=3)
    with refused("BO-194", "--turncoat desk"):
        t.tell("agency.reorganized", seat=0, swaps=1, turncoat=None)


@pytest.mark.rule("BO-194")
def test_from_a_desk_the_turncoat_goes_into_the_field_for_one():
    t = formed().agents("ana", turncoat="desk").swap(1, "field")
    assert t.dice("ana") == "5 populace 3 desk 2 field"
    assert t.turncoats("ana") == ("field",)
    t = formed().agents("ana", desk=1, turncoat="desk").swap()
    assert t.turncoats("ana") == ("field",)


@pytest.mark.rule("BO-194")
def test_a_turncoat_that_is_elsewhere_is_not_swapped():
    with refused("BO-194", "no turncoat in the field"):
        formed().swap(1, "desk")
    with refused("BO-194", "no turncoat at a desk"):
        formed().swap(1, "field")


def test_a_turncoat_of_which_nobody_told_is_where_it_was_swapped_to():
    assert table().swap(1, "desk").turncoats("ana") == ("desk",)


@pytest.mark.parametrize(
    ("desk", "field", "afield", "most"),
    [
        (3, 2, 0, 2),
        (1, 4, 0, 1),
        (0, 4, 0, 0),
        (1, 1, 1, 0),
        (2, 1, 1, 1),
        (2, 2, 1, 1),
        (3, 2, 1, 2),
        (5, 2, 2, 2),
        (None, 2, 0, None),
        (0, None, 0, 0),
    ],
)
def test_the_most_pairs_that_can_change_places(desk, field, afield, most):
    agency = Agency(desk=desk, field=field, turncoats=("field",) * afield)
    assert most_swaps(agency) == most
    assert can_swap(agency) is (None if most is None else most > 0)


def test_next_passes_over_what_is_not_told_and_says_what_it_takes_to_be_so():
    t = formed().next()
    assert t.turn == "ben"
    assert t.warned == []
    t = turncoat_afield(desk=3).orders(1).next()
    assert "turncoat is taken to be in the field still" in t.warned[0]
    assert "companion boolean swap 1 --turncoat desk" in t.warned[0]


def test_a_house_may_let_somebody_act_out_of_turn():
    t = formed()
    t.house = "Cho had to go"
    t.mission("cho scout ben")
    assert t.overruled == ["BO-183"]
    assert t.turn == "cho"
    t.swap()
    assert t.turn == "ana"


@pytest.mark.rule("BO-190", "BO-186", "BO-195")
def test_orders_that_were_not_told_are_no_more_than_desk_agents_bring():
    t = table("Ana Ben").agency("ana white 3 1").agency("ben black 2 1").orders()
    t.mission("infiltrate ben agency loyal")
    with refused("BO-190", "Rest takes 1 Order, and Ana can have none left"):
        t.mission("rest")
    assert "companion boolean swap" in t.todo
    t = table("Ana Ben").agency("ana white 1 1").agency("ben black 5 1").orders()
    assert (t.left, t.state.now.room) == (None, 0)
    t = table("Ana Ben").agency("ana white 1 1").orders().agents("ana", desk=2)
    assert t.mission("recruit 2").left is None, "the desk agents were not known as they rolled"

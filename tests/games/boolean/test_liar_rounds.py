"""A round of Liar's Boolean Dice: who opens, declarations that rise, dice that lie open."""

import pytest

from companion.games.boolean.variants import variant_of
from tests.games.boolean.tables_liar import Table, table


def two() -> Table:
    return table("Ana Ben")


# Setting up


@pytest.mark.rule("BO-73")
def test_two_or_more_can_play():
    room = variant_of("liar").limits
    assert (room.fewest, room.most) == (2, 12)


@pytest.mark.rule("BO-75", "BO-78", "BO-80", "A-BO-07")
def test_a_set_for_two_five_dice_for_each_and_the_rest_is_the_center_pile():
    for players, sets, pile in ((2, 1, 0), (3, 2, 5), (4, 2, 0), (5, 3, 5)):
        t = table(" ".join(f"P{number}" for number in range(players)))
        assert t.state.sets == sets
        assert {held.size for held in t.state.held} == {5}
        assert t.state.loose == pile


@pytest.mark.rule("BO-76", "BO-77", "A-BO-11")
def test_the_first_steps_say_how_the_dice_are_dealt():
    assert "Split the ten dice, and agree who takes which five" in two().todo
    assert (
        "Mix all 20 dice of 2 sets; everybody takes 5 without looking; the other 5" in table().todo
    )
    assert "center pile" not in table("Ana Ben Cho Dan").todo
    assert "; the other 5 are" in table().count("ana", 9).todo


# Declarations


@pytest.mark.rule("BO-91", "BO-92", "BO-93")
def test_it_need_not_go_up_by_one_and_ends_a_turn():
    t = table().declares("ana 4", "ben 9")
    assert (t.state.last.number, t.turn) == (9, "cho")


@pytest.mark.rule("A-BO-10")
def test_any_whole_number_may_be_declared_but_some_are_warned_of():
    for number, warning in (
        (-3, "−3 is always reached (A-BO-10)."),
        (0, "0 is always reached (A-BO-10)."),
        (1, None),
        (15, None),
        (16, "At most 15 of the 15 dice can be White-up, so 16 is impossible (A-BO-10)."),
    ):
        t = table().declare(f"ana {number}")
        assert t.warned == ([] if warning is None else [warning])


def test_a_declaration_that_open_dice_reach_already_is_warned_of():
    t = two().declare("ana 1").declare("ben 2", show="www").declare("ana 3")
    assert t.warned == ["3 is reached for certain: 3 White-up lie open already."]
    t = two().declare("ana 1")
    assert t.warned == ["1 is reached for certain: the players have an all-white die."]
    t = two().declare("ana 1").declare("ben 8", show="bbb")
    assert t.warned == ["At most 7 of the 10 dice can be White-up, so 8 is impossible (A-BO-10)."]


def test_the_first_declaration_may_go_untold_too():
    t = table().next()
    assert t.turn == "ben"
    assert t.declare("-5").state.last.number == -5


# Displayed dice


@pytest.mark.rule("BO-95", "BO-96", "A-BO-09")
def test_dice_that_are_not_rolled_again_lie_open_until_the_round_is_over():
    t = two().declare("ana 2").declare("ben 3", show="wwb")
    assert t.open("ben") == "○○·"
    assert t.said == [
        "Ben declares 3 and Displays all: ○○· lie open, 2 dice rolled again and hidden"
    ]
    t.declare("ana 4").declare("ben 5", show="w")
    assert t.open("ben") == "○○○·"
    assert t.open("ana") == ""
    t.challenge("ana", 5)
    assert t.open("ben") == ""


def test_all_may_be_rolled_again():
    t = two().declare("ana 2").declare("ben 3", show="")
    assert t.open("ben") == ""
    assert t.said == [
        "Ben declares 3 and Displays all: none lies open, 5 dice rolled again and hidden"
    ]


def test_fewer_dice_than_lie_open_lie_hidden_again():
    t = two().declare("ana 2").declare("ben 3", show="wwb").count("ben", 2)
    assert (t.open("ben"), t.dice) == ("", "ana 5 ben 2")


# The next round


def test_a_lost_die_tells_who_challenged_where_no_other_can_have():
    for loser, to, opens in (
        ("ana", None, "cho"),  # Ana declared, so it was Ben who challenged.
        ("ben", None, "cho"),
        ("ben", "ana", "cho"),
        ("cho", None, None),  # More has happened than was told.
        ("cho", "ben", "ana"),
    ):
        t = table().declare("ana 3").lose(loser, to)
        assert t.opens == opens


def test_whoever_gives_a_die_away_has_challenged():
    assert table().lose("cho", "ben").opens == "ana"


# Taking back


def test_with_a_house_rule_anything_that_can_be_is_recorded():
    t = table().declare("ana 4")
    t.house = "we pass dice"
    t.declare("cho 2")
    assert t.overruled == ["BO-83", "BO-93"]
    assert (t.turn, t.state.last.number) == ("ana", 2)

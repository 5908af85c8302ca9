"""A round of Liar's Boolean Dice: who opens, declarations that rise, dice that lie open."""

import pytest

from companion.errors import Invalid, Refused
from companion.games.boolean.variants import variant_of
from companion.testing.plays import refused
from tests.games.boolean.tables_liar import Table, table


def two() -> Table:
    return table("Ana Ben")


# Setting up


@pytest.mark.rule("BO-73")
def test_two_or_more_can_play():
    room = variant_of("liar").room
    assert (room.fewest, room.most) == (2, 12)


@pytest.mark.rule("BO-75", "BO-78", "BO-80", "A-BO-07")
@pytest.mark.parametrize(("players", "sets", "pile"), [(2, 1, 0), (3, 2, 5), (4, 2, 0), (5, 3, 5)])
def test_a_set_for_two_five_dice_for_each_and_the_rest_is_the_center_pile(players, sets, pile):
    t = table(" ".join(f"P{number}" for number in range(players)))
    assert t.state.sets == sets
    assert {held.size for held in t.state.held} == {5}
    assert t.state.loose == pile


@pytest.mark.rule("BO-76", "BO-77", "A-BO-11")
def test_the_first_steps_say_how_the_dice_are_dealt():
    assert "Split the ten dice, and agree on who takes which five" in two().todo
    assert "Mix all 20 dice of 2 sets; everybody takes 5, unseen; the 5 that are" in table().todo
    assert "center pile" not in table("Ana Ben Cho Dan").todo
    assert "; the 5 that are left" in table().count("ana", 9).todo


@pytest.mark.rule("BO-79")
def test_whoever_was_chosen_opens_the_first_round():
    t = table(first="ben")
    assert t.opens == "ben"
    with refused("BO-79", "Ben opens", "declare ben"):
        t.declare("ana 3")
    assert t.declare("3").said == ["Ben declares 3"]


# Declarations


@pytest.mark.rule("BO-83", "BO-90", "BO-92")
def test_turns_go_round_clockwise_and_a_declaration_ends_a_turn():
    t = table().declare("ana 3")
    assert t.turn == "ben"
    with refused("BO-83", "Ben's turn", "companion next"):
        t.declare("cho 4")
    with refused("BO-83", "Ben's turn"):
        t.challenge("cho", 4)
    assert t.declares("4", "5").turn == "ana"


@pytest.mark.rule("BO-90")
def test_a_round_opens_with_a_declaration_and_no_challenge():
    with refused("BO-90", "no declaration in this round", "declare ana"):
        table().challenge("ana", 4)


@pytest.mark.rule("BO-93")
@pytest.mark.parametrize("number", [-4, 3, 4])
def test_a_declaration_is_higher_than_the_one_before(number):
    t = table().declare("ana 4")
    with refused("BO-93", "not higher than Ana's 4", "5 or more"):
        t.declare(f"ben {number}")
    assert t.declare("ben 5").said == ["Ben declares 5"]


@pytest.mark.rule("BO-93", "BO-91")
def test_it_need_not_go_up_by_one():
    assert table().declares("ana 4", "ben 9").state.last.number == 9


@pytest.mark.rule("A-BO-10")
@pytest.mark.parametrize(
    ("number", "warning"),
    [
        (-3, "−3 cannot be missed: so many are always White-up (A-BO-10)."),
        (0, "0 cannot be missed: so many are always White-up (A-BO-10)."),
        (1, None),
        (15, None),
        (16, "At most 15 of all 15 dice can be White-up, so 16 cannot be reached (A-BO-10)."),
    ],
)
def test_any_whole_number_may_be_declared_but_some_are_warned_of(number, warning):
    t = table().declare(f"ana {number}")
    assert t.warned == ([] if warning is None else [warning])


def test_a_declaration_that_open_dice_reach_already_is_warned_of():
    t = two().declare("ana 1").declare("ben 2", show="www").declare("ana 3")
    assert t.warned == ["3 cannot be missed: 3 White-up lie open already."]
    t = two().declare("ana 1")
    assert t.warned == ["1 cannot be missed: a die that is white all over is with the players."]
    t = two().declare("ana 1").declare("ben 8", show="bbb")
    assert t.warned == [
        "At most 7 of all 10 dice can be White-up, so 8 cannot be reached (A-BO-10)."
    ]


def test_declarations_that_were_not_told_were_higher_each():
    t = table().declare("ana 3").next().next()
    assert t.turn == "ana"
    assert t.said == ["Cho makes a declaration that is not told"]
    with refused("BO-93", "after Ana's 3, each declaration that went untold", "6 or more"):
        t.declare("5")
    assert t.declare("6").state.untold == 0


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


@pytest.mark.rule("A-BO-09")
def test_not_with_the_first_declaration_of_a_round():
    with refused("A-BO-09", "the first declaration comes without", "Leave out"):
        table().declare("ana 3", show="ww")


@pytest.mark.rule("A-BO-09", "BO-95")
def test_again_with_dice_that_are_still_hidden_but_not_without_any():
    t = two().declare("ana 2").declare("ben 3", show="wwb").declare("ana 4")
    with pytest.raises(Refused, match="2 dice hidden, so 3 cannot stay open"):
        t.declare("ben 5", show="www")
    t.declare("ben 5", show="wb").declare("ana 6")
    with refused("A-BO-09", "Every die of Ben lies open already"):
        t.declare("ben 7", show="")
    assert t.declare("ben 7").open("ben") == "○○○··"


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


@pytest.mark.rule("BO-84", "BO-85", "A-BO-34")
def test_the_challengers_left_neighbour_who_has_dice_opens_whoever_lost():
    t = table("Ana Ben Cho Dan").count("cho", 0).declare("ana 9").challenge("ben", 2)
    assert (t.state.round, t.dice, t.opens) == (2, "ana 4 ben 5 cho 0 dan 5", "dan")
    with refused("BO-85", "Dan opens this round", "left of Ben, who challenged"):
        t.declare("ana 3")
    t.declare("dan 1").challenge("ana", 5)
    assert (t.state.round, t.dice, t.opens) == (3, "ana 3 ben 5 cho 0 dan 5", "ben")


@pytest.mark.rule("BO-83", "BO-85", "BO-103")
def test_who_is_counted_in_again_is_asked_in_turn():
    t = table("Ana Ben Cho").count("ana", 1).declare("ana 9").challenge("ben", 1)
    assert (t.dice, t.opens) == ("ana 0 ben 5 cho 5", "cho")
    assert t.declare("cho 2").turn == "ben"
    with pytest.raises(Refused, match="no dice left") as found:
        t.declare("ana 3")
    assert found.value.hint == "`companion boolean count ana 1` if there are some."
    assert t.count("ana", 1).turn == "ana"
    assert t.declare("ana 3").turn == "ben"
    assert t.count("ben", 0).turn == "cho"
    assert t.count("ben", 4).turn == "ben"
    t.challenge("ben", 3)
    assert t.opens == "cho"
    assert [t.count("cho", dice).opens for dice in (0, 5)] == ["ana", "cho"]
    t = table()
    assert [t.count("ana", dice).opens for dice in (0, 5)] == ["ben", "ana"]


@pytest.mark.rule("A-BO-34")
def test_who_opens_is_unknown_where_nobody_told_who_challenged():
    t = table().lose("ben")
    assert (t.opens, t.state.round) == (None, 2)
    with pytest.raises(Invalid, match="Who opens this round is not known"):
        t.declare("3")
    with pytest.raises(Invalid, match="Who opens this round is not known"):
        t.next()
    assert "whoever opens declares a number" in t.todo
    assert t.declare("cho 3").turn == "ana"


@pytest.mark.parametrize(
    ("loser", "to", "opens"),
    [
        ("ana", None, "cho"),  # Ana declared, so it was Ben who challenged.
        ("ben", None, "cho"),
        ("ben", "ana", "cho"),
        ("cho", None, None),  # More has happened than was told.
        ("cho", "ben", "ana"),
    ],
)
def test_a_lost_die_tells_who_challenged_where_no_other_can_have(loser, to, opens):
    t = table().declare("ana 3").lose(loser, to)
    assert t.opens == opens


def test_whoever_gives_a_die_away_has_challenged():
    assert table().lose("cho", "ben").opens == "ana"


# Taking back


def test_a_declaration_that_others_rest_on_is_not_taken_back():
    t = table().declares("ana 3", "ben 4")
    with refused("BO-79", "entry 3 would not stand", "Ana opens this round"):
        t.undo(2)
    t.undo().undo()
    assert t.declare("ana 5").state.last.number == 5


def test_with_a_house_rule_anything_that_can_be_is_recorded():
    t = table().declare("ana 4")
    t.house = "we pass dice"
    t.declare("cho 2")
    assert t.overruled == ["BO-83", "BO-93"]
    assert (t.turn, t.state.last.number) == ("ana", 2)

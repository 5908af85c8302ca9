"""Rules that lay open otherwise than was told: what the last card triggers follows what is so."""

import pytest

from companion.errors import Illegal
from companion.testing.plays import refused
from tests.games.blank.tables import Evening, table

DRAWS = "If a 6 is played, then that player draws a card"
OTHERS = [
    "If a 5 is played, then clap",
    "If a 4 is played, then all players draw a card",
    "If a 2 is played, then the previous player draws a card",
]


@pytest.fixture
def e(companion):
    e = Evening(companion)
    e.box()
    e.printed(DRAWS, *OTHERS)
    return e


def last_card(e, rules):
    """Ana's last card is a 6, which rule 1 is about."""
    e(f"start blank Ana Ben Cho --first Ana --top 6-circle --rules {rules}")
    e("blank hand ana 1")
    e("blank play 6-hexagon")


@pytest.mark.rule("BL-101")
def test_a_rule_that_did_not_lie_open_makes_nobody_draw(e):
    last_card(e, "1,2,3")
    e.refuses("blank win ana", "rule 1: If a 6", rule="BL-101")
    assert "still to draw" not in e("blank open 2 3 4 --instead").out
    e("blank win ana")


@pytest.mark.rule("BL-101")
def test_a_rule_that_lay_open_after_all_makes_its_player_draw(e):
    last_card(e, "2,3,4")
    said = e("blank open 1 2 3 --instead").out
    assert "6-hexagon, played last, triggers rule 1." in said
    assert "Ana has no cards left, and has still to draw (rule 1:" in said
    e.refuses("blank win ana", "rule 1: If a 6", rule="BL-101")
    e("undo")
    e("blank win ana")


@pytest.mark.rule("BL-101")
def test_a_rule_told_besides_lay_open_as_well(e):
    last_card(e, "2,3")
    e("blank open 1 2 3 --instead")
    e.refuses("blank win ana", "rule 1: If a 6", rule="BL-101")


def test_what_came_in_later_triggers_nothing_that_was_before(e):
    """Behind the 6, rule 4 went; and it was rule 1 that came in for it, not rule 5."""
    e.printed("If a 3 is played, then hum")
    last_card(e, "2,3,4")
    e("blank swap-rule 4 5")
    e("blank open 2 3 1 --instead")
    e("blank win ana")


@pytest.mark.rule("BL-101")
def test_a_win_that_a_correction_made_does_not_outlive_it(e):
    last_card(e, "1,2,3")
    e("blank open 2 3 4 --instead")
    e("blank win ana")
    e("undo")
    e("undo")
    e.refuses("blank win ana", rule="BL-101")
    e("redo")
    e("blank win ana")


@pytest.mark.rule("BL-70")
def test_the_rules_told_instead_are_all_even_where_none_went():
    t = table("Ana Ben", rules=["Hum", "Sing"])
    t.play("ana", "3-square")
    t.bury("2")
    gone = t.entry
    t.tell("rule.opened", rule={"label": "3", "text": "Clap"}, corrects=True, stays=["1"])
    with pytest.raises(Illegal) as refusal:
        t.undo(gone)
    assert (refusal.value.rule, "Rule 2 would lie open besides" in refusal.value.message) == (
        "BL-70",
        True,
    )


@pytest.mark.rule("BL-70")
def test_four_that_are_told_instead_are_four(e):
    e("start blank Ana Ben --rules 1,2")
    e.refuses(
        "blank open 4 1 2 3 --instead",
        "With rule 3, 4 rules would lie open, and three is what a game is played with",
        rule="BL-70",
    )


# New ones


@pytest.fixture
def new(e):
    """Rule 15 is the prize of the game before."""
    e("blank rule add", "If you laugh, then draw", "--prize", "--approved", "--play", e.won())
    return e


@pytest.mark.rule("BL-113")
def test_rules_that_are_there_are_named_beside_a_new_one(new):
    new("start blank Ana Ben --rules none")
    line = "blank open 15 2 4 --instead"
    new.refuses("blank open 2 4 3", f"`companion {line}`, or with others", rule="BL-113")
    new(line)
    assert new.open_rules() == "15* 2 4"


@pytest.mark.rule("BL-113")
def test_rules_told_late_leave_room_for_it_too(new):
    new("start blank Ana Ben --rules none --top 3-circle")
    new("blank play ana 3-square")
    new.refuses("blank open 1 2 3", "Rule 15 is new", rule="BL-113")
    new("blank open 1 2")
    new.refuses("blank open 3", "Rule 15 is new", rule="BL-113")
    new("blank open 15")
    new("blank swap-rule 15")
    new("blank open 3")  # Later it went, like any other.
    assert new.open_rules() == "1 2 3"


def test_what_is_due_of_a_rule_by_numbers_needs_no_box():
    t = table("Ana Ben", rules=[DRAWS], top="6-circle")
    t.hand("ana", 1)
    t.play("ana", "6-hexagon")
    t.open_instead("Hum")
    t.win("ana")
    t.undo()
    t.undo()
    with refused("BL-101"):
        t.win("ana")

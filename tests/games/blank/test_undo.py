"""Taking back an old entry: what came after it has to stand as it was told, or the undo is refused.

What an entry took from the table as it was then is worked out again: whose turn it was, what was
wrong with cards, who comes first, which rules are laid out.
"""

from contextlib import contextmanager

import pytest

from companion.errors import Illegal, Refused
from tests.games.blank.tables import Evening, table

FOUR = "Ana Ben Cho Dan"


@contextmanager
def in_the_way(t, rule, *words):
    """The undo in this block is refused by a rule, as the newest entry would not stand."""
    before = t.state
    with pytest.raises(Illegal) as refusal:
        yield
    assert refusal.value.rule == rule, refusal.value.message
    assert f"entry {t.entry} would not stand" in refusal.value.message
    assert all(word in refusal.value.message for word in words), refusal.value.message
    assert t.state == before


# House rules


def test_a_house_rule_overrules_what_it_overruled_then_and_nothing_else():
    """Dan jumped in, which a rule card allowed; that his card need not fit, nobody ever said."""
    t = table(FOUR, top="3-square")
    t.play("ana", "3-square")
    t.play("ben", "2-square")
    second = t.entry
    t.house = "jump in"
    t.play("dan", "2-hexagon")
    assert t.overruled == ["BL-84"]
    t.house = None
    with in_the_way(t, "BL-87", "2-hexagon matches neither number nor suit of 3-square"):
        t.undo(second)
    t.house = "we leave it"
    t.undo(second)
    assert (t.overruled, t.top) == (["BL-87"], "2-hexagon")


def test_the_same_by_the_program(companion):
    e = Evening(companion)
    e("start blank Ana Ben Cho Dan --top 3-square --rules none")
    e("blank play ana 3-square")
    e("blank play ben 2-square")
    e("blank play dan 2-hexagon", "--house", "jump in")
    e.refuses("undo 3", "entry 4 would not stand then", "--onwards", rule="BL-87")
    e("undo 3 --onwards")
    assert (e.table()["turn"], e.table()["top"]["number"]) == ("Ben", 3)


@pytest.mark.rule("BL-87", "BL-84")
def test_what_a_card_costs_that_is_just_played_is_not_said_of_an_old_one():
    t = table(FOUR, top="3-square")
    t.play("ana", "3-circle")
    first = t.entry
    t.play("ben", "5-circle")
    with pytest.raises(Illegal) as refusal:
        t.undo(first)
    assert "back to the hand" not in f"{refusal.value.message} {refusal.value.hint}"


# Whose turn it was


@pytest.mark.rule("BL-48")
@pytest.mark.parametrize("how", ["next", "skip"])
def test_the_turn_that_was_over_or_skipped_was_that_of_whoever_had_it(how):
    t = table(FOUR)
    t.play("ana", "3-square")
    first = t.entry
    if how == "next":
        t.next()
    else:
        t.skip("ben")
    with in_the_way(t, "BL-48", "It is Ana's turn; Ben's would come after Ana's"):
        t.undo(first)


@pytest.mark.rule("BL-4")
def test_no_turn_goes_by_untold_behind_an_empty_hand():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-square")
    t.draws("ana", 1)
    drawn = t.entry
    t.next()
    with in_the_way(t, "BL-4", "Ana has no cards left"):
        t.undo(drawn)


def test_a_turn_that_was_given_may_come_to_that_player_anyhow():
    t = table("Ana Ben Cho")
    t.play("ana", "3-square")
    t.reverse()
    turned = t.entry
    t.give_turn("ben")
    t.undo(turned)
    assert (t.where, t.top) == ("ben ↻", "3-square"), "nothing went untold"
    t.redo()
    assert (t.where, t.top) == ("ben ↺", "")


@pytest.mark.parametrize(
    "lines", [["play cho 3-diamond --turn"], ["turn cho", "play cho 3-diamond"]]
)
def test_so_it_is_when_another_entry_comes_back(companion, lines):
    e = Evening(companion)
    e("start blank Ana Ben Cho --rules none --top 3-circle")
    e("blank play ana 3-square")
    e("blank play ben 3-hexagon")
    e("undo")
    for line in lines:
        e(f"blank {line}")
    e("redo 3")
    came_back = e.table()
    assert (came_back["turn"], came_back["discard_pile"]) == ("Ana", 4)
    e("start blank Ana Ben Cho --rules none --top 3-circle")
    for line in ("play ana 3-square", "play ben 3-hexagon", "play cho 3-diamond --turn"):
        e(f"blank {line}")
    told = e.table()
    assert all(told[key] == came_back[key] for key in ("turn", "top", "players", "draw_pile"))


@pytest.mark.rule("BL-87")
def test_then_the_card_has_to_fit_what_is_known_to_lie_there(companion):
    e = Evening(companion)
    e("start blank Ana Ben Cho --rules none --top 3-circle")
    e("blank play ana 3-square")
    e("blank play ben 3-hexagon")
    e("undo")
    e("blank play cho 4-diamond --turn")
    e.refuses("redo 3", "entry 5 would not stand", "4-diamond matches neither", rule="BL-87")


def test_a_hand_that_was_counted_may_be_that_large_anyhow():
    t = table("Ana Ben")
    t.hand("ana", 3)
    t.draws("ana", 1)
    drawn = t.entry
    t.hand("ana", 3)
    t.undo(drawn)
    assert t.hands == "Ana 3, Ben 7"
    with pytest.raises(Refused, match="Ana has 3 by what was told"):
        t.hand("ana", 3)


@pytest.mark.rule("BL-66")
def test_of_several_accused_the_turn_that_ended_was_the_last_ones():
    """Ben's turn it was when he was accused with Ana; without Ana's card it is hers."""
    t = table(FOUR)
    t.play("ana", "3-square")
    first = t.entry
    t.accuse("ana", "ben", by="dan")
    assert t.where == "cho ↻"
    with in_the_way(t, "BL-66", "It is Ana's turn, which that Penalty ends"):
        t.undo(first)


@pytest.mark.rule("BL-84")
def test_out_of_turn_played_whoever_has_it_not():
    t = table("Ana Ben Cho")
    t.play("ana", "3-square")
    first = t.entry
    t.penalty("ana", "out-of-turn", called_by="ben")
    with in_the_way(t, "BL-84", "It is Ana's turn: Ana cannot play out of turn now"):
        t.undo(first)


@pytest.mark.rule("BL-62")
def test_want_of_a_fitting_card_is_for_whoever_has_the_turn():
    t = table(FOUR)
    t.play("ana", "3-square")
    first = t.entry
    t.draw()
    with in_the_way(t, "BL-62"):
        t.undo(first)


# What was wrong with cards


@pytest.mark.rule("BL-87")
def test_what_did_not_match_does_not_match_still():
    t = table("Ana Ben", top="3-square")
    t.turn_up("3-circle")
    turned = t.entry
    t.take_back("ana", "4-square")
    with in_the_way(t, "BL-87", "Nothing is wrong with 4-square: Ana may play it"):
        t.undo(turned)


@pytest.mark.rule("BL-91")
def test_mixed_is_mixed_whatever_lies_below():
    t = table("Ana Ben", top="3-square")
    t.turn_up("3-circle")
    turned = t.entry
    t.take_back("ana", "4-square", "5-circle")
    t.undo(turned)
    assert (t.top, t.penalties) == ("3-square", "Ana 1, Ben 0")


@pytest.mark.rule("BL-84", "BL-94")
@pytest.mark.parametrize(
    ("card", "wrong"),
    [
        ("5-diamond", "played out of turn and played a card that does not match"),
        ("4-circle", "played out of turn"),
    ],
)
def test_each_mistake_costs_still_and_the_rule_is_that_of_one_that_is_told(card, wrong):
    t = table("Ana Ben")
    t.play("ana", "3-square")
    first = t.entry
    t.take_back("ben", card)
    with in_the_way(t, "BL-84", f"Of {card}, this is wrong: Ben {wrong}."):
        t.undo(first)


@pytest.mark.rule("BL-87")
def test_so_it_is_where_less_is_wrong():
    t = table("Ana Ben Cho")
    t.play("ana", "3-square")
    t.skip("ben")
    skipped = t.entry
    t.take_back("ben", "4-circle")
    words = "Of 4-circle, only this is wrong: Ben played a card that does not match."
    with in_the_way(t, "BL-87", words):
        t.undo(skipped)


@pytest.mark.rule("BL-50")
def test_the_cards_have_to_be_in_the_hand_still():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.draws("ana", 1)
    drawn = t.entry
    t.play("ana", "3-square", "3-hexagon")
    with in_the_way(t, "BL-50", "Ana has 1 card, and cannot play 2"):
        t.undo(drawn)


# The end


@pytest.mark.rule("A-BL-07")
def test_whoever_won_comes_first_of_the_empty_hands_still():
    t = table("Ana Ben Cho")
    t.hand("ana", 1)
    t.hand("ben", 1)
    t.play("ana", "3-square")
    t.discards("ben")
    t.draws("ana", 1)
    drawn = t.entry
    t.win()
    assert t.winners == "Ben"
    with in_the_way(t, "A-BL-07", "Ana has no cards left either, and comes before Ben"):
        t.undo(drawn)


@pytest.mark.rule("BL-101")
def test_whoever_won_has_drawn_what_was_due_still():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-square:Draw two cards")
    t.draws("ana", 1)
    t.draws("ana", 1)
    drawn = t.entry
    t.hand("ana", 0)
    t.win()
    with in_the_way(t, "BL-101", "Ana has still to draw (the effect of 3-square: Draw two cards)"):
        t.undo(drawn)


# Rules


@pytest.mark.rule("BL-70", "A-BL-10")
def test_a_rule_that_nothing_replaced_went_behind_the_first_card():
    t = table("Ana Ben", rules=["If you laugh, then draw", "Nobody may say no", "Hum"])
    t.play("ana", "3-square")
    first = t.entry
    t.bury("2")
    with in_the_way(t, "BL-70", "Before the first card"):
        t.undo(first)


@pytest.mark.rule("BL-70")
def test_rules_told_instead_are_all_that_lay_open():
    t = table("Ana Ben", rules=["If you laugh, then draw", "Nobody may say no", "Hum"])
    t.play("ana", "3-square")
    t.bury("2")
    gone = t.entry
    t.open_instead("Sing")
    with in_the_way(t, "BL-70", "Rule 2 would lie open besides"):
        t.undo(gone)


def test_which_rules_lie_open_then_is_said():
    t = table("Ana Ben", rules=["If you laugh, then draw", "Nobody may say no", "Hum"])
    t.play("ana", "3-square")
    t.swap("2", "Sing", 4)
    t.undo()
    assert t.said == [
        "On the table: rule 2 lies open again, and rule 4 goes back into the rule pile."
    ]
    t.redo()
    assert t.said == [
        "On the table: rule 4 lies open again, and rule 2 goes back into the rule pile."
    ]
    t.bury("1")
    t.bury("3")
    buried = t.entry
    t.undo(buried - 1)
    assert t.said == ["On the table: rule 1 lies open again."]
    t.draw()
    t.undo()
    assert t.said == []

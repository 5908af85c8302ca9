"""What an undo must not break: whatever followed from how things stood has to follow still."""

import pytest

from companion.errors import Refused
from companion.testing.plays import refused
from tests.games.lwd.tables import table


@pytest.mark.rule("LW-10")
def test_whoever_is_the_liar_states_the_number():
    t = table().lose("ben", 2).round(3)
    with refused("LW-10", "entry 3 would not stand", "Ana is the Liar and states the number"):
        t.undo(2)
    assert t.undo(2, onwards=True).liar == "ana"


@pytest.mark.rule("LW-58")
def test_an_extra_card_is_for_all_who_are_in():
    t = table(power=True, until="last-standing").cards_are("cho", 0).round(2)
    t.trigger("ana", 2, extra=True)
    assert t.cards == "ana 7 ben 7 cho 0"
    with refused("LW-58", "for all who are in: Ana, Ben and Cho, and Ana and Ben got one"):
        t.undo(2)
    t = table(power=True, until="last-standing").cards_are("cho", 0).round(2)
    t.trigger("ana", 2, extra=True, to="ana ben").undo(2)
    assert t.cards == "ana 7 ben 7 cho 6", "they were named"


@pytest.mark.rule("LW-6")
@pytest.mark.parametrize(("until", "rule"), [("first-out", "LW-6"), ("last-standing", "LW-8")])
def test_a_die_with_which_somebody_would_be_out_ends_the_game(until, rule):
    t = table("Ana Ben", until=until).cards_are("ana", 1).cards_are("ana", 2)
    t.house = "any die"
    t.lose("ana", 1)
    t.house = None
    with refused(rule, "entry 4 would not stand", "The game would be over with that"):
        t.undo(3)
    assert t.undo(2).cards == "ana 1 ben 6"


def test_who_is_out_gives_up_no_die():
    t = table(until="last-standing").cards_are("ana", 0).cards_are("ana", 4).lose("ana", 2)
    with pytest.raises(Refused, match="Ana has no cards left and is out"):
        t.undo(3)


def test_what_says_nothing_new_is_not_kept():
    t = table().cards_are("ana", 4).cards_are("ana", 5).cards_are("ana", 4)
    with pytest.raises(Refused, match="Ana has 4 cards already"):
        t.undo(3)


@pytest.mark.rule("LW-31", "LW-32")
def test_who_has_lost_follows_from_what_was_revealed():
    t = table().round(2).guess("2x5").guess("3x5").challenge("cho", "5,5,1,1,2,3").lose("ben", 3)
    with refused("LW-21", "entry 5 would not stand"):
        t.undo(4)


@pytest.mark.rule("LW-21", "LW-27")
def test_a_house_rule_overrules_what_it_overruled_then():
    """Cho guessed too low; that is no licence to guess out of turn."""
    t = table().guess("2x5").guess("3x5")
    t.house = "she is new"
    t.guess("cho 2x5")
    t.house = None
    with refused("LW-21", "entry 4 would not stand", "Ben's turn, and not Cho's"):
        t.undo(3)


@pytest.mark.rule("LW-7")
def test_who_is_out_with_a_die_stays_out():
    t = table(until="last-standing", first="ana").cards_are("cho", 1).lose("cho", 1).lose("ben", 2)
    with refused("LW-7", "entry 3 would not stand", "Cho was out after this die, and would be sti"):
        t.undo(2)
    assert t.cards == "ana 6 ben 4 cho 0"


@pytest.mark.rule("LW-34")
def test_the_next_liar_follows_from_who_has_cards():
    t = table("Ana Ben Cho Dan", until="last-standing").cards_are("dan", 0).cards_are("cho", 1)
    t.lose("cho", 1)
    assert t.liar == "ana"
    with refused("LW-34", "Ana was the Liar after this die, and Dan would be then"):
        t.undo(2)


def test_an_older_entry_is_not_asked_what_it_never_held():
    t = table(until="last-standing").cards_are("cho", 1).tell("die.lost", seat=2, cards=1)
    assert t.undo(2).cards == "ana 6 ben 6 cho 5"

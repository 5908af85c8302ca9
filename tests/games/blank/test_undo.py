"""Taking back what a win rests on, as a merge may: it is no longer valid. The rest: `undo.txt`."""

import pytest

from companion.errors import Illegal
from tests.games.blank.tables import table


@pytest.mark.rule("A-BL-07", "BL-100", "BL-101")
def test_a_win_stands_on_what_was_entered_before_it():
    first = table("Ana Ben Cho")
    first.hand("ana", 1)
    first.hand("ben", 1)
    first.play("ana", "3-square")
    first.discards("ben")
    first.draws("ana", 1)
    due = table("Ana Ben")
    due.hand("ana", 1)
    due.play("ana", "3-square:Draw two cards")
    due.draws("ana", 1)
    due.draws("ana", 1)
    counted = table("Ana Ben")
    counted.play("ana", "3-hexagon")
    counted.hand("ana", 0)
    for t, later, rule, words in (
        (first, 0, "A-BL-07", "Ana has no cards left either, and comes before Ben"),
        (due, 1, "BL-101", "Ana still has to draw (the effect of 3-square: Draw two cards)"),
        (counted, 0, "BL-100", "Ana has 6 cards"),
    ):
        entry = t.entry
        if later:
            t.hand("ana", 0)
        t.win()
        before = t.state
        with pytest.raises(Illegal) as refusal:
            t.undo(entry)
        assert (refusal.value.rule, t.state) == (rule, before)
        assert f"entry {t.entry} would no longer be valid" in refusal.value.message
        assert words in refusal.value.message


@pytest.mark.rule("BL-70")
def test_the_rules_opened_instead_are_all_even_where_none_went():
    t = table("Ana Ben", rules=["Hum", "Sing"])
    t.play("ana", "3-square")
    t.bury("2")
    gone = t.entry
    t.add_fact("rule.opened", rule={"label": "3", "text": "Clap"}, corrects=True, stays=["1"])
    with pytest.raises(Illegal, match="Rule 2 would lie open, too") as refusal:
        t.undo(gone)
    assert refusal.value.rule == "BL-70"

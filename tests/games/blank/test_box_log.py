"""Taking back what was entered in a box, where 24 plain cards are needed; the rest: `box.txt`."""

import pytest

from companion.core.event import REDONE, UNDONE, Draft
from companion.errors import Illegal
from companion.games.blank.box_log import check_box
from companion.games.blank.deck import KINDS, CardApproved
from tests.games.blank.box import AT, box, change, deck, revise, rule, rules, write


def changed(log, kind, entry):
    """The log with an entry taken back or brought back, if all later entries stand."""
    after = log.extended([Draft(kind, {"action": entry})], AT)
    known = deck(after)
    check_box(deck(log), known)
    for event in after.standing()[1:]:
        KINDS[event.kind].from_json(event.data).check(known)
    return after


def undo(log, entry=None):
    return changed(log, UNDONE, log.next_action - 1 if entry is None else entry)


def refuses(log, kind, entry, rule_id, *words):
    with pytest.raises(Illegal) as refusal:
        changed(log, kind, entry)
    assert refusal.value.rule == rule_id
    assert all(word in refusal.value.message for word in words), refusal.value.message


@pytest.mark.rule("BL-26", "BL-27")
def test_a_card_that_is_taken_since_is_not_taken_twice():
    log = rule(change(rules(box(), 24), "r15", "retire", "lost"), text="Hum.")
    refuses(log, UNDONE, 3, "BL-27", "Entry 4 would not be possible", "plain cards")
    undo(undo(log), 3)
    log = undo(rule(box(), printed=True))
    for number in (*range(2, 15), 39):
        log = rule(log, printed=True, number=number)
    refuses(log, REDONE, 2, "BL-26", "Entry 17 would not be possible", "14")


@pytest.mark.rule("BL-27")
def test_a_house_rule_overrules_for_its_own_entry_and_no_other():
    """The 25th and the 26th were allowed; so their retirement may be taken back, and no more."""
    log = rules(box(), 24)
    for text in ("Hum.", "Clap."):
        log = rule(log, text=text, house="we drew more")
    log = change(log, "r15", "retire", "lost")
    assert deck(undo(log)).counts.plain_left == -2
    log = change(log, "r16", "retire", "lost")
    log = change(log, "r17", "retire", "lost")
    log = rule(log, text="Bow.")
    refuses(log, UNDONE, 7, "BL-27", "Entry 8 would not be possible")
    log = change(rule(rules(box(), 24), text="Hum.", house="we drew more"), "r15", "retire", "lost")
    assert deck(undo(revise(log, "r16", "Hiccup."), 4)).counts.plain_left == -1


def test_what_stood_against_an_entry_before_does_not_keep_another_from_going():
    """Another book has an approval of a retired card, which has nothing to do with this undo."""
    log = change(rule(box()), "r15", "retire", "lost")
    log = write(log, lambda pen: pen.add(CardApproved(card="r15", revision=1, by="Zoe")))
    log = rule(log, text="Hum.")
    assert deck(undo(log)).cards["r15"].status == "approved"

"""Taking back what was told of a box: what was told later has to stand, entry by entry."""

import pytest

from companion.core.event import REDONE, UNDONE, Draft
from companion.errors import CompanionError
from companion.games.blank import box_entries as kinds
from companion.games.blank.box_entries import KINDS
from companion.games.blank.box_log import check_box
from companion.games.blank.cards import Card, Wording
from tests.games.blank.box import AT, box, change, customise, deck, revise, rule, rules, write
from tests.games.blank.tables import Evening

CARD = "4-hexagon.1"


def changed(log, kind, entry):
    """The log with an entry taken back or brought back, if all that was told since stands."""
    after = log.extended([Draft(kind, {"action": entry})], AT)
    known = deck(after)
    check_box(deck(log), known)
    for event in after.standing()[1:]:
        KINDS[event.kind].check(known, event.data)
    return after


def undo(log, entry=None):
    return changed(log, UNDONE, log.next_action - 1 if entry is None else entry)


def redo(log, entry):
    return changed(log, REDONE, entry)


def refuses(how, log, entry, *words, rule=None):
    """The change is refused, with these words, by that rule if one is named."""
    with pytest.raises(CompanionError) as refusal:
        how(log, entry)
    assert getattr(refusal.value, "rule", None) == rule, refusal.value.message
    assert all(word in refusal.value.message for word in words), refusal.value.message


def owned_by(log, owner):
    return write(log, lambda pen: pen.add(kinds.CHANGED, {"owner": owner}))


def test_a_rewording_does_not_outlive_what_it_rewords():
    log = revise(customise(box(), text="Sing."), CARD, "Hum.")
    refuses(undo, log, 2, "Entry 3 would not stand", "rewords what stands on 4-hexagon.1")
    assert deck(undo(undo(log), 2)).game_card(CARD) == Card(CARD)
    log = revise(rule(box()), "r15", "Hum.")
    refuses(undo, log, 2, "Rule 15 would be changed before it was there")


@pytest.mark.rule("A-BL-12")
def test_a_card_that_was_written_on_since_gets_no_first_words_again():
    log = undo(customise(box(), which=1, text="Sing."))
    log = customise(log, which=1, text="Hum.")
    refuses(redo, log, 2, "Entry 4 would not stand", "4-hexagon.1 would be written on by then")


def test_a_card_whose_first_words_were_taken_back_is_written_on_anew():
    log = customise(undo(customise(box(), text="Sing.")), text="Hum.")
    assert [it.number for it in deck(log).game_card(CARD).revisions] == [2]
    log = revise(log, CARD, "Clap.")
    assert deck(undo(log)).game_card(CARD).sentence == "Hum."


def test_what_reads_as_it_once_did_needs_what_it_once_said():
    log = change(revise(rule(box(), text="Sing."), "r15", "Hum."), "r15", "restore", 1)
    log = change(log, "r15", "restore", 2)
    refuses(undo, log, 3, "Entry 5 would not stand", "no revision 2 to be restored")


@pytest.mark.parametrize(
    ("how", "arguments"),
    [
        ("revise", (Wording(text="Hum."),)),
        ("approve", (None,)),
        ("decline", ("no",)),
        ("retire", ("lost",)),
    ],
)
def test_nothing_is_told_of_a_card_that_would_be_retired(how, arguments):
    log = change(change(rule(box()), "r15", "retire", "lost"), "r15", "bring_back")
    log = change(log, "r15", how, *arguments)
    refuses(undo, log, 4, "Entry 5 would not stand", "Rule 15 would be retired")


def test_what_comes_back_was_out_of_the_deck():
    log = change(change(rule(box()), "r15", "retire", "lost"), "r15", "bring_back")
    refuses(undo, log, 3, "Entry 4 would not stand", "Rule 15 would be in the deck")


def test_an_older_agreement_does_not_come_back_behind_a_newer_one():
    log = undo(change(rule(box()), "r15", "approve", None))
    log = change(log, "r15", "approve", None)
    refuses(redo, log, 3, "Entry 5 would not stand", "Rule 15 would be approved by then")
    log = undo(change(rule(box()), "r15", "decline", "no"))
    refuses(redo, change(log, "r15", "approve", None), 3, "would be declined by then")
    log = undo(change(rule(box()), "r15", "approve", None))
    refuses(redo, change(log, "r15", "decline", "no"), 3, "Entry 5", "would be approved by then")
    log = undo(change(rule(box(), status="approved"), "r15", "ink"))
    refuses(redo, change(log, "r15", "ink"), 3, "Entry 5", "would be inked by then")


@pytest.mark.rule("BL-108", "BL-117")
@pytest.mark.parametrize(
    ("written", "card", "by"), [(rule, "r15", "BL-108"), (customise, CARD, "BL-117")]
)
def test_the_owner_who_agreed_was_the_owner(written, card, by):
    log = change(written(owned_by(box(owner="Ana"), "Ben")), card, "approve", "Ben")
    refuses(undo, log, 2, "Entry 4 would not stand", "the box would be Ana's", rule=by)


@pytest.mark.rule("BL-108")
def test_what_a_house_rule_let_somebody_else_approve_is_approved_all_the_same():
    log = rule(owned_by(box(owner="Ana"), "Cho"))
    log = change(log, "r15", "approve", "Ben", house="Ben is her brother")
    assert deck(undo(log, 2)).owner == "Ana"
    assert deck(redo(undo(log), 4)).cards["r15"].status == "approved"


def test_a_card_on_which_somebody_wrote_did_not_come_so():
    log = undo(customise(box(), which=1))
    log = write(log, lambda pen: pen.found(Card(CARD), "plain", ""))
    refuses(redo, log, 2, "Entry 4 would not stand", "would carry an effect that somebody wrote")


@pytest.mark.rule("BL-27")
def test_a_plain_card_that_is_taken_since_is_not_taken_twice():
    log = rule(change(rules(box(), 24), "r15", "retire", "lost"), text="Hum.")
    refuses(undo, log, 3, "Entry 4 would not stand", "plain cards", rule="BL-27")
    undo(undo(log), 3)


@pytest.mark.rule("BL-26")
def test_printed_rules_do_not_come_back_behind_fourteen_others():
    log = undo(rule(box(), printed=True))
    for number in (*range(2, 15), 39):
        log = rule(log, printed=True, number=number)
    refuses(redo, log, 2, "Entry 17 would not stand", "14", rule="BL-26")


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
    refuses(undo, log, 7, "Entry 8 would not stand", rule="BL-27")


def test_what_stood_against_an_entry_before_does_not_keep_another_from_going():
    """Another book told of a retired card: what is taken back besides has nothing to do with it."""
    log = change(rule(box()), "r15", "retire", "lost")
    log = write(
        log, lambda pen: pen.add(kinds.APPROVED, {"card": "r15", "revision": 1, "by": "Zoe"})
    )
    log = rule(log, text="Hum.")
    assert deck(undo(log)).cards["r15"].status == "approved"


def test_the_same_by_the_program(companion):
    companion.must("blank copy new Friday --owner Ana")
    companion.must("blank card customise 4-hexagon Sing --title Song")
    companion.must("blank card edit song Hum")
    ran = companion("blank copy undo 2")
    assert ran.code == 1
    assert "Entry 3 would not stand then: it rewords what stands on 4-hexagon.1" in ran.err
    companion.must("blank copy undo")
    companion.must("blank copy undo")


# Numbers of revisions: a play points at its prize by one, so that none is used twice


@pytest.mark.parametrize(
    ("noun", "line", "card", "verb"),
    [
        ("rule", "rule add 'If a 6 is played, then sing'", "Rule 15", "writes rule 15"),
        ("card", f"card customise {CARD} Sing --title Toll", CARD, f"customises {CARD}"),
    ],
)
def test_what_was_taken_back_is_told_of_nothing_that_comes_after(companion, noun, line, card, verb):
    e = Evening(companion)
    e.box(owner="Cho")
    e(f"blank {line} --by Ana")
    e(f"blank {noun} approve")
    e("blank copy undo")
    e("blank copy undo")
    assert "is revised" not in e(f"blank {line} --by Ben").out
    assert f"{card} approved by Cho" in e(f"blank {noun} approve").out.splitlines()
    assert "revision" not in e("blank copy log").out
    assert f"Ben {verb}" in e("blank copy story").out
    shown = e(f"blank {noun} show {card.removeprefix('Rule ')} --json").json
    assert [revision["revision"] for revision in shown["revisions"]] == [2]
    e(f"blank {noun} edit {card.removeprefix('Rule ')} Hum")
    assert f"Revision 3 of {card.lower()} approved" in e(f"blank {noun} approve").out


@pytest.mark.parametrize("verb", ["show", "story", "log", "set --owner Eve"])
def test_the_box_is_named_behind_the_verb_or_by_its_option(companion, verb):
    """Where two are mixed, the refusal says `--copy`, as everywhere."""
    companion.must("blank copy new Friday --mark ★ --owner Ana")
    companion.must("blank copy new Cellar --mark C --owner Ben")
    companion.must("blank mix friday cellar")
    ran = companion(f"blank copy {verb}")
    assert (ran.code, "`--copy friday` names one." in ran.err) == (1, True)
    named = companion.must(f"blank copy {verb} --copy cellar --json").out
    assert "Cellar" in named
    assert "Which box is it about" in companion(f"blank copy {verb} friday --copy cellar").err
    companion.must(
        f"blank copy {verb.split()[0]} friday --copy Friday {'--owner Z' * ('set' in verb)}"
    )

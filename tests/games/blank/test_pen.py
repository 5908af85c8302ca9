"""The pen: what it writes on the cards of a box, and what it refuses, with the rule."""

import pytest

from companion.core.event import REDONE, Draft, Referee
from companion.errors import Illegal, NotFound, Refused
from companion.games.blank.cards import written
from companion.games.blank.pen import TABLE, Pen
from tests.games.blank.box import (
    AT,
    box,
    change,
    customise,
    deck,
    refused,
    revise,
    rule,
    rules,
    undo,
)

# New rules


@pytest.mark.rule("BL-26", "BL-27")
def test_plain_rules_are_numbered_after_the_14_printed_ones():
    log = rule(rule(rule(box(), "One."), "Two.", printed=True), "Three.")
    assert {card.id: card.sentence for card in deck(log).rules} == {
        "r1": "Two.",
        "r15": "One.",
        "r16": "Three.",
    }
    assert deck(log).counts.plain_left == 22


@pytest.mark.rule("BL-27")
def test_a_25th_plain_rule_is_refused():
    log = rules(box(), 24)
    assert deck(log).counts.plain_left == 0
    assert [card.id for card in deck(log).rules] == [f"r{number}" for number in range(15, 39)]
    assert refused("BL-27", log, rule) == (
        "All 24 plain rule cards of this box are taken: none is left to write on."
    )


@pytest.mark.rule("BL-26")
def test_a_15th_printed_rule_is_refused():
    log = rules(box(), 14, printed=True)
    assert [card.id for card in deck(log).rules] == [f"r{number}" for number in range(1, 15)]
    assert refused("BL-26", log, rule, printed=True) == (
        "All 14 printed rules of this box are known already."
    )


@pytest.mark.rule("BL-25", "BL-27")
def test_a_39th_rule_card_is_refused():
    log = rules(rules(box(), 14, printed=True), 24)
    assert refused("BL-25", log, rule) == (
        "All 38 rule cards of this box are written on: there is no 39th."
    )


@pytest.mark.rule("BL-27")
def test_too_many_in_one_entry_are_refused_like_one_too_many():
    with pytest.raises(Illegal) as refusal:
        rules(box(), 25)
    assert refusal.value.rule == "BL-27"


def test_with_a_house_rule_cards_beyond_the_38_get_numbers_of_their_own():
    log = rule(rules(box(), 24), house="we drew more")
    assert deck(log).rules[-1].id == "r39"
    assert deck(rule(log, printed=True)).rules[0].id == "r1"
    assert deck(log).counts.plain_left == -1


def test_a_rule_may_be_told_with_the_step_that_it_has_come_to():
    steps = {
        status: [event.kind for event in rule(box(), status=status).events[1:]]
        for status in ("proposed", "approved", "inked")
    }
    assert steps == {
        "proposed": ["card.written"],
        "approved": ["card.written", "card.approved"],
        "inked": ["card.written", "card.approved", "card.inked"],
    }


@pytest.mark.rule("BL-108")
def test_what_is_told_as_approved_was_approved_by_the_owner_or_the_table():
    assert rule(box(), status="approved").events[-1].data["by"] == "Ana"
    assert rule(box(owner=""), status="approved").events[-1].data["by"] == TABLE


def test_a_printed_rule_needs_no_step():
    log = rule(box(), printed=True, status="inked")
    assert [event.kind for event in log.events[1:]] == ["card.written"]
    assert deck(log).cards["r1"].status == "printed"


def test_a_prize_points_at_its_play():
    log = rule(box(), by="Ben", play="blank-1")
    assert log.events[-1].data == {
        "card": "r15",
        "revision": 1,
        "text": "Sing.",
        "by": "Ben",
        "origin": "plain",
        "play": "blank-1",
    }


@pytest.mark.parametrize(
    ("signs", "warnings"),
    [(140, []), (141, ["That is long for a card: 141 characters. Write small."])],
)
def test_what_is_longer_than_the_card_is_warned_of_and_written(signs, warnings):
    pen = Pen(deck(box()), (), Referee())
    pen.new_rule(written(text="x" * signs))
    assert len(pen.drafts) == 1
    assert pen.warnings == warnings


# Revisions


def test_a_revision_has_the_next_number():
    log = revise(revise(rule(box()), "r15", "Hum."), "r15", "Whistle.")
    assert [revision.number for revision in deck(log).cards["r15"].revisions] == [1, 2, 3]
    assert deck(log).cards["r15"].sentence == "Whistle."


@pytest.mark.parametrize("same", ["Sing.", "sing", " SING! "])
def test_a_revision_that_says_the_same_is_refused(same):
    with pytest.raises(Refused, match="Rule 15 says that already"):
        revise(rule(box()), "r15", same)


@pytest.mark.parametrize("retired", ["r15", "4-hexagon.1"])
def test_what_is_out_of_the_deck_is_not_reworded(retired):
    log = change(customise(rule(box())), retired, "retire", "lost")
    with pytest.raises(Refused, match="is retired"):
        revise(log, retired, "Hum.")


def test_another_title_is_a_revision_too():
    log = revise(customise(box(), title="Toll"), "4-hexagon.1", "Draw.", title="The Toll")
    assert deck(log).cards["4-hexagon.1"].title == "The Toll"


def test_ink_stays_on_the_card_and_that_is_said():
    log = rule(box(), status="inked")
    pen = Pen(deck(log), log.events, Referee())
    pen.revise(deck(log).cards["r15"], written(text="Hum."))
    assert pen.warnings == ["There is ink on rule 15: revision 1 stays readable there."]


def test_a_revision_number_is_never_given_twice_not_even_after_an_undo():
    log = undo(revise(rule(box()), "r15", "Hum."))
    log = revise(log, "r15", "Whistle.")
    assert [revision.number for revision in deck(log).cards["r15"].revisions] == [1, 3]


def test_a_card_that_was_taken_back_is_written_anew_under_a_new_number():
    log = rule(undo(rule(box())), "Hum.", status="approved")
    card = deck(log).cards["r15"]
    assert [revision.number for revision in card.revisions] == [2]
    assert card.status == "approved", "the approval is of this revision"
    back = log.extended([Draft(REDONE, {"action": 2})], AT)
    assert deck(back).written_twice == {"r15"}


def test_undoing_an_approval_leaves_a_later_revision_alone():
    log = change(rule(box()), "r15", "approve", None)
    log = undo(revise(log, "r15", "Hum.", status="approved"), 3)
    assert [revision.approved for revision in deck(log).cards["r15"].revisions] == ["", "Ana"]


# Approval and ink


@pytest.mark.rule("BL-108")
@pytest.mark.parametrize("by", [None, "Ana", "ana"])
def test_the_owner_approves_a_rule(by):
    log = change(rule(box(), by="Ben"), "r15", "approve", by)
    assert log.events[-1].data == {"card": "r15", "revision": 1, "by": "Ana"}


@pytest.mark.rule("BL-108")
@pytest.mark.parametrize("by", ["Ben", ""])
def test_nobody_else_approves_a_rule(by):
    message = refused("BL-108", rule(box(), by="Ben"), change, "r15", "approve", by)
    assert message == "Friday box is Ana's, and only Ana approves cards for it."


@pytest.mark.rule("BL-117")
def test_nobody_but_the_owner_approves_a_game_card():
    log = customise(box())
    assert deck(change(log, "4-hexagon.1", "approve", "Ana")).game_cards[0].status == "approved"
    refused("BL-117", log, change, "4-hexagon.1", "approve", "Ben")


def test_with_a_house_rule_it_is_noted_who_approved_instead():
    log = change(rule(box()), "r15", "approve", "Ben", house="Ana is asleep")
    assert deck(log).cards["r15"].now.approved == "Ben"


@pytest.mark.parametrize(("by", "noted"), [(None, TABLE), ("Ben", "Ben")])
def test_in_a_box_that_nobody_owns_anybody_approves(by, noted):
    log = change(rule(box(owner="")), "r15", "approve", by)
    assert log.events[-1].data["by"] == noted


def test_an_approval_is_of_the_newest_revision_and_happens_once():
    log = change(rule(box()), "r15", "approve", None)
    with pytest.raises(Refused, match="Rule 15 is approved already"):
        change(log, "r15", "approve", None)
    log = change(revise(log, "r15", "Hum."), "r15", "approve", None)
    assert log.events[-1].data["revision"] == 2


def test_what_is_printed_is_neither_approved_nor_inked_nor_declined():
    log = rule(box(), printed=True)
    for how, *arguments in (("approve", None), ("ink",), ("decline", "why")):
        with pytest.raises(Refused, match="Rule 1 is printed already"):
            change(log, "r1", how, *arguments)


@pytest.mark.rule("BL-108")
def test_a_rule_is_not_inked_before_it_was_approved():
    log = rule(box())
    message = refused("BL-108", log, change, "r15", "ink")
    assert message == "Rule 15 is only proposed: Ana has not approved it."
    log = change(change(log, "r15", "approve", None), "r15", "ink")
    assert deck(log).cards["r15"].status == "inked"
    with pytest.raises(Refused, match="Rule 15 is inked already"):
        change(log, "r15", "ink")


@pytest.mark.rule("BL-117")
def test_a_game_card_is_not_inked_before_it_was_approved():
    refused("BL-117", customise(box()), change, "4-hexagon.1", "ink")
    log = change(customise(box(), status="approved"), "4-hexagon.1", "ink")
    assert deck(log).game_cards[0].status == "inked"


@pytest.mark.rule("BL-108")
def test_an_older_approval_is_no_leave_to_ink_a_new_wording():
    log = revise(rule(box(), status="inked"), "r15", "Hum.")
    refused("BL-108", log, change, "r15", "ink")


def test_a_card_that_says_nothing_is_not_approved():
    with pytest.raises(Refused) as refusal:
        change(box(), "4-hexagon.1", "approve", None)
    assert refusal.value.message == "4-hexagon.1 says nothing yet."
    assert "card customise 4-hexagon.1" in refusal.value.hint


def test_a_declined_rule_is_spoken_of_as_a_rule():
    log = change(rule(box()), "r15", "decline", "")
    with pytest.raises(Refused) as refusal:
        change(log, "r15", "approve", None)
    assert refusal.value.message.startswith("Rule 15 ")
    assert "card customise" not in refusal.value.hint


# Declined


@pytest.mark.rule("A-BL-13")
def test_a_declined_rule_frees_its_plain_card_for_the_next():
    log = change(rules(box(), 24), "r20", "decline", "too long")
    assert deck(log).counts.plain_left == 1
    card = deck(rule(log, "Hum.", by="Ben")).cards["r20"]
    assert [(rev.number, rev.declined) for rev in card.revisions] == [(1, "too long"), (2, None)]
    assert (card.sentence, card.author, card.status) == ("Hum.", "Ben", "proposed")


@pytest.mark.rule("A-BL-13")
def test_a_declined_rule_is_not_brought_back_onto_a_card_that_says_something_else():
    log = rule(change(rules(box(), 24), "r15", "decline", ""), "Hum.")
    assert deck(log).cards["r15"].sentence == "Hum."
    assert deck(undo(log, 3)).written_twice == {"r15"}


@pytest.mark.rule("A-BL-13")
def test_with_a_wording_all_that_is_proposed_is_declined_and_what_was_agreed_to_stands_again():
    log = revise(revise(rule(box(), status="approved"), "r15", "Hum."), "r15", "Whistle.")
    log = change(log, "r15", "decline", "no")
    card = deck(log).cards["r15"]
    assert [revision.declined for revision in card.revisions] == [None, "no", "no"]
    assert (card.sentence, card.status) == ("Sing.", "approved")


@pytest.mark.rule("A-BL-13")
def test_a_declined_rule_may_be_reworked():
    log = revise(change(rule(box()), "r15", "decline", "too long"), "r15", "Hum.")
    assert deck(log).cards["r15"].status == "proposed"
    assert deck(log).cards["r15"].sentence == "Hum."
    assert deck(log).counts.plain_left == 23


@pytest.mark.rule("A-BL-13", "A-BL-12")
def test_a_game_card_whose_effect_was_declined_may_be_given_another():
    log = customise(change(customise(box(), 1), "4-hexagon.1", "decline", ""), 1, "Sing.")
    assert deck(log).cards["4-hexagon.1"].sentence == "Sing."


@pytest.mark.rule("BL-27", "A-BL-13")
@pytest.mark.parametrize("how", [("revise", written(text="Whistle.")), ("restore", 1)])
def test_a_declined_rule_is_not_reworked_once_its_plain_card_is_taken(how):
    log = change(rules(box(), 24), "r20", "decline", "")
    log = rule(log, "Hum.", number=39)
    assert deck(log).counts.plain_left == 0
    refused("BL-27", log, change, "r20", *how)


def test_what_is_agreed_to_is_declined_no_more():
    with pytest.raises(Refused, match="Rule 15 is approved already") as refusal:
        change(rule(box(), status="approved"), "r15", "decline", "")
    assert "`companion blank rule retire 15`" in refusal.value.hint


# Out of the deck and back


def test_a_card_is_retired_once_and_comes_back_once():
    log = change(rule(box()), "r15", "retire", "too cruel")
    assert deck(log).cards["r15"].retired == "too cruel"
    with pytest.raises(Refused, match="Rule 15 is retired already"):
        change(log, "r15", "retire", "")
    log = change(log, "r15", "bring_back")
    assert deck(log).cards["r15"].retired is None
    with pytest.raises(Refused, match="Rule 15 is in the deck"):
        change(log, "r15", "bring_back")


@pytest.mark.rule("BL-27")
def test_a_rule_comes_back_only_where_a_plain_card_is_left_for_it():
    log = change(rules(box(), 24), "r20", "retire", "")
    assert deck(change(log, "r20", "bring_back")).counts.plain_left == 0
    refused("BL-27", rule(log, "Hum."), change, "r20", "bring_back")


def test_a_rule_with_ink_kept_its_card_and_always_comes_back():
    log = change(rules(box(), 24, status="inked"), "r20", "retire", "")
    assert deck(log).counts.plain_left == 0
    assert deck(change(log, "r20", "bring_back")).cards["r20"].in_deck


def test_printed_rules_and_game_cards_need_no_plain_card_to_come_back():
    log = rules(rule(box(), printed=True), 24)
    for card in ("r1", "4-hexagon.1"):
        log = change(change(log, card, "retire", ""), card, "bring_back")
        assert deck(log).cards[card].retired is None


# Restored


def test_an_older_wording_is_restored_as_a_new_revision():
    log = revise(rule(box(), by="Ben"), "r15", "Hum.", by="Ana")
    log = change(log, "r15", "restore", 1)
    now = deck(log).cards["r15"].now
    assert (now.number, now.restores, now.wording.text, now.by) == (3, 1, "Sing.", "Ben")


@pytest.mark.parametrize("status", ["proposed", "approved", "inked"])
def test_what_was_agreed_to_once_needs_no_second_word(status):
    log = revise(rule(box(), status=status), "r15", "Hum.")
    assert deck(change(log, "r15", "restore", 1)).cards["r15"].status == status


def test_what_is_printed_is_restored_as_printed():
    log = revise(rule(box(), printed=True), "r1", "Hum.", by="Ben")
    assert deck(change(log, "r1", "restore", 1)).cards["r1"].status == "printed"


def test_what_was_inked_by_a_house_rule_alone_is_restored_too():
    log = change(rule(box()), "r15", "ink", house="Ana is asleep")
    log = change(revise(log, "r15", "Hum."), "r15", "restore", 1)
    assert deck(log).cards["r15"].status == "inked"


def test_a_title_comes_back_with_its_wording():
    log = revise(customise(box(), title="Toll"), "4-hexagon.1", "Sing.", title="Choir")
    assert deck(change(log, "4-hexagon.1", "restore", 1)).cards["4-hexagon.1"].title == "Toll"


def test_what_a_card_reads_now_and_what_it_never_read_is_not_restored():
    log = revise(rule(box()), "r15", "Hum.")
    with pytest.raises(Refused, match="Rule 15 reads so now"):
        change(log, "r15", "restore", 2)
    with pytest.raises(NotFound, match="Rule 15 has no revision 3") as refusal:
        change(log, "r15", "restore", 3)
    assert refusal.value.hint == "There is 1 or 2."


# Game cards


@pytest.mark.rule("BL-114")
@pytest.mark.parametrize("origin", [None, "plain", "illustrated"])
def test_a_plain_or_illustrated_card_is_customised(origin):
    log = box()
    if origin:
        log = change(log, "4-hexagon.1", "found", origin, "")
    log = customise(log, title="Toll", by="Ben")
    card = deck(log).cards["4-hexagon.1"]
    assert (card.title, card.sentence, card.author, card.status) == (
        "Toll",
        "Draw.",
        "Ben",
        "proposed",
    )


@pytest.mark.rule("A-BL-12")
def test_of_two_identical_cards_the_one_without_an_effect_is_customised():
    log = customise(customise(box()), text="Sing.")
    assert {card.id: card.sentence for card in deck(log).game_cards} == {
        "4-hexagon.1": "Draw.",
        "4-hexagon.2": "Sing.",
    }


@pytest.mark.rule("A-BL-12", "A-BL-18", "BL-114")
def test_a_third_effect_on_a_face_is_refused():
    log = customise(customise(box(), title="Toll"), text="Sing.", title="Choir")
    message = refused("A-BL-12", log, customise, text="Hum.")
    assert message == (
        "No 4-hexagon without an effect is left in this box: "
        "4-hexagon.1 is “Toll” and 4-hexagon.2 is “Choir”."
    )


@pytest.mark.rule("A-BL-12", "BL-114")
def test_a_card_that_has_an_effect_is_not_customised_again():
    log = customise(box(), 2, title="Toll")
    message = refused("A-BL-12", log, customise, 2, "Hum.")
    assert message == (
        "No 4-hexagon.2 without an effect is left in this box: 4-hexagon.2 is “Toll”."
    )


@pytest.mark.rule("A-BL-12", "BL-114")
def test_a_card_that_came_with_an_effect_is_not_customised():
    log = change(box(), "4-hexagon.1", "found", "printed", "Storm")
    log = revise(log, "4-hexagon.1", "All players draw.", title="Storm")
    assert deck(log).cards["4-hexagon.1"].status == "printed"
    refused("A-BL-12", log, customise, 1)


@pytest.mark.rule("A-BL-18")
def test_there_is_no_third_card_of_a_face():
    with pytest.raises(NotFound, match=r"no card 4-hexagon\.3") as refusal:
        customise(box(), 3)
    assert "there are two: 4-hexagon.1 and 4-hexagon.2 (A-BL-18)" in refusal.value.hint


@pytest.mark.rule("A-BL-18")
def test_a_third_card_that_was_told_of_is_customised_like_the_others():
    found = Draft("card.found", {"card": "4-hexagon.3", "origin": "plain", "title": ""})
    log = customise(box().extended([found], AT), 3)
    assert deck(log).cards["4-hexagon.3"].sentence == "Draw."


def test_a_lost_card_is_passed_over():
    log = customise(change(box(), "4-hexagon.1", "retire", "lost"))
    assert deck(log).cards["4-hexagon.2"].sentence == "Draw."


# How cards came


@pytest.mark.parametrize(
    ("origin", "many", "rule_id"),
    [
        pytest.param("printed", 6, "BL-29", marks=pytest.mark.rule("BL-29")),
        pytest.param("illustrated", 30, "BL-30", marks=pytest.mark.rule("BL-30")),
        pytest.param("plain", 36, "BL-31", marks=pytest.mark.rule("BL-31")),
    ],
)
def test_a_box_holds_only_so_many_cards_of_a_kind(origin, many, rule_id):
    ids = [
        f"{number}-{suit}.{which}"
        for suit in ("circle", "diamond", "shield")
        for number in range(1, 7)
        for which in (1, 2)
    ]
    log = box()
    for card in ids[:many]:
        log = change(log, card, "found", origin, "")
    assert deck(log).counts.found[origin] == many
    message = refused(rule_id, log, change, "4-hexagon.1", "found", origin, "")
    assert message.startswith(f"All {many} game cards that come {origin}")
    change(log, ids[0], "found", origin, "A Fox")


def test_what_is_known_of_a_card_is_not_told_twice_but_corrected():
    log = change(box(), "4-hexagon.1", "found", "illustrated", "Fox")
    with pytest.raises(Refused, match=r"4-hexagon\.1 is known as that already"):
        change(log, "4-hexagon.1", "found", "illustrated", "Fox")
    log = change(log, "4-hexagon.1", "found", "plain", "")
    assert deck(log).counts.found == {"printed": 0, "illustrated": 0, "plain": 1}

"""The pen: how many cards it writes on, and what it refuses, with the rule. The rest: `box.txt`."""

import pytest

from companion.core.event import REDONE, Draft, Referee
from companion.errors import Illegal, Invalid, NotFound, Refused
from companion.games.blank.cards import LONGEST_TEXT, clean_text, make_wording
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


@pytest.mark.rule("BL-25", "BL-26", "BL-27")
def test_there_are_38_rule_cards_14_printed_and_24_plain():
    plain, printed = rules(box(), 24), rules(box(), 14, printed=True)
    assert [card.id for card in deck(plain).rules] == [f"r{number}" for number in range(15, 39)]
    assert [card.id for card in deck(printed).rules] == [f"r{number}" for number in range(1, 15)]
    assert deck(plain).counts.plain_left == 0
    for rule_id, log, words, details in (
        ("BL-27", plain, "All 24 plain rule cards of this box are taken", {}),
        ("BL-26", printed, "All 14 printed rules of this box are known already", {"printed": True}),
        ("BL-25", rules(printed, 24), "All 38 rule cards of this box are written on: there is", {}),
    ):
        assert refused(rule_id, log, rule, **details).startswith(words)
    with pytest.raises(Illegal) as refusal:
        rules(box(), 25)
    assert refusal.value.rule == "BL-27"
    # With a house rule, cards beyond the 38 get numbers of their own.
    log = rule(plain, house="we drew more")
    assert (deck(log).rules[-1].id, deck(log).counts.plain_left) == ("r39", -1)
    assert deck(rule(log, printed=True)).rules[0].id == "r1"


@pytest.mark.rule("BL-108")
def test_a_rule_may_be_entered_with_the_step_that_it_has_come_to():
    for status, *steps in (("proposed",), ("approved", "approved"), ("inked", "approved", "inked")):
        kinds = [event.kind for event in rule(box(), status=status).events[1:]]
        assert kinds == ["card.written", *(f"card.{step}" for step in steps)]
    assert rule(box(), status="approved").events[-1].data["by"] == "Ana"
    assert rule(box(owner=""), status="approved").events[-1].data["by"] == TABLE
    log = rule(box(), printed=True, status="inked")
    assert [event.kind for event in log.events[1:]] == ["card.written"]
    assert rule(box(), by="Ben", play="blank-1").events[-1].data == {
        "card": "r15",
        "revision": 1,
        "text": "Sing.",
        "by": "Ben",
        "origin": "plain",
        "play": "blank-1",
    }


def test_what_is_longer_than_the_card_is_warned_of_and_written():
    for signs, warnings in (
        (140, []),
        (141, ["That is long for a card: 141 characters. Write small."]),
    ):
        pen = Pen(deck(box()), (), Referee())
        pen.new_rule(make_wording(text="x" * signs))
        assert (len(pen.drafts), pen.warnings) == (1, warnings)
    assert len(clean_text("x" * LONGEST_TEXT)) == LONGEST_TEXT
    with pytest.raises(Invalid, match="2001 characters"):
        clean_text("x" * (LONGEST_TEXT + 1))


def test_a_revision_number_is_never_given_twice_not_even_after_an_undo():
    log = undo(revise(rule(box()), "r15", "Hum."))
    log = revise(log, "r15", "Whistle.")
    assert [revision.number for revision in deck(log).cards["r15"].revisions] == [1, 3]
    log = rule(undo(rule(box())), "Hum.", status="approved")
    card = deck(log).cards["r15"]
    assert ([revision.number for revision in card.revisions], card.status) == ([2], "approved")
    back = log.extended([Draft(REDONE, {"action": 2})], AT)
    assert deck(back).written_twice == {"r15"}
    # Taking back an approval leaves that of a later revision alone.
    log = change(rule(box()), "r15", "approve", None)
    log = undo(revise(log, "r15", "Hum.", status="approved"), 3)
    assert [revision.approved for revision in deck(log).cards["r15"].revisions] == ["", "Ana"]


@pytest.mark.rule("BL-108", "BL-117")
def test_only_the_owner_approves_and_only_what_was_approved_is_inked():
    for by in (None, "Ana", "ana"):
        log = change(rule(box(), by="Ben"), "r15", "approve", by)
        assert log.events[-1].data == {"card": "r15", "revision": 1, "by": "Ana"}
    for rule_id, log, card in (
        ("BL-108", rule(box(), by="Ben"), "r15"),
        ("BL-117", customise(box()), "4-hexagon.1"),
    ):
        for by in ("Ben", ""):
            refused(rule_id, log, change, card, "approve", by)
        refused(rule_id, log, change, card, "ink")
        log = change(change(log, card, "approve", None), card, "ink")
        assert deck(log).cards[card].status == "inked"
        refused(rule_id, revise(log, card, "Hum."), change, card, "ink")
    for by, noted in ((None, TABLE), ("Ben", "Ben")):
        log = change(rule(box(owner="")), "r15", "approve", by)
        assert log.events[-1].data["by"] == noted


@pytest.mark.rule("A-BL-13")
def test_a_declined_rule_frees_its_plain_card_for_the_next():
    log = change(rules(box(), 24), "r20", "decline", "too long")
    assert deck(log).counts.plain_left == 1
    card = deck(rule(log, "Hum.", by="Ben")).cards["r20"]
    assert [(rev.number, rev.declined) for rev in card.revisions] == [(1, "too long"), (2, None)]
    assert (card.sentence, card.author, card.status) == ("Hum.", "Ben", "proposed")
    # It is not brought back onto a card that says something else.
    log = rule(change(rules(box(), 24), "r15", "decline", ""), "Hum.")
    assert deck(log).cards["r15"].sentence == "Hum."
    assert deck(undo(log, 3)).written_twice == {"r15"}


@pytest.mark.rule("BL-27", "A-BL-13")
def test_a_rule_comes_back_only_where_a_plain_card_is_left_for_it():
    log = rule(change(rules(box(), 24), "r20", "decline", ""), "Hum.", number=39)
    assert deck(log).counts.plain_left == 0
    for how in (("revise", make_wording(text="Whistle.")), ("restore", 1)):
        refused("BL-27", log, change, "r20", *how)
    log = change(rules(box(), 24), "r20", "retire", "")
    assert deck(change(log, "r20", "bring_back")).counts.plain_left == 0
    refused("BL-27", rule(log, "Hum."), change, "r20", "bring_back")
    # With ink on it, it kept its card; printed rules and game cards need none.
    log = change(rules(box(), 24, status="inked"), "r20", "retire", "")
    assert deck(log).counts.plain_left == 0
    assert deck(change(log, "r20", "bring_back")).cards["r20"].is_in_deck
    log = rules(rule(box(), printed=True), 24)
    for card in ("r1", "4-hexagon.1"):
        log = change(change(log, card, "retire", ""), card, "bring_back")
        assert deck(log).cards[card].retired is None


def test_what_was_agreed_to_once_needs_no_second_word():
    for status in ("proposed", "approved", "inked"):
        log = revise(rule(box(), status=status), "r15", "Hum.")
        assert deck(change(log, "r15", "restore", 1)).cards["r15"].status == status
    log = revise(rule(box(), printed=True), "r1", "Hum.", by="Ben")
    assert deck(change(log, "r1", "restore", 1)).cards["r1"].status == "printed"


# Game cards


@pytest.mark.rule("BL-114", "A-BL-12", "A-BL-18")
def test_of_a_face_two_cards_without_an_effect_are_customised():
    for origin in (None, "plain", "illustrated"):
        log = change(box(), "4-hexagon.1", "enter_origin", origin, "") if origin else box()
        card = deck(customise(log, title="Toll", by="Ben")).cards["4-hexagon.1"]
        told = (card.title, card.sentence, card.author, card.status)
        assert told == ("Toll", "Draw.", "Ben", "proposed")
    log = customise(customise(box(), title="Toll"), text="Sing.", title="Choir")
    assert [card.sentence for card in deck(log).game_cards] == ["Draw.", "Sing."]
    assert refused("A-BL-12", log, customise, text="Hum.") == (
        "No 4-hexagon without an effect is left in this box: "
        "4-hexagon.1 is “Toll” and 4-hexagon.2 is “Choir”."
    )
    refused("A-BL-12", customise(box(), 2, title="Toll"), customise, 2, "Hum.")
    log = change(box(), "4-hexagon.1", "enter_origin", "printed", "Storm")
    refused("A-BL-12", revise(log, "4-hexagon.1", "All draw.", title="Storm"), customise, 1)
    # The third is there only if it was found.
    with pytest.raises(NotFound, match=r"no card 4-hexagon\.3") as refusal:
        customise(box(), 3)
    assert "there are two: 4-hexagon.1 and 4-hexagon.2 (A-BL-18)" in refusal.value.hint
    found = Draft("card.found", {"card": "4-hexagon.3", "origin": "plain", "title": ""})
    log = customise(box().extended([found], AT), 3)
    assert deck(log).cards["4-hexagon.3"].sentence == "Draw."


@pytest.mark.rule("BL-29", "BL-30", "BL-31")
def test_a_box_holds_only_so_many_cards_of_a_kind():
    ids = [
        f"{number}-{suit}.{which}"
        for suit in ("circle", "diamond", "shield")
        for number in range(1, 7)
        for which in (1, 2)
    ]
    for origin, many, rule_id in (
        ("printed", 6, "BL-29"),
        ("illustrated", 30, "BL-30"),
        ("plain", 36, "BL-31"),
    ):
        log = box()
        for card in ids[:many]:
            log = change(log, card, "enter_origin", origin, "")
        assert deck(log).counts.found[origin] == many
        message = refused(rule_id, log, change, "4-hexagon.1", "enter_origin", origin, "")
        assert message.startswith(f"All {many} game cards that came {origin}")
        change(log, ids[0], "enter_origin", origin, "A Fox")
    with pytest.raises(Refused, match=r"1-circle\.1 is entered like that already"):
        change(log, ids[0], "enter_origin", "plain", "")

"""A box as it is now: the fold of its log. Here the log is made by hand, fact by fact."""

import pytest

from companion.core.event import UNDONE, Draft
from companion.core.log import Log
from companion.games.blank.cards import SUITS, Card, Face, Wording, face_of, is_card_id
from companion.games.blank.deck import Counts, Deck, box_record, card_record
from companion.games.blank.reference import Reference
from tests.games.blank.box import approved, declined, fact, inked, wrote

AT = "2025-03-01T19:30:00Z"
MADE = Draft("copy.made", {"game": "blank", "name": "Friday box", "mark": "★", "owner": "Ana"})


def log_of(*facts):
    """Each fact is an entry of its own; the first of them is entry 2."""
    log = Log().extended([MADE], AT)
    for draft in facts:
        log = log.extended([draft], AT)
    return log


def deck_of(*facts):
    return Deck(log_of(*facts).standing())


# The box


def test_a_box_is_made_with_name_mark_and_owner():
    deck = deck_of()
    assert (deck.name, deck.mark, deck.owner) == ("Friday box", "★", "Ana")
    assert dict(deck.cards) == {}


def test_what_is_told_later_of_a_box_counts():
    deck = deck_of(
        fact("copy.changed", owner="Ben", suits={"hexagon": "red", "circle": "blue"}),
        fact("copy.changed", name="Monday box", suits={"hexagon": ""}),
    )
    assert (deck.name, deck.mark, deck.owner) == ("Monday box", "★", "Ben")
    assert deck.colours == {"circle": "blue"}, "a colour taken back is none"


def test_a_box_is_read_once_and_only_where_a_card_is_looked_for():
    reads = []
    known = Reference(dict, lambda box_id: reads.append(box_id) or log_of().standing())
    assert reads == []
    deck = known.deck("blank-friday")
    assert (known.deck("blank-friday"), reads) == (deck, ["blank-friday"])
    assert deck.counts.plain_left == 24


# Counted


@pytest.mark.rule("BL-25", "BL-26", "BL-27", "BL-29", "BL-30", "BL-31")
def test_a_new_box_has_14_printed_and_24_plain_rule_cards():
    nothing = {"printed": 0, "illustrated": 0, "plain": 0}
    assert deck_of().counts == Counts(0, 0, 0, 0, 24, 14, 0, nothing)


@pytest.mark.rule("BL-25", "BL-26", "BL-27", "BL-28", "BL-29", "BL-30", "BL-31", "BL-46")
def test_a_box_is_told_as_json_with_all_its_totals():
    told = box_record("blank-friday", deck_of(wrote("r1", origin="printed"), wrote("r15")))
    assert told == {
        "copy": "blank-friday",
        "name": "Friday box",
        "mark": "★",
        "owner": "Ana",
        "suits": dict.fromkeys(SUITS),
        "rule_cards": {
            "total": 38,
            "printed": 14,
            "printed_read": 1,
            "plain": 24,
            "plain_left": 23,
            "proposed": 1,
            "approved": 0,
            "inked": 0,
            "in_deck": 14,
        },
        "game_cards": {
            "total": 72,
            "customised": 0,
            "printed": {"total": 6, "found": 0},
            "illustrated": {"total": 30, "found": 0},
            "plain": {"total": 36, "found": 0},
        },
    }


def test_each_step_of_a_rule_is_counted_apart():
    facts = [wrote("r15"), wrote("r16"), approved("r16"), wrote("r17"), approved("r17")]
    counts = deck_of(*facts, inked("r17")).counts
    assert (counts.proposed, counts.approved, counts.inked) == (1, 1, 1)
    assert counts.plain_left == 21
    assert counts.rule_deck == 14 + 2, "what is only proposed is not drawn"


def test_printed_rules_are_in_the_deck_before_they_are_read():
    assert deck_of(wrote("r1", origin="printed")).counts.rule_deck == 14
    counts = deck_of(
        wrote("r1", origin="printed"), fact("card.retired", card="r1", why="torn")
    ).counts
    assert (counts.printed_read, counts.rule_deck, counts.plain_left) == (1, 13, 24)


def test_game_cards_are_counted_by_how_they_came():
    counts = deck_of(
        fact("card.found", card="3-circle.1", origin="illustrated", title="The Fox"),
        fact("card.found", card="6-shield.1", origin="printed", title="Storm"),
        wrote("6-shield.1", "All players draw."),
        wrote("4-hexagon.1", "Draw."),
        approved("4-hexagon.1"),
        wrote("4-hexagon.2", "Sing."),
        fact("card.found", card="4-hexagon.1", origin="plain", title=""),
    ).counts
    assert counts.found == {"printed": 1, "illustrated": 1, "plain": 1}
    assert counts.customised == 1, "neither what came with an effect nor what is only proposed"


# Cards and their revisions


def test_a_card_reads_as_its_newest_revision_and_keeps_the_older_ones():
    card = deck_of(
        wrote("r15", by="Ben"), wrote("r15", "Hum.", 2, by="Ana"), approved("r15", 2)
    ).cards["r15"]
    assert [revision.number for revision in card.revisions] == [1, 2]
    assert [revision.entry for revision in card.revisions] == [2, 3]
    assert {revision.at for revision in card.revisions} == {AT}
    assert card.sentence == "Hum."
    assert card.status == "approved"
    assert card.author == "Ben", "whoever wrote on it first"
    assert card.revision(1).wording == Wording(text="Sing.")
    assert card.revision(3) is None


def test_each_revision_has_a_status_of_its_own():
    facts = [wrote("r15"), approved("r15"), inked("r15"), wrote("r15", "Hum.", 2)]
    card = deck_of(*facts).cards["r15"]
    assert card.status == "proposed"
    assert card.is_in_deck, "the older wording is on the real card"
    record = card_record("blank-friday", deck_of(*facts), card, history=True)
    assert [told["status"] for told in record["revisions"]] == ["inked", "proposed"]
    assert (record["revision"], record["says"]) == (2, "Hum.")


@pytest.mark.rule("A-BL-13")
def test_a_declined_revision_gives_way_to_the_one_before():
    card = deck_of(
        wrote("r15"), approved("r15"), wrote("r15", "Hum.", 2), declined("r15", 2, "too long")
    ).cards["r15"]
    assert card.sentence == "Sing."
    assert card.status == "approved"
    assert card.revision(2).declined == "too long"


@pytest.mark.rule("A-BL-13")
def test_a_rule_of_which_every_wording_was_declined_frees_its_plain_card():
    for why in ("", "too long"):
        deck = deck_of(wrote("r15"), declined("r15", why=why))
        card = deck.cards["r15"]
        assert (card.now, card.sentence, card.status) == (None, "", None)
        assert (card.is_out, card.is_taken, card.is_in_deck) == (True, False, False)
        assert (deck.counts.plain_left, deck.counts.proposed) == (24, 0)


def test_a_declined_game_card_stays_in_the_deck_and_says_nothing():
    card = deck_of(wrote("4-hexagon.1"), declined("4-hexagon.1")).cards["4-hexagon.1"]
    assert not card.is_out
    assert card.now is None


def test_a_retired_rule_frees_its_card_unless_there_is_ink_on_it():
    for ink, left in (([], 24), ([inked("r15")], 23)):
        facts = [wrote("r15"), approved("r15"), *ink]
        deck = deck_of(*facts, fact("card.retired", card="r15", why="cruel"))
        assert deck.counts.plain_left == left
        assert deck.cards["r15"].retired == "cruel"
        assert not deck.cards["r15"].is_in_deck
        assert deck.counts[1:4] == (0, 0, 0), "what is out is not counted among those that are in"


def test_a_card_retired_without_a_word_is_out_and_comes_back():
    facts = [wrote("r15"), approved("r15"), fact("card.retired", card="r15", why="")]
    assert deck_of(*facts).cards["r15"].is_out
    assert deck_of(*facts, fact("card.returned", card="r15")).cards["r15"].is_in_deck


def test_a_game_card_can_be_lost_before_anything_was_told_of_it():
    deck = deck_of(fact("card.retired", card="2-square.2", why="the dog had it"))
    assert deck.game_cards == [Card("2-square.2", retired="the dog had it")]


def test_an_illustrated_card_is_called_by_its_picture_until_it_has_a_title():
    fox = fact("card.found", card="3-circle.1", origin="illustrated", title="The Fox")
    assert deck_of(fox).cards["3-circle.1"].title == "The Fox"
    toll = wrote("3-circle.1", "Draw.", title="Toll")
    assert deck_of(fox, toll).cards["3-circle.1"].title == "Toll"


def test_what_the_publisher_printed_needs_nobodys_word():
    deck = deck_of(
        wrote("r1", origin="printed"),
        fact("card.found", card="6-shield.1", origin="printed"),
        wrote("6-shield.1", "All players draw."),
    )
    assert {card.status for card in deck.cards.values()} == {"printed"}
    assert all(card.is_in_deck for card in deck.cards.values())


def test_what_somebody_signs_on_a_printed_card_does():
    deck = deck_of(wrote("r1", origin="printed"), wrote("r1", "Hum.", 2, by="Ben"))
    assert deck.cards["r1"].status == "proposed"
    assert deck.cards["r1"].is_in_deck, "the printed wording is"


def test_a_rule_that_restores_an_older_one_says_which():
    deck = deck_of(wrote("r15"), wrote("r15", "Hum.", 2), wrote("r15", "Sing.", 3, restores=1))
    assert deck.cards["r15"].now.restores == 1


def test_rule_cards_come_by_number_and_game_cards_by_suit_and_number():
    deck = deck_of(
        *(wrote(card) for card in ("r100", "r15", "r2")),
        *(wrote(card) for card in ("4-hexagon.2", "1-shield.1", "2-hexagon.1", "4-hexagon.1")),
    )
    assert [card.id for card in deck.rules] == ["r2", "r15", "r100"]
    assert [card.id for card in deck.game_cards] == [
        "2-hexagon.1",
        "4-hexagon.1",
        "4-hexagon.2",
        "1-shield.1",
    ]


def test_of_a_game_card_nothing_may_be_known():
    assert deck_of().game_card("4-hexagon.1") == Card("4-hexagon.1")


@pytest.mark.rule("BL-39", "BL-46")
def test_the_id_of_a_game_card_holds_its_face():
    for card, face in (
        ("4-hexagon.1", Face(4, "hexagon")),
        ("6-shield.12", Face(6, "shield")),
        ("r15", None),
        ("7-hexagon.1", None),
        ("4-star.1", None),
        ("4-hexagon", None),
        ("4-hexagon.0", None),
        ("44-hexagon.1", None),
    ):
        assert face_of(card) == face
        assert is_card_id(card) is (face is not None or card == "r15")


# New rules


def test_a_prize_is_new_until_it_was_in_play():
    prize = [wrote("r15", play="blank-1"), approved("r15")]
    (card,) = deck_of(*prize).prizes
    assert (card.id, card.introduced) == ("r15", None)
    deck = deck_of(*prize, fact("rules.introduced", cards=["r15"], play="blank-2"))
    assert deck.cards["r15"].introduced == deck.newest_introduction == "blank-2"


def test_a_rule_that_is_no_prize_or_not_approved_is_not_new():
    deck = deck_of(wrote("r15"), approved("r15"), wrote("r16", play="blank-1"))
    assert deck.prizes == []


def test_several_new_rules_come_in_the_order_in_which_they_were_written():
    facts = [wrote("r20", play="blank-1"), approved("r20"), wrote("r15", play="blank-2")]
    assert [card.id for card in deck_of(*facts, approved("r15")).prizes] == ["r20", "r15"]


def test_a_prize_that_was_declined_or_retired_stands_no_more():
    deck = deck_of(
        wrote("r15", play="blank-1"),
        declined("r15"),
        wrote("r16", play="blank-1"),
        fact("card.retired", card="r16", why=""),
        wrote("4-hexagon.1", play="blank-1"),
        wrote("r17", play="blank-2"),
    )
    assert [(card.id, rev.number) for card, rev in deck.prizes_of("blank-1")] == [
        ("4-hexagon.1", 1)
    ]


# Facts that lost what they were about: `check` refuses the undo that would do it


def test_the_fold_survives_facts_about_cards_that_are_not_there():
    facts = [approved("r15"), inked("r15"), declined("r15"), fact("card.returned", card="r15")]
    facts += [fact("card.retired", card="r15", why="")]
    facts += [fact("rules.introduced", cards=["r15"], play="blank-1")]
    assert dict(deck_of(*facts).cards) == {}


def test_what_is_taken_back_never_was():
    log = log_of(wrote("r15"), wrote("r16")).extended([fact(UNDONE, action=2)], AT)
    assert list(Deck(log.standing()).cards) == ["r16"]


def test_a_rule_that_two_entries_begin_is_told_as_such():
    assert deck_of(wrote("r15"), wrote("r15")).written_twice == {"r15"}
    assert deck_of(wrote("r15"), wrote("r15", revision=2)).written_twice == set()

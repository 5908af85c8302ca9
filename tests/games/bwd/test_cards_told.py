"""What a group reads on its own cards: numbers get names, in mid-play as well."""

import pytest

from companion.core.value import replace
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.testing.plays import refused
from tests.games.bwd.tables import table


def test_a_number_gets_its_name_in_mid_play():
    t = table("Ana Ben", cards="17", **{"ana.1": "[#17]", "ben.1": "3"})
    t.describe("17", name="Bang", one_shot=True, phases=["first"])
    assert t.catalogue.title("#17") == "Bang"
    t.tag("ben.1", "bang")
    assert t.faces("ben.1") == "3 #17"
    t.resolve("ana.1", did="Bang!")
    assert t.where == "1 first ana"
    assert t.faces("ana.1") == "[blank]"


def test_a_number_turns_out_to_be_a_card_that_the_rulebook_names():
    t = table("Ana Ben", cards="17", **{"ana.1": "[#17]", "ben.1": "[-2]"})
    t.describe("17", name="Medkit", text="More.")
    assert t.catalogue.find("17") == t.catalogue.find("medkit")
    assert t.catalogue.find("medkit").ward
    t.tag("ana.1", "medkit")
    assert t.faces("ana.1") == "[#17] #17"
    t.resolve("ana.1", did="More.")
    t.resolve("ben.1")
    assert any("Medkit" in sentence for sentence in t.warned)


def test_what_was_told_of_the_number_is_known_of_the_name():
    t = table("Ana Ben", known={"17": {"phases": ["first"], "text": "More."}})
    t.describe("17", name="Medkit")
    card = t.catalogue.find("17")
    assert (card.title, card.number, card.phases, card.text) == ("Medkit", 17, ("first",), "More.")
    assert card.ward
    t.describe("17", phases=["last"])
    assert t.catalogue.find("medkit").phases == ("last",)
    assert len([card for card in t.catalogue.cards if card.number == 17]) == 1


def test_icons_drawn_by_name_work_once_the_number_in_the_tableau_is_known():
    t = table("Ana Ben", cards="17", **{"ana.1": "[cocoon]", "ana.2": "[#17]"})
    t.describe("17", name="Cocoon")
    t.resolve("ana.1", points="-2")
    assert t.faces("ana.1") == "[cocoon]"
    t.neutralize("cocoon")
    assert "(#17)" in t.stacks
    t.resolve("ana.2")
    assert t.faces("ana.2") == "[blank]"


@pytest.mark.rule("BWD-247")
def test_prerequisites_and_overwriting_know_a_card_by_both_ids():
    t = table("Ana Ben", cards="17 window-of-opportunity", **{"ana.1": "#17"})
    t.describe("18", name="Crown", prerequisite=["17"])
    t.describe("17", name="Opportunity")
    t.add("crown")
    t.tag("ana.1", "crown")
    assert t.faces("ana.1") == "#18"
    t.describe("19", overwrites="opportunity")
    t.add("19")
    assert "#17<#19" in t.stacks


def test_a_card_is_told_of_before_play():
    t = table(
        "Ana Ben",
        known={
            "31": {"name": "Twins", "icons": ["left", "right"]},
            "32": {"name": "Lid", "overwrites": "tag", "number": "32"},
        },
        cards="twins lid",
    )
    t.tag("ana.1", "twins")
    assert t.faces("ana.1") == "left right"
    assert "tag<#32" in t.stacks


def test_nonsense_about_cards_is_refused():
    t = table("Ana Ben", known={"17": {"name": "Medkit"}})
    with pytest.raises(Ambiguous, match="Number 17 is Medkit"):
        t.describe("cocoon", number="17")
    with pytest.raises(Ambiguous, match="called Medkit already"):
        t.describe("18", name="medkit")
    with pytest.raises(Ambiguous, match="called Tag already"):
        t.describe("18", name="Tag")
    with pytest.raises(Invalid, match="no number of an icon card"):
        t.describe("cocoon", number="5")
    with pytest.raises(Invalid, match="no phase"):
        t.describe("18", phases=["noon"])
    with pytest.raises(NotFound):
        t.describe("18", overwrites="zebra")
    with pytest.raises(Invalid, match="Nothing was told"):
        t.describe("18")


def test_a_card_named_in_mid_play_is_refused_by_its_rules_at_once():
    t = table("Ana Ben", cards="17")
    t.tag("ana.1", "17")
    t.describe("17", prerequisite=["erase"])
    with refused("BWD-245"):
        t.tag("ana.1", "17")


def test_any_word_of_a_name_will_do_and_cards_on_the_table_come_first():
    t = table("Ana Ben")
    t.tag("ana.1", "window")
    assert t.faces("ana.1") == "the-window"
    t.roll("ana.1=window", untold=True)
    assert t.faces("ana.1") == "[the-window]"
    assert t.catalogue.find("opportunity").key == "opportunity", "a whole name is that card"


def test_blanks_and_hyphens_in_a_name_need_not_be_typed():
    t = table("Ana Ben")
    for typed in ("reroll", "Re-Roll", "re roll", "RER"):
        assert t.catalogue.find(typed).key == "re-roll"
    assert t.catalogue.find("junkfood") == t.catalogue.find("junk-food")
    assert t.catalogue.find("junkfood") == t.catalogue.find("Junk Food")
    with pytest.raises(NotFound, match="“1 7”"):
        t.catalogue.find("1 7")


def test_a_prerequisite_that_is_no_card_is_brought_to_mind():
    t = table("Ana Ben", cards="17", known={"17": {"condition": "another player leads"}})
    t.tag("ana.1", "17")
    assert any("another player leads" in sentence for sentence in t.warned)


AHEAD = (
    "another player has more points",
    "Another player must have more points than you.",
    "only if an opponent has more points than you",
    "somebody else has more points",
    "you have fewer points than another player",
)


@pytest.mark.rule("BWD-249", "BWD-250", "BWD-251")
@pytest.mark.parametrize("condition", AHEAD)
def test_whether_somebody_is_ahead_is_seen_from_the_points(condition):
    known = {"17": {"name": "Envy", "condition": condition}}
    t = table("Ana Ben", cards="17", known=known, points="ana=5 ben=5", **{"ana.1": "[blank] tag"})
    with refused("BWD-250", "nobody has more than Ana's 5"):
        t.tag("ana.1", "envy")
    t.score("ben", 1)
    t.tag("ana.1", "envy")
    assert t.faces("ana.1") == "[blank] tag #17"
    assert not any("condition" in sentence for sentence in t.warned)
    with refused("BWD-250", "Ben's 6"):
        t.tag("ben.1", "envy")
    t.next()
    t.resolve("ana.1", tag="envy")
    assert t.faces("ana.1") == "[#17] tag #17"


@pytest.mark.rule("BWD-250")
def test_a_point_is_not_taken_back_behind_a_tag_that_wanted_it():
    t = table("Ana Ben", cards="17", known={"17": {"condition": AHEAD[0]}}, **{"ana.1": "[tag]"})
    t.score("ben", 1)
    t.tag("ana.1", "17")
    with refused("BWD-250", "nobody has more than Ana's 3"):
        t.undo(t.entry - 1)


@pytest.mark.rule("BWD-250", "A-BW-17")
def test_a_text_that_names_the_icon_asks_for_no_condition():
    t = table("Ana Ben", cards="17", known={"17": {"condition": AHEAD[0]}}, **{"ana.1": "[tag]"})
    t.replace("ana.1:tag", "17")
    assert t.faces("ana.1") == "[#17]"


@pytest.mark.parametrize(
    "condition", ["another player has more points on the left", "you have no points", "noon"]
)
def test_what_else_a_card_wants_is_left_to_the_table(condition):
    t = table("Ana Ben", cards="17", known={"17": {"condition": condition}})
    t.tag("ana.1", "17")
    assert any(condition in sentence for sentence in t.warned)


def test_what_no_card_is_called_is_no_prerequisite():
    t = table("Ana Ben")
    with pytest.raises(NotFound) as refusal:
        t.describe("17", prerequisite=["another player leads"])
    assert "--condition" in refusal.value.hint


def test_a_card_keeps_its_number():
    t = table("Ana Ben")
    with pytest.raises(Refused, match="17 already"):
        t.describe("17", number="18")


# Corrections

EVERYTHING = {
    "name": "Medic",
    "text": "More.",
    "phases": ["first"],
    "icons": ["left", "right"],
    "overwrites": "tag",
    "prerequisite": ["erase"],
    "condition": "another player leads",
    "ward": "No.",
    "always": "Ever.",
}


@pytest.mark.parametrize("field", EVERYTHING)
def test_an_empty_value_clears_a_field(field):
    t = table("Ana Ben", known={"17": EVERYTHING})
    before = t.catalogue.card("#17")
    t.describe("17", **{field: [""] if isinstance(EVERYTHING[field], list) else ""})
    plain = table("Ana Ben").catalogue.card("#17")
    assert t.catalogue.card("#17") == replace(before, **{field: getattr(plain, field)})


def test_a_card_of_the_rulebook_goes_back_to_its_name_and_icons():
    known = {"medkit": {"name": "Medic", "number": "17"}, "points": {"icons": ["4"]}}
    t = table("Ana Ben", known=known)
    t.describe("medic", name="", number="")
    t.describe("points", icons=[""])
    plain = table("Ana Ben").catalogue
    assert t.catalogue.cards == plain.cards


def test_what_the_rulebook_tells_of_a_card_is_cleared_where_the_box_has_it_otherwise():
    t = table("Ana Ben", known={"17": {"name": "Medkit"}})
    t.describe("17", ward="")
    assert t.catalogue.card("medkit").ward == ""


def test_of_a_number_that_is_told_nothing_any_more_nothing_is_known():
    t = table("Ana Ben", known={"17": {"text": "More."}})
    t.describe("17", text="")
    assert t.catalogue.cards == table("Ana Ben").catalogue.cards


def test_a_mistyped_number_is_corrected():
    t = table("Ana Ben", known={"investment": {"number": "31"}})
    t.describe("investment", number="13")
    assert t.catalogue.find("13").key == "investment"
    assert t.catalogue.find("31").title == "#31"


def test_two_numbers_that_turn_out_to_be_one_card_are_told_apart_again():
    t = table("Ana Ben", known={"17": {"text": "More."}, "medkit": {"number": "17"}})
    assert t.catalogue.find("medkit").text == "More."
    t.describe("medkit", number="18")
    assert t.catalogue.find("medkit").text == ""
    assert t.catalogue.find("17").text == "More."


def test_a_number_that_is_somebody_else_s_is_not_given_away():
    t = table("Ana Ben", known={"17": {"name": "Medic"}, "investment": {"number": "31"}})
    with pytest.raises(Ambiguous, match="Number 17 is Medic"):
        t.describe("investment", number="17")
    with pytest.raises(Ambiguous, match="Number 31 is Investment"):
        t.describe("cocoon", number="31")


def test_a_name_goes_back_only_where_nobody_else_has_it_by_now():
    t = table("Ana Ben", known={"junk-food": {"name": "Salad"}, "18": {"name": "Junk Food"}})
    with pytest.raises(Ambiguous, match="called Junk Food already"):
        t.describe("salad", name="")


def test_what_the_rulebook_calls_a_card_stays_its_name_too():
    t = table("Ana Ben", known={"investment": {"name": "Bank"}})
    with pytest.raises(Ambiguous, match="called Investment already: Bank"):
        t.describe("18", name="Investment")


def test_a_rulebook_card_that_has_its_number_takes_no_other_card_s_name():
    t = table("Ana Ben", known={"investment": {"number": "31"}})
    with pytest.raises(Ambiguous, match="called Medkit already"):
        t.describe("investment", name="Medkit")


def test_a_card_that_goes_by_its_number_keeps_it():
    t = table("Ana Ben", known={"17": {"name": "Medic"}})
    with pytest.raises(Refused, match="17 already") as refusal:
        t.describe("medic", number="")
    assert '--name ""' in refusal.value.hint


def test_some_words_and_some_empty_ones_are_not_understood():
    t = table("Ana Ben")
    with pytest.raises(Invalid):
        t.describe("17", phases=["main", ""])

"""What a group reads on its own cards, corrected and cleared; conditions that are seen."""

import pytest

from companion.core.value import replace
from companion.errors import NotFound
from companion.testing.plays import refused
from tests.games.bwd.tables import table

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


def test_an_empty_value_clears_a_field():
    plain = table("Ana Ben").catalogue
    for field, value in EVERYTHING.items():
        t = table("Ana Ben", known={"17": EVERYTHING})
        before = t.catalogue.card("#17")
        t.describe("17", **{field: [""] if isinstance(value, list) else ""})
        cleared = replace(before, **{field: getattr(plain.card("#17"), field)})
        assert t.catalogue.card("#17") == cleared, field
    t = table("Ana Ben", known={"17": {"text": "More."}})
    t.describe("17", text="")
    assert t.catalogue.cards == plain.cards
    known = {"medkit": {"name": "Medic", "number": "17"}, "points": {"icons": ["4"]}}
    t = table("Ana Ben", known=known)
    t.describe("medic", name="", number="")
    t.describe("points", icons=[""])
    assert t.catalogue.cards == plain.cards


def test_what_is_known_of_a_number_is_known_of_the_name_that_has_it():
    t = table("Ana Ben", known={"17": {"phases": ["first"], "text": "More."}})
    t.describe("17", name="Medkit")
    card = t.catalogue.find("17")
    assert (card.title, card.number, card.phases, card.text) == ("Medkit", 17, ("first",), "More.")
    assert card.ward
    t.describe("17", phases=["last"])
    assert t.catalogue.find("medkit").phases == ("last",)
    assert len([card for card in t.catalogue.cards if card.number == 17]) == 1
    t = table("Ana Ben", known={"17": {"text": "More."}, "medkit": {"number": "17"}})
    assert t.catalogue.find("medkit").text == "More."
    t.describe("medkit", number="18")
    assert (t.catalogue.find("medkit").text, t.catalogue.find("17").text) == ("", "More.")


def test_cards_are_found_by_any_words_of_their_names():
    t = table("Ana Ben")
    for typed in ("reroll", "Re-Roll", "re roll", "RER"):
        assert t.catalogue.find(typed).key == "re-roll"
    for typed in ("junkfood", "Junk Food"):
        assert t.catalogue.find(typed).key == "junk-food"
    assert t.catalogue.find("opportunity").key == "opportunity", "a whole name is that card"
    with pytest.raises(NotFound, match="“1 7”"):
        t.catalogue.find("1 7")


def test_a_card_draws_several_icons_and_covers_what_it_names():
    twins = {"name": "Twins", "icons": ["left", "right"]}
    lid = {"name": "Lid", "overwrites": "tag", "number": "32"}
    t = table("Ana Ben", known={"31": twins, "32": lid}, cards="twins lid")
    t.tag("ana.1", "twins")
    assert (t.faces("ana.1"), "tag<#32" in t.stacks) == ("left right", True)


@pytest.mark.rule("BWD-249", "BWD-250", "BWD-251")
def test_whether_somebody_is_ahead_is_seen_from_the_points():
    for condition in (
        "another player has more points",
        "Another player must have more points than you.",
        "only if an opponent has more points than you",
        "somebody else has more points",
        "you have fewer points than another player",
    ):
        t = table("Ana Ben", cards="17", known={"17": {"condition": condition}})
        with refused("BWD-250", "nobody has more than Ana's 3"):
            t.tag("ana.1", "17")
        t.score("ben", 1)
        t.tag("ana.1", "17", by="ana")
        assert t.warned == []

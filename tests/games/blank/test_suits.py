"""Game cards as people name them: by symbol, by colour, in any order, one of two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Ambiguous, Illegal, Invalid, NotFound
from companion.games.blank.suits import (
    NUMBERS,
    SUITS,
    Face,
    Named,
    find_suit,
    joined_cards,
    looks_like_card,
    named_card,
    require_different,
    told_colours,
)

COLOURS = {"hexagon": "red", "circle": "blue"}
FOUR_HEXAGON = Face(4, "hexagon")


@pytest.mark.rule("BL-46")
def test_there_are_six_suits():
    assert SUITS == ("hexagon", "triangle", "square", "circle", "diamond", "shield")


@pytest.mark.rule("BL-39", "BL-46")
@given(st.sampled_from(NUMBERS), st.sampled_from(SUITS))
def test_every_number_of_every_suit_is_found_as_it_is_shown(number, suit):
    face = Face(number, suit)
    assert named_card(str(face), {}) == Named(face)
    assert named_card(f"{face}.2", {}) == Named(face, 2)
    assert named_card(f"{suit.upper()}{number}", {}) == Named(face)


@pytest.mark.parametrize(
    "text",
    [
        *("4-hexagon", "4hexagon", "4 hexagon", "4-hex", "4h", "hex4", "Hexagon-4", " HEX 4 "),
        *("red-4", "4red", "4 red", "RED4", "4-re"),
    ],
)
def test_a_card_may_be_typed_in_many_ways(text):
    assert named_card(text, COLOURS) == Named(FOUR_HEXAGON)


def test_one_of_two_is_named_by_a_point():
    assert named_card("4hex.2", {}) == Named(FOUR_HEXAGON, 2)
    assert named_card("red 4.1", COLOURS) == Named(FOUR_HEXAGON, 1)
    assert named_card("4-hexagon.3", {}).which == 3, "whether there is one, the box knows"


@pytest.mark.parametrize("text", ["4-hexagon.0", "4-hexagon.1000"])
def test_there_is_no_card_before_the_first_nor_after_any(text):
    with pytest.raises(NotFound):
        named_card(text, {})


@pytest.mark.rule("BL-39")
@pytest.mark.parametrize("text", ["0-hexagon", "7-hexagon", "12-shield", "red 0", "1234567890-hex"])
def test_numbers_run_from_1_to_6(text):
    with pytest.raises(Illegal) as refusal:
        named_card(text, COLOURS)
    assert refusal.value.rule == "BL-39"


@pytest.mark.parametrize("text", ["", "4", "hexagon", "Toll", "4-", "-4", "4-4", "4.hexagon", "²h"])
def test_what_is_no_number_and_suit_is_no_card(text):
    assert not looks_like_card(text)
    with pytest.raises(Invalid, match="is no game card"):
        named_card(text, COLOURS)


@pytest.mark.rule("BL-46")
def test_a_seventh_suit_is_not_found_and_the_six_are_named():
    with pytest.raises(NotFound) as refusal:
        named_card("4-star", {})
    assert "hexagon, triangle, square, circle, diamond and shield" in refusal.value.hint
    assert "copy set --suit" in refusal.value.hint


def test_a_beginning_that_two_suits_have_is_ambiguous():
    with pytest.raises(Ambiguous) as refusal:
        find_suit("s", {})
    assert refusal.value.message == "“s” could be square or shield."


def test_a_colour_counts_only_where_the_box_has_it():
    assert find_suit("blue", COLOURS) == "circle"
    with pytest.raises(NotFound):
        find_suit("blue", {})


def test_a_whole_colour_comes_before_the_beginning_of_another():
    assert find_suit("dia", {"hexagon": "dia", "diamond": "red"}) == "hexagon"


@pytest.mark.rule("BL-54")
@pytest.mark.parametrize(
    ("other", "fits"), [("4-circle", True), ("1-hexagon", True), ("1-circle", False)]
)
def test_cards_match_by_number_or_by_suit(other, fits):
    face = named_card(other, {}).face
    assert FOUR_HEXAGON.matches(face) is fits
    assert face.matches(FOUR_HEXAGON) is fits


# Colours of a printing


def test_colours_are_told_by_symbol():
    told = told_colours(["hexagon=red", "CIR= Blue "])
    assert told == {"hexagon": "red", "circle": "blue"}


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("red 4", ["red-4"]),
        ("4 hexagon 5 circle", ["4-hexagon", "5-circle"]),
        ("♥4 hexagon 4-circle", ["♥4-hexagon", "4-circle"]),
        ("c4 hexagon", ["c4-hexagon"]),
        ("♥red 4", ["♥red-4"]),
        ("circle 4 toll", ["circle-4", "toll"]),
        ("4-hexagon C4-hexagon", ["4-hexagon", "C4-hexagon"]),
        ("♥ Toll C toll 4-circle", ["♥ Toll", "C toll", "4-circle"]),
        ("♥ 4 hexagon C 4-hexagon", ["♥4-hexagon", "C4-hexagon"]),
        ("c 4", ["c-4"]),
    ],
)
def test_words_that_are_one_card_are_joined(words, cards):
    assert joined_cards(words.split(), ["♥", "C"]) == cards


def test_a_colour_is_taken_back_by_none():
    assert told_colours(["hexagon="]) == {"hexagon": ""}


@pytest.mark.parametrize(
    "text", ["hexagon", "=red", " =red", "hexagon=dark red", "hexagon=4", "hexagon=square"]
)
def test_what_gives_no_suit_a_colour_is_invalid(text):
    with pytest.raises(Invalid) as refusal:
        told_colours([text])
    assert "--suit hexagon=red" in refusal.value.hint


def test_a_colour_for_no_suit_is_not_found():
    with pytest.raises(NotFound):
        told_colours(["star=red"])


def test_one_colour_for_two_suits_is_refused_and_both_are_named():
    with pytest.raises(Ambiguous) as refusal:
        require_different({"hexagon": "red", "circle": "blue", "shield": "red"})
    assert refusal.value.message == "red would be hexagon and shield."
    assert refusal.value.candidates == ("hexagon", "shield")


def test_suits_without_a_colour_are_no_matter():
    require_different({"hexagon": "", "circle": "", "shield": "red"})

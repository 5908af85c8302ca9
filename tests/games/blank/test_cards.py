"""What a card says: three parts or free words, read aloud, compared, and read apart again."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.blank.cards import (
    LONGEST_FITTING,
    Wording,
    parsed,
    same_words,
    too_long,
    written,
)

SINGING = Wording("a 6 is played", "all players", "sing")


# Read aloud


@pytest.mark.rule("BL-127")
def test_a_rule_is_if_trigger_then_target_and_effect():
    assert SINGING.sentence == "If a 6 is played, then all players sing."


@pytest.mark.rule("BL-128")
def test_an_effect_has_no_trigger():
    assert Wording("", "the next player", "draws a card").sentence == (
        "The next player draws a card."
    )
    assert Wording("", "", "draw a card").sentence == "Draw a card."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("If a 6 is played,", "then all players", "sing."), SINGING.sentence),
        (("A 6 is played", "All players", "Sing"), SINGING.sentence),
        (("Ana laughs", "Ben", "Draws a card"), "If Ana laughs, then Ben draws a card."),
        (("a 6 is played", "", "Draw a card"), "If a 6 is played, then draw a card."),
        (("", "", "Who laughs?"), "Who laughs?"),
        (("a 1 is played", "you", "shout UNO!"), "If a 1 is played, then you shout UNO!"),
        (("a 1 is played", "you", "OWN it"), "If a 1 is played, then you OWN it."),
    ],
)
def test_parts_become_one_sentence_however_they_were_typed(typed, said):
    assert written(*typed).sentence == said


def test_free_words_are_kept_as_they_are_and_read_in_one_line():
    wording = written(text="  no full stop, no parts\r\nand a  second line ")
    assert wording.text == "no full stop, no parts\nand a  second line"
    assert wording.sentence == "no full stop, no parts and a second line"


def test_parts_lose_outer_and_double_blanks():
    assert written(" a  6\nis played ", "all\tplayers", "sing ") == SINGING


@example(("If if a", "then then b", "c , ;", ""))
@given(st.tuples(*(st.text(alphabet="aIf tn.,;!\n\t“", max_size=12) for _ in range(4))))
def test_words_that_are_kept_stay_as_they_are_when_they_are_written_again(parts):
    once = written(*parts)
    assert written(*once) == once


@pytest.mark.parametrize("part", range(4))
def test_anything_said_is_not_empty(part):
    assert not Wording(*("x" if place == part else "" for place in range(4))).empty


def test_blanks_say_nothing():
    assert Wording().empty
    assert written(" ", "\n", "\t", " \r\n ").empty


# Read apart


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("If a 6 is played, then all players sing.", SINGING),
        ("if a 6 is played then all players sing", SINGING),
        ("IF a 6 is played,\nTHEN all players sing!", SINGING),
        ("If it rains, the next player swaps.", Wording("it rains", "the next player", "swaps")),
        ("Everybody sings.", Wording("", "Everybody", "sings")),
        ("The previous player draws", Wording("", "The previous player", "draws")),
        ("If no target, then draw.", Wording("no target", "", "draw")),
        ("Draw a card", Wording("", "", "Draw a card")),
        ("If only it were so", Wording("", "", "If only it were so")),
    ],
)
def test_parts_are_read_from_free_words_as_far_as_they_are_clear(text, parts):
    assert parsed(text) == parts
    assert Wording(text=text).parts == parts


def test_told_parts_are_the_parts():
    assert SINGING.parts is SINGING


@given(
    st.tuples(
        st.sampled_from(["a 6 is played", "Ana laughs", "a, b or c is drawn"]),
        st.sampled_from(["all players", "the next player", "everybody", "you"]),
        st.sampled_from(["sing", "draw 2, then 3 cards", "say “if”"]),
    )
)
def test_a_sentence_of_parts_is_read_apart_into_the_same_parts(parts):
    assert parsed(Wording(*parts).sentence) == Wording(*parts)


# Compared


@pytest.mark.parametrize(
    "other",
    [
        "If a 6 is played, then all players sing.",
        "if a 6 is played then all players sing",
        "  IF A 6 IS PLAYED,\n then all   players sing! ",
    ],
)
def test_case_blanks_commas_and_the_last_sign_do_not_matter(other):
    assert same_words(SINGING, Wording(text=other))


def test_another_word_matters():
    assert not same_words(SINGING, SINGING._replace(effect="hum"))


def test_what_a_hand_can_write_on_a_card_is_not_too_long():
    fitting = Wording(text="x" * LONGEST_FITTING)
    assert not too_long(fitting)
    assert too_long(Wording(text=fitting.text + "x"))

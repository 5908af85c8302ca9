"""What a card says: three parts or free words, read aloud, compared, and read apart again."""

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.blank.cards import (
    LONGEST_FITTING,
    Wording,
    has_same_words,
    is_too_long,
    make_wording,
    parse_wording,
)

SINGING = Wording("a 6 is played", "all players", "sing")


@pytest.mark.rule("BL-127", "BL-128")
def test_parts_become_one_sentence_however_they_were_typed():
    """A rule is: If trigger, then target and effect; an effect has no trigger."""
    for typed, said in (
        (tuple(SINGING[:3]), "If a 6 is played, then all players sing."),
        (("", "the next player", "draws a card"), "The next player draws a card."),
        (("", "", "draw a card"), "Draw a card."),
        (("If a 6 is played,", "then all players", "sing."), SINGING.sentence),
        (("A 6 is played", "All players", "Sing"), SINGING.sentence),
        ((" a  6\nis played ", "all\tplayers", "sing "), SINGING.sentence),
        (("Ana laughs", "Ben", "Draws a card"), "If Ana laughs, then Ben draws a card."),
        (("a 6 is played", "", "Draw a card"), "If a 6 is played, then draw a card."),
        (("", "", "Who laughs?"), "Who laughs?"),
        (("a 1 is played", "you", "shout UNO!"), "If a 1 is played, then you shout UNO!"),
        (("a 1 is played", "you", "OWN it"), "If a 1 is played, then you OWN it."),
    ):
        assert make_wording(*typed).sentence == said


def test_free_words_are_kept_as_they_are_and_read_in_one_line():
    wording = make_wording(text="  no full stop, no parts\r\nand a  second line ")
    assert wording.text == "no full stop, no parts\nand a  second line"
    assert wording.sentence == "no full stop, no parts and a second line"


@settings(max_examples=60)
@example(("If if a", "then then b", "c , ;", ""))
@given(st.tuples(*(st.text(alphabet="aIf tn.,;!\n\t“", max_size=12) for _ in range(4))))
def test_words_that_are_kept_stay_as_they_are_when_they_are_written_again(parts):
    once = make_wording(*parts)
    assert make_wording(*once) == once


def test_blanks_say_nothing_and_anything_else_something():
    for part in range(4):
        assert not Wording(*("x" if place == part else "" for place in range(4))).is_empty
    assert Wording().is_empty
    assert make_wording(" ", "\n", "\t", " \r\n ").is_empty


def test_parts_are_read_from_free_words_as_far_as_they_are_clear():
    for text, parts in (
        ("If a 6 is played, then all players sing.", SINGING),
        ("if a 6 is played then all players sing", SINGING),
        ("IF a 6 is played,\nTHEN all players sing!", SINGING),
        ("If it rains, the next player swaps.", Wording("it rains", "the next player", "swaps")),
        ("Everybody sings.", Wording("", "Everybody", "sings")),
        ("The previous player draws", Wording("", "The previous player", "draws")),
        ("If no target, then draw.", Wording("no target", "", "draw")),
        ("Draw a card", Wording("", "", "Draw a card")),
        ("If only it were so", Wording("", "", "If only it were so")),
    ):
        assert parse_wording(text) == Wording(text=text).parts == parts
    assert SINGING.parts is SINGING
    for trigger, target, effect in product(
        ("a 6 is played", "Ana laughs", "a, b or c is drawn"),
        ("all players", "the next player", "everybody", "you"),
        ("sing", "draw 2, then 3 cards", "say “if”"),
    ):
        wording = Wording(trigger, target, effect)
        assert parse_wording(wording.sentence) == wording


def test_case_blanks_commas_and_the_last_sign_do_not_matter_but_another_word_does():
    for other in (
        "If a 6 is played, then all players sing.",
        "if a 6 is played then all players sing",
        "  IF A 6 IS PLAYED,\n then all   players sing! ",
    ):
        assert has_same_words(SINGING, Wording(text=other))
    assert not has_same_words(SINGING, SINGING._replace(effect="hum"))


def test_what_a_hand_can_write_on_a_card_is_not_too_long():
    fitting = Wording(text="x" * LONGEST_FITTING)
    assert not is_too_long(fitting)
    assert is_too_long(Wording(text=fitting.text + "x"))

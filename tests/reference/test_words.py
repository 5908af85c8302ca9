"""Words as they are compared: what is one word, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.reference.words import LONGEST_WORD, all_terms, content_words, key, keys, stem


@pytest.mark.parametrize(
    "names",
    [
        ("Re-roll", "re roll", "REROLL", "re–roll"),
        ("Take Another Turn", "take-another-turn", "takeanotherturn"),
        ("Spy vs. Spy", "spy vs spy"),
        ("Liar's", "liars", "Liar’s"),
        ("Éclair", "eclair"),
        ("-2", "−2", " - 2 "),
        ("3", "+3"),
    ],
)
def test_spellings_of_a_name_are_one(names):
    assert len({key(name) for name in names}) == 1


@pytest.mark.parametrize("pair", [("3", "-3"), ("3.0", "30"), ("²", "2"), ("砂", "時"), ("♥", "♦")])
def test_names_that_are_not_the_same(pair):
    assert key(pair[0]) != key(pair[1])


@pytest.mark.parametrize("nothing", ["", " ", "\t\n", "\x00", "\x1b", "\u200b\u200e"])
def test_nothing_is_no_name(nothing):
    assert key(nothing) == ""


@pytest.mark.parametrize(
    "forms",
    [
        ("roll", "rolls", "rolled", "rolling"),
        ("erase", "erased", "erases", "erasing"),
        ("die", "dice"),
        ("tie", "ties", "tied"),
        ("penalty", "penalties"),
        ("neutralize", "neutralise", "neutralized", "neutralising"),
        ("colour", "color", "colours", "colors"),
        ("centre", "center"),
        ("win", "wins", "winner", "won", "winning"),
        ("match", "matches", "matched", "matching"),
        ("draw", "drew", "drawn", "drawing"),
        ("six", "sixes", "6"),
    ],
)
def test_plurals_tenses_and_spellings_have_one_form(forms):
    assert len({stem(form) for form in forms}) == 1


OTHERS = [("ward", "warden"), ("red", "reed"), ("us", "u"), ("dash", "dot")]


@pytest.mark.parametrize("pair", OTHERS)
def test_other_words_stay_apart(pair):
    assert stem(pair[0]) != stem(pair[1])


def test_words_that_only_ask_say_nothing():
    assert content_words("what does the ward do if I am allowed to") == ["ward"]
    assert content_words("can I re roll it") == ["reroll"]


@given(st.text())
def test_any_text_has_words_and_a_key(text):
    assert all(word and len(word) <= LONGEST_WORD for word in all_terms(text))
    assert key(text).isprintable()
    assert not any(sign.isspace() for sign in key(text))
    assert keys(text)[0] == key(text)


@given(st.text())
def test_a_key_is_that_of_itself(text):
    assert key(key(text)) == key(text)


@given(st.from_regex(r"[a-z]{1,20}", fullmatch=True))
def test_a_form_is_never_empty(word):
    assert stem(word)

"""Names: how they are found, which ones may be, and how they are shown without being obeyed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import (
    capital,
    chosen,
    counted,
    find,
    folded,
    listed,
    nearest,
    proper_name,
    visible,
)
from companion.errors import Ambiguous, Invalid, NotFound

PLAYERS = ("Ana", "Anabel", "Ben", "José", "Cho Ling")


def player(text: str) -> str:
    return find(text, PLAYERS, lambda name: (name,), "player")


# Finding


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Ben", "Ben"),
        ("b", "Ben"),
        ("BEN", "Ben"),
        ("  ben ", "Ben"),
        ("ana", "Ana"),  # exact, although Anabel begins so too
        ("anab", "Anabel"),
        ("jose\u0301", "José"),  # the accent on its own
        ("JOSÉ", "José"),
        ("cho l", "Cho Ling"),
    ],
)
def test_a_name_is_found_exactly_or_by_its_beginning_in_any_case(typed, meant):
    assert player(typed) == meant


def test_a_beginning_of_several_names_them_all():
    with pytest.raises(Ambiguous) as refusal:
        player("an")
    assert refusal.value.candidates == ("Ana", "Anabel")
    assert "Ana" in refusal.value.message
    assert "Anabel" in refusal.value.message


def test_a_slip_of_the_finger_gets_the_nearest_name():
    with pytest.raises(NotFound) as refusal:
        player("Bem")
    assert "Ben" in refusal.value.hint
    assert "Cho Ling" not in refusal.value.hint


def test_a_name_unlike_any_gets_the_hint_or_else_all_names():
    with pytest.raises(NotFound) as refusal:
        player("qqqqqqq")
    assert "Cho Ling" in refusal.value.hint
    with pytest.raises(NotFound) as refusal:
        find("qqqqqqq", PLAYERS, lambda name: (name,), "player", "Add one first.")
    assert refusal.value.hint == "Add one first."
    with pytest.raises(NotFound, match="qqq"):
        find("qqq", (), lambda name: (name,), "player")


@pytest.mark.parametrize("nothing", ["", "   "])
def test_an_empty_name_means_nobody(nothing):
    with pytest.raises(NotFound):
        find(nothing, ("Ana",), lambda name: (name,), "player")


def test_a_thing_answers_to_all_of_its_names_and_shows_the_first():
    cards = (("Investment", "17"), ("Inversion", "18"))
    assert find("17", cards, lambda card: card, "card") == cards[0]
    with pytest.raises(Ambiguous) as refusal:
        find("inv", cards, lambda card: card, "card")
    assert refusal.value.candidates == ("Investment", "Inversion")


@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=5, unique_by=folded))
def test_a_full_name_finds_its_owner_whoever_else_is_there(names):
    for name in names:
        if folded(name):
            assert find(name, names, lambda name: (name,), "player") == name


def test_the_nearest_are_at_most_three_and_the_most_alike_first():
    assert nearest("tabel", ["table", "tag", "undo", "tab", "tables", "tabla"])[0] == "table"
    assert len(nearest("tabel", ["table", "tab", "tables", "tabla", "tabel1"])) == 3


@pytest.mark.parametrize(
    ("names", "spoken"),
    [
        ([], ""),
        (["Ana"], "Ana"),
        (["Ana", "Ben"], "Ana and Ben"),
        (["Ana", "Ben", "Cho"], "Ana, Ben and Cho"),
    ],
)
def test_names_are_listed_as_a_person_says_them(names, spoken):
    assert listed(names) == spoken


# Names that may be


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ana ", "Ana"),
        ("Jose\u0301", "José"),
        ("李明", "李明"),
        ("x" * 200, "x" * 200),
        ("Ana\t\u00a0 B\n", "Ana B"),
        ("\ufeffA\u200bn\u00ada\u202e\u3164", "Ana"),
        ("An\u200da\ufe0f", "Ana"),
        ("Jose\u200b\u0301\u200d", "José"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f 1\ufe0f\u20e3 1\ufe0f", "❤\ufe0f 1\ufe0f\u20e3 1"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_a_name_is_kept_composed_and_without_outer_blanks(typed, kept):
    assert proper_name(typed, "player") == kept


@pytest.mark.parametrize("impossible", ["", "  \t ", "x" * 201, "Ana\udcff"])
def test_an_empty_endless_or_undecodable_name_is_refused(impossible):
    with pytest.raises(Invalid, match="player") as refusal:
        proper_name(impossible, "player")
    assert refusal.value.hint


# Shown, never obeyed


@pytest.mark.parametrize(
    "text",
    [
        "Ana",
        "[bold]Ana[/bold] \\[x]",
        "José Ñuñoa",
        "李明",
        "Дмитрий",
        "שלום",
        "محمد",
        "नमस्ते क्षेत्र",
        "ประเทศไทย",
        "👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈",
        "می‌خواهم",  # Persian needs the non-joiner inside words
        "no\u00a0break\u3000wide",
    ],
)
def test_every_script_and_joined_emoji_stay_as_they_are(text):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("sign", "spelled"),
    [
        ("\x1b", "\\x1b"),
        ("\x9b", "\\x9b"),
        ("\n", "\\n"),
        ("\r", "\\r"),
        ("\t", "\\t"),
        ("\x00", "\\x00"),
        ("\x7f", "\\x7f"),
        ("\u2028", "\\u2028"),
        ("\u202e", "\\u202e"),
        ("\u2066", "\\u2066"),
        ("\u200f", "\\u200f"),
        ("\ufeff", "\\ufeff"),
        ("\ud83d", "\\ud83d"),
    ],
)
def test_what_a_terminal_would_obey_or_hide_is_spelled_out(sign, spelled):
    assert visible(f"A{sign}B") == f"A{spelled}B"


@given(st.text())
def test_nothing_shown_controls_anything(text):
    shown = visible(text)
    assert not {unicodedata.category(sign) for sign in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(sign) for sign in shown} & {
        *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    }


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"])))
def test_letters_marks_numbers_and_symbols_are_never_touched(text):
    # Hypothesis may know younger signs than this Python does.
    known = "".join(sign for sign in text if unicodedata.category(sign) != "Cn")
    assert visible(known) == known


def test_things_are_counted_as_one_says_it():
    assert [counted(count, "power card") for count in (0, 1, 2)] == [
        "no power cards",
        "1 power card",
        "2 power cards",
    ]


@pytest.mark.parametrize(
    ("count", "noun", "said"),
    [
        (1, "entry", "1 entry"),
        (2, "entry", "2 entries"),
        (0, "copy", "no copies"),
        (2, "finished play", "2 finished plays"),
        (3, "day", "3 days"),
        (1234, "player", "1,234 players"),
    ],
)
def test_things_have_the_plural_that_they_have(count, noun, said):
    assert counted(count, noun) == said


def test_a_sentence_begins_with_a_capital_and_changes_nothing_else():
    assert (capital("ana's BLANK"), capital("")) == ("Ana's BLANK", "")


def test_one_of_a_few_words_is_chosen_by_its_beginning():
    ends = ("first-out", "last-standing", "last-but-one")
    assert chosen(" FIRST", ends, "end") == "first-out"
    with pytest.raises(Invalid, match="“third” is no end") as refusal:
        chosen("third", ends, "end")
    assert refusal.value.hint == "first-out, last-standing or last-but-one."
    with pytest.raises(Invalid):
        chosen(" ", ends, "end")
    with pytest.raises(Ambiguous, match="could be last-standing or last-but-one"):
        chosen("last", ends, "end")

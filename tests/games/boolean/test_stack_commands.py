"""`challenge`, `inverse`, `fell` and `stack` as people type them."""

import pytest

UNKNOWN = "There is no command “companion boolean {}”."


@pytest.fixture
def high(companion):
    """Three dice are placed; Ben may Challenge."""
    companion("start boolean Ana Ben --game stack")
    for _ in range(3):
        companion("boolean stack")
    return companion


@pytest.mark.parametrize("name", ["", "ben "])
@pytest.mark.parametrize(
    ("words", "winner"),
    [
        *[(word, "Ben") for word in ("bluff", "b", "lie", "false", "no", "NO")],
        *[(word, "Ana") for word in ("true", "t", "inverse", "yes", "right")],
    ],
)
def test_a_verdict_is_understood_in_other_words(high, name, words, winner):
    assert f"{winner} has won" in high(f"boolean challenge {name}{words}").out


@pytest.mark.parametrize("words", ["challenge", "challenge maybe", "fell", "stack ben purple"])
def test_after_the_end_nothing_else_is_asked(high, words):
    high("boolean fell ana")
    assert "This play is finished" in high(f"boolean {words}").err


@pytest.mark.parametrize("word", ["maybe", "f", "li"])
def test_not_every_word_is_a_verdict(high, word):
    assert high(f"boolean challenge ben {word}").code == 2


@pytest.mark.parametrize("words", ["--below w b w --placed bwb", "--below wbw --placed b w b"])
def test_faces_in_several_words_are_told_how_to_write_them(high, words):
    ran = high(f"boolean challenge {words}")
    assert "The three faces of a die are told as one word." in ran.err
    assert "`--below wbw --placed bwb`" in ran.err


@pytest.mark.parametrize(
    ("words", "winner"),
    [
        ("--below w?? --placed w??", "Ben"),
        ("ben --below wbw --placed bw?  bluff --die 3c", "Ben"),
        ("bluff --placed ?w? --below w,?,?", "Ben"),
        ("--below '3w' --placed ??? --die 0", "Ana"),
    ],
)
def test_faces_may_be_told_partly(high, words, winner):
    assert f"{winner} has won" in high(f"boolean challenge {words}").out


def test_what_was_not_seen_is_for_a_challenge_alone(high):
    ran = high("boolean inverse --below w?? --seen bww")
    assert "“w??” is not the colours of faces." in ran.err


@pytest.mark.parametrize(
    "words", ["--mine 4a,2o", "--mine 4a 2o", "ben --mine 2o 4a", "--mine 2o, 4a", "--mine 2o 4a b"]
)
def test_ones_own_dice_may_be_told_in_several_words(high, words):
    ran = high(f"boolean inverse --below bwb --seen wwb {words}")
    assert "You have that one yourself: it is a bluff." in ran.out, ran.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--below b w b --seen wwb", "“b” is one word too many"),
        ("--below bwb --seen wwb 4a", "No player here is called “4a”"),
        ("--below bwb --seen wwb --mine 4a 3x", "No die of the set is called “3x”"),
        ("--below bwb --seen wwb --mine 4a zoe", "No player here is called “zoe”"),
    ],
)
def test_what_is_neither_a_die_nor_a_player(high, words, why):
    ran = high(f"boolean inverse {words}")
    assert ran.code
    assert why in ran.err


def test_what_comes_next_shows_the_top_and_an_example_of_faces(high):
    todo = " ".join(high("table").out.split())
    assert "or with its top: `companion boolean stack white`." in todo
    assert "With the faces that you see, such as `companion boolean inverse" in todo
    assert high("table").out.count("→") == 4


def test_who_made_it_fall_has_to_be_told(high):
    ran = high("boolean fell")
    assert ran.code == 2
    assert "Who made the stack fall?" in ran.err
    assert "`companion boolean fell ana`" in ran.err
    assert "Ana made the stack fall" in high("boolean fell ana").out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("place", "stack"), ("put", "stack"), ("bid", "declare"), ("doubt", "challenge")],
)
def test_what_people_type_for_a_verb_is_suggested(companion, typed, meant):
    ran = companion(f"boolean {typed} white")
    assert UNKNOWN.format(typed) in ran.err
    assert f"Did you mean `companion boolean {meant}`?" in ran.err


@pytest.mark.parametrize(
    ("dice", "name", "answer"),
    [
        (0, "ben", "`companion boolean challenge ben bluff`"),
        (1, "ben", "That is Ana's first die"),
        (3, "ana", "It is Ben's turn, and not Ana's"),
        (3, "ben", "`companion boolean challenge ben bluff`"),
    ],
)
def test_who_may_challenge_is_said_before_what_it_is(companion, dice, name, answer):
    companion("start boolean Ana Ben --game stack")
    for _ in range(dice):
        companion("boolean stack")
    assert answer in companion(f"boolean challenge {name}").err

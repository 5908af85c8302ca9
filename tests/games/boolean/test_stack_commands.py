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


def test_a_verdict_is_understood_in_other_words(high):
    verdicts = {
        "Ben": ("bluff", "b", "lie", "false", "NO"),
        "Ana": ("true", "t", "inverse", "yes", "right"),
    }
    for winner, words in verdicts.items():
        for word, name in zip(words, ("", "ben ", "", "ben ", ""), strict=True):
            assert f"{winner} has won" in high(f"boolean challenge {name}{word}").out
            high("undo")


def test_faces_may_be_known_in_part(high):
    for words, winner in (
        ("--below w?? --placed w??", "Ben"),
        ("ben --below wbw --placed bw?  bluff --die 3c", "Ben"),
        ("bluff --placed ?w? --below w,?,?", "Ben"),
        ("--below '3w' --placed ??? --die 0", "Ana"),
    ):
        assert f"{winner} has won" in high(f"boolean challenge {words}").out
        high("undo")


def test_ones_own_dice_may_be_typed_in_several_words(high):
    for words in ("4a,2o", "4a 2o", "2o, 4a", "2o 4a b"):
        ran = high(f"boolean inverse --below bwb --seen wwb --mine {words}")
        assert "You have that die yourself, so it is a bluff." in ran.out, ran.err
    assert "it is a bluff." in high("boolean inverse --below bwb --seen wwb ben --mine 2o 4a").out


def test_what_comes_next_shows_the_top_and_an_example_of_faces(high):
    todo = " ".join(high("table").out.split())
    assert "or with the colour on top: `companion boolean stack white`." in todo
    assert "Enter the faces that you see: `companion boolean inverse" in todo
    assert high("table").out.count("→") == 4


def test_what_people_type_for_a_verb_is_suggested(companion):
    for typed, meant in (
        ("place", "stack"),
        ("put", "stack"),
        ("bid", "declare"),
        ("doubt", "challenge"),
    ):
        ran = companion(f"boolean {typed} white")
        assert UNKNOWN.format(typed) in ran.err
        assert f"Did you mean `companion boolean {meant}`?" in ran.err

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


@pytest.mark.parametrize(
    "words", ["--mine 4a,2o", "--mine 4a 2o", "ben --mine 2o 4a", "--mine 2o, 4a", "--mine 2o 4a b"]
)
def test_ones_own_dice_may_be_told_in_several_words(high, words):
    ran = high(f"boolean inverse --below bwb --seen wwb {words}")
    assert "You have that one yourself: it is a bluff." in ran.out, ran.err


def test_what_comes_next_shows_the_top_and_an_example_of_faces(high):
    todo = " ".join(high("table").out.split())
    assert "or with its top: `companion boolean stack white`." in todo
    assert "With the faces that you see, such as `companion boolean inverse" in todo
    assert high("table").out.count("→") == 4


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("place", "stack"), ("put", "stack"), ("bid", "declare"), ("doubt", "challenge")],
)
def test_what_people_type_for_a_verb_is_suggested(companion, typed, meant):
    ran = companion(f"boolean {typed} white")
    assert UNKNOWN.format(typed) in ran.err
    assert f"Did you mean `companion boolean {meant}`?" in ran.err

"""Six games in one box: what they are called, and which verbs are whose."""

import pytest

from companion.errors import NotFound
from companion.games.boolean import variants
from companion.games.boolean.game import GAME, VERBS, game_of
from companion.testing.program import typed_at


@pytest.mark.parametrize("variant", variants.VARIANTS, ids=lambda variant: variant.name)
def test_the_game_that_is_played_is_one_of_the_six(variant):
    """`Game.playing`: each is a game of its own, with the id of the box."""
    game = GAME.playing({"variant": variant.name})
    assert game is game_of(variant.name) is GAME.playing({"variant": variant.name, "minutes": None})
    assert game.id == GAME.id
    assert game.variant is variant
    assert tuple(verb.name for verb in game.own_verbs()) == tuple(variant.verbs)


def test_of_a_log_that_names_none_of_them_the_box_is_played():
    """So that a damaged start is found out by its shape."""
    for options in ({}, {"variant": "poker"}, {"variant": None}, {"variant": []}):
        assert GAME.playing(options) is GAME


def test_a_game_is_found_by_its_name_or_title():
    for words in ("w", "white-black", "White, Black, or Roll", "ROLL"):
        assert variants.find_variant(words).name == "white-black-roll"


def test_a_game_is_found_as_the_rule_sheet_has_it():
    for words, name in (
        ("6", "spy"),
        ("1", "white-black-roll"),
        ("spy-vs-spy", "spy"),
        ("Spy vs Spy", "spy"),
        ("liars-boolean-dice", "liar"),
        ("white-black-or-roll", "white-black-roll"),
        ("the-stack", "stack"),
        ("Apartheid", "sort"),
    ):
        assert variants.find_variant(words).name == name


def test_another_game_is_none_of_the_six():
    for words in ("7", "0", "poker"):
        with pytest.raises(NotFound) as unknown:
            variants.find_variant(words)
        assert "apartheid" not in unknown.value.hint


def test_one_plays_sort_and_more_play_the_first_game_where_they_do_not_say():
    assert variants.usual_variant(1).name == "sort"
    assert {variants.usual_variant(players).name for players in range(2, 9)} == {"white-black-roll"}


TYPED = {
    "dice": "",
    "which": "w b",
    "split": "",
    "holds": "ana 3c",
    "mine": "ana",
    "count": "ana 4",
    "call": "white right",
    "illegal": "",
    "tie": "ana 1 ben 2",
    "clock": "ana 4:30 ben 5:10",
    "declare": "3",
    "lose": "ana",
    "challenge": "",
    "stack": "",
    "fell": "",
    "inverse": "--below wbw --seen bww",
    "turn": "3 4",
    "cross": "3",
    "nudges": "ana 2",
    "sort": "3c black 2o white 5",
    "bottoms": "right right",
    "deduce": "--placed 3c=black",
    "agency": "ana black 3 2",
    "orders": "3",
    "swap": "ana",
    "lost": "ana",
    "out": "ana",
    "agents": "ana",
    "mission": "rest",
    "puzzle": "",
}
"""Every verb as it may be typed, far enough to hear whether it is one for this play."""


@pytest.mark.parametrize("variant", variants.VARIANTS, ids=lambda variant: variant.name)
def test_the_verbs_for_a_play_are_those_that_no_other_of_the_six_has_to_itself(desks, variant):
    typed_at(desks, variant.command.split()[1:])
    game = desks().open().game
    assert tuple(TYPED) == VERBS.names
    for verb, words in TYPED.items():
        answer = typed_at(desks, ["boolean", verb, *words.split()])
        elsewhere = verb == "deduce" and variant.name != "sort"  # needs no play, but is about Sort
        refused = "and this is a play of" in answer.refusal
        assert game.has_verb(verb) is not (refused or elsewhere), verb

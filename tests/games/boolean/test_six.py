"""Six games in one box: each is told by modules of the same names, which answer the same."""

import inspect

import pytest

from companion.cli.main import make_desk
from companion.errors import NotFound
from companion.games.boolean import parts, six
from companion.games.boolean.commands.verbs import LATER

PARTS = [
    (six.recording, parts.Recording),
    (six.checking, parts.Checking),
    (six.judging, parts.Judging),
    (six.moving, parts.Moving),
    (six.describing, parts.Describing),
    (six.guiding, parts.Guiding),
    (six.viewing, parts.Viewing),
    (six.reporting, parts.Reporting),
    (six.mentioning, parts.Mentioning),
]


@pytest.mark.parametrize("variant", six.NAMES)
@pytest.mark.parametrize(("part", "protocol"), PARTS)
def test_every_game_answers_what_is_asked_of_it(variant, part, protocol):
    """No type checker sees what is imported by name: here it is held to the protocol."""
    module = part(variant)
    assert all(getattr(module, table) for table in vars(protocol).get("__annotations__", {}))
    asked = {name: method for name, method in vars(protocol).items() if inspect.isfunction(method)}
    for name, method in asked.items():
        if name.startswith("_"):
            continue
        wanted = list(inspect.signature(method).parameters)[1:]
        assert list(inspect.signature(getattr(module, name)).parameters) == wanted, name


@pytest.mark.parametrize("words", ["w", "white-black", "White, Black, or Roll", "ROLL"])
def test_a_game_is_found_by_its_name_or_title(words):
    assert six.find_variant(words).name == "white-black-roll"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("6", "spy"),
        ("1", "white-black-roll"),
        ("spy-vs-spy", "spy"),
        ("Spy vs Spy", "spy"),
        ("liars-boolean-dice", "liar"),
        ("white-black-or-roll", "white-black-roll"),
        ("the-stack", "stack"),
        ("Apartheid", "sort"),
    ],
)
def test_a_game_is_found_as_the_rule_sheet_has_it(words, name):
    assert six.find_variant(words).name == name


@pytest.mark.parametrize("words", ["7", "0", "poker"])
def test_another_game_is_none_of_the_six(words):
    with pytest.raises(NotFound) as unknown:
        six.find_variant(words)
    assert "apartheid" not in unknown.value.hint


def test_one_plays_sort_and_more_play_the_first_game_where_they_do_not_say():
    assert six.usual(1).name == "sort"
    assert {six.usual(players).name for players in range(2, 9)} == {"white-black-roll"}


def test_no_verb_stands_in_two_files():
    assert len(LATER) == len(set(LATER.values()))


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


@pytest.mark.parametrize("variant", six.VARIANTS, ids=lambda variant: variant.name)
def test_the_verbs_for_a_play_are_those_that_no_other_of_the_six_has_to_itself(companion, variant):
    companion.must(variant.command.removeprefix("companion "))
    play = make_desk().open()
    assert TYPED.keys() == LATER.keys()
    for verb, words in TYPED.items():
        refused = "and that belongs to" in companion(f"boolean {verb} {words}").err
        elsewhere = verb == "deduce" and variant.name != "sort"  # needs no play, but is about Sort
        assert play.game.has_verb(play.state, verb) is not (refused or elsewhere), verb

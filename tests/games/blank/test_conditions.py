"""Conditions as people write them: what each of `conditions.toml` means in three situations."""

import tomllib
from pathlib import Path

import pytest

from companion.games.blank import conditions
from companion.games.blank.conditions import holds
from companion.games.blank.state import Happening, Played
from companion.reference.data import data_folder

RED, BLUE, GREEN, YELLOW = "hexagon", "circle", "shield", "square"
COLOURS = {RED: "red", BLUE: "blue", GREEN: "green", YELLOW: "yellow", "triangle": "purple"}
SITUATIONS = (
    Happening("played", Played(3, RED), hand=2, before=Played(5, RED)),
    Happening("played", Played(6, BLUE), hand=0, before=Played(6, GREEN)),
    Happening("played", Played(4, YELLOW), at_once=2),
)
WORDS = {True: "sure", False: "not", None: "perhaps"}
CONDITIONS = tomllib.loads(Path(__file__).with_name("conditions.toml").read_text("utf-8"))


@pytest.mark.rule("BL-78")
@pytest.mark.parametrize("half", CONDITIONS)
def test_a_condition_means_what_it_says(half):
    found = {
        says: " ".join(WORDS[holds(says, event, COLOURS)] for event in SITUATIONS)
        for says in CONDITIONS[half]
    }
    assert found == CONDITIONS[half]


def test_the_guide_lists_the_words():
    guide = (data_folder() / "blank" / "guide.md").read_text("utf-8")
    listed = guide.partition("## Conditions that are understood")[2].partition("\n## ")[0]
    words = " ".join(listed.split())
    phrases = [*conditions.WHO, *conditions.HIGHER, *conditions.LOWER, *conditions.BEFORE]
    phrases += [*conditions.AT_ONCE, *conditions.SAME]
    for does, _ in conditions.VERBS.values():
        phrases += [verb for verb in does if verb.endswith("s")]
    phrases += [verb for verb in (*conditions.TAKE, *conditions.HAVE) if verb.endswith("s")]
    assert [phrase for phrase in phrases if phrase not in words] == []

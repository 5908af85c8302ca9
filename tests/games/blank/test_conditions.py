"""Conditions as people write them: what each of `conditions.toml` means in three situations."""

import tomllib
from pathlib import Path

import pytest

from companion.games.blank import conditions
from companion.games.blank.cards import parse_wording
from companion.games.blank.conditions import holds
from companion.games.blank.state import Act, PlayedCard
from companion.reference.data import data_folder

RED, BLUE, GREEN, YELLOW = "hexagon", "circle", "shield", "square"
COLOURS = {RED: "red", BLUE: "blue", GREEN: "green", YELLOW: "yellow", "triangle": "purple"}
SITUATIONS = (
    Act("played", PlayedCard(3, RED), hands=(2,), before=PlayedCard(5, RED)),
    Act("played", PlayedCard(6, BLUE), hands=(0,), before=PlayedCard(6, GREEN)),
    Act("played", PlayedCard(4, YELLOW), at_once=2),
)
WORDS = {True: "sure", False: "not", None: "perhaps"}
CONDITIONS = tomllib.loads(Path(__file__).with_name("conditions.toml").read_text("utf-8"))
OTHER_COLOURS = {
    **{"square": "red", "triangle": "green", "circle": "blue"},
    **{"diamond": "yellow", "hexagon": "orange", "shield": "purple"},
}


@pytest.mark.rule("BL-78")
def test_a_condition_means_what_it_says():
    found = {
        says: " ".join(WORDS[holds(says, event, COLOURS)] for event in SITUATIONS)
        for says in CONDITIONS["by_the_makers"]
    }
    assert found == CONDITIONS["by_the_makers"]


@pytest.mark.rule("BL-78", "BL-101")
@pytest.mark.parametrize("of", ["rules", "effects"])
def test_what_others_wrote_is_read_rightly_or_not_at_all(of):
    """Never sure where it is not so, and never denied where it may be."""
    for condition in CONDITIONS[of]:
        for situation in condition["situations"]:
            assert situation.get("says", "perhaps") == "perhaps"
            said = WORDS[verdict(condition["text"], situation)]
            assert said == situation.get("says", situation["means"]), (condition["text"], situation)


def verdict(text, situation):
    """What is said of a rule's or an effect's condition in a situation of `conditions.toml`."""
    return holds(parse_wording(text).trigger, happening(situation), OTHER_COLOURS)


def happening(situation):
    """The event of a situation."""
    hands = situation.get("hands", {})
    by = situation.get("by")
    seen = {"hands": tuple(hands.values()), "seat": list(hands).index(by)} if by in hands else {}
    if "play" not in situation:
        what = "penalty" if situation.get("why") == "penalty" else "drawn"
        return Act(what, at_once=situation["draws"], **seen)
    played = situation["play"]
    cards = [_card(card) for card in ([played] if isinstance(played, str) else played)]
    before = _card(situation["before"]) if "before" in situation and len(cards) == 1 else None
    return Act("played", cards[-1], len(cards), before=before, **seen)


def _card(text):
    _, number, suit = text.split()
    return PlayedCard(int(number), suit)


def test_the_guide_lists_the_words():
    guide = (data_folder() / "blank" / "guide.md").read_text("utf-8")
    listed = guide.partition("## Conditions that are understood")[2].partition("\n## ")[0]
    words = " ".join(listed.split())
    phrases = [*conditions.WHO, *conditions.HIGHER, *conditions.LOWER, *conditions.BEFORE]
    phrases += [*conditions.AT_ONCE, *conditions.SAME, *conditions.IT]
    phrases += [*conditions.UNLESS, *conditions.WHILE]
    phrases += [phrase for whose in conditions.HANDS.values() for phrase in whose]
    for does, _ in conditions.CARD_VERBS.values():
        phrases += [verb for verb in does if verb.endswith("s")]
    phrases += [verb for verb in (*conditions.TAKE, *conditions.HAVE) if verb.endswith("s")]
    assert [phrase for phrase in phrases if phrase not in words] == []

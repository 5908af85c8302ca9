"""The data of Blank White Dice: its positions are all there, and its cards fit together.

What holds for the rules of every game is in `tests/contract/test_rules.py`.
"""

import tomllib

import pytest

from companion.games.bwd.state import CORE
from companion.reference.data import data_folder

FOLDER = data_folder() / "bwd"
RULES = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))["rule"]
DATA = tomllib.loads((FOLDER / "cards.toml").read_text(encoding="utf-8"))
CARDS = {card["key"]: card for card in DATA["card"]}
SETS = {entry["id"]: entry for entry in DATA["set"]}
FIELDS = {
    *("key", "name", "core", "icons", "phases", "overwrites", "prerequisite", "ward", "always"),
    *("one_shot", "text", "section"),
}


def test_every_position_is_there():
    positions = [entry["id"] for entry in RULES if entry["kind"] == "position"]
    assert positions == [f"A-BW-{number:02}" for number in range(1, 33)]


def test_the_rulebook_is_covered():
    # An independent reading counted 237 statements; ours splits some of them.
    assert sum(entry["kind"] != "position" for entry in RULES) >= 237


def test_keys_of_cards_are_unique():
    assert len(CARDS) == len(DATA["card"])
    assert len({card["name"] for card in DATA["card"]}) == len(CARDS)


@pytest.mark.parametrize("card", DATA["card"], ids=lambda card: card["key"])
def test_a_card_says_only_what_it_can(card):
    assert set(card) <= FIELDS
    assert card["name"]
    assert card["key"] == card["name"].lower().replace(" ", "-")
    assert set(card.get("phases", ())) <= {"first", "main", "last"}
    assert all(CARDS[key] is not card for key in card.get("prerequisite", ()))
    assert card.get("overwrites", "tag") in CARDS
    assert card["section"] in {entry["section"] for entry in RULES}


def test_no_card_has_a_number():
    """The rulebook gives none: only a group can tell the numbers on its own cards."""
    assert not [card["key"] for card in DATA["card"] if "number" in card]
    assert not [key for key in CARDS if key.lstrip("#").isdigit()]


@pytest.mark.rule("BWD-19", "BWD-20")
def test_five_core_cards_and_forty_nine_icon_cards():
    assert tuple(card["key"] for card in DATA["card"] if card.get("core")) == CORE
    first, last = DATA["deck"]["icon_cards"]
    assert last - first + 1 == 49


@pytest.mark.rule("BWD-55", "BWD-56", "BWD-58", "BWD-59", "BWD-75")
def test_the_sets_are_those_of_the_rulebook():
    assert list(SETS) == ["V1", "V2", "6-29", "30-54", "all"]
    for name in ("V1", "V2"):
        assert SETS[name]["level"] == "basic"
        assert len(SETS[name]["cards"]) == 5
        assert set(SETS[name]["cards"]) <= set(CARDS) - set(CORE)
    assert [SETS[name]["range"] for name in ("6-29", "30-54", "all")] == [
        [6, 29],
        [30, 54],
        [6, 54],
    ]


@pytest.mark.rule("BWD-61", "BWD-64", "BWD-65", "BWD-69", "BWD-77", "BWD-78", "BWD-79")
@pytest.mark.parametrize(
    ("name", "numbers"),
    [("6-29", (12, 1, 2, 9)), ("30-54", (12, 1, 2, 9)), ("all", (12, 2, 4, 13))],
)
def test_the_numbers_of_each_level(name, numbers):
    fields = ("dealt", "adds", "adds_two_players", "active")
    assert tuple(SETS[name][field] for field in fields) == numbers

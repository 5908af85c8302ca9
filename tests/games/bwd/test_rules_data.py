"""The data of Blank White Dice: its positions are all there, and its cards fit together.

What holds for the rules of every game is in `tests/contract/test_rules.py`.
"""

import json
import tomllib

import pytest

from companion.games.bwd.state import CORE
from companion.reference.data import data_folder

FOLDER = data_folder() / "bwd"
RULES = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))["rule"]
DATA = json.loads((FOLDER / "cards.json").read_text(encoding="utf-8"))
CARDS = {card["key"]: card for card in DATA["card"]}
SETS = {entry["id"]: entry for entry in DATA["set"]}
FIELDS = {
    *("key", "name", "core", "icons", "phases", "overwrites", "prerequisite", "ward", "always"),
    *("one_shot", "price", "never_idle", "text", "section"),
}


def test_every_position_and_every_statement_is_there():
    positions = [entry["id"] for entry in RULES if entry["kind"] == "position"]
    assert positions == [f"A-BW-{number:02}" for number in range(1, 33)]
    # An independent reading counted 237 statements; ours splits some of them.
    assert sum(entry["kind"] != "position" for entry in RULES) >= 237


@pytest.mark.rule("BWD-19", "BWD-20")
def test_a_card_says_only_what_it_can_and_has_no_number():
    """The rulebook gives no numbers: only a group can tell those on its own cards."""
    assert len(CARDS) == len(DATA["card"]) == len({card["name"] for card in DATA["card"]})
    sections = {entry["section"] for entry in RULES}
    for key, card in CARDS.items():
        assert set(card) <= FIELDS, key
        assert key == card["name"].lower().replace(" ", "-")
        assert not key.lstrip("#").isdigit()
        assert set(card.get("phases", ())) <= {"first", "main", "last"}, key
        assert key not in card.get("prerequisite", ())
        assert card.get("overwrites", "tag") in CARDS, key
        assert card["section"] in sections, key
    assert tuple(key for key, card in CARDS.items() if card.get("core")) == CORE
    assert DATA["deck"]["icon_cards"] == [6, 54]


@pytest.mark.rule("BWD-53", "BWD-54", "BWD-55", "BWD-56", "BWD-58", "BWD-59", "BWD-75")
@pytest.mark.rule("BWD-61", "BWD-64", "BWD-65", "BWD-69", "BWD-77", "BWD-78", "BWD-79")
def test_the_sets_are_those_of_the_rulebook():
    assert list(SETS) == ["V1", "V2", "6-29", "30-54", "all"]
    for name in ("V1", "V2"):
        assert SETS[name]["level"] == "basic"
        assert len(SETS[name]["cards"]) == 5
        assert set(SETS[name]["cards"]) <= set(CARDS) - set(CORE)
    fields = ("range", "dealt", "adds", "adds_two_players", "active")
    for name, *numbers in (
        ("6-29", [6, 29], 12, 1, 2, 9),
        ("30-54", [30, 54], 12, 1, 2, 9),
        ("all", [6, 54], 12, 2, 4, 13),
    ):
        assert [SETS[name][field] for field in fields] == numbers

"""The data of BLANK: positions, statements, and the pieces of which ideas are made.

What holds for the rules and words of every game is in `tests/contract`.
"""

import tomllib

import pytest

from companion.core.names import folded
from companion.games.blank.cards import SUITS, make_wording
from companion.games.blank.penalties import FAULTS
from companion.reference.data import data_folder

FOLDER = data_folder() / "blank"
RULES, ENTRIES, IDEAS = (
    tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("rules", "glossary", "ideas")
)
RULES, ENTRIES = RULES["rule"], ENTRIES["entry"]


def test_every_section_of_the_rulebook_and_every_position_is_there():
    positions = [entry["id"] for entry in RULES if entry["kind"] == "position"]
    assert positions == [f"A-BL-{number:02}" for number in range(1, 19)]
    sections = dict.fromkeys(entry["section"] for entry in RULES if entry["kind"] != "position")
    assert list(sections) == [
        "Introduction",
        "Object of the Game",
        "Setting Up the Game",
        "Anatomy of the Cards",
        "Anatomy of the Cards: Rule Cards",
        "Anatomy of the Cards: Game Cards",
        "Playing Your Turn",
        "Rule Cards",
        "Game Card Effects",
        "Penalties",
        "The Draw Pile",
        "End of the Game",
        "Creating a New Rule Card",
        "How to Customise a Game Card",
        "Make It Your Deck",
        "Tips for Creating Rules & Effects",
    ]


def test_every_suit_and_every_cause_of_a_penalty_is_looked_up():
    assert {*SUITS, *FAULTS} <= {entry["id"] for entry in ENTRIES}


@pytest.mark.rule("BL-132", "BL-133", "BL-134")
def test_ideas_are_of_the_six_kinds_of_the_rulebook_and_no_phrase_is_there_twice():
    assert set(IDEAS) == {"trigger", "target", "effect"}
    for entries in IDEAS.values():
        kinds = [entry["kind"] for entry in entries]
        assert len(kinds) == len(set(kinds)) == 6
        phrases = [phrase for entry in entries for phrase in entry["phrases"]]
        assert len({folded(phrase) for phrase in phrases}) == len(phrases) > 6
        assert [make_wording(effect=phrase).effect for phrase in phrases] == phrases
        assert all(phrase == phrase.strip(" .,;") for phrase in phrases)


def test_each_effect_is_for_some_target_and_each_target_has_an_effect():
    kinds = {entry["of"] for entry in IDEAS["target"]}
    assert kinds == {"player", "cards", "pile"}
    wanted = [set(entry["for"]) for entry in IDEAS["effect"]]
    assert all(wanted)
    assert set().union(*wanted) == kinds

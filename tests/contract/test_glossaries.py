"""The glossaries of all games: complete entries, links that lead somewhere, unique names."""

import re
from collections import Counter

import pytest

from companion import games
from companion.core.lookup import Item
from companion.reference.data import data_folder
from companion.reference.glossary import glossary
from companion.reference.words import key
from tests.glossaries import GAMES, rules_of, words_of

KINDS = {"keyword", "phase", "icon", "component", "action", "variant", "scoring", "puzzle"}
LONGEST = {"text": 260, "do": 260, "note": 240, "example": 240}
"""Characters: four lines of a screen of 80 columns, with the label beside."""

each_game = pytest.mark.parametrize("game", GAMES)
each_entry = pytest.mark.parametrize(
    "entry",
    [entry for game in GAMES for entry in words_of(game)],
    ids=lambda entry: entry.full_id,
)


def test_every_game_with_data_is_looked_at():
    assert {path.parent.name for path in data_folder().glob("*/glossary.toml")} == set(games.OWN)


@each_game
def test_a_glossary_has_the_title_of_its_game(game):
    assert glossary(game, data_folder() / game).called[0]


@each_entry
def test_an_entry_says_what_it_is_and_what_to_do(entry: Item):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
    assert entry.kind in KINDS
    assert entry.do or entry.kind == "component"
    assert entry.section in {rule.section for rule in rules_of(entry.game)}
    for field, longest in LONGEST.items():
        told = getattr(entry, field)
        assert len(told) <= longest
        assert not told or told[-1] in ".?!)\"'"


@each_entry
def test_an_entry_rests_on_rules_that_there_are(entry: Item):
    assert entry.rules
    assert set(entry.rules) <= {rule.id for rule in rules_of(entry.game)}
    assert len(set(entry.rules)) == len(entry.rules)


@each_entry
def test_an_entry_that_rests_on_our_reading_says_so(entry: Item):
    """Whoever looks it up has to know what is the rulebook's and what is ours."""
    told = f"{entry.text} {entry.do} {entry.note}".casefold()
    rests = any(rule.startswith("A-") for rule in entry.rules)
    assert ("we read it so" in told) is rests


@each_entry
def test_an_entry_leads_to_others_that_there_are(entry: Item):
    assert entry.see
    assert set(entry.see) <= {other.id for other in words_of(entry.game)} - {entry.id}
    assert len(set(entry.see)) == len(entry.see)


@each_game
def test_no_name_is_that_of_two_entries(game):
    names = Counter(
        name for entry in words_of(game) for name in {key(name) for name in entry.names}
    )
    assert [name for name, count in names.items() if count > 1] == []


@each_game
def test_every_rule_is_explained_by_some_entry(game):
    explained = {rule for entry in words_of(game) for rule in entry.rules}
    assert [rule.id for rule in rules_of(game) if rule.id not in explained] == []

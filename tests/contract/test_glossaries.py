"""The glossaries of all games: complete entries, links that lead somewhere, unique names."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

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


def test_every_game_with_data_is_looked_at():
    assert {path.parent.name for path in data_folder().glob("*/glossary.toml")} == set(games.OWN)


@pytest.mark.parametrize("game", GAMES)
def test_a_glossary_is_complete(game):
    assert glossary(game, data_folder() / game).called[0]
    words, rules = words_of(game), {rule.id: rule for rule in rules_of(game)}
    names = Counter(name for word in words for name in {key(name) for name in word.names})
    assert [name for name, count in names.items() if count > 1] == [], "a name of two items"
    explained = {rule for word in words for rule in word.rules}
    assert rules.keys() - explained == set(), "rules that no item explains"
    for word in words:
        said = mistakes_of(word, {other.id for other in words}, rules)
        assert said == [], word.full_id


def mistakes_of(word: Item, ids: set[str], rules: Mapping[str, Item]) -> list[str]:
    """What is wrong with an item: what it says, what it rests on, where it leads."""
    said = f"{word.text} {word.do} {word.note}".casefold()
    texts = [(getattr(word, field), longest) for field, longest in LONGEST.items()]
    sound = {
        "its id": re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word.id),
        "its kind": word.kind in KINDS,
        "nothing to do": word.do or word.kind == "component",
        "its section": word.section in {rule.section for rule in rules.values()},
        "too long": all(len(text) <= longest for text, longest in texts),
        "no sentence": all(not text or text[-1] in ".?!)\"'" for text, _ in texts),
        "its rules": word.rules and set(word.rules) <= rules.keys() and distinct(word.rules),
        # Whoever looks it up has to know what is the rulebook's and what is ours.
        "whose reading it is": ("our interpretation" in said)
        is any(rule.startswith("A-") for rule in word.rules),
        "where it leads": word.see and set(word.see) <= ids - {word.id} and distinct(word.see),
    }
    return [what for what, is_so in sound.items() if not is_so]


def distinct(words: Sequence[str]) -> bool:
    return len(set(words)) == len(words)

"""The data of every game as tests read it, without an index between."""

from functools import cache

from companion import games
from companion.core.lookup import Item
from companion.reference.data import data_folder
from companion.reference.glossary import glossary, rules

GAMES = tuple(sorted(game for game in games.OWN if games.game(game).boxed))
"""The games that have a rulebook."""


@cache
def words_of(game: str) -> tuple[Item, ...]:
    """The glossary of a game; it has to be sound."""
    contents = glossary(game, data_folder() / game)
    assert contents.problems == ()
    return contents.items


@cache
def rules_of(game: str) -> tuple[Item, ...]:
    """The rules of a game; they have to be sound."""
    contents = rules(game, data_folder() / game)
    assert contents.problems == ()
    return contents.items


def all_rules() -> list[Item]:
    """The rules of every game."""
    return [rule for game in GAMES for rule in rules_of(game)]

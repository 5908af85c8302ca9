"""The game under test, with its random players, its data and its formats."""

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.core.game import Game
from companion.core.lookup import Item
from companion.reference.data import data_folder
from companion.reference.glossary import glossary, rules
from companion.testing.documents import formats, mistakes
from companion.testing.players import RandomPlayer


# cached, as pytest makes a new `Subject` for every test, and the files do not change
@cache
def _rules(game: str, folder: Path) -> dict[str, Item]:
    return {rule.id: rule for rule in rules(game, folder).items}


@cache
def _words(game: str, folder: Path) -> set[str]:
    return {word.id for word in glossary(game, folder).items}


class Subject:
    """A game under test. A test with the argument `player` is run for each of `players`."""

    players: ClassVar[Sequence[RandomPlayer]]
    """A random player of the game, or one for each game in its box."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run a test with the argument `player` once for each player."""
        if "player" in metafunc.fixturenames:
            ids = [player.called for player in self.players]
            metafunc.parametrize("player", self.players, ids=ids)

    @cached_property
    def game(self) -> Game[Any]:
        """The game under test."""
        return self.players[0].game

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's data files."""
        return data_folder() / self.game.id if self.game.data is None else Path(self.game.data)

    @property
    def rules(self) -> dict[str, Item]:
        """The game's rules by their ids."""
        return _rules(self.game.id, self.folder)

    @property
    def words(self) -> set[str]:
        """The ids of the words in the game's glossary."""
        return _words(self.game.id, self.folder)

    @cached_property
    def _brought(self) -> tuple[str, ...]:
        """The data folder of another package's game, which may contain formats."""
        return () if self.game.data is None else (self.game.data,)

    def document_mistakes(self, document: Any) -> list[str]:
        """What is wrong with a `table --json`; empty if it is valid."""
        return mistakes(document, "table", self._brought)

    def entry_mistakes(self, entry: Any) -> list[str]:
        """What is wrong with an entry of a log as JSON, by the game's own format if it has one."""
        own = f"events-{self.game.id}"
        there = own in formats(self._brought).names
        return mistakes(entry, own if there else "event", self._brought)

"""A random player for every game, in a module of the game's id.

Where a box holds several games there is one for each of them, named `boolean_liar` after both.

    copy(random)                       facts of the group's own copy: [(kind, data)], may be empty
    options(reference, names, random)  the options of a play that begins
    moves(state, reference, random)    a plan for one entry: plan(action, reference)
    KEYS                               what the game adds to `table --json`, with its shape
    COMMANDS_WORK                      if there: what it says comes next can be typed as it stands
    SEATS                              if there: the fewest and the most players of that one game
    ENTRIES                            if there: how many entries a play of it has at least, about

A plan may be refused; the kit then takes the next one. It should be legal often enough for plays
to get somewhere.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from companion import games
from companion.core.game import Game

PLAYERS = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if path.stem.partition("_")[0] in games.game_ids()
)
"""The names of all random players."""


def player_of(name: str) -> ModuleType:
    """A random player."""
    return import_module(f"{__name__}.{name}")


def game_of(name: str) -> Game[Any]:
    """The game that a random player plays."""
    return games.game(name.partition("_")[0])


def seats_of(name: str) -> tuple[int, int]:
    """The fewest and the most players of what a random player plays."""
    game = game_of(name)
    fewest, most = getattr(player_of(name), "SEATS", (game.fewest_players, game.most_players))
    return fewest, most


def seeds_of(name: str) -> range:
    """The random plays of a player; of a box with several games, fewer of each."""
    return range(12 if "_" in name else 32)

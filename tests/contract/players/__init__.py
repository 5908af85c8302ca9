"""A random player for every game, in a module of the game's id.

    copy(random)                       facts of the group's own copy: [(kind, data)], may be empty
    options(reference, names, random)  the options of a play that begins
    moves(state, reference, random)    a plan for one entry: plan(action, reference)
    KEYS                               what the game adds to `table --json`, with its shape
    COMMANDS_WORK                      if there: what it says comes next can be typed as it stands

A plan may be refused; the kit then takes the next one. It should be legal often enough for plays
to get somewhere.
"""

from importlib import import_module
from types import ModuleType


def player_of(game_id: str) -> ModuleType:
    """The random player of a game."""
    return import_module(f"{__name__}.{game_id}")

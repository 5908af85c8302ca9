"""The games that the companion knows: its own, and those that other packages register.

A package adds a game through the entry-point group `companion.games`: name = the game's id, value =
a `companion.core.game.Game` instance.
"""

from importlib import import_module
from typing import Any

from companion.core.game import Game
from companion.core.names import find
from companion.errors import NotFound

ENTRY_POINTS = "companion.games"

OWN = {
    "bwd": "companion.games.bwd.game",
}


def game(game_id: str) -> Game[Any]:
    """The game of that exact id. Raises NotFound with the games there are."""
    if game_id in OWN:
        own: Game[Any] = import_module(OWN[game_id]).GAME
        return own
    for point in _registered():
        if point.name == game_id:
            registered: Game[Any] = point.load()
            return registered
    ids = game_ids()
    raise NotFound(f"No game is called “{game_id}”.", f"There is {', '.join(ids)}.")


def game_ids() -> list[str]:
    """All ids, our own first."""
    return [*OWN, *(point.name for point in _registered() if point.name not in OWN)]


def find_game(text: str) -> Game[Any]:
    """The game that somebody means: by id or title, or the beginning of either."""
    games = [game(game_id) for game_id in game_ids()]
    return find(text, games, lambda entry: (entry.id, entry.title), "game")


def _registered() -> list[Any]:
    """Looked for only when needed: reading other packages' metadata takes a while."""
    from importlib.metadata import entry_points

    return list(entry_points(group=ENTRY_POINTS))

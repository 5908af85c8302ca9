"""The random players of our own games (`companion.testing.RandomPlayer`), a module each.

Where a box holds several games there is one for each of them, named `boolean_liar` after both.
"""

from importlib import import_module
from pathlib import Path

from companion import games
from companion.testing import RandomPlayer

PLAYERS: dict[str, RandomPlayer] = {
    name: import_module(f"{__name__}.{name}").Player()
    for name in sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    if name.partition("_")[0] in games.OWN
}
"""All random players by their names, which are those of their modules."""


def players_of(game_id: str) -> tuple[RandomPlayer, ...]:
    """The random players of a game: one, or one for each game in its box."""
    return tuple(player for player in PLAYERS.values() if player.game.id == game_id)

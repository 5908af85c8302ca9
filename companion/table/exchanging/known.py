"""The games of this companion, as the files of other programs name them."""

from functools import cache

from companion import games
from companion.exchange.bgsending import GameTraits
from companion.exchange.coming import KnownGame


@cache
def known_games() -> tuple[KnownGame, ...]:
    """All games that work here, our own first."""
    found = [*map(games.game, games.OWN), *games.registered()]
    return tuple(KnownGame(game.id, game.title, game.bgg_id) for game in found)


def traits() -> dict[str, GameTraits]:
    """What BG Stats wants to know of them, by their ids."""
    found = [*map(games.game, games.OWN), *games.registered()]
    return {game.id: GameTraits(game.bgg_id, not game.keeps_points) for game in found}

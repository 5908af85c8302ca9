"""What other programs have to be told of our games, and how they name them."""

from functools import cache

from companion import games
from companion.core.names import folded
from companion.exchange.bgstats.sending import GameTraits
from companion.exchange.coming import KnownGame
from companion.stats.tally import Tally


@cache
def known_games() -> tuple[KnownGame, ...]:
    """All games that work here, our own first."""
    found = [*map(games.game, games.OWN), *games.registered()]
    return tuple(KnownGame(game.id, game.title, game.bgg_id) for game in found)


def traits() -> dict[str, GameTraits]:
    """What BG Stats wants to know of them, by their ids."""
    found = [*map(games.game, games.OWN), *games.registered()]
    return {game.id: GameTraits(game.bgg_id, not game.keeps_points) for game in found}


def won_by_the_fewest(tally: Tally) -> set[str]:
    """The games that the fewest points win, by id or folded title: as most of their plays tell.

    In our own games with points the most of them win, whatever a play tells that was ended early,
    or by a house rule.
    """
    more: dict[str, int] = {}
    for count in tally.games.values():
        key = count.game or folded(count.title)
        more[key] = more.get(key, 0) + count.low - count.high
    return {key for key, plays in more.items() if plays > 0 and key not in games.OWN}

"""Our own games, held to what every game has to pass: `companion.testing.GameTests`."""

from companion import games
from companion.testing import GameTests
from tests.contract.players import players_of


class TestBlankWhiteDice(GameTests):
    players = players_of("bwd")


class TestBlank(GameTests):
    players = players_of("blank")


class TestDiceBox(GameTests):
    players = players_of("dicebox")


class TestALittleWhiteDie(GameTests):
    players = players_of("lwd")


class TestBooleanDice(GameTests):
    """Each of the six games in the box has a random player."""

    players = players_of("boolean")


def test_every_game_is_held_to_this():
    tested = {kind.players[0].game.id for kind in GameTests.__subclasses__()}
    assert set(games.OWN) - tested == set(), "without a class here, or a random player"


def test_the_commands_of_our_own_games_lie_beside_them():
    """Help is made without loading a game: `games.part` goes by where it lies."""
    for game_id, module in games.OWN.items():
        assert games.game(game_id).commands == module.removesuffix("game") + "commands"

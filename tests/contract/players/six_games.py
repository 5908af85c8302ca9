"""What the random players of the six games of Boolean Dice have in common."""

from companion import games
from companion.testing import RandomPlayer


class BooleanPlayer(RandomPlayer):
    game = games.game("boolean")
    plays = 12

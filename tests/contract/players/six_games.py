"""What the random players of the six games of Boolean Dice have in common."""

from companion import games
from companion.core.play import PlayState
from companion.testing import Facts, RandomPlayer


class BooleanPlayer(RandomPlayer):
    game = games.game("boolean")
    plays = 12

    def same(self, state: PlayState, told: Facts, again: Facts | None) -> bool:
        """Of several whose dice are counted at once, whoever has fewer than before comes first."""
        counted = [facts for facts in (told, again or ()) if facts[:1] and facts[0][0] == COUNTED]
        if len(counted) < 2:
            return told == again
        return sorted(map(str, told)) == sorted(map(str, again or ()))


COUNTED = "dice.counted"

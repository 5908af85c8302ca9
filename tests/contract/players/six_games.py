"""What the random players of the six games of Boolean Dice have in common."""

from companion import games
from companion.core.event import Event
from companion.testing import RandomPlayer


class BooleanPlayer(RandomPlayer):
    game = games.game("boolean")
    plays = 12


class Discreet(BooleanPlayer):
    """Menus are made as if nobody had told which dice are whose.

    Where somebody did, a die that is offered may be known to be somewhere else.
    """

    def told_openly(self, event: Event) -> Event:
        secrets = {"die": None, "paid": None, **({"dice": []} if event.kind == "dice.told" else {})}
        return event._replace(
            data={key: secrets.get(key, value) for key, value in event.data.items()}
        )

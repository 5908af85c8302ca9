"""What our own tests sit down with, besides what those of every game do."""

from typing import Any

from companion.core.play import PlayState
from companion.core.reply import Reply
from companion.core.seats import seats_for
from companion.games.bwd.game import GAME as BWD
from companion.testing.program import Companion as Companion
from companion.testing.program import Desks as Desks
from companion.testing.program import FakeTerminal as FakeTerminal
from companion.testing.program import Run as Run
from companion.testing.program import chance as chance
from companion.testing.program import clock as clock


def scores(reply: Reply) -> dict[str, int]:
    """Everybody's points in a reply's document."""
    return {player["name"]: player["score"] for player in reply.document()["players"]}


def table_of(*names: str, first: int = 0, **options: Any) -> PlayState:
    """A play of Blank White Dice as it begins: the nearest real state where any would do."""
    return BWD.opening(seats_for(names, BWD.reserved_handles), first, options)

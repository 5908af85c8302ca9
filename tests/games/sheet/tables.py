"""A score sheet in a line or two, without a store: write on it, look at it.

t = table("Ana Ben Cho", target=20, lowest=True)
t.row("ana=12 ben=9 cho=0").gains("ana", 3).next()
"""

from typing import Any

from companion.games.sheet.end import win
from companion.games.sheet.game import GAME
from companion.games.sheet.rows import read_row, write_row
from companion.games.sheet.state import find_side
from companion.testing.plays import Playthrough


def table(players: str = "Ana Ben Cho", **scoring: Any) -> "Table":
    """A sheet that has begun; `scoring` is what `start` would have recorded."""
    return Table(GAME, players.split(), None, {"title": "Heat", **scoring})


class Table(Playthrough):
    """A sheet at hand: every method is one entry in its log, as a command would make it."""

    def row(self, words: str) -> "Table":
        return self.act(lambda action: write_row(action, read_row(action.state, words.split())))

    def gains(self, name: str, points: float) -> "Table":
        seat = self.seat(name)
        return self.add_fact("points.gained", seat=seat, points=points)

    def next(self) -> "Table":
        return self.act(GAME.advance)

    def win(self, *names: str) -> "Table":
        return self.act(lambda action: win(action, [find_side(action.state, it) for it in names]))

    @property
    def points(self) -> list[int | float]:
        """Everybody's points, by seat."""
        return [GAME.score_of(self.state, seat) for seat in range(len(self.state.seats))]

"""A table of White, Black, or Roll in a line or two, without a store.

t = table("Ana Ben")
t.call("ben white right").call("ana black wrong")
assert t.dice == "ana 0 ben 2"
"""

from typing import Any

from companion.games.boolean.dice.names import find_die
from companion.games.boolean.game import GAME
from companion.games.boolean.wbr import moves
from tests.games.sitting import Sitting


def table(players: str = "Ana Ben", *, first: str | None = None, **options: Any) -> "Table":
    """A play that has begun: the dice lie in the middle, and the second one has the first turn."""
    return Table(GAME, players.split(), first, {"variant": "white-black-roll", **options})


def _die(name: str | None) -> str | None:
    return None if name is None else find_die(name).id


class Table(Sitting):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def call(self, words: str, *, die: str | None = None, paid: str | None = None) -> "Table":
        """`ben white right`, `ana roll`."""
        name, said, *verdict = words.split()
        right = None if not verdict else verdict[0] == "right"
        return self.act(
            lambda action: moves.call(action, self.seat(name), said, right, _die(die), _die(paid))
        )

    def calls(self, *all_words: str) -> "Table":
        for words in all_words:
            self.call(words)
        return self

    def illegal(self, name: str | None = None, paid: str | None = None) -> "Table":
        seat = None if name is None else self.seat(name)
        return self.act(lambda action: moves.spill(action, seat, _die(paid)))

    def tie(self, **whites: int) -> "Table":
        told = {self.seat(name): count for name, count in whites.items()}
        return self.act(lambda action: moves.break_tie(action, told))

    def clock(self, *seconds: int) -> "Table":
        return self.act(lambda action: moves.stop_clock(action, seconds))

    def holds(self, name: str, *dice: str) -> "Table":
        told = [find_die(die).id for die in dice]
        return self.tell("dice.told", seat=self.seat(name), dice=told)

    def count(self, name: str, dice: int) -> "Table":
        def plan(action):
            action.add("dice.counted", seat=self.seat(name), dice=dice)
            moves.end(action)

        return self.act(plan)

    def next(self) -> "Table":
        return self.act(moves.advance)

    @property
    def dice(self) -> str:
        """`ana 1 ben 3`"""
        return " ".join(
            f"{seat.handle} {held.size}"
            for seat, held in zip(self.state.seats, self.state.held, strict=True)
        )

    @property
    def middle(self) -> int:
        return self.state.loose

    def known(self, name: str) -> str:
        """Which dice somebody is known to have: `2w-opposite 5w`."""
        return " ".join(self.state.held[self.seat(name)].known)

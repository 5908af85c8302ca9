"""A table of White, Black, or Roll in a line or two, without a store.

t = table("Ana Ben")
t.call("ben white right").call("ana black wrong")
assert t.dice == "ana 0 ben 2"
"""

from typing import Any

from companion.games.boolean.game import GAME
from companion.games.boolean.wbr import calls, clock, ties
from tests.games.boolean.possessing import Possessing, die_of


def table(players: str = "Ana Ben", *, first: str | None = None, **options: Any) -> "Table":
    """A play that has begun: the dice lie in the middle, and the second one has the first turn."""
    return Table(GAME, players.split(), first, {"variant": "white-black-roll", **options})


class Table(Possessing):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def call(self, words: str, *, die: str | None = None, paid: str | None = None) -> "Table":
        """`ben white right`, `ana roll`."""
        name, said, *verdict = words.split()
        return self.act(
            lambda action: calls.call(
                action, self.seat(name), said, *verdict, die=die_of(die), paid=die_of(paid)
            )
        )

    def calls(self, *all_words: str) -> "Table":
        for words in all_words:
            self.call(words)
        return self

    def illegal(self, name: str | None = None, paid: str | None = None) -> "Table":
        thrower = self.state.turn if self.state.thrower is None else self.state.thrower
        seat = thrower if name is None else self.seat(name)
        return self.act(lambda action: calls.illegal(action, seat, paid=die_of(paid)))

    def tie(self, **whites: int) -> "Table":
        told = {self.seat(name): count for name, count in whites.items()}
        return self.act(lambda action: ties.break_tie(action, told))

    def clock(self, *seconds: int) -> "Table":
        return self.act(lambda action: clock.stop_clock(action, seconds))

    @property
    def middle(self) -> int:
        return self.state.loose
